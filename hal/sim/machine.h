/* A machine file as values. */
#ifndef SIM_MACHINE_H
#define SIM_MACHINE_H

#include "policy/replacement.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A machine file as values: what the simulated board models, and the truth that results are held
 * against. README.md in this folder lists every key and its default. */

enum {
    SIM_CACHES = 4,
    SIM_TLBS = 2,
    SIM_BTBS = 3,
    SIM_REGIONS = 6,
    SIM_NULLS = 64,
    SIM_UNITS = 8,
    SIM_PORTS = 16,
    SIM_MISSES = 64, /* of a cache, under way at once */
    SIM_WINDOW_MOST = 4096,
    SIM_QUEUE_MOST = 512,
    SIM_STREAMS = 64, /* that a prefetcher follows at once */
    SIM_TEXT_BYTES = 256,
    SIM_BANK_BITS = 10,   /* of the number of a bank of DRAM */
    SIM_16THS = 16,       /* times are counted in sixteenths of a cycle */
    SIM_PPB = 1000000000, /* parts per billion: shares are integers, so that every host agrees */
};

enum sim_index { SIM_VIRTUAL, SIM_PHYSICAL, SIM_HASH };
enum sim_inclusion { SIM_NINE, SIM_INCLUSIVE, SIM_EXCLUSIVE }; /* towards the level above */
enum sim_swap { SIM_INSERT_LAST, SIM_INSERT_FIRST };
enum sim_write { SIM_BACK, SIM_THROUGH };
enum sim_scheduler { SIM_RIGID, SIM_MIGRATING, SIM_PACKING };
enum sim_frames { SIM_CONTIGUOUS, SIM_RANDOM_FRAMES };
/* Low bits of the page number, two fields of it, or low bits with the topmost taken from higher up.
 */
enum sim_tlb_index { SIM_TLB_LOW, SIM_TLB_XOR, SIM_TLB_SPLIT };
/* Low bits of the jump's address, or two fields of it. */
enum sim_btb_index { SIM_BTB_LOW, SIM_BTB_XOR };
enum sim_backing { SIM_BACKED_LARGE, SIM_BACKED_BASE };
enum sim_again { SIM_OTHER_FRAMES, SIM_SAME_FRAMES };

struct sim_cache {
    uint64_t size_bytes;
    uint64_t ways; /* 0: fully associative */
    uint64_t line_bytes;
    uint64_t latency_16ths; /* of a cycle, load to use */
    uint64_t shared_by;     /* contexts per instance */
    enum replacement_policy policy;
    enum sim_index index;
    uint64_t colours; /* hashed index: sets that a line of a page may fall into, depending on the
                         frame; 0: all of them */
    enum sim_inclusion inclusion;
    enum sim_swap swap; /* exclusive only: which of the two transfers of a swap comes first */
    enum sim_write write;
    uint64_t admit_ppb;    /* chance that a line which was missed is taken */
    bool allocate;         /* a store that misses brings the line in */
    uint64_t victim_lines; /* of a victim cache behind it (Jouppi, ISCA 1990); 0: there is none */
    uint64_t victim_16ths; /* its latency, load to use; 0: a cycle more than the cache's */
    uint64_t misses;       /* under way at once (MSHRs); 0: any number */
};

struct sim_tlb {
    uint64_t entries;
    uint64_t ways;          /* 0: fully associative */
    uint64_t penalty_16ths; /* of a cycle, added to an access that hits here */
    enum sim_tlb_index index;
};

/* A level of the branch target buffer. */
struct sim_btb {
    uint64_t entries;
    uint64_t ways;          /* 0: fully associative */
    uint64_t span_bytes;    /* of code that share an index; a power of two */
    uint64_t penalty_16ths; /* of a cycle, added to a jump that hits here */
    enum replacement_policy policy;
    enum sim_btb_index index;
};

