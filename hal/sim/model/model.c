/* A model as callers see it: accesses, the clock, pages, contexts that run at once. */
#include "model.h"
#include "coherence.h"
#include "levels.h"
#include "licence.h"
#include "load.h"
#include "memory.h"
#include "noise.h"
#include "pace.h"
#include "pages.h"
#include "prefetch.h"
#include "state.h"
#include "translate.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- stores ---- */

/* A store is serial, as a load is, and takes as long as the farthest place that it has to reach:
 * where its line came from, where it writes through to, and where a line goes that it drives out
 * and that was written to. A line that a load drives out leaves through a buffer, in no time. */

/* Returns the first level before HIT that a store fills; HIT: none. */
static unsigned allocating_level(const struct sim_model *m, unsigned hit)
{
    unsigned top = 0;

    while (top < hit && (!m->level[top].allocate || m->level[top].inclusion == SIM_EXCLUSIVE))
        top++;
    return top;
}

static void count_hit(struct sim_model *m, unsigned hit)
{
    if (hit < m->n_levels)
        m->level[hit].hits++;
    else
        m->memory_hits++;
}

/* A store that does not end in the first level. */
static uint64_t store_beyond_l1(struct sim_model *m, uint64_t at, uint64_t physical)
{
    struct sim_spot spot;

    sim_locate_from(m, at, physical, &spot, 0);
    unsigned hit = sim_find_from(m, &spot, 0);
    unsigned top = allocating_level(m, hit);
    uint64_t fetched = top < hit ? sim_level_16ths(m, hit) : 0;

    m->written_16ths = 0;
    if (top < hit)
        sim_fill_stored(m, &spot, hit, top);
    uint64_t victims = m->written_16ths;
    unsigned end = sim_settle(m, top, at, physical);
    uint64_t stored = sim_level_16ths(m, end);
    sim_count_out(m, 0, end);
    m->memory_writes += end == m->n_levels;

    if (hit > 0 && m->prefetching)
        sim_prefetch(m, at, physical, hit);
    count_hit(m, hit);
    return (fetched > stored ? fetched : stored) + victims;
}

/* Serves a store, where there is one cache at least. Returns what it takes, 1/16 cycles. */
static uint64_t sim_store_16ths(struct sim_model *m, uint64_t at, uint64_t physical)
{
    struct sim_level *l = &m->level[0];
    uint32_t tag = (uint32_t)(physical >> l->shift), set = sim_set_of(l, at, physical);
    bool behind = l->victims.tags && sim_swap_victim(m, set, tag);

    if (l->write == SIM_THROUGH || !sim_bank_use(&l->bank, set, tag))
        return store_beyond_l1(m, at, physical);
    sim_set_dirty(l, tag);
    l->hits++;
    return behind ? l->victim_16ths : l->latency_16ths;
}

/* ---- the model ---- */

static uint64_t memory_only_16ths(struct sim_model *m)
{
    m->memory_hits++;
    return m->memory_16ths;
}

/* Translates AT; returns what that takes, 1/16 cycles, or UINT64_MAX: not mapped. */
static inline uint64_t translation_16ths(struct sim_model *m, uint64_t at, bool stored)
{
    return at >> m->pages.page_shift == m->page ? m->same_page_16ths : sim_translate(m, at, stored);
}

/* Returns what an access costs besides, 1/16 cycles: a hand-over from another context, or the way
 * to another node. */
static uint64_t beside_16ths(struct sim_model *m, uint64_t hand_over, uint64_t physical,
                             bool from_memory)
{
    if (hand_over > 0 || !from_memory)
        return hand_over;
    return sim_coherence_memory_16ths(m, physical);
}

/* Serves an access in the caches of M alone, 1/16 cycles. */
static inline uint64_t served_16ths(struct sim_model *m, uint64_t at, uint64_t physical,
                                    bool stored)
{
    if (m->n_levels == 0)
        return memory_only_16ths(m);
    return stored ? sim_store_16ths(m, at, physical) : sim_load_16ths(m, at, physical);
}

