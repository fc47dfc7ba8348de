/* Code that is copied into a memory and run there: it only loads, adds and jumps, so that it runs
 * wherever it lies. */
#include "bare.h"
#include "placed_code.h"
#include <hal/regions.h>
#include <stdint.h>

enum { HOP_BYTES = 32, APART_BYTES = 64, MOST_STRAIGHT_BYTES = 8192 };

void placed_hop(struct hal_hop *hop)
{
    hop = hop->next;
    hop->code(hop);
}

void placed_end(struct hal_hop *hop)
{
    (void)hop;
}

/* Additions and exclusive ors, which the compiler cannot put together. */
#define KEPT(x) __asm__ volatile("" : "+r"(x))
#define FOUR                                                                                       \
    a += b;                                                                                        \
    KEPT(a);                                                                                       \
    b ^= c;                                                                                        \
    KEPT(b);                                                                                       \
    c += d;                                                                                        \
    KEPT(c);                                                                                       \
    d ^= a;                                                                                        \
    KEPT(d);
#define SIXTEEN FOUR FOUR FOUR FOUR
#define LOTS    SIXTEEN SIXTEEN SIXTEEN SIXTEEN

uint32_t placed_straight(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    LOTS LOTS LOTS LOTS return a ^ b ^ c ^ d;
}

/* Stands right after it (sources.cmake), so that their distance is its length. */
uint32_t placed_straight_end(void)
{
    return 0;
}

size_t placed_straight_bytes(void)
{
    uintptr_t start = (uintptr_t)placed_straight, end = (uintptr_t)placed_straight_end;

    return end > start && end - start <= MOST_STRAIGHT_BYTES ? end - start : 0;
}

/* Copies N_BYTES of code at FROM, a pointer to a function, to TO. Returns the pointer to the copy,
 * whose lowest bit names an instruction set, as FROM's does. */
static uintptr_t copy_code(char *to, uintptr_t from, size_t n_bytes)
{
    const volatile char *code = (const volatile char *)(from & ~(uintptr_t)1);

    for (size_t i = 0; i < n_bytes; i++)
        ((volatile char *)to)[i] = code[i];
    return (uintptr_t)to | (from & 1);
}

static size_t whole_lines(size_t n_bytes)
{
    return (n_bytes + APART_BYTES - 1) / APART_BYTES * APART_BYTES;
}

static void copy_hops(struct hal_region_code *code, char *to, size_t n_bytes)
{
    size_t most = n_bytes / APART_BYTES;

    code->n_hops = code->n_hops < most ? code->n_hops : (unsigned)most;
    size_t apart = code->n_hops > 0 ? n_bytes / code->n_hops / APART_BYTES * APART_BYTES : 0;
    for (unsigned i = 0; i < code->n_hops; i++)
        code->hop[i].code =
            (void (*)(struct hal_hop *))copy_code(to + i * apart, (uintptr_t)placed_hop, HOP_BYTES);
}

static void copy_straight(struct hal_region_code *code, char *to, size_t n_bytes)
{
    code->straight_bytes = placed_straight_bytes();
    code->straight_apart = whole_lines(code->straight_bytes);
    code->n_straight = code->straight_bytes > 0 ? (unsigned)(n_bytes / code->straight_apart) : 0;
    for (unsigned i = code->n_straight; i-- > 0;)
        code->straight = copy_code(to + i * code->straight_apart, (uintptr_t)placed_straight,
                                   code->straight_bytes);
}

static int copy_all(const struct hal_block *block, struct hal_region_code *code)
{
    size_t half = block->size_bytes / 2 / APART_BYTES * APART_BYTES;

    copy_hops(code, block->start, half);
    copy_straight(code, (char *)block->start + half, half);
    code->end = placed_end;
    bare_code_written(block->start, block->size_bytes);
    return code->n_hops > 0 ? 0 : -1;
}

int hal_region_place(unsigned i, const struct hal_block *block, struct hal_region_code *code)
{
    struct hal_region region;

    hal_region(i, &region);
    if (region.no_code) {
        *code = (struct hal_region_code){ .hop = code->hop };
        return -1;
    }
    return block ? copy_all(block, code) : placed_by_linker(&region, code);
}

void hal_region_jump(struct hal_hop *first)
{
    first->code(first);
}

void hal_region_run(uintptr_t straight)
{
    static volatile uint32_t sink;

    sink = ((uint32_t(*)(uint32_t, uint32_t, uint32_t, uint32_t))straight)(sink, 2, 3, 4);
}
