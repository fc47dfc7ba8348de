/* Source: CoreLink Level 2 Cache Controller L2C-310 TRM, DDI 0246, section 3.3. */
#include "pl310.h"
#include "memory_word.h"

enum { CONTROL = 0x100, AUXILIARY = 0x104, SYNC = 0x730, INVALIDATE_WAYS = 0x77c };
enum { ON = 1, WAYS_16 = 1 << 16, WAY_SIZE_SHIFT = 17, WAY_SIZE_MASK = 7 };

bool pl310_is_on(uintptr_t base)
{
    return (word_in(base + CONTROL) & ON) != 0;
}

unsigned pl310_ways(uintptr_t base)
{
    return (word_in(base + AUXILIARY) & WAYS_16) != 0 ? 16 : 8;
}

/* Section 3.3.4: way size 1 is 16 KiB, each next one twice that; 0 counts as 1. */
uint32_t pl310_size_bytes(uintptr_t base)
{
    uint32_t code = word_in(base + AUXILIARY) >> WAY_SIZE_SHIFT & WAY_SIZE_MASK;

    return pl310_ways(base) * (uint32_t)8192 << (code == 0 ? 1 : code);
}

void pl310_start(uintptr_t base, void (*enable)(void))
{
    uint32_t ways = (1u << pl310_ways(base)) - 1;

    word_out(base + INVALIDATE_WAYS, ways);
    while ((word_in(base + INVALIDATE_WAYS) & ways) != 0)
        ;
    word_out(base + SYNC, 0);
    if (enable)
        enable();
    else
        word_out(base + CONTROL, ON);
}
