/* Values of hand-written timed loops: words, floats, loads and stores as the target does them. The
 * simulated board brings a header of the same name, whose values know when they are ready. */
#ifndef FLOW_H
#define FLOW_H

#include <stdint.h>

typedef uintptr_t flow_word;
#ifdef PONTOON_NO_FP /* calls of a library would be timed */
typedef uint32_t flow_fp, flow_fp_cell;
enum { FLOW_HAS_FP = 0 };
#else
typedef float flow_fp, flow_fp_cell; /* _cell: in memory */
enum { FLOW_HAS_FP = 1 };
#endif

/* Has REAL computed, in a register of floats: it is not fused with what takes it. Costs nothing. */
#if defined(PONTOON_NO_FP) || !defined(__GNUC__)
#define FLOW_HOLD(fp) (void)(fp)
#elif defined(__SSE__)
#define FLOW_HOLD(fp) __asm__("" : "+x"(fp))
#elif defined(__arm__)
#define FLOW_HOLD(fp) __asm__("" : "+t"(fp))
#elif defined(__aarch64__)
#define FLOW_HOLD(fp) __asm__("" : "+w"(fp))
#elif defined(__riscv) || defined(__powerpc__) || defined(__ia64__)
#define FLOW_HOLD(fp) __asm__("" : "+f"(fp))
#else
#define FLOW_HOLD(fp) (void)(fp)
#endif

/* A value that is there at once. */
static inline flow_word flow_word_of(uintptr_t value)
{
    return value;
}

static inline flow_fp flow_fp_of(flow_fp_cell value)
{
    return (flow_fp)value;
}

static inline flow_word flow_add(flow_word a, flow_word b)
{
    return a + b;
}

static inline flow_word flow_and(flow_word a, flow_word b)
{
    return a & b;
}

static inline flow_fp flow_fp_add(flow_fp a, flow_fp b)
{
    return a + b;
}

static inline flow_fp flow_fp_mul(flow_fp a, flow_fp b)
{
    flow_fp product = a * b;

    FLOW_HOLD(product);
    return product;
}

/* The word at ADDRESS, which is a pointer. */
static inline flow_word flow_load(flow_word address)
{
    return *(const uintptr_t *)address;
}

/* The same of probes that count loads in flight. */
static inline flow_word flow_follow(flow_word address)
{
    return flow_load(address);
}

/* The same of the word OFFSET bytes after ADDRESS. */
static inline flow_word flow_follow_from(uintptr_t address, flow_word offset)
{
    return flow_load(address + offset);
}

/* A store to *AT, and a load of the word at ADDRESS, another place, after it, perhaps unaligned. */
__attribute__((no_sanitize("alignment"))) static inline flow_word
flow_load_after_store(volatile uintptr_t *at, flow_word address)
{
    *at = 0;
    return *(const volatile uintptr_t *)address;
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

static inline flow_fp flow_forward_fp(volatile flow_fp *at, volatile flow_fp *from, flow_fp value)
{
    *at = value;
    return *from;
}

/* The bits of a value in the other register file. */
union flow_pun {
    uint32_t word;
    flow_fp fp;
};

static inline flow_fp flow_to_fp(flow_word value)
{
    const union flow_pun pun = { .word = (uint32_t)value };

    return pun.fp;
}

static inline flow_word flow_to_word(flow_fp value)
{
    const union flow_pun pun = { .fp = value };
    uint32_t word = pun.word;

#ifdef __GNUC__
    __asm__("" : "+r"(word)); /* else words would be added where floats are */
#endif
    return word;
}

/* The 4 bytes at BASE + OFFSET as a word, and as a float. */
static inline flow_word flow_load_word(const char *base, flow_word offset)
{
    return *(const volatile uint32_t *)(base + offset);
}

static inline flow_fp flow_load_fp(const char *base, flow_word offset)
{
    return *(const volatile flow_fp *)(base + offset);
}

/* A load of the float at AT, which nothing waits for. */
static inline void flow_touch_fp(const volatile flow_fp *at)
{
    flow_fp fp = *at;

    FLOW_HOLD(fp);
}

/* A number that a compiler cannot use: for the end of a loop. */
static inline uintptr_t flow_value(flow_word word)
{
    return word;
}

static inline flow_fp_cell flow_fp_value(flow_fp fp)
{
    return fp;
}

#define FLOW_FALL __attribute__((fallthrough));

#endif