/* The same where caches keep the states of lines: what another cache hands over does not come from
 * levels beyond it. */
static uint64_t handed_16ths(struct sim_model *m, uint64_t at, uint64_t physical, bool stored)
{
    uint64_t transfer = sim_coherence_transfer(m, at, physical, stored), served = m->memory_hits;
    uint64_t usual = served_16ths(m, at, physical, stored);

    if (transfer > 0) {
        m->memory_hits = served;
        return m->level[0].latency_16ths + transfer;
    }
    return usual + beside_16ths(m, 0, physical, m->memory_hits != served);
}

/* STORED is known where this is inlined. */
static inline void access_at(struct sim_model *m, uint64_t at, bool stored)
{
    uint64_t cost = translation_16ths(m, at, stored);

    if (cost == UINT64_MAX)
        return;
    uint64_t physical = at + m->to_physical, served = m->memory_hits;
    if (m->coherence && m->machine.states)
        cost += handed_16ths(m, at, physical, stored);
    else
        cost += served_16ths(m, at, physical, stored);
    if (m->coherence && !m->machine.states)
        cost += beside_16ths(
            m, stored ? sim_coherence_store(m, physical) : sim_coherence_load(m, physical),
            physical, m->memory_hits != served);
    if (m->memory && (m->memory_hits != served || m->memory_writes > 0))
        cost += sim_memory_serve(m, physical, m->memory_hits != served, m->clock_16ths);
    sim_noise_pass(m, cost);
}

void sim_model_load(struct sim_model *m, uint64_t at)
{
    access_at(m, at, false);
}

void sim_model_store(struct sim_model *m, uint64_t at)
{
    access_at(m, at, true);
}

void sim_model_atomic(struct sim_model *m, uint64_t at, uint64_t cost_16ths)
{
    struct sim_coherence *c = m->coherence;
    uint64_t line = c ? at >> c->shift : 0;

    if (c && c->atomic_line == line && c->atomic_context != m->context &&
        c->atomic_free_16ths > m->clock_16ths)
        sim_noise_pass(m, c->atomic_free_16ths - m->clock_16ths);
    access_at(m, at, true);
    sim_noise_pass(m, cost_16ths);
    if (!c)
        return;
    c->atomic_line = line;
    c->atomic_context = m->context;
    c->atomic_free_16ths = m->clock_16ths;
}

void sim_model_compute(struct sim_model *m, int cycles)
{
    sim_noise_pass(m, (uint64_t)(cycles * (int64_t)m->cycle_16ths));
}

void sim_model_pass(struct sim_model *m, uint64_t time_16ths)
{
    sim_noise_pass(m, time_16ths);
}

void sim_model_add(struct sim_model *m, int additions)
{
    sim_noise_pass(m, (uint64_t)(additions * (int64_t)m->machine.add_16ths));
}

void sim_model_loop(struct sim_model *m)
{
    sim_noise_pass(m, m->machine.loop_16ths);
}

/* Lets the clock go on until all operations have left the window. */
static void drain(struct sim_model *m)
{
    if (m->last_left_16ths > m->clock_16ths)
        sim_noise_pass(m, m->last_left_16ths - m->clock_16ths);
}

uint64_t sim_model_read_ticks(struct sim_model *m)
{
    drain(m);
    sim_model_compute(m, SIM_READ_CYCLES);
    sim_noise_disturb(m);

    uint64_t time = m->pace ? sim_pace_time_16ths(m) : sim_licence_time_16ths(m);
    uint64_t ticks = time / SIM_16THS;
    return ticks - ticks % m->machine.resolution_ticks;
}

void sim_model_busy(struct sim_model *m, unsigned n_contexts)
{
    sim_pace_busy(m, n_contexts);
}

uint64_t sim_model_clock_16ths(const struct sim_model *m)
{
    return m->clock_16ths;
}

uint64_t sim_model_hits(const struct sim_model *m, unsigned level)
{
    return level < m->n_levels ? m->level[level].hits : m->memory_hits;
}

