/* The widest vectors that the compiler has registers for, and stores of them that ask for no place
 * in a cache. Where the compiler offers none, NONTEMPORAL is 0. */
#ifndef NONTEMPORAL_H
#define NONTEMPORAL_H

#include <stdint.h>

typedef uint32_t stream_word
    __attribute__((vector_size(__BIGGEST_ALIGNMENT__), may_alias, aligned(__BIGGEST_ALIGNMENT__)));

/* The simulated board hears of stores from their instrumentation, which leaves these out. */
#if defined __SANITIZE_THREAD__ || !defined __has_builtin
#define NONTEMPORAL 0
#elif __has_builtin(__builtin_nontemporal_store)
#define NONTEMPORAL                 1
#define NONTEMPORAL_STORE(to, what) __builtin_nontemporal_store(what, to)
#elif __BIGGEST_ALIGNMENT__ == 64 && __has_builtin(__builtin_ia32_movntdq512)
typedef long long nontemporal_word __attribute__((vector_size(64), may_alias));
#define NONTEMPORAL 1
#define NONTEMPORAL_STORE(to, what)                                                                \
    __builtin_ia32_movntdq512((nontemporal_word *)(to), (nontemporal_word)(what))
#elif __BIGGEST_ALIGNMENT__ == 32 && __has_builtin(__builtin_ia32_movntdq256)
typedef long long nontemporal_word __attribute__((vector_size(32), may_alias));
#define NONTEMPORAL 1
#define NONTEMPORAL_STORE(to, what)                                                                \
    __builtin_ia32_movntdq256((nontemporal_word *)(to), (nontemporal_word)(what))
#elif __BIGGEST_ALIGNMENT__ == 16 && __has_builtin(__builtin_ia32_movntdq)
typedef long long nontemporal_word __attribute__((vector_size(16), may_alias));
#define NONTEMPORAL 1
#define NONTEMPORAL_STORE(to, what)                                                                \
    __builtin_ia32_movntdq((nontemporal_word *)(to), (nontemporal_word)(what))
#else
#define NONTEMPORAL 0
#endif

#endif
