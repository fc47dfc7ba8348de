#ifndef SIM_STATE_H
#define SIM_STATE_H

#include "bank.h"
#include "model.h"
#include "pages.h"

/* What is inside a model; shared by the model's own files only. */

struct sim_level {
    struct sim_bank bank;
    unsigned shift;    /* log2 of the line, bytes */
    unsigned set_bits; /* of sets, where that is a power of two */
    uint64_t latency_16ths;
    uint64_t hits;
    enum sim_index index;
    enum sim_inclusion inclusion;
    enum sim_swap swap;
    enum sim_write write;
    bool allocate;
    uint64_t *dirty; /* a bit for each line of physical memory: it is here, and newer than below */
    bool spills;     /* the level below is exclusive and takes what leaves */
    bool watched;    /* levels above or an exclusive one below want to know what leaves */
};

struct sim_stride {
    uint64_t last_line, last_step;
};

/* When each unit of each operation is free, 1/16 cycles. */
struct sim_units {
    uint64_t free_16ths[SIM_OPS * SIM_TYPES][SIM_UNITS];
};

/* What contexts know of each other's lines. */
struct sim_coherence {
    uint16_t
        *line;     /* of each line of physical memory: who wrote it, and whether others have read */
    uint8_t *node; /* of each page of physical memory: whose memory it is, 0: not touched */
    unsigned shift; /* log2 of the largest line, bytes */
    unsigned n_contexts;
    uint64_t *hand_over_16ths; /* n_contexts * n_contexts */
    unsigned *node_of;         /* of each context, from 1 */
};

struct sim_noise {
    uint64_t rng;
    uint64_t last_read_16ths; /* the clock at the last reading */
    uint64_t next_interrupt_16ths, period_16ths, cost_16ths;
    uint64_t drift_period_16ths;
};

struct sim_model {
    uint64_t clock_16ths;
    uint64_t page;        /* virtual page of the last access, or SIM_UNMAPPED */
    uint64_t to_physical; /* physical minus virtual address there, modulo 2^64 */
    uint64_t same_page_16ths;
    uint64_t memory_16ths;
    uint64_t memory_hits;
    uint64_t written_16ths; /* what writing back lines that left has taken */
    unsigned n_levels, n_tlbs;
    struct sim_level level[SIM_CACHES];
    struct sim_bank tlb[SIM_TLBS];
    uint64_t tlb_16ths[SIM_TLBS + 1]; /* penalties; last: the walk */
    uint32_t tlb_key;                 /* of the last access */
    bool prefetching;
    struct sim_stride stride;
    struct sim_units *integer, *floating; /* shared with the contexts of a core */
    unsigned context;
    struct sim_coherence *coherence; /* NULL: one context runs, and always has */
    bool sibling;                    /* pages and coherence belong to the first context's */
    bool borrowed[SIM_CACHES];       /* levels whose tags belong to another context's */
    bool own_integer, own_floating;
    struct sim_noise noise;
    struct sim_pages pages;
    uint64_t rng; /* of random replacement */
    struct sim_machine machine;
};

/* Where an address lies in every level. */
struct sim_spot {
    uint32_t set[SIM_CACHES], tag[SIM_CACHES];
};

/* Set of LEVEL that the line at AT_BYTES, behind which PHYSICAL_BYTES are, belongs to. */
uint32_t sim_set_of(const struct sim_level *level, uint64_t at_bytes, uint64_t physical_bytes);

void sim_locate(struct sim_model *m, uint64_t at_bytes, uint64_t physical_bytes,
                struct sim_spot *spot);

/* First level from FROM on that holds SPOT, which that level's policy is told; n_levels if none. */
unsigned sim_find_from(struct sim_model *m, const struct sim_spot *spot, unsigned from);

/* Copies the line at SPOT from level HIT (n_levels: memory) into levels TOP and below. */
void sim_bring_in(struct sim_model *m, const struct sim_spot *spot, unsigned hit, unsigned top);

/* The same for a store: levels that do not allocate are left out. TOP is not. */
void sim_bring_in_stored(struct sim_model *m, const struct sim_spot *spot, unsigned hit,
                         unsigned top);

static inline bool sim_dirty(const struct sim_level *l, uint32_t tag)
{
    return l->dirty[tag / 64] >> tag % 64 & 1;
}

static inline void sim_set_dirty(struct sim_level *l, uint32_t tag)
{
    l->dirty[tag / 64] |= (uint64_t)1 << tag % 64;
}

/* Whether TAG was dirty, which it is no longer. */
static inline bool sim_take_dirty(struct sim_level *l, uint32_t tag)
{
    bool was = sim_dirty(l, tag);

    if (was)
        l->dirty[tag / 64] &= ~((uint64_t)1 << tag % 64);
    return was;
}

/* Hands the dirty line at PHYSICAL to the first level from LEVEL on that has it and writes back,
 * else to memory, and adds what that takes to written_16ths. */
void sim_write_back(struct sim_model *m, unsigned level, uint64_t physical_bytes);

/* What a store takes in the caches, of which there is one at least. */
uint64_t sim_store_16ths(struct sim_model *m, uint64_t at_bytes, uint64_t physical_bytes);

/* An access to a physical address that costs no time and needs no translation. */
void sim_foreign_access(struct sim_model *m, uint64_t physical_bytes);

/* Lets the prefetchers see an access that missed the first level and hit level HIT. */
void sim_prefetch(struct sim_model *m, uint64_t at_bytes, uint64_t physical_bytes, unsigned hit);

/* Translates to the page of AT_BYTES. Cost, 1/16 cycles, or UINT64_MAX: not mapped. */
uint64_t sim_translate(struct sim_model *m, uint64_t at_bytes);

/* What an access of M to PHYSICAL_BYTES costs at least because of other contexts, 0: nothing. */
uint64_t sim_coherence_load(struct sim_model *m, uint64_t physical_bytes);
uint64_t sim_coherence_store(struct sim_model *m, uint64_t physical_bytes);
/* Forgets who touched the pages of the N_BYTES at AT_BYTES first: they are given back. */
void sim_coherence_unmap(struct sim_model *m, uint64_t at_bytes, uint64_t n_bytes);

/* What memory of another node costs more than M's own, for the page of PHYSICAL_BYTES, which
 * becomes M's when nobody touched it before. */
uint64_t sim_coherence_memory_16ths(struct sim_model *m, uint64_t physical_bytes);
/* For *MACHINE. NULL without memory. */
struct sim_coherence *sim_coherence_new(const struct sim_machine *machine);
void sim_coherence_free(struct sim_coherence *c);

/* Noise: to be called when the clock reaches noise.next_interrupt_16ths. */
void sim_noise_make(struct sim_model *m);
void sim_noise_interrupt(struct sim_model *m);
/* TIME passes in which the context has nothing to do: noise is a share of what is done. */
void sim_noise_idle(struct sim_model *m, uint64_t time_16ths);

#endif