uint64_t sim_model_in_lines(const struct sim_model *m, unsigned level)
{
    return m->in_lines[level];
}

uint64_t sim_model_out_lines(const struct sim_model *m, unsigned level)
{
    return m->out_lines[level];
}

uint64_t sim_model_walks(const struct sim_model *m)
{
    return m->walks;
}

/* ---- pages ---- */

static size_t dirty_words(const struct sim_level *l)
{
    return (size_t)(SIM_PHYSICAL_BYTES >> l->shift) / 64;
}

void sim_model_map(struct sim_model *m, uint64_t at, uint64_t n_bytes, bool large)
{
    sim_pages_map(&m->pages, at, n_bytes, large);
    if (!m->pages.used_up)
        return;
    /* Lines of a frame's former use could now be in a virtually indexed set of another page. */
    m->pages.used_up = false;
    for (unsigned i = 0; i < m->n_levels; i++) {
        sim_bank_clear(&m->level[i].bank);
        if (m->level[i].victims.tags)
            sim_bank_clear(&m->level[i].victims);
        memset(m->level[i].dirty, 0, dirty_words(&m->level[i]) * sizeof *m->level[i].dirty);
    }
}

static void empty_tlbs(struct sim_model *m)
{
    for (unsigned i = 0; i < m->n_tlbs; i++)
        sim_bank_clear(&m->tlb[i]);
    m->page = SIM_UNMAPPED;
    m->tlb_key = SIM_NO_TAG;
}

void sim_model_unmap(struct sim_model *m, uint64_t at, uint64_t n_bytes)
{
    if (m->coherence)
        sim_coherence_unmap(m, at, n_bytes);
    sim_pages_unmap(&m->pages, at, n_bytes);
    empty_tlbs(m);
}

void sim_model_leave_untouched(struct sim_model *m, uint64_t at, uint64_t n_bytes,
                               struct sim_touch touch)
{
    unsigned shift = m->pages.page_shift;

    m->untouched = (struct sim_untouched){ at >> shift, n_bytes >> shift, touch, 0 };
}

uint64_t sim_model_touched(const struct sim_model *m)
{
    return m->untouched.touched;
}

/* Drops the lines of B, L's cache or what is behind it. */
static void lose_lines(struct sim_model *m, struct sim_level *l, struct sim_bank *b, uint64_t at,
                       uint64_t n_bytes)
{
    for (uint32_t set = 0; set < b->sets; set++)
        for (uint32_t way = 0; way < b->ways; way++) {
            uint32_t tag = sim_bank_tag(b, set, way);

            if (tag == SIM_NO_TAG ||
                sim_pages_virtual_bytes(&m->pages, (uint64_t)tag << l->shift) - at >= n_bytes)
                continue;
            sim_bank_remove(b, set, way);
            sim_take_dirty(l, tag);
        }
}

void sim_model_forget(struct sim_model *m, uint64_t at, uint64_t n_bytes)
{
    for (unsigned i = 0; i < m->n_levels; i++)
        if (!m->borrowed[i]) {
            lose_lines(m, &m->level[i], &m->level[i].bank, at, n_bytes);
            lose_lines(m, &m->level[i], &m->level[i].victims, at, n_bytes);
        }
    empty_tlbs(m);
}

void sim_model_flush(struct sim_model *m, unsigned level, uint64_t at, uint64_t n_bytes)
{
    if (!m->borrowed[level])
        sim_flush_level(m, level, at, n_bytes);
    if (m->coherence && m->machine.states)
        sim_coherence_flush(m, at, n_bytes);
}

/* ---- making one ---- */

