/* Code and pointers in flash memory, where a running image writes nothing. */
#include "placed_code.h"
#include <stdbool.h>

/* More lines of 16 bytes than the caches of small flash memories hold: those of an STM32F4 are 1024
 * bytes for code, 128 for data. */
#define HOP(n)                                                                                     \
    static __attribute__((aligned(16))) void hop_##n(struct hal_hop *hop)                          \
    {                                                                                              \
        hop = hop->next;                                                                           \
        hop->code(hop);                                                                            \
    }
#define EIGHT(make, t)                                                                             \
    make(t##0) make(t##1) make(t##2) make(t##3) make(t##4) make(t##5) make(t##6) make(t##7)
#define FIRST_40(make) EIGHT(make, 0) EIGHT(make, 1) EIGHT(make, 2) EIGHT(make, 3) EIGHT(make, 4)
#define OTHER_40(make) EIGHT(make, 5) EIGHT(make, 6) EIGHT(make, 7) EIGHT(make, 8) EIGHT(make, 9)
#define ALL(make)      FIRST_40(make) OTHER_40(make)
#define ADDRESS(n)     hop_##n,

ALL(HOP)

static void (*const hops[])(struct hal_hop *) = { ALL(ADDRESS) };

static bool lies_in(const struct hal_region *region, uintptr_t at)
{
    return at >= region->start && at - region->start < region->size_bytes;
}

int placed_by_linker(const struct hal_region *region, struct hal_region_code *code)
{
    enum { HOPS = sizeof hops / sizeof hops[0] };

    if (!lies_in(region, (uintptr_t)hops[0])) {
        *code = (struct hal_region_code){ .hop = code->hop };
        return -1;
    }
    code->n_hops = code->n_hops < HOPS ? code->n_hops : HOPS;
    for (unsigned i = 0; i < code->n_hops; i++)
        code->hop[i].code = hops[i];
    code->end = placed_end;
    code->straight_bytes = placed_straight_bytes();
    code->straight = (uintptr_t)placed_straight;
    code->n_straight = code->straight_bytes > 0;
    return 0;
}

/* Each is followed by I * 77 + 37, modulo their number: all of them come once. */
enum { LINKS = 128 };
#define LINK(i)      &ring[((i)*77 + 37) % LINKS],
#define TWO(i)       LINK(i) LINK(i + 1)
#define EIGHT_AT(i)  TWO(i) TWO(i + 2) TWO(i + 4) TWO(i + 6)
#define THIRTYTWO(i) EIGHT_AT(i) EIGHT_AT(i + 8) EIGHT_AT(i + 16) EIGHT_AT(i + 24)
static const void *const ring[LINKS] = { THIRTYTWO(0) THIRTYTWO(32) THIRTYTWO(64) THIRTYTWO(96) };

const void *hal_region_ring(unsigned i, size_t *n)
{
    struct hal_region region;

    hal_region(i, &region);
    *n = lies_in(&region, (uintptr_t)ring) ? LINKS : 0;
    return *n > 0 ? ring : NULL;
}
