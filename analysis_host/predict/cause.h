/* What the time of a program is due to. */
#ifndef CAUSE_H
#define CAUSE_H

enum cause {
    CAUSE_WIDTH,      /* as many operations as start in a cycle */
    CAUSE_DEPENDENCE, /* operands were not there */
    CAUSE_UNIT,       /* a unit was busy */
    CAUSE_CACHE_1,    /* loads that depend on each other, in cache 1 */
    CAUSE_CACHE_2,
    CAUSE_CACHE_3,
    CAUSE_CACHE_4,
    CAUSE_MEMORY,
    CAUSE_TLB,
    CAUSE_BRANCH, /* mispredicted */
    CAUSE_CODE,   /* fetching it */
    CAUSE_STORES, /* their queue was full */
    CAUSE_SYSTEM, /* first touches of pages, system calls */
    CAUSES
};

/* Returns "width", "cache.2" ...: as JSON names it. */
const char *cause_name(enum cause cause);

#endif