/* A memory other than the main one, without caches and translation, in one state. */
enum { SIM_REGION_NAME = 12, SIM_REGION_GRAIN = 4096 };
#define SIM_MAIN_REGION "memory" /* the main memory, where there are regions */
enum sim_region_kind { SIM_FLASH, SIM_SRAM, SIM_TCM, SIM_OCM, SIM_PSRAM, SIM_DRAM };
#define SIM_REGION_KINDS "flash sram tcm ocm psram dram"
struct sim_region {
    char name[SIM_TEXT_BYTES];
    char state[SIM_TEXT_BYTES]; /* "": the usual one */
    enum sim_region_kind kind;
    uint64_t size_bytes;
    bool writes, runs;
    uint64_t load_16ths, store_16ths, fetch_16ths; /* of a cycle, for an access by itself */
    uint64_t load_rate, store_rate, fetch_rate; /* sixteenths of a byte a cycle, for neighbours */
};

/* Operations on scalar types that a machine file may describe, in the order of SIM_OP_NAMES and
 * SIM_TYPE_NAMES; a pair's number is op * SIM_TYPES + type. */
enum sim_op_name {
    SIM_ADD,
    SIM_SUB,
    SIM_MUL,
    SIM_DIV,
    SIM_MOD,
    SIM_FMA,
    SIM_AND,
    SIM_XOR,
    SIM_SHIFT,
    SIM_CMP,
    SIM_CVT,
    SIM_SQRT,
    SIM_LOAD,
    SIM_STORE,
    SIM_BRANCH, /* never taken, with its comparison */
    SIM_OPS
};
#define SIM_OP_NAMES "add sub mul div mod fma and xor shift cmp cvt sqrt load store branch"
enum sim_type_name { SIM_I8, SIM_I16, SIM_I32, SIM_I64, SIM_F32, SIM_F64, SIM_TYPES };
#define SIM_TYPE_NAMES "i8 i16 i32 i64 f32 f64"
#define SIM_WIDE_NAMES "none " SIM_TYPE_NAMES

/* What an operation has an entry of from when it enters the window until it leaves: load queue,
 * store queue, registers for renaming of words and of floating-point numbers, branches. */
enum sim_queue {
    SIM_LOADS,
    SIM_STORES,
    SIM_WORD_REGISTERS,
    SIM_REAL_REGISTERS,
    SIM_BRANCHES,
    SIM_QUEUES
};

struct sim_op {
    uint64_t latency_16ths;  /* of a cycle, from operands to result */
    uint64_t interval_16ths; /* between two starts on one unit */
    uint64_t units;
    uint64_t ports; /* bit N: it may start on port N, which other operations use too; 0: it has
                       units of its own */
    bool described; /* the file has a section for it */
};

/* Operations and types of probe screen, whose results may be wrong; "any": all of them. */
#define SIM_FLIP_OPS                                                                               \
    "any add sub mul div mod and xor shl shr min max fma sqrt to_i32 to_i64 from_i32 from_i64 "    \
    "to_f32 from_f32"
#define SIM_FLIP_TYPES                                                                             \
    "any i8 i16 i32 i64 f32 f64 v128i32 v128i64 v128f32 v128f64 v256i32 v256i64 v256f32 v256f64 "  \
    "v512i32 v512i64 v512f32 v512f64"
enum { SIM_FLIP_ANY_BIT = 64, SIM_FLIP_ANY_CONTEXT = 4096 };

/* What the first access to a page takes longer, 1/16 cycles. */
struct sim_touch {
    uint64_t cost_16ths;
    uint64_t read_16ths; /* where it is a load: the page shares the frame of zeros; 0: as others */
    uint64_t copy_16ths; /* of the first store to a page that shares it: it gets its own frame */
};

struct sim_machine {
    char name[SIM_TEXT_BYTES];
    uint64_t cores;
    uint64_t mhz; /* ticks per microsecond; a tick is a cycle */
    uint64_t page_bytes;
    uint64_t word_bytes; /* of a pointer on the real machine; the simulation uses the host's */

