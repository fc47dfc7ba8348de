/* Names of answers ("cache.2.size", "op.add.i32.latency"): one table of everything that can be
 * answered, which prints a name, reads it again, and knows its unit. Nothing else makes ids. */
#ifndef ID_H
#define ID_H

#include <stdbool.h>
#include <stddef.h>

/* Everything that can be answered, in the order in which reports list it. The words in braces of
 * its name are the members of struct result_id that tell its answers apart. */
enum quantity {
    CPU_FREQUENCY,
    TIMER_STEP,
    TIMER_READ,
    CACHE_LEVELS,
    CACHE_SIZE,
    CACHE_LATENCY,
    MEMORY_LATENCY,
    CACHE_LINE,
    CACHE_WAYS,
    PUBLISHED_WAYS, /* what X-Ray's rule alone makes of the same samples */
    PUBLISHED_SIZE,
    CACHE_POLICY,
    CACHE_INCLUSION,
    PREFETCH_ADJACENT, /* neighbours of a line that come with it, into this level */
    PREFETCH_STRIDE,   /* longest step between loads that is followed */
    PREFETCH_AHEAD,    /* steps */
    PREFETCH_STREAMS,
    PREFETCH_DIRECTION,
    PREFETCH_PAGE,
    TLB_PAGE,
    TLB_LEVELS,
    TLB_ENTRIES,
    TLB_WAYS,
    TLB_PENALTY,
    TLB_WALK,
    PAGE_LARGE, /* whether large pages are real */
    CACHE_WRITE,
    CACHE_ALLOCATE,
    REGION_LATENCY, /* of a memory that the board names, op; type is what is done: "load" */
    REGION_BANDWIDTH,
    OP_LATENCY,
    OP_INTERVAL,
    OP_THROUGHPUT,
    OP_IN_FLIGHT,
    OP_EXISTS,
    REGISTERS,
    CACHE_MLP,
    MEMORY_MLP,
    BRANCH_PENALTY,
    BRANCH_PATTERN,
    BRANCH_INDIRECT_PENALTY,
    BRANCH_INDIRECT_PATTERN, /* the longest that is learnt, of 16 targets */
    BRANCH_INDIRECT_TARGETS, /* the most that are learnt, one after the other */
    BRANCH_INDIRECT_SEVERAL, /* a predicted jump to one of several, beyond one to the same */
    ICACHE_SIZE,
    ICACHE_WAYS,
    CODE_LINE, /* that comes from a level, in random order */
    CODE_IN_ORDER,
    ISSUE_WIDTH,
    ISSUE_SHARED, /* the median, beside a neighbour */
    ISSUE_STORE,
    ISSUE_STORE_LINE,  /* each to another line than the one before */
    ISSUE_STORE_LINES, /* stored to in turn as fast as one */
    ISSUE_LOAD_REAL,   /* cycles between two loads of floating-point numbers */
    ISSUE_CALL,        /* of a function, with its return */
    WINDOW_SIZE,
    WINDOW_WAITING, /* operations on words that wait for operands */
    WINDOW_WAITING_REAL,
    WINDOW_AHEAD, /* operations on words that wait while one after them starts */
    WINDOW_AHEAD_REAL,
    NEIGHBOUR_SHARE, /* of the time, in which another thread was on the core */
    FORWARD_LATENCY,
    FORWARD_SAME, /* by the stack pointer */
    FORWARD_PART, /* of more than was stored */
    FORWARD_REAL,
    FORWARD_EVICTED, /* a store whose line was evicted */
    BYPASS_CROSS,
    BYPASS_ADD_MUL,
    BYPASS_LOAD_VECTOR,
    CONTEXTS_INT,
    CONTEXTS_FLOAT,
    CONTEXTS_MEMORY,
    CONTEXTS_SMP,
    CONTEXTS_SMT,
    CONTEXT_CYCLE, /* of one context by itself */
    CONTEXT_LATENCY,
    OS_TIMESLOT,
    OS_CALL,
    OS_MAP,             /* a page of a file mapped, touched and given back */
    OS_READ,            /* a call that reads a few bytes of a file */
    OS_WRITE,           /* that writes them over others */
    OS_FIND,            /* that looks up a path */
    OS_OPEN,            /* a file opened and closed */
    OS_LIST,            /* an entry of a folder */
    OS_GROW,            /* a page appended to a file by a call */
    OS_GROW_MANY,       /* a page of a call that appends many */
    FIRST_TOUCH_PAGE,   /* without its return */
    FIRST_TOUCH_READ,   /* that reads */
    FIRST_TOUCH_COPIED, /* the first store to a page that was read */
    FIRST_TOUCH_RETURN,
    FIRST_TOUCH_FILE,
    BANDWIDTH_ALONE,      /* of one context */
    BANDWIDTH_TOGETHER,   /* of several contexts */
    BANDWIDTH_TRAFFIC,    /* of one context, with the lines that stores bring in */
    BANDWIDTH_SATURATION, /* fewest contexts that move as much as all do */
    CACHE_SHARED_BY,
    COHERENCE_PAIRS,
    NUMA_NODES,
    NUMA_NEAR_LATENCY,
    NUMA_NEAR_BANDWIDTH,
    NUMA_FAR_LATENCY,
    NUMA_FAR_BANDWIDTH,
    LOADED_LATENCY,
    LOADED_RATIO,
    PEAK_IMBALANCE,           /* as many additions as multiplications, by fused multiply-adds */
    PEAK_CLOCK,               /* after wide vectors, by the clock without */
    CPU_FREQUENCY_UNDER,      /* the same, by the name that tells what it is */
    CPU_FREQUENCY_TRANSITION, /* from the first wide vectors until their rate is steady */
    PEAK_RATE,                /* of one context */
    PEAK_TOGETHER,            /* of several contexts */
    ROOFLINE_RIDGE,
    KERNEL_BEST, /* of one context; op is the kernel's name, type its variant */
    KERNEL_AT,   /* n there */
    KERNEL_INTENSITY,
    KERNEL_ROOF,          /* share of the roof there */
    KERNEL_LIMIT,         /* which ceiling holds it back */
    KERNEL_BEST_TOGETHER, /* of several contexts, in the same order */
    KERNEL_AT_TOGETHER,
    KERNEL_INTENSITY_TOGETHER,
    KERNEL_ROOF_TOGETHER,
    KERNEL_LIMIT_TOGETHER,
    PATTERN_STREAMS_BEST, /* arrays gone through at once */
    PATTERN_RATE,
    PATTERN_SPEEDUP,
    PATTERN_SPEEDUP_AT,
    PATTERN_TRAFFIC,
    PATTERN_SHARING,
    PATTERN_BARRIER,
    TUNE_TILE, /* of kernel op on type: the candidate that ran fastest on the board */
    TUNE_KC,
    TUNE_MC,
    TUNE_RATE,
    TUNE_OF_PEAK,
    TUNE_LEAD, /* share by which the first leads the second */
    QUANTITIES,
    QUANTITY_UNKNOWN = QUANTITIES /* a name that this version does not know */
};

