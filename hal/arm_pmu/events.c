/* The event counters of ARM cores. Sources: ARM Architecture Reference Manual ARMv7-A, DDI 0406C,
 * chapter C12 (the performance monitors extension; events in C12.8); for A-profile, DDI 0487,
 * chapter D11 (events in D11.11). */
#include "event_name.h"
#include "pmu_registers.h"
#include <hal/events.h>
#include <hal/traffic.h>
#include <stdbool.h>

enum { CPU_CYCLES = 0x11, CYCLE_COUNTER = 31 };

static const struct event_name names[] = {
    { "L1I_CACHE_REFILL", 0x01, HAL_EVENT_OTHER },
    { "L1I_TLB_REFILL", 0x02, HAL_EVENT_OTHER },
    { "L1D_CACHE_REFILL", 0x03, HAL_EVENT_LINES },
    { "L1D_CACHE", 0x04, HAL_EVENT_OTHER },
    { "L1D_TLB_REFILL", 0x05, HAL_EVENT_TLB },
    { "LD_RETIRED", 0x06, HAL_EVENT_OTHER },
    { "ST_RETIRED", 0x07, HAL_EVENT_OTHER },
    { "INST_RETIRED", 0x08, HAL_EVENT_INSTRUCTIONS },
    { "BR_RETIRED", 0x21, HAL_EVENT_OTHER },
    { "BR_MIS_PRED", 0x10, HAL_EVENT_OTHER },
    { "CPU_CYCLES", CPU_CYCLES, HAL_EVENT_CYCLES },
    { "BR_PRED", 0x12, HAL_EVENT_OTHER },
    { "MEM_ACCESS", 0x13, HAL_EVENT_OTHER },
    { "L1I_CACHE", 0x14, HAL_EVENT_OTHER },
    { "L1D_CACHE_WB", 0x15, HAL_EVENT_OTHER },
    { "L2D_CACHE", 0x16, HAL_EVENT_OTHER },
    { "L2D_CACHE_REFILL", 0x17, HAL_EVENT_LINES },
    { "L2D_CACHE_WB", 0x18, HAL_EVENT_OTHER },
    { "BUS_ACCESS", 0x19, HAL_EVENT_OTHER },
    { "INST_SPEC", 0x1b, HAL_EVENT_INSTRUCTIONS },
    { "BUS_CYCLES", 0x1d, HAL_EVENT_OTHER },
    { "STALL_FRONTEND", 0x23, HAL_EVENT_OTHER },
    { "STALL_BACKEND", 0x24, HAL_EVENT_OTHER },
    { "L3D_CACHE_REFILL", 0x2a, HAL_EVENT_LINES },
    { "L3D_CACHE_WB", 0x2c, HAL_EVENT_OTHER },
    { "DTLB_WALK", 0x34, HAL_EVENT_TLB },
    { "LL_CACHE_MISS_RD", 0x37, HAL_EVENT_LINES },
    { "L1D_CACHE_REFILL_RD", 0x42, HAL_EVENT_LINES },
    { "L1D_CACHE_REFILL_WR", 0x43, HAL_EVENT_OTHER },
    { "L2D_CACHE_REFILL_RD", 0x52, HAL_EVENT_LINES },
    { "L2D_CACHE_REFILL_WR", 0x53, HAL_EVENT_OTHER },
    { "BUS_ACCESS_RD", 0x60, HAL_EVENT_OTHER },
    { "BUS_ACCESS_WR", 0x61, HAL_EVENT_OTHER },
    { "ASE_SPEC", 0x74, HAL_EVENT_OTHER },
    { "VFP_SPEC", 0x75, HAL_EVENT_FLOPS },
    { "FP_SCALE_OPS_SPEC", 0x80c0, HAL_EVENT_OTHER },
    { "FP_FIXED_OPS_SPEC", 0x80c1, HAL_EVENT_FLOPS },
};

static uint32_t codes[HAL_EVENTS]; /* CPU_CYCLES: of the cycle counter, which may be the clock */
static unsigned n_events;
static uint64_t cycles_before;

const char *hal_events_name(void)
{
    return pmu_is_there() ? "pmu" : 0;
}

static bool is_cycles(unsigned i)
{
    return codes[i] == CPU_CYCLES;
}

/* The counter of event I: those before it that are no cycles have the others. */
static unsigned counter_of(unsigned i)
{
    unsigned counter = 0;

    for (unsigned k = 0; k < i; k++)
        counter += !is_cycles(k);
    return counter;
}

/* Counters that events may have: lines, where they are counted, have the last two. */
static unsigned counters(void)
{
    enum { OF_TRAFFIC = 2 };

    return pmu_counters() - (hal_traffic_levels() > 0 ? OF_TRAFFIC : 0);
}

const char *hal_event_add(const char *name, enum hal_event_kind *kind)
{
    struct event_name event;

    if (!pmu_is_there())
        return "the core has no performance monitors";
    if (!event_name_find(names, sizeof names / sizeof names[0], name, &event))
        return "ARM's architecture has no event of that name; rN counts event N, hexadecimal";
    if (n_events == HAL_EVENTS)
        return "more events than are counted at once";
    if (!pmu_has(event.code))
        return "the core says that it does not have this event";
    if (event.code != CPU_CYCLES && counter_of(n_events) >= counters())
        return "the core has no further counter";
    *kind = event.kind;
    codes[n_events++] = event.code;
    return 0;
}

void hal_event_drop(void)
{
    if (n_events > 0)
        n_events--;
}

/* Counters start in the order of their numbers; the cycle counter is never stopped or cleared. */
void hal_events_begin(void)
{
    uint32_t on = 1u << CYCLE_COUNTER;

    pmu_enable();
    for (unsigned i = 0; i < n_events; i++)
        if (!is_cycles(i)) {
            pmu_program(counter_of(i), codes[i]);
            on |= 1u << counter_of(i);
        }
    pmu_clear_overflows(on & ~(1u << CYCLE_COUNTER));
    pmu_start(on);
    cycles_before = pmu_cycles();
}

static uint64_t counted(unsigned i, uint32_t overflows, uint64_t cycles)
{
    if (is_cycles(i))
        return (cycles - cycles_before) & PMU_CYCLES_MOST;
    return (overflows >> counter_of(i) & 1) != 0 ? HAL_EVENT_LOST : pmu_count(counter_of(i));
}

void hal_events_end(uint64_t counts[HAL_EVENTS])
{
    uint64_t cycles = pmu_cycles();
    uint32_t of_events = (1u << counter_of(n_events)) - 1;

    pmu_stop(of_events);
    uint32_t overflows = pmu_overflows();
    for (unsigned i = 0; i < n_events; i++)
        counts[i] = counted(i, overflows, cycles);
}
