/* Names of causes. */
#include "cause.h"

static const char *const names[CAUSES] = {
    [CAUSE_WIDTH] = "width",     [CAUSE_DEPENDENCE] = "dependence",
    [CAUSE_UNIT] = "unit",       [CAUSE_CACHE_1] = "cache.1",
    [CAUSE_CACHE_2] = "cache.2", [CAUSE_CACHE_3] = "cache.3",
    [CAUSE_CACHE_4] = "cache.4", [CAUSE_MEMORY] = "memory",
    [CAUSE_TLB] = "tlb",         [CAUSE_BRANCH] = "branch",
    [CAUSE_CODE] = "code",       [CAUSE_STORES] = "stores",
    [CAUSE_SYSTEM] = "system",
};

const char *cause_name(enum cause cause)
{
    return names[cause];
}
