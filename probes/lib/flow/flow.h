/* Values of hand-written timed loops: words, reals, loads and stores as the target does them. The
 * simulated board brings a header of the same name, whose values know when they are ready. */
#ifndef FLOW_H
#define FLOW_H

#include <stdint.h>

typedef uintptr_t flow_word;
#ifdef PONTOON_NO_REALS /* calls of a library would be timed */
typedef uint32_t flow_real;
enum { FLOW_HAS_REALS = 0 };
#else
typedef float flow_real;
enum { FLOW_HAS_REALS = 1 };
#endif

/* Has REAL computed, in a register of floats: it is not fused with what takes it. Costs nothing. */
#if defined(PONTOON_NO_REALS) || !defined(__GNUC__)
#define FLOW_HOLD(real) (void)(real)
#elif defined(__SSE__)
#define FLOW_HOLD(real) __asm__("" : "+x"(real))
#elif defined(__arm__)
#define FLOW_HOLD(real) __asm__("" : "+t"(real))
#elif defined(__aarch64__)
#define FLOW_HOLD(real) __asm__("" : "+w"(real))
#elif defined(__riscv) || defined(__powerpc__) || defined(__ia64__)
#define FLOW_HOLD(real) __asm__("" : "+f"(real))
#else
#define FLOW_HOLD(real) (void)(real)
#endif

/* A value that is there at once. */
static inline flow_word flow_word_of(uintptr_t value)
{
    return value;
}

static inline flow_real flow_real_of(float value)
{
    return (flow_real)value;
}

static inline flow_word flow_add(flow_word a, flow_word b)
{
    return a + b;
}

static inline flow_word flow_and(flow_word a, flow_word b)
{
    return a & b;
}

static inline flow_real flow_real_add(flow_real a, flow_real b)
{
    return a + b;
}

static inline flow_real flow_real_mul(flow_real a, flow_real b)
{
    flow_real product = a * b;

    FLOW_HOLD(product);
    return product;
}

/* The word at ADDRESS, which is a pointer. */
static inline flow_word flow_load(flow_word address)
{
    return *(const uintptr_t *)address;
}

/* A store of VALUE to *AT, which nothing waits for. */
static inline void flow_store(volatile uint32_t *at, flow_word value)
{
    *at = (uint32_t)value;
}

/* Adds VALUE to *AT, whose line was evicted, and gives VALUE back. */
static inline flow_word flow_store_evicted(volatile uint32_t *at, flow_word value)
{
    *at = *at + (uint32_t)value;
    return value;
}

/* What a function makes of VALUE that does next to nothing. */
static inline flow_word flow_called(flow_word value)
{
    return value + 1;
}

/* Stores VALUE at *AT and loads it from *FROM, the same word by another name. */
static inline flow_word flow_forward(volatile flow_word *at, volatile flow_word *from,
                                     flow_word value)
{
    *at = value;
    return *from;
}

/* The same of a variable on the stack. */
#define flow_forward_stack(at, value) flow_forward((at), (at), (value))

/* Stores half of VALUE and loads the word around it. */
static inline flow_word flow_forward_part(volatile flow_word *at, flow_word value)
{
#if UINTPTR_MAX > UINT32_MAX
    *(volatile uint32_t *)at = (uint32_t)value;
#else
    *(volatile uint16_t *)at = (uint16_t)value;
#endif
    return *at;
}

static inline flow_real flow_forward_real(volatile flow_real *at, volatile flow_real *from,
                                          flow_real value)
{
    *at = value;
    return *from;
}

/* The bits of a value in the other register file. */
union flow_pun {
    uint32_t word;
    flow_real real;
};

static inline flow_real flow_to_real(flow_word value)
{
    const union flow_pun pun = { .word = (uint32_t)value };

    return pun.real;
}

static inline flow_word flow_to_word(flow_real value)
{
    const union flow_pun pun = { .real = value };
    uint32_t word = pun.word;

#ifdef __GNUC__
    __asm__("" : "+r"(word)); /* else words would be added where reals are */
#endif
    return word;
}

/* The 4 bytes at BASE + OFFSET as a word, and as a real. */
static inline flow_word flow_load_word(const char *base, flow_word offset)
{
    return *(const volatile uint32_t *)(base + offset);
}

static inline flow_real flow_load_real(const char *base, flow_word offset)
{
    return *(const volatile flow_real *)(base + offset);
}

/* A load of the real at AT, which nothing waits for. */
static inline void flow_touch_real(const volatile flow_real *at)
{
    flow_real real = *at;

    FLOW_HOLD(real);
}

/* A number that a compiler cannot use: for the end of a loop. */
static inline uintptr_t flow_value(flow_word word)
{
    return word;
}

static inline float flow_real_value(flow_real real)
{
    return (float)real;
}

#define FLOW_FALL __attribute__((fallthrough));

#endif