    unsigned n_caches;
    struct sim_cache cache[SIM_CACHES];
    uint64_t memory_16ths;
    uint64_t remote_16ths;  /* of memory that a context of another outer group touched first; 0: the
                               same */
    uint64_t service_16ths; /* of a cycle, that memory is busy with a line, on average; 0: it is
                               never busy */
    uint64_t turnaround_16ths;  /* when it turns to writing and back */
    uint64_t write_queue;       /* lines that gather until it does */
    uint64_t dram_hit_16ths;    /* of a load whose row is open; 0: no rows are modelled */
    uint64_t dram_closed_16ths; /* of one in whose bank no row is; memory_16ths: another row is */
    char dram_bits[SIM_TEXT_BYTES];        /* of the number of a bank, as written; "": one bank */
    uint64_t dram_row_bytes;               /* of a row in a bank */
    uint64_t dram_idle_ns;                 /* after which a row is closed; 0: it stays open */
    uint64_t refresh_ns, refresh_lasts_ns; /* between two refreshes of all banks (0: there are
                                              none), and how long a load waits for one */
    unsigned n_tlbs;
    struct sim_tlb tlb[SIM_TLBS];
    uint64_t walk_16ths;
    unsigned n_btbs;
    struct sim_btb btb[SIM_BTBS];
    uint64_t btb_miss_16ths; /* added to a jump whose target no level has */

    unsigned n_regions;
    struct sim_region region[SIM_REGIONS];

    bool next_line, pair, stride, whole_page; /* prefetchers */
    bool eager;       /* next_line and pair: for what hits in their level, too */
    bool only_up;     /* of stride, as are those below: falling addresses are not followed */
    bool beyond_page; /* into the page that follows */
    uint64_t streams, ahead;
    uint64_t reach_bytes; /* longest step; 0: any */

    uint64_t shared_by;        /* contexts that share a core's integer units */
    uint64_t float_shared_by;  /* and its floating-point units; 0: as shared_by */
    uint64_t issue;            /* operations that start in a cycle, in order */
    uint64_t add_16ths;        /* of a cycle, that an addition of the reference chain takes */
    uint64_t loop_16ths;       /* of a comparison with its branch and counter; 0: they hide behind
                                  other operations */
    unsigned licence_type;     /* operations on it are wide: 1 + enum sim_type_name; 0: none are */
    uint64_t licence_after_ns; /* from the first wide operation until the licence is granted */
    uint64_t licence_slow_16ths;  /* times as long a cycle takes until then */
    uint64_t licence_clock_16ths; /* and while it is held */
    uint64_t licence_held_ns;     /* after the last wide operation */
    uint64_t busy_clock_16ths;    /* times as long a cycle takes while all contexts are busy; 16 or
                                     more */
    uint64_t throttle_after_ns;   /* of all contexts busy without a break, until the clock falls */
    uint64_t throttle_16ths;      /* times as long a cycle takes from then on */
    uint64_t slow_context; /* the one whose own parts are slow_16ths sixteenths as slow; 0: none */
    uint64_t slow_16ths;
    uint64_t window; /* operations from the oldest under way to the youngest; 0: in order */
    uint64_t waiting,
        waiting_real; /* with a window: operations on words, on floating-point numbers,
                         that entered and wait for operands or a unit; 0: any number */
    uint64_t start_ahead, start_ahead_real; /* likewise, of which one may start before those that
                                   came earlier and wait for theirs; 0: units are taken in order */
    uint64_t waiting_load;                  /* likewise: loads */
    uint64_t held[SIM_QUEUES];              /* entries of each; 0: any number */
    uint64_t forward_16ths, forward_same_16ths, forward_part_16ths, forward_real_16ths; /* store's
                              data to load: by another name, by the stack pointer, wider than the
                              store, of a floating-point number */
    uint64_t unaligned_16ths; /* that a load takes longer at an unaligned address */
    uint64_t alias_16ths; /* that a load takes longer right after a store whose address agrees in
                             the low 12 bits and differs above */
    uint64_t returning_16ths;           /* of a call of a function and its return */
    uint64_t refetch_16ths;             /* of a store whose line was evicted */
    uint64_t cross_16ths;               /* from one register file to the other */
    uint64_t load_real_16ths;           /* that a load of a floating-point number takes longer */
    uint64_t registers, registers_real; /* variables of words, of floating-point numbers, that a
                                           loop can keep in registers; 0: any number */
    uint64_t wrong_16ths;               /* of a mispredicted branch; 0: none is modelled */
    uint64_t return_stack;              /* return addresses that are predicted; 0: all of them */
    uint64_t directions;    /* longest pattern that a branch with two successors learns */
    uint64_t jumps;         /* and one with more */
    uint64_t jump_targets;  /* most successors that it learns */
    uint64_t several_16ths; /* that one with more takes longer, rightly predicted */
    struct sim_op op[SIM_OPS * SIM_TYPES];
    unsigned n_described; /* of them */

