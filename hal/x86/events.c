/* The event counters of x86 processors that have architectural performance monitoring. Source:
 * Intel 64 and IA-32 Architectures Software Developer's Manual, vol. 3B, section 18.2. */
#include "event_name.h"
#include "msr.h"
#include <hal/events.h>

enum {
    LEAF = 0xa,
    PERFEVTSEL = 0x186,
    PMC = 0xc1,
    GLOBAL_CTRL = 0x38f,
    USER = 1 << 16,
    SYSTEM = 1 << 17,
    ENABLE = 1 << 22,
};

/* What a raw code may say of an event, without who counts and whether. */
#define CODE 0xff00ffffu

/* In the order of the bits by which EBX of the leaf says that an event is not there. Codes are
 * unit mask and event (table 18-1), names libpfm4's. */
static const struct event_name names[] = {
    { "UNHALTED_CORE_CYCLES", 0x003c, HAL_EVENT_CYCLES },
    { "INSTRUCTION_RETIRED", 0x00c0, HAL_EVENT_INSTRUCTIONS },
    { "UNHALTED_REFERENCE_CYCLES", 0x013c, HAL_EVENT_OTHER },
    { "LLC_REFERENCES", 0x4f2e, HAL_EVENT_OTHER },
    { "LLC_MISSES", 0x412e, HAL_EVENT_LINES },
    { "BRANCH_INSTRUCTIONS_RETIRED", 0x00c4, HAL_EVENT_OTHER },
    { "MISPREDICTED_BRANCH_RETIRED", 0x00c5, HAL_EVENT_OTHER },
};
enum { NAMES = sizeof names / sizeof names[0] };

static uint32_t codes[HAL_EVENTS];
static unsigned n_events;

struct monitoring {
    unsigned version, counters, bits, listed;
    uint32_t lacking; /* bit I: names[I] */
};

static struct monitoring monitoring(void)
{
    uint32_t a, b;

    x86_leaf(LEAF, &a, &b);
    return (struct monitoring){ a & 0xff, a >> 8 & 0xff, a >> 16 & 0xff, a >> 24, b };
}

const char *hal_events_name(void)
{
    return monitoring().version > 0 ? "x86" : 0;
}

/* Returns true when the processor says that it does not have the event with CODE. */
static bool lacks(const struct monitoring *m, uint32_t code)
{
    for (unsigned i = 0; i < NAMES; i++)
        if (names[i].code == code)
            return i >= m->listed || (m->lacking >> i & 1) != 0;
    return false;
}

const char *hal_event_add(const char *name, enum hal_event_kind *kind)
{
    struct monitoring m = monitoring();
    struct event_name event;

    if (m.version == 0)
        return "the processor has no architectural performance monitoring (CPUID leaf 0xA)";
    if (!event_name_find(names, NAMES, name, &event))
        return "the architecture has no event of that name; rN is unit mask and event, hexadecimal";
    if (n_events == HAL_EVENTS)
        return "more events than are counted at once";
    if (lacks(&m, event.code))
        return "the processor says that it does not have this event";
    if (n_events >= m.counters)
        return "the processor has no further counter";
    *kind = event.kind;
    codes[n_events++] = event.code & CODE;
    return 0;
}

void hal_event_drop(void)
{
    if (n_events > 0)
        n_events--;
}

void hal_events_begin(void)
{
    uint64_t all = ((uint64_t)1 << n_events) - 1;

    for (unsigned i = 0; i < n_events; i++) {
        x86_wrmsr(PERFEVTSEL + i, 0);
        x86_wrmsr(PMC + i, 0);
        x86_wrmsr(PERFEVTSEL + i, (uint64_t)codes[i] | USER | SYSTEM | ENABLE);
    }
    /* From version 2 on each counter has a switch in one register, too. */
    if (n_events > 0 && monitoring().version > 1)
        x86_wrmsr(GLOBAL_CTRL, x86_rdmsr(GLOBAL_CTRL) | all);
}

/* Counters have 40 bits or more: hours. */
void hal_events_end(uint64_t counts[HAL_EVENTS])
{
    uint64_t most = ((uint64_t)1 << monitoring().bits) - 1;

    for (unsigned i = 0; i < n_events; i++)
        counts[i] = x86_rdpmc(i) & most;
    for (unsigned i = 0; i < n_events; i++)
        x86_wrmsr(PERFEVTSEL + i, 0);
}
