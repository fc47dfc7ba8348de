/* How a processor's instructions are written: what each file of this folder, for its processor,
 * has besides the writers of hal/code.h. */
#ifndef ENCODE_H
#define ENCODE_H

#include <hal/code.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Processors that have a file here; I686's has jumps and calls alone. */
#if defined(__arm__) && defined(__ARM_ARCH_PROFILE)
#define ENCODE_A32 (__ARM_ARCH >= 7 && __ARM_ARCH_PROFILE == 'A')
#else
#define ENCODE_A32 0
#endif
#if ENCODE_A32 || defined(__x86_64__) || defined(__aarch64__) || defined(__riscv)
#define ENCODE_OPS 1
#else
#define ENCODE_OPS 0
#endif
#if ENCODE_OPS || defined(__i386__)
#define ENCODE_JUMPS 1
#else
#define ENCODE_JUMPS 0
#endif

/* Returns true where the writers of hal/code.h write anything. */
bool encode_known(void);

/* What hal_code_begin() writes is a function of this type: the chains, the data, the laps. At the
 * end it leaves the chains in the first two words of the data. */
typedef void encode_laps(const void *, const void *, void *, size_t);

/* Where in the data words are loaded from, and stored to: lines of their own. */
enum { ENCODE_LOADED = 64, ENCODE_LOADED_WORDS = 8, ENCODE_STORED = 16, ENCODE_STORED_WORDS = 6 };

static inline unsigned encode_loaded(unsigned number)
{
    return ENCODE_LOADED + number % ENCODE_LOADED_WORDS * (unsigned)sizeof(uintptr_t);
}

static inline unsigned encode_stored(unsigned number)
{
    return ENCODE_STORED + number % ENCODE_STORED_WORDS * (unsigned)sizeof(uintptr_t);
}

/* Bytes from AT to TO. */
static inline int32_t encode_distance(const void *at, const void *to)
{
    return (int32_t)((intptr_t)to - (intptr_t)at);
}

/* Writes instruction CODE of one word; returns its end. */
static inline void *encode_word(void *at, uint32_t code)
{
    memcpy(at, &code, sizeof code);
    return (char *)at + sizeof code;
}

/* Fills N_BYTES with instruction CODE; returns the end. */
static inline void *encode_words(void *at, size_t n_bytes, uint32_t code)
{
    for (; n_bytes >= sizeof code; n_bytes -= sizeof code)
        at = encode_word(at, code);
    return at;
}

#endif
