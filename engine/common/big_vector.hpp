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

// A pool of large blocks of memory: on Linux in huge pages where the system has them, so that
// random access misses the TLB less. Some that were freed are kept for the next to come, because
// fresh memory has to be cleared by the system first.
class HugePagePool {
 public:
  static constexpr std::size_t huge_page = std::size_t{1} << 21;  // 2 MB, the size on x86-64
#if defined(__SANITIZE_ADDRESS__)
  static constexpr std::size_t most_kept = 0;  // let the sanitizer see every block come and go
#else
  static constexpr std::size_t most_kept = std::size_t{1} << 26;  // bytes: bounds what stays unused
#endif

  static void* allocate(std::size_t wanted) {
    const std::size_t bytes = rounded(wanted);
    if (void* const kept = take_kept(bytes)) return kept;
    void* const memory = std::aligned_alloc(huge_page, bytes);
    if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    ::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
  }

  static void release(void* memory, std::size_t wanted) noexcept {
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
    Kept() { blocks.reserve(most_kept / huge_page); }  // so that releasing never fails
  };

  static Kept& kept() {
    static Kept* const all = new Kept;  // outlives every vector
    return *all;
  }

  // The last freed block of this size, or nothing.
  static void* take_kept(std::size_t bytes) {
    std::lock_guard lock(kept().mutex);
    auto& blocks = kept().blocks;
    const auto fits = [&](const Block& block) { return block.bytes == bytes; };
    const auto found = std::find_if(blocks.rbegin(), blocks.rend(), fits);
    if (found == blocks.rend()) return nullptr;
    void* const memory = found->memory;
    blocks.erase(std::next(found).base());
    kept().bytes -= bytes;
    return memory;
  }

  // Few different sizes, so that blocks fit again: at most a quarter is rounded up.
  static std::size_t rounded(std::size_t bytes) {
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
    if (is_large(bytes)) return static_cast<T*>(HugePagePool::allocate(bytes));
    return static_cast<T*>(::operator new(bytes, cache_line));
  }

  void deallocate(T* memory, std::size_t n) noexcept {
    const std::size_t bytes = n * sizeof(T);
    if (is_large(bytes))
      HugePagePool::release(memory, bytes);
    else
      ::operator delete(memory, cache_line);
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

 private:
  static constexpr std::align_val_t cache_line{64};
  static bool is_large(std::size_t bytes) { return bytes >= HugePagePool::huge_page; }
};

template <class T>
using BigVector = std::vector<T, BigAllocator<T>>;

}  // namespace linnet
