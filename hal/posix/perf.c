/* Names of perf, of libpfm4, and codes: perf_event_open(2), "pfm_get_perf_event_encoding(3)". */
#include "perf.h"

#if __has_include(<linux/perf_event.h>)
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef HAS_PFM
#include <perfmon/pfmlib_perf_event.h>
#endif

#define MISSES(cache, access)                                                                      \
    (PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_##access << 8 |                          \
     PERF_COUNT_HW_CACHE_RESULT_MISS << 16)
#define ACCESSES(cache, access)                                                                    \
    (PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_##access << 8 |                          \
     PERF_COUNT_HW_CACHE_RESULT_ACCESS << 16)

static const struct name {
    const char *name;
    uint32_t type;
    uint64_t code;
    enum hal_event_kind kind;
} names[] = {
    { "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, HAL_EVENT_CYCLES },
    { "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, HAL_EVENT_INSTRUCTIONS },
    { "cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES, HAL_EVENT_OTHER },
    { "cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, HAL_EVENT_OTHER },
    { "branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, HAL_EVENT_OTHER },
    { "branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, HAL_EVENT_OTHER },
    { "bus-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES, HAL_EVENT_OTHER },
    { "ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES, HAL_EVENT_OTHER },
    { "stalled-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND,
      HAL_EVENT_OTHER },
    { "stalled-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND,
      HAL_EVENT_OTHER },
    { "L1-dcache-loads", PERF_TYPE_HW_CACHE, ACCESSES(L1D, READ), HAL_EVENT_OTHER },
    { "L1-dcache-load-misses", PERF_TYPE_HW_CACHE, MISSES(L1D, READ), HAL_EVENT_LINES },
    { "L1-dcache-stores", PERF_TYPE_HW_CACHE, ACCESSES(L1D, WRITE), HAL_EVENT_OTHER },
    { "L1-dcache-store-misses", PERF_TYPE_HW_CACHE, MISSES(L1D, WRITE), HAL_EVENT_OTHER },
    { "L1-icache-load-misses", PERF_TYPE_HW_CACHE, MISSES(L1I, READ), HAL_EVENT_OTHER },
    { "LLC-loads", PERF_TYPE_HW_CACHE, ACCESSES(LL, READ), HAL_EVENT_OTHER },
    { "LLC-load-misses", PERF_TYPE_HW_CACHE, MISSES(LL, READ), HAL_EVENT_LINES },
    { "LLC-stores", PERF_TYPE_HW_CACHE, ACCESSES(LL, WRITE), HAL_EVENT_OTHER },
    { "LLC-store-misses", PERF_TYPE_HW_CACHE, MISSES(LL, WRITE), HAL_EVENT_OTHER },
    { "dTLB-load-misses", PERF_TYPE_HW_CACHE, MISSES(DTLB, READ), HAL_EVENT_TLB },
    { "dTLB-store-misses", PERF_TYPE_HW_CACHE, MISSES(DTLB, WRITE), HAL_EVENT_OTHER },
    { "iTLB-load-misses", PERF_TYPE_HW_CACHE, MISSES(ITLB, READ), HAL_EVENT_OTHER },
    { "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, HAL_EVENT_OTHER },
    { "context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, HAL_EVENT_OTHER },
    { "cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, HAL_EVENT_OTHER },
};

static bool read_raw(const char *name, uint64_t *code)
{
    char *end = NULL;

    if (name[0] != 'r' || strspn(name + 1, "0123456789abcdefABCDEF") != strlen(name + 1) ||
        name[1] == '\0' || strlen(name) > 17)
        return false;
    *code = strtoull(name + 1, &end, 16);
    return true;
}

#ifdef HAS_PFM
/* Events of cores, as libpfm4 names them, that a trial can show to count. */
static const struct {
    const char *name;
    enum hal_event_kind kind;
} tried[] = {
    { "INST_RETIRED", HAL_EVENT_INSTRUCTIONS },
    { "INST_RETIRED:ANY_P", HAL_EVENT_INSTRUCTIONS },
    { "INSTRUCTION_RETIRED", HAL_EVENT_INSTRUCTIONS },
    { "RETIRED_INSTRUCTIONS", HAL_EVENT_INSTRUCTIONS },
    { "CPU_CLK_UNHALTED", HAL_EVENT_CYCLES },
    { "CPU_CYCLES", HAL_EVENT_CYCLES },
    { "UNHALTED_CORE_CYCLES", HAL_EVENT_CYCLES },
    { "CYCLES_NOT_IN_HALT", HAL_EVENT_CYCLES },
    { "L1D:REPLACEMENT", HAL_EVENT_LINES },
    { "L1D_CACHE_REFILL", HAL_EVENT_LINES },
    { "L2_LINES_IN:ALL", HAL_EVENT_LINES },
    { "L2_LINES_IN:ANY", HAL_EVENT_LINES },
    { "L2D_CACHE_REFILL", HAL_EVENT_LINES },
    { "FP_ARITH:SCALAR_DOUBLE", HAL_EVENT_FLOPS },
    { "FP_ARITH_INST_RETIRED:SCALAR_DOUBLE", HAL_EVENT_FLOPS },
    { "RETIRED_SSE_AVX_FLOPS:ANY", HAL_EVENT_FLOPS },
    { "VFP_SPEC", HAL_EVENT_FLOPS },
};

static enum hal_event_kind kind_of(const char *name)
{
    const char *own = strstr(name, "::"); /* after the name of a PMU */

    name = own != NULL ? own + 2 : name;
    for (size_t i = 0; i < sizeof tried / sizeof tried[0]; i++)
        if (strcmp(tried[i].name, name) == 0)
            return tried[i].kind;
    return HAL_EVENT_OTHER;
}

static const char *encode_core(const char *name, struct perf_event_attr *event,
                               enum hal_event_kind *kind)
{
    static int ready = PFM_ERR_INVAL;
    pfm_perf_encode_arg_t words = { .attr = event, .size = sizeof words };

    if (ready != PFM_SUCCESS)
        ready = pfm_initialize();
    if (ready != PFM_SUCCESS)
        return "libpfm4 does not know this processor";
    switch (pfm_get_os_event_encoding(name, PFM_PLM3, PFM_OS_PERF_EVENT, &words)) {
    case PFM_SUCCESS:
        *kind = kind_of(name);
        return NULL;
    case PFM_ERR_NOTFOUND:
        return "perf and libpfm4 know no event of that name of this processor; rN is code N";
    case PFM_ERR_ATTR:
    case PFM_ERR_UMASK:
        return "libpfm4: the event has no unit mask of that name, or needs one";
    default:
        return "libpfm4 cannot encode this event";
    }
}
#else
static const char *encode_core(const char *name, struct perf_event_attr *event,
                               enum hal_event_kind *kind)
{
    (void)name;
    (void)event;
    (void)kind;
    return "perf knows no event of that name, and this image has no libpfm4; rN is code N";
}
#endif

static const struct name *find_name(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i].name, name) == 0)
            return &names[i];
    return NULL;
}

const char *perf_encode(const char *name, struct perf_event_attr *event, enum hal_event_kind *kind)
{
    const struct name *found = find_name(name);
    enum hal_event_kind unused;
    uint64_t code;
    const char *why = NULL;

    kind = kind != NULL ? kind : &unused;
    *kind = HAL_EVENT_OTHER;
    *event = (struct perf_event_attr){ .size = sizeof *event };
    if (found != NULL) {
        event->type = found->type;
        event->config = found->code;
        *kind = found->kind;
    } else if (read_raw(name, &code)) {
        event->type = PERF_TYPE_RAW;
        event->config = code;
    } else {
        why = encode_core(name, event, kind);
    }
    event->size = sizeof *event;
    event->exclude_kernel = 1;
    event->exclude_hv = 1;
    return why;
}

static const char *refusal(int error)
{
    switch (error) {
    case EACCES:
    case EPERM:
        return "perf_event_open: permission denied (kernel.perf_event_paranoid)";
    case ENOSYS:
        return "the system has no perf_event_open";
    case EMFILE:
    case ENFILE:
        return "perf_event_open: too many open files";
    case EINVAL:
        return "perf_event_open: the processor refuses this event, or not with those before it";
    default:
        return "perf_event_open: no such counter";
    }
}

int perf_open(struct perf_event_attr *event, int leader, const char **why)
{
    int file = (int)syscall(SYS_perf_event_open, event, 0, -1, leader, 0);

    if (file < 0)
        *why = refusal(errno);
    return file;
}
#endif