static int make_level(struct sim_level *l, const struct sim_cache *c, uint64_t *rng)
{
    l->shift = (unsigned)__builtin_ctzll(c->line_bytes);
    l->latency_16ths = c->latency_16ths;
    l->index = c->index;
    l->inclusion = c->inclusion;
    l->swap = c->swap;
    l->write = c->write;
    l->allocate = c->allocate;
    l->admit_ppb = c->admit_ppb;
    l->dirty = calloc(dirty_words(l), sizeof *l->dirty); /* the host backs what is touched */
    int made = sim_bank_make(&l->bank, c->size_bytes / c->line_bytes, c->ways, c->policy, rng);
    if (c->victim_lines > 0)
        made |= sim_bank_make(&l->victims, c->victim_lines, 0, REPLACEMENT_LRU, rng);
    l->victim_16ths = c->victim_16ths ? c->victim_16ths : c->latency_16ths + SIM_16THS;
    l->set_bits = (unsigned)__builtin_ctz(l->bank.sets);
    l->hashed = c->colours ? ~(uint32_t)(l->bank.sets / c->colours - 1) : UINT32_MAX;
    return l->dirty ? made : -1;
}

/* Of a queue of operations that wait, which holds any number where the machine file has none. */
static double places(uint64_t waiting)
{
    return waiting == 0 ? SCHEDULER_MOST : (double)waiting;
}

static void free_units(struct sim_units *units)
{
    if (units != NULL) {
        free(units->turn);
        free(units->port);
    }
    free(units);
}

/* Gives UNITS the ports that operations of MACHINE name, where any does. Returns 0, or -1 without
 * memory. */
static int make_ports(struct sim_units *units, const struct sim_machine *machine)
{
    uint64_t named = 0;

    for (unsigned i = 0; i < SIM_OPS * SIM_TYPES; i++)
        named |= machine->op[i].ports;
    if (units == NULL || named == 0)
        return units == NULL ? -1 : 0;
    units->port = calloc(SIM_PORTS, sizeof *units->port);
    if (units->port == NULL)
        return -1;
    for (unsigned i = 0; i < SIM_OPS * SIM_TYPES * SIM_PORTS; i++)
        units->port[i % SIM_PORTS].wanted +=
            (unsigned)(machine->op[i / SIM_PORTS].ports >> i % SIM_PORTS & 1);
    return 0;
}

/* AHEAD: as in the machine file. NULL without memory. */
static struct sim_units *new_units(uint64_t ahead)
{
    struct sim_units *units = calloc(1, sizeof *units);

    if (units == NULL || ahead == 0)
        return units;
    units->turn =
        calloc(SIM_OPS * SIM_TYPES, sizeof *units->turn); /* the host backs what is used */
    if (units->turn != NULL)
        return units;
    free_units(units);
    return NULL;
}

static int make_units(struct sim_model *m)
{
    const struct sim_machine *machine = &m->machine;

    m->integer = new_units(machine->start_ahead);
    m->floating = new_units(machine->start_ahead_real);
    m->own_integer = m->own_floating = true;
    if (make_ports(m->integer, machine) != 0)
        return -1;
    scheduler_make(&m->scheduler[0], places(machine->start_ahead), places(machine->waiting));
    scheduler_make(&m->scheduler[1], places(machine->start_ahead_real),
                   places(machine->waiting_real));
    scheduler_make(&m->scheduler[2], SCHEDULER_MOST, places(machine->waiting_load));
    return m->integer && m->floating ? 0 : -1;
}

/* Notes which levels must do something about the lines that they evict. */
static void find_watched(struct sim_model *m)
{
    for (unsigned i = 0; i < m->n_levels; i++) {
        struct sim_level *l = &m->level[i];
        l->spills = i + 1 < m->n_levels && l[1].inclusion == SIM_EXCLUSIVE;
        l->watched = l->spills || l->inclusion == SIM_INCLUSIVE;
    }
}

/* What the neighbour leaves of the last level: as many sets of fewer ways. */
static int make_rest(struct sim_model *m, const struct sim_machine *machine)
{
    const struct sim_cache *c = &machine->cache[m->n_levels - 1];
    uint64_t ways = c->ways * (SIM_PPB - machine->takes_ppb) / SIM_PPB;

    return sim_bank_make(&m->rest, c->size_bytes / c->line_bytes / c->ways * ways, ways, c->policy,
                         &m->rng);
}

