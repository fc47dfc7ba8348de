/* Source: CoreLink Level 2 Cache Controller L2C-310 TRM, DDI 0246, section 3.3. */
#include "pl310.h"
#include "memory_word.h"

enum {
    REG1_CONTROL = 0x100,
    REG1_AUX_CONTROL = 0x104,
    REG2_EV_COUNTER_CTRL = 0x200,
    REG2_EV_COUNTER1_CFG = 0x204,
    REG2_EV_COUNTER0_CFG = 0x208,
    REG2_EV_COUNTER1 = 0x20c,
    REG2_EV_COUNTER0 = 0x210,
    REG7_CACHE_SYNC = 0x730,
    REG7_INV_WAY = 0x77c,
    REG7_CLEAN_INV_LINE_PA = 0x7f0
};
enum { LINE_BYTES = 32 };
enum { EVENT_SHIFT = 2, COUNTERS_ENABLE = 1, COUNTERS_RESET = 3 << 1 };
enum {
    CONTROL_L2_ENABLE = 1,
    AUX_ASSOCIATIVITY_16 = 1 << 16,
    AUX_WAY_SIZE_SHIFT = 17,
    AUX_WAY_SIZE_MASK = 7,
    AUX_DATA_PREFETCH = 1 << 28,
    AUX_INSTRUCTION_PREFETCH = 1 << 29
};

bool pl310_is_on(uintptr_t base)
{
    return (word_in(base + REG1_CONTROL) & CONTROL_L2_ENABLE) != 0;
}

bool pl310_prefetches_data(uintptr_t base)
{
    return (word_in(base + REG1_AUX_CONTROL) & AUX_DATA_PREFETCH) != 0;
}

bool pl310_prefetches_instructions(uintptr_t base)
{
    return (word_in(base + REG1_AUX_CONTROL) & AUX_INSTRUCTION_PREFETCH) != 0;
}

unsigned pl310_ways(uintptr_t base)
{
    return (word_in(base + REG1_AUX_CONTROL) & AUX_ASSOCIATIVITY_16) != 0 ? 16 : 8;
}

/* Section 3.3.4: way size 1 is 16 KiB, each next one twice that; 0 counts as 1. */
uint32_t pl310_size_bytes(uintptr_t base)
{
    uint32_t code = word_in(base + REG1_AUX_CONTROL) >> AUX_WAY_SIZE_SHIFT & AUX_WAY_SIZE_MASK;

    return pl310_ways(base) * (uint32_t)8192 << (code == 0 ? 1 : code);
}

void pl310_start(uintptr_t base, void (*enable)(void))
{
    uint32_t ways = (1u << pl310_ways(base)) - 1;

    word_out(base + REG7_INV_WAY, ways);
    while ((word_in(base + REG7_INV_WAY) & ways) != 0)
        ;
    word_out(base + REG7_CACHE_SYNC, 0);
    if (enable)
        enable();
    else
        word_out(base + REG1_CONTROL, CONTROL_L2_ENABLE);
}

/* Section 3.3.10: operations on one line are atomic, and need no waiting for before the sync. */
void pl310_flush(uintptr_t base, uintptr_t start, uintptr_t end)
{
    for (uintptr_t at = start & ~(uintptr_t)(LINE_BYTES - 1); at < end; at += LINE_BYTES)
        word_out(base + REG7_CLEAN_INV_LINE_PA, (uint32_t)at);
    word_out(base + REG7_CACHE_SYNC, 0);
}

/* Section 3.3.6: events are selected while counting is off. */
void pl310_count(uintptr_t base, enum pl310_event first, enum pl310_event second)
{
    word_out(base + REG2_EV_COUNTER_CTRL, 0);
    word_out(base + REG2_EV_COUNTER0_CFG, (uint32_t)first << EVENT_SHIFT);
    word_out(base + REG2_EV_COUNTER1_CFG, (uint32_t)second << EVENT_SHIFT);
    word_out(base + REG2_EV_COUNTER_CTRL, COUNTERS_RESET | COUNTERS_ENABLE);
}

void pl310_counted(uintptr_t base, uint32_t count[PL310_COUNTERS])
{
    count[0] = word_in(base + REG2_EV_COUNTER0);
    count[1] = word_in(base + REG2_EV_COUNTER1);
    word_out(base + REG2_EV_COUNTER_CTRL, COUNTERS_RESET | COUNTERS_ENABLE);
}
