#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace linnet {

// Large blocks of memory: on Linux in huge pages where the system has them, so that random access
// misses less. Some that were given back are kept for the next to come, because fresh memory has to
// be cleared by the system first.
class BigBlocks {
 public:
  static constexpr std::size_t huge_page = std::size_t{1} << 21;  // bytes, on x86-64
#if defined(__SANITIZE_ADDRESS__)
  static constexpr std::size_t most_kept = 0;  // let the sanitizer see every block come and go
#else
  static constexpr std::size_t most_kept = std::size_t{1} << 26;  // bytes: what a process may waste
#endif

  static void* take(std::size_t wanted) {
    const std::size_t bytes = rounded(wanted);
    if (void* const kept_memory = take_kept(bytes)) return kept_memory;
    void* const memory = std::aligned_alloc(huge_page, bytes);
    if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    ::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
  }

  static void give_back(void* memory, std::size_t wanted) noexcept {
    const std::size_t bytes = rounded(wanted);
    if (bytes > most_kept) return std::free(memory);
    std::lock_guard lock(kept().mutex);
    auto& blocks = kept().blocks;
    while (kept().bytes + bytes > most_kept) {  // the longest unused make room
      std::free(blocks.front().memory);
      kept().bytes -= blocks.front().bytes;
      blocks.erase(blocks.begin());
    }
    blocks.push_back({memory, bytes});
    kept().bytes += bytes;
  }

 private:
  struct Block {
    void* memory;
    std::size_t bytes;
  };
  struct Kept {
    std::mutex mutex;
    std::vector<Block> blocks;
    std::size_t bytes = 0;
    Kept() { blocks.reserve(most_kept / huge_page); }  // so that giving back never fails
  };
  // The block of this size that was given back last; null where there is none.
  static void* take_kept(std::size_t bytes) {
    std::lock_guard lock(kept().mutex);
    auto& blocks = kept().blocks;
    const auto has_size = [&](const Block& block) { return block.bytes == bytes; };
    const auto found = std::find_if(blocks.rbegin(), blocks.rend(), has_size);
    if (found == blocks.rend()) return nullptr;
    void* const memory = found->memory;
    blocks.erase(std::next(found).base());
    kept().bytes -= bytes;
    return memory;
  }
  static Kept& kept() {
    static Kept* const all = new Kept;  // outlives every vector
    return *all;
  }
  static std::size_t rounded(std::size_t bytes) {  // few different sizes, so that blocks fit again
    const std::size_t step = std::max(huge_page, std::bit_floor(bytes) / 4);
    return (bytes + step - 1) / step * step;
  }
};

template <class T>
struct BigAllocator {
  using value_type = T;

  BigAllocator() = default;
  template <class U>
  BigAllocator(const BigAllocator<U>&) noexcept {}

  T* allocate(std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    if (bytes >= BigBlocks::huge_page) return static_cast<T*>(BigBlocks::take(bytes));
    return static_cast<T*>(::operator new(bytes, std::align_val_t{64}));
  }

  void deallocate(T* memory, std::size_t n) noexcept {
    if (n * sizeof(T) >= BigBlocks::huge_page)
      BigBlocks::give_back(memory, n * sizeof(T));
    else
      ::operator delete(memory, std::align_val_t{64});
  }

  // Without a value, numbers stay unwritten: large arrays are filled by several threads, not first
  // by one.
  template <class U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  template <class U, class First, class... Rest>
  void construct(U* at, First&& first, Rest&&... rest) {
    ::new (static_cast<void*>(at)) U(std::forward<First>(first), std::forward<Rest>(rest)...);
  }

  bool operator==(const BigAllocator&) const { return true; }
};

template <class T>
using BigVector = std::vector<T, BigAllocator<T>>;

}  // namespace linnet
