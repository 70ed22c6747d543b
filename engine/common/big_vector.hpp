#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace linnet {

// Memory for large tables: on Linux in huge pages where the system has them, so that random access misses less.
template <class T>
struct BigAllocator {
  using value_type = T;
  static constexpr std::size_t huge_page = std::size_t{1} << 21;

  BigAllocator() = default;
  template <class U>
  BigAllocator(const BigAllocator<U>&) noexcept {}

  T* allocate(std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    if (bytes < huge_page) return static_cast<T*>(::operator new(bytes, std::align_val_t{64}));
    void* const memory = std::aligned_alloc(huge_page, (bytes + huge_page - 1) / huge_page * huge_page);
    if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    ::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return static_cast<T*>(memory);
  }

  void deallocate(T* memory, std::size_t n) noexcept {
    if (n * sizeof(T) < huge_page)
      ::operator delete(memory, std::align_val_t{64});
    else
      std::free(memory);
  }

  // Without a value, numbers stay unwritten: large arrays are filled by several threads, not first by one.
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
