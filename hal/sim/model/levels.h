/* The cache levels of a model: where a line belongs, who has it, filling and evicting. */
#ifndef SIM_LEVELS_H
#define SIM_LEVELS_H

#include "bank.h"
#include "state.h"
#include <stdbool.h>
#include <stdint.h>

/* Set index that spreads lines that are a way apart, as sliced last levels do. Every run of as many
 * lines as there are sets still fills each set once. */
uint32_t sim_hashed_set(const struct sim_level *level, uint32_t line);

/* Set of LEVEL that the line at AT_BYTES belongs to; PHYSICAL_BYTES is its physical address. */
static inline uint32_t sim_set_of(const struct sim_level *level, uint64_t at_bytes,
                                  uint64_t physical_bytes)
{
    uint32_t line =
        (uint32_t)((level->index == SIM_VIRTUAL ? at_bytes : physical_bytes) >> level->shift);

    return level->index == SIM_HASH ? sim_hashed_set(level, line)
                                    : sim_bank_set(&level->bank, line);
}

/* Fills *SPOT with set and tag in each level from FROM on. */
static inline void sim_locate_from(struct sim_model *m, uint64_t at_bytes, uint64_t physical_bytes,
                                   struct sim_spot *spot, unsigned from)
{
    for (unsigned i = from; i < m->n_levels; i++) {
        struct sim_level *l = &m->level[i];
        spot->tag[i] = (uint32_t)(physical_bytes >> l->shift);
        spot->set[i] = sim_set_of(l, at_bytes, physical_bytes);
        sim_bank_expect(&l->bank, spot->set[i]);
    }
}

/* First level from FROM on that holds SPOT, of which that level's policy learns; n_levels if none.
 */
static inline unsigned sim_find_from(struct sim_model *m, const struct sim_spot *spot,
                                     unsigned from)
{
    for (unsigned i = from; i < m->n_levels; i++) {
        struct sim_bank *b = &m->level[i].bank;
        if (sim_bank_use(b, spot->set[i], spot->tag[i]))
            return i;
    }
    return m->n_levels;
}

/* Returns the way of the victim cache behind L that holds TAG, or SIM_NO_WAY. A line is in the
 * cache or behind it, never in both, and has one bit of dirtiness for both. */
static inline uint32_t sim_victim_way(const struct sim_level *l, uint32_t tag)
{
    return l->victims.tags ? sim_bank_find(&l->victims, 0, tag) : SIM_NO_WAY;
}

/* Moves TAG from the victim cache of the first level, if that holds it, into SET of the cache,
 * whose victim takes its place (Jouppi, ISCA 1990, section 3.2). Returns whether it did. */
bool sim_swap_victim(struct sim_model *m, uint32_t set, uint32_t tag);

/* Latency of LEVEL, 1/16 cycles; n_levels: of memory. */
uint64_t sim_level_16ths(const struct sim_model *m, unsigned level);

/* Counts a line that goes from LEVEL to level END, across the borders between them. */
static inline void sim_count_out(struct sim_model *m, unsigned level, unsigned end)
{
    for (; level < end; level++)
        m->out_lines[level]++;
}

/* Writes back and drops the lines of LEVEL that touch the N_BYTES at AT_BYTES, in no time. */
void sim_flush_level(struct sim_model *m, unsigned level, uint64_t at_bytes, uint64_t n_bytes);

/* Copies the line at SPOT from level HIT (n_levels: memory) into levels TOP and the next ones. */
void sim_fill(struct sim_model *m, const struct sim_spot *spot, unsigned hit, unsigned top);

/* The same for a store: levels that do not allocate are left out. TOP is not. */
void sim_fill_stored(struct sim_model *m, const struct sim_spot *spot, unsigned hit, unsigned top);

/* Returns the level, from LEVEL on, that ends with what was stored at PHYSICAL_BYTES: the first
 * that has the line and writes back, and then keeps it as dirty; n_levels: memory. This does not
 * count as a use. */
unsigned sim_settle(struct sim_model *m, unsigned level, uint64_t at_bytes,
                    uint64_t physical_bytes);

/* Returns whether LEVEL of M has the line. This does not count as a use. */
bool sim_level_holds(const struct sim_level *level, uint64_t at_bytes, uint64_t physical_bytes);

/* Takes the line out of LEVEL, without writing it back: another context writes it. */
void sim_level_invalidate(struct sim_level *level, uint64_t at_bytes, uint64_t physical_bytes);

static inline bool sim_dirty(const struct sim_level *l, uint32_t tag)
{
    return l->dirty[tag / 64] >> tag % 64 & 1;
}

static inline void sim_set_dirty(struct sim_level *l, uint32_t tag)
{
    l->dirty[tag / 64] |= (uint64_t)1 << tag % 64;
}

/* Makes TAG clean; returns whether it was dirty. */
static inline bool sim_take_dirty(struct sim_level *l, uint32_t tag)
{
    bool was = sim_dirty(l, tag);

    if (was)
        l->dirty[tag / 64] &= ~((uint64_t)1 << tag % 64);
    return was;
}

#endif
