/* The state of a model; for the model's own files only. */
#ifndef SIM_STATE_H
#define SIM_STATE_H

#include "bank.h"
#include "dram.h"
#include "machine.h"
#include "pages.h"
#include "policy/scheduler.h"

struct sim_level {
    struct sim_bank bank;
    struct sim_bank victims; /* a victim cache: one set; without tags: there is none */
    uint64_t victim_16ths;   /* its latency */
    unsigned shift;          /* log2 of the line, bytes */
    unsigned set_bits;       /* of sets, where that is a power of two */
    uint32_t hashed;         /* bits of the set that a hashed index permutes */
    uint64_t latency_16ths;
    uint64_t hits;
    enum sim_index index;
    enum sim_inclusion inclusion;
    enum sim_swap swap;
    enum sim_write write;
    bool allocate;
    uint64_t admit_ppb; /* chance that a line which was missed is taken */
    uint64_t *dirty; /* a bit for each line of physical memory: it is here, and newer than below */
    bool spills;     /* the level below is exclusive and takes what leaves */
    bool watched;    /* levels above or an exclusive one below want to know what leaves */
};

/* Loads that a stride prefetcher takes to belong together: those of one page. */
struct sim_stride {
    uint64_t last_line, last_step;
    uint64_t used; /* the access that came last, counted over all streams */
};

/* Misses in a row in one page. */
struct sim_page_misses {
    uint64_t page;
    unsigned n;
};

enum { SIM_TURNS = 4096 };

/* A stretch of time, as long as a unit is held, and how many operations have started in it. */
struct sim_turn {
    uint64_t number, taken;
};

/* A port: the cycles in which an operation starts on it or holds it, by number of the cycle plus 1.
 */
struct sim_port {
    unsigned wanted; /* operations of the machine file that may start on it */
    uint64_t busy[SIM_TURNS];
};

/* When each unit of each operation is free, 1/16 cycles; where operations start past each other,
 * the turns of each operation's units (else NULL). */
struct sim_units {
    uint64_t free_16ths[SIM_OPS * SIM_TYPES][SIM_UNITS];
    struct sim_turn (*turn)[SIM_TURNS];
    struct sim_port *port; /* SIM_PORTS, used by operations on words and on floats; NULL: no
                              operation of the machine has ports */
};

/* The directory: what contexts know of each other's lines. */
struct sim_coherence {
    uint16_t
        *line;     /* of each line of physical memory: who wrote it, and whether others have read */
    uint8_t *node; /* of each page of physical memory: whose memory it is, 0: not touched */
    unsigned shift; /* log2 of the largest line, bytes */
    unsigned n_contexts;
    uint64_t *hand_over_16ths; /* n_contexts * n_contexts */
    uint64_t *clean_16ths;     /* the same of a line that its owner has not written */
    struct sim_model **peer;   /* of each context; NULL: not made yet */
    uint64_t atomic_line;      /* of the last atomic operation: its line and context, and when it */
    unsigned atomic_context;   /* was over */
    uint64_t atomic_free_16ths;
    unsigned *node_of; /* of each context, from 1 */
};

/* Pages that get a frame at the first access. */
struct sim_untouched {
    uint64_t first, n;
    struct sim_touch touch;
    uint64_t touched; /* of them */
};

struct sim_noise {
    uint64_t rng;
    uint64_t last_read_16ths; /* the clock at the last reading */
    uint64_t next_interrupt_16ths, period_16ths, cost_16ths;
    uint64_t drift_period_16ths;
};

/* The licence for wide operations; times are the model's cycles. */
struct sim_licence {
    uint64_t last_16ths;    /* the last wide operation; 0: there was none */
    uint64_t granted_16ths; /* when the licence was granted, or will be */
    uint64_t counted_16ths; /* up to here beyond_16ths holds */
    uint64_t beyond_16ths;  /* what cycles took beyond those of the usual clock */
};

/* What a cycle takes by the number of busy contexts, for all of them. */
struct sim_pace {
    unsigned busy;         /* contexts */
    uint64_t clock_16ths;  /* since when, in cycles */
    uint64_t time_16ths;   /* the same as time, in cycles of the usual clock */
    uint64_t before_16ths; /* sixteenths that a cycle took until then */
};

/* When each of the last operations that had an entry left the window. */
struct sim_held {
    uint64_t left_16ths[SIM_QUEUE_MOST], n;
};

struct sim_model {
    uint64_t clock_16ths;
    uint64_t cycle_16ths; /* what this context's own cycle takes */
    uint64_t page;        /* virtual page of the last access, or SIM_UNMAPPED */
    uint64_t to_physical; /* physical minus virtual address there, modulo 2^64 */
    uint64_t same_page_16ths;
    uint64_t memory_16ths;
    uint64_t memory_hits;
    uint64_t memory_writes;    /* lines given to memory that sim_memory_serve() has not served */
    struct sim_memory *memory; /* the first context's, of all; NULL: memory is never busy */
    uint64_t in_lines[SIM_CACHES], out_lines[SIM_CACHES]; /* across the far border of each level */
    uint64_t written_16ths; /* what writing back lines that left has taken */
    unsigned n_levels, n_tlbs;
    struct sim_level level[SIM_CACHES];
    struct sim_bank rest; /* the last level while a neighbour has its part of it, and else that
                           * level without one; no tags: no neighbour takes any */
    bool taken;           /* it is the last level's now */
    struct sim_bank tlb[SIM_TLBS];
    uint64_t tlb_16ths[SIM_TLBS + 1]; /* penalties; last: the walk */
    uint32_t tlb_key;                 /* of the last access */
    uint64_t walks;                   /* translations that no TLB had */
    bool prefetching;
    struct sim_stride stride[SIM_STREAMS];
    uint64_t n_followed; /* accesses that these saw */
    struct sim_page_misses misses;
    struct sim_units *integer, *floating; /* shared with the contexts of a core */
    unsigned context;
    struct sim_coherence *coherence; /* NULL: one context runs, and always has */
    bool sibling;                    /* pages and coherence belong to the first context's */
    bool borrowed[SIM_CACHES];       /* levels whose tags belong to another context's */
    bool own_integer, own_floating;
    uint64_t left_16ths[SIM_WINDOW_MOST]; /* when each of the last operations left the window */
    uint64_t last_left_16ths, n_started;
    struct scheduler scheduler[3]; /* operations on words, on floating-point numbers, loads */
    struct sim_held held[SIM_QUEUES];
    unsigned holds; /* a bit for each of these: what the next operation has an entry of */
    uint64_t miss_free_16ths[SIM_CACHES][SIM_MISSES]; /* when each of its miss buffers is free */
    struct sim_licence licence;
    struct sim_pace *pace; /* NULL: cycles are all alike, or one context runs, and always has */
    struct sim_noise noise;
    struct sim_dram *dram; /* of all contexts; NULL: loads of memory take memory_16ths */
    struct sim_pages pages;
    struct sim_untouched untouched;
    uint64_t rng; /* of random replacement */
    struct sim_machine machine;
};

/* Where an address lies in every level. */
struct sim_spot {
    uint32_t set[SIM_CACHES], tag[SIM_CACHES];
};

#endif