enum { ID_BYTES = 96, ID_WORD = 24, MEMORY_LEVEL = 0 };

/* Which answer. Members that the quantity's name has no braces for are 0 or "". */
struct result_id {
    enum quantity quantity;
    unsigned level;    /* of cache or TLB, from 1; MEMORY_LEVEL: beyond all caches */
    unsigned contexts; /* at once */
    unsigned context;  /* which one, from 0 */
    char op[ID_WORD];  /* "add", "read"; of PEAK_RATE the mix of operations */
    char type[ID_WORD];
    char state[ID_WORD]; /* of caches before a kernel runs: "warm" */
    char text[ID_BYTES]; /* as reports spell it; cut where it does not fit */
};

struct result_id id_of(enum quantity quantity);
struct result_id id_at(enum quantity quantity, unsigned level);
/* OP and TYPE are cut at ID_WORD - 1 bytes; NULL is "". */
struct result_id id_op(enum quantity quantity, const char *op, const char *type);
struct result_id id_type(enum quantity quantity, const char *type);
/* What moves data in LEVEL by operation OP. */
struct result_id id_moving(enum quantity quantity, unsigned level, const char *op);
/* BANDWIDTH_ALONE of 1, else BANDWIDTH_TOGETHER of CONTEXTS. */
struct result_id id_together(unsigned level, const char *op, unsigned contexts);

/* CONTEXT_CYCLE or CONTEXT_LATENCY of CONTEXT, from 0. */
struct result_id id_context(enum quantity quantity, unsigned context);

/* PEAK_RATE of 1 context, else PEAK_TOGETHER of CONTEXTS. */
struct result_id id_peak(const char *mix, const char *type, unsigned contexts);

/* KERNEL_BEST to KERNEL_LIMIT of 1 context, else its TOGETHER of CONTEXTS. */
struct result_id id_kernel(enum quantity quantity, const char *name, const char *variant,
                           const char *state, unsigned contexts);
/* PATTERN_RATE of VARIANT of pattern NAME in LEVEL. */
struct result_id id_pattern_rate(const char *name, const char *variant, unsigned level);

/* The id whose name is TEXT; where no quantity is called so, of QUANTITY_UNKNOWN with this text. */
struct result_id id_read(const char *text);

/* True when both name the same answer. */
bool id_same(const struct result_id *a, const struct result_id *b);

/* "B", "cycle", "B per cycle", "name" ...: the unit of its answers; "" of QUANTITY_UNKNOWN. Writes
 * at most SIZE bytes. */
void id_unit(char *to, size_t size, const struct result_id *id);

/* Writes the text of ID with words for operation, type and state, and 3 for all levels beyond the
 * second, 2 for all numbers of contexts: what answers of one kind have in common. At most SIZE
 * bytes. */
void id_kind(char *to, size_t size, const struct result_id *id);

/* "cache.2", or "memory" for MEMORY_LEVEL: how ids spell LEVEL. Writes at most SIZE bytes. */
void id_level_text(char *to, size_t size, unsigned level);

#endif