static int make_banks(struct sim_model *m, const struct sim_machine *machine)
{
    int made = 0;

    for (unsigned i = 0; i < m->n_levels; i++)
        made |= make_level(&m->level[i], &machine->cache[i], &m->rng);
    if (machine->takes_ppb > 0)
        made |= make_rest(m, machine);
    find_watched(m);
    for (unsigned i = 0; i < m->n_tlbs; i++) {
        const struct sim_tlb *t = &machine->tlb[i];
        made |= sim_bank_make(&m->tlb[i], t->entries, t->ways, REPLACEMENT_LRU, &m->rng);
        m->tlb_16ths[i] = t->penalty_16ths;
    }
    m->tlb_16ths[m->n_tlbs] = m->n_tlbs ? machine->walk_16ths : 0;
    m->same_page_16ths = m->tlb_16ths[0];
    return made;
}

struct sim_model *sim_model_new(const struct sim_machine *machine, uint64_t arena_bytes)
{
    struct sim_model *m = calloc(1, sizeof *m);

    if (!m)
        return 0;
    m->machine = *machine;
    m->n_levels = machine->n_caches;
    m->n_tlbs = machine->n_tlbs;
    m->memory_16ths = machine->memory_16ths;
    m->cycle_16ths = SIM_16THS;
    m->page = SIM_UNMAPPED;
    m->tlb_key = SIM_NO_TAG;
    m->rng = machine->seed * 3 + 1; /* three streams that never meet in practice */
    m->prefetching = machine->next_line || machine->pair || machine->stride || machine->whole_page;
    m->dram = sim_dram_new(machine);
    sim_noise_make(m);
    if ((machine->dram_hit_16ths > 0 && m->dram == NULL) || make_banks(m, machine) != 0 ||
        make_units(m) != 0 || sim_pages_make(&m->pages, machine, arena_bytes) != 0 ||
        (machine->service_16ths > 0 && (m->memory = sim_memory_new(machine)) == NULL)) {
        sim_model_free(m);
        return 0;
    }
    return m;
}

/* The first context that has what SHARED_BY contexts share with CONTEXT. */
static unsigned first_of(unsigned context, uint64_t shared_by)
{
    return (unsigned)(context / shared_by * shared_by);
}

/* Makes level I, or takes it from the first context that shares it: the same tags, by pointer. */
static int join_level(struct sim_model *m, unsigned i, struct sim_model *const *all)
{
    const struct sim_cache *c = &m->machine.cache[i];
    unsigned first = first_of(m->context, c->shared_by);

    m->borrowed[i] = first != m->context;
    if (m->borrowed[i]) {
        m->level[i] = all[first]->level[i];
        return 0;
    }
    m->level[i] = (struct sim_level){ .shift = 0 };
    return make_level(&m->level[i], c, &m->rng);
}

/* A time of the slow context that is TIME elsewhere. */
static uint64_t slowed(const struct sim_model *m, uint64_t time_16ths)
{
    return time_16ths * m->machine.slow_16ths / SIM_16THS;
}

static void slow_level(const struct sim_model *m, struct sim_level *l)
{
    l->latency_16ths = slowed(m, l->latency_16ths);
    l->victim_16ths = slowed(m, l->victim_16ths);
}

/* A context whose clock is slow: what lies beyond its own caches is as fast as for others. */
static void slow_down(struct sim_model *m)
{
    struct sim_machine *c = &m->machine;

    for (unsigned i = 0; i < m->n_levels; i++)
        if (c->cache[i].shared_by == 1)
            slow_level(m, &m->level[i]);
    for (unsigned i = 0; i < m->n_tlbs; i++)
        m->tlb_16ths[i] = slowed(m, m->tlb_16ths[i]);
    m->same_page_16ths = m->tlb_16ths[0];
    c->add_16ths = slowed(m, c->add_16ths);
    c->loop_16ths = slowed(m, c->loop_16ths);
    for (unsigned i = 0; i < SIM_OPS * SIM_TYPES; i++) {
        c->op[i].latency_16ths = slowed(m, c->op[i].latency_16ths);
        c->op[i].interval_16ths = slowed(m, c->op[i].interval_16ths);
    }
    m->cycle_16ths = slowed(m, SIM_16THS);
}