    enum sim_frames frames;
    uint64_t large_bytes;    /* large pages that the board can grant; 0: none */
    enum sim_backing backed; /* the frames and translations under large pages */
    enum sim_again again;    /* the frames of memory that was given back and is asked for again */

    char trait[SIM_TEXT_BYTES]; /* what the file is an example of; "" when not given */

    uint64_t seed;
    uint64_t resolution_ticks;
    uint64_t interrupt_hz;
    uint64_t interrupt_cost_ticks;
    uint64_t pollution_lines; /* each interrupt */
    uint64_t hot_lines;       /* at the beginning of pages, that a reading of the clock uses */
    uint64_t outliers_ppb;
    uint64_t jitter_ppb;
    uint64_t drift_ppb;
    uint64_t neighbour_ppb; /* share of all stretches in which a neighbour has half of the core */
    uint64_t stretch_ns;    /* how long such a stretch is */
    uint64_t takes_ppb;     /* share of the last cache that the neighbour has in these stretches */

    char groups[SIM_TEXT_BYTES]; /* contexts near each other, as written; "" when not given */
    uint64_t near_16ths, far_16ths;
    bool states; /* caches keep the states of lines (MESI); the costs below need it */
    uint64_t clean_near_16ths, clean_far_16ths;      /* of a line that its owner has not written */
    uint64_t atomic_add_16ths, atomic_compare_16ths; /* that an atomic operation takes beyond its
                                                        store */
    uint64_t spread_ppb;  /* of each pair's way, at most so much of it, evenly */
    uint64_t timeslot_ns; /* 0: no operating system: a context runs one thread */
    enum sim_scheduler scheduler;
    uint64_t others;      /* threads of other programs that never wait, from the first thread on */
    uint64_t touch_16ths; /* of a cycle, the system's part of the first touch of a page */
    uint64_t touch_file_16ths; /* the same of a page of a file */
    uint64_t touch_read_16ths; /* of a page that is read first; 0: as of any */
    uint64_t touch_copy_16ths; /* of the first store to such a page */
    uint64_t return_16ths;     /* of each touched page that is given back */
    uint64_t call_16ths;       /* of a system call */
    uint64_t map_16ths;        /* of mapping pages and of giving them back, each page apart */
    uint64_t read_16ths;       /* of a call that reads a few bytes; 0: there is none */
    uint64_t write_16ths;      /* likewise, that writes them over others */
    uint64_t find_16ths;       /* that looks up a path */
    uint64_t open_16ths;       /* of two, that open a file and close it */
    uint64_t list_16ths;       /* of each entry of a folder */
    uint64_t grow_16ths;       /* of a call that appends a page to a file */
    uint64_t grow_more_16ths;  /* and of each further page of that call */

    unsigned flip_op, flip_type; /* of SIM_FLIP_OPS, SIM_FLIP_TYPES */
    uint64_t flip_rate; /* one bit is flipped in one of so many results; 0: all are right */
    uint64_t flip_context, flip_bit; /* SIM_FLIP_ANY_...: of all contexts, bits at random */

    unsigned n_nulls;
    char null_id[SIM_NULLS][64];   /* result ids that the file expects to be null */
    bool null_or_right[SIM_NULLS]; /* the right answer will do as well */
};

/* Fills *MACHINE from the file PATH. 0, or -1 with "PATH:LINE: cause" in ERROR (cut to
 * ERROR_BYTES), and then *MACHINE is not to be used. */
int sim_machine_read(struct sim_machine *machine, const char *path, char *error,
                     size_t error_bytes);

/* The same from the N_BYTES at TEXT; NAME replaces the path in ERROR. TEXT need not end in 0. */
int sim_machine_parse(struct sim_machine *machine, const char *text, size_t n_bytes,
                      const char *name, char *error, size_t error_bytes);

enum sim_expects {
    SIM_EXPECTS_RIGHT,  /* the file says nothing */
    SIM_EXPECTS_NULL,   /* `expect.ID = null` */
    SIM_EXPECTS_EITHER, /* `expect.ID = null or right`: it depends on when a run looks */
};

/* Returns what the file expects of result ID. */
enum sim_expects sim_machine_expects(const struct sim_machine *machine, const char *id);

#endif