static int join_tlbs(struct sim_model *m)
{
    int made = 0;

    for (unsigned i = 0; i < m->n_tlbs; i++) {
        const struct sim_tlb *t = &m->machine.tlb[i];

        made |= sim_bank_make(&m->tlb[i], t->entries, t->ways, REPLACEMENT_LRU, &m->rng);
    }
    return made;
}

static int join_units(struct sim_model *m, struct sim_model *const *all)
{
    uint64_t by = m->machine.shared_by;
    unsigned integer = first_of(m->context, by);
    unsigned floating =
        first_of(m->context, m->machine.float_shared_by ? m->machine.float_shared_by : by);

    m->own_integer = integer == m->context;
    m->own_floating = floating == m->context;
    m->integer = m->own_integer ? new_units(m->machine.start_ahead) : all[integer]->integer;
    if (m->own_integer && make_ports(m->integer, &m->machine) != 0)
        return -1;
    m->floating =
        m->own_floating ? new_units(m->machine.start_ahead_real) : all[floating]->floating;
    return m->integer && m->floating ? 0 : -1;
}

struct sim_model *sim_model_join(struct sim_model *const *all, unsigned context)
{
    struct sim_model *first = all[0];
    struct sim_model *m = malloc(sizeof *m);
    int made = 0;

    if (!first->coherence)
        first->coherence = sim_coherence_new(&first->machine);
    if (!first->pace && sim_pace_is_modelled(&first->machine))
        first->pace = sim_pace_new();
    if (!m || !first->coherence || (!first->pace && sim_pace_is_modelled(&first->machine))) {
        free(m);
        return 0;
    }
    *m = *first;
    first->coherence->peer[0] = first;
    m->context = context;
    m->sibling = true;
    memset(m->in_lines, 0, sizeof m->in_lines);
    memset(m->out_lines, 0, sizeof m->out_lines);
    m->rng = first->machine.seed * 3 + 1 + (uint64_t)context * 0x9e3779b97f4a7c15u;
    m->noise.rng ^= (uint64_t)context * 0x9e3779b97f4a7c15u;
    memset(m->tlb, 0, sizeof m->tlb);
    for (unsigned i = 0; i < m->n_levels; i++)
        made |= join_level(m, i, all);
    find_watched(m);
    made |= join_tlbs(m);
    made |= join_units(m, all);
    if (context == m->machine.slow_context)
        slow_down(m);
    m->page = SIM_UNMAPPED;
    m->tlb_key = SIM_NO_TAG;
    m->coherence->peer[context] = m;
    if (made == 0)
        return m;
    sim_model_free(m);
    return 0;
}

void sim_model_wait_until(struct sim_model *m, uint64_t clock_16ths)
{
    if (m->clock_16ths >= clock_16ths)
        return;
    sim_noise_idle(m, clock_16ths - m->clock_16ths);
    m->clock_16ths = clock_16ths;
}

void sim_model_free(struct sim_model *m)
{
    if (!m)
        return;
    for (unsigned i = 0; i < m->n_levels; i++)
        if (!m->borrowed[i]) {
            sim_bank_free(&m->level[i].bank);
            sim_bank_free(&m->level[i].victims);
            free(m->level[i].dirty);
        }
    for (unsigned i = 0; i < m->n_tlbs; i++)
        sim_bank_free(&m->tlb[i]);
    if (m->own_integer)
        free_units(m->integer);
    if (m->own_floating)
        free_units(m->floating);
    sim_bank_free(&m->rest);
    if (m->sibling)
        m->coherence->peer[m->context] = NULL;
    if (!m->sibling) {
        sim_coherence_free(m->coherence);
        free(m->pace);
        sim_pages_free(&m->pages);
        free(m->memory);
        sim_dram_free(m->dram);
    }
    free(m);
}
