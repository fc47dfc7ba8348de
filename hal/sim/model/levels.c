/* Filling and evicting lines of the cache levels, and writing back those that are dirty. */
#include "levels.h"
#include "pages.h"
#include "policy/splitmix.h"

uint32_t sim_hashed_set(const struct sim_level *l, uint32_t line)
{
    const struct sim_bank *b = &l->bank;
    uint32_t row = b->masked ? line >> l->set_bits : line / b->sets;
    uint32_t mix = row * 0x9e3779b1u;

    mix ^= mix >> 15;
    if (b->masked)
        return (line ^ (mix & l->hashed)) & b->set_mask;
    return (line % b->sets + mix % b->sets) % b->sets;
}

uint64_t sim_level_16ths(const struct sim_model *m, unsigned level)
{
    return level < m->n_levels ? m->level[level].latency_16ths : m->memory_16ths;
}

/* ---- writing back ---- */

bool sim_level_holds(const struct sim_level *l, uint64_t at, uint64_t physical)
{
    uint32_t set = sim_set_of(l, at, physical);

    return sim_bank_find(&l->bank, set, (uint32_t)(physical >> l->shift)) != SIM_NO_WAY;
}

unsigned sim_settle(struct sim_model *m, unsigned level, uint64_t at, uint64_t physical)
{
    for (; level < m->n_levels; level++) {
        struct sim_level *l = &m->level[level];

        if (l->write == SIM_BACK && sim_level_holds(l, at, physical)) {
            sim_set_dirty(l, (uint32_t)(physical >> l->shift));
            break;
        }
    }
    return level;
}

/* Hands the dirty line at PHYSICAL to the first level from LEVEL on that has it and writes back,
 * else to memory, and adds what that takes to written_16ths. Returns that level. */
static unsigned write_back(struct sim_model *m, unsigned level, uint64_t physical)
{
    unsigned end = sim_settle(m, level, sim_pages_virtual_bytes(&m->pages, physical), physical);

    m->written_16ths += sim_level_16ths(m, end);
    m->memory_writes += end == m->n_levels;
    return end;
}

/* ---- lines that leave ---- */

/* Takes a line out of L; returns whether it was dirty. */
static bool evict_tag(struct sim_level *l, uint32_t set, uint32_t tag)
{
    uint32_t way = sim_bank_find(&l->bank, set, tag), behind = sim_victim_way(l, tag);

    if (way != SIM_NO_WAY)
        sim_bank_remove(&l->bank, set, way);
    else if (behind != SIM_NO_WAY)
        sim_bank_remove(&l->victims, 0, behind);
    else
        return false;
    return sim_take_dirty(l, tag);
}

void sim_level_invalidate(struct sim_level *l, uint64_t at, uint64_t physical)
{
    (void)evict_tag(l, sim_set_of(l, at, physical), (uint32_t)(physical >> l->shift));
}

/* Takes the N_BYTES at PHYSICAL out of every level before LEVEL; returns whether any was dirty. */
static bool evict_above(struct sim_model *m, unsigned level, uint64_t physical, uint64_t n_bytes)
{
    uint64_t at = sim_pages_virtual_bytes(&m->pages, physical);
    bool dirty = false;

    for (unsigned i = 0; i < level; i++) {
        struct sim_level *l = &m->level[i];
        for (uint64_t b = 0; b < n_bytes; b += (uint64_t)1 << l->shift)
            dirty |= evict_tag(l, sim_set_of(l, at + b, physical + b),
                               (uint32_t)((physical + b) >> l->shift));
    }
    return dirty;
}

static void fill_level(struct sim_model *m, unsigned level, uint32_t set, uint32_t tag);

/* Hands a line that LEVEL - 1 evicted to LEVEL, which is exclusive. */
static void spill(struct sim_model *m, unsigned level, uint64_t physical)
{
    struct sim_level *l = &m->level[level];
    uint32_t tag = (uint32_t)(physical >> l->shift);
    uint32_t set = sim_set_of(l, sim_pages_virtual_bytes(&m->pages, physical), physical);

    if (!sim_bank_use(&l->bank, set, tag))
        fill_level(m, level, set, tag);
}

/* Does for TAG, which has left LEVEL, what the levels before and after want done. */
static void evict(struct sim_model *m, unsigned level, uint32_t tag, bool dirty)
{
    struct sim_level *l = &m->level[level];
    uint64_t physical = (uint64_t)tag << l->shift;

    if (l->inclusion == SIM_INCLUSIVE)
        dirty |= evict_above(m, level, physical, (uint64_t)1 << l->shift);
    if (l->spills)
        spill(m, level + 1, physical);
    unsigned end = dirty ? write_back(m, level + 1, physical) : level;
    sim_count_out(m, level, l->spills && end == level ? level + 1 : end);
}

static void flush_line(struct sim_model *m, unsigned level, struct sim_bank *b, uint32_t set,
                       uint32_t way)
{
    struct sim_level *l = &m->level[level];
    uint32_t tag = sim_bank_tag(b, set, way);

    sim_bank_remove(b, set, way);
    if (sim_take_dirty(l, tag))
        sim_count_out(m, level, write_back(m, level + 1, (uint64_t)tag << l->shift));
}

/* Flushes the lines of B, LEVEL's cache or what is behind it, of the N_BYTES from FIRST on. */
static void flush_bank(struct sim_model *m, unsigned level, struct sim_bank *b, uint64_t first,
                       uint64_t n_bytes)
{
    unsigned shift = m->level[level].shift;

    for (uint32_t set = 0; set < b->sets && n_bytes > 0; set++)
        for (uint32_t way = 0; way < b->ways; way++) {
            uint32_t tag = sim_bank_tag(b, set, way);

            if (tag != SIM_NO_TAG &&
                sim_pages_virtual_bytes(&m->pages, (uint64_t)tag << shift) - first < n_bytes)
                flush_line(m, level, b, set, way);
        }
}

/* Flushes the line at AT from B, LEVEL's cache or what is behind it, whose set it belongs to. */
static void flush_one(struct sim_model *m, unsigned level, struct sim_bank *b, uint32_t set,
                      uint64_t physical)
{
    uint32_t way = sim_bank_find(b, set, (uint32_t)(physical >> m->level[level].shift));

    if (way != SIM_NO_WAY)
        flush_line(m, level, b, set, way);
}

/* The same of one line, without a look at every set, which finds lines of frames that a page had
 * earlier, too. Returns false where its page is not mapped. */
static bool flush_at(struct sim_model *m, unsigned level, uint64_t at)
{
    struct sim_level *l = &m->level[level];
    uint64_t in_page = at & (((uint64_t)1 << m->pages.page_shift) - 1);
    bool large;
    uint32_t page = sim_pages_physical(&m->pages, at >> m->pages.page_shift, &large);

    if (page == SIM_UNMAPPED)
        return false;
    uint64_t physical = ((uint64_t)page << m->pages.page_shift) + in_page;
    flush_one(m, level, &l->bank, sim_set_of(l, at, physical), physical);
    if (l->victims.tags)
        flush_one(m, level, &l->victims, 0, physical);
    return true;
}

void sim_flush_level(struct sim_model *m, unsigned level, uint64_t at, uint64_t n_bytes)
{
    struct sim_level *l = &m->level[level];
    uint64_t line = (uint64_t)1 << l->shift, first = at & ~(line - 1), took = m->written_16ths;
    uint64_t whole = n_bytes > 0 ? (at + n_bytes - first + line - 1) & ~(line - 1) : 0;

    if (whole != line || (m->pages.random && !m->dram) || !flush_at(m, level, first)) {
        flush_bank(m, level, &l->bank, first, whole);
        if (l->victims.tags)
            flush_bank(m, level, &l->victims, first, whole);
    }
    m->written_16ths = took;
}

/* Puts TAG into SET of LEVEL. Recurses at most once a level: a victim only moves down. */
static inline void fill_level(struct sim_model *m, unsigned level, uint32_t set, uint32_t tag)
{
    struct sim_level *l = &m->level[level];
    uint32_t behind = sim_victim_way(l, tag);

    if (behind != SIM_NO_WAY)
        sim_bank_remove(&l->victims, 0, behind);
    uint32_t old = sim_bank_insert(&l->bank, set, tag);
    if (old != SIM_NO_TAG && l->victims.tags)
        old = sim_bank_insert(&l->victims, 0, old);
    if (old == SIM_NO_TAG)
        return;
    bool dirty = sim_take_dirty(l, old);
    if (l->watched || dirty)
        evict(m, level, old, dirty);
}

bool sim_swap_victim(struct sim_model *m, uint32_t set, uint32_t tag)
{
    if (sim_victim_way(&m->level[0], tag) == SIM_NO_WAY)
        return false;
    fill_level(m, 0, set, tag);
    return true;
}

/* Whether L takes a line that it missed: some caches take one now and then only, so that what is
 * used once does not drive out what is used often. */
static inline bool admits(struct sim_model *m, const struct sim_level *l)
{
    return l->admit_ppb == SIM_PPB || splitmix_below(&m->rng, SIM_PPB) < l->admit_ppb;
}

static inline void fill(struct sim_model *m, const struct sim_spot *spot, unsigned hit,
                        unsigned top, bool stored)
{
    bool from_exclusive = hit < m->n_levels && m->level[hit].inclusion == SIM_EXCLUSIVE;
    struct sim_level *from = from_exclusive ? &m->level[hit] : 0;
    bool dirty = false;

    for (unsigned i = top; i < hit; i++)
        m->in_lines[i]++;
    if (from && from->swap == SIM_INSERT_LAST)
        dirty = evict_tag(from, spot->set[hit], spot->tag[hit]);
    for (unsigned i = hit; i-- > top;)
        if (i == top || (m->level[i].inclusion != SIM_EXCLUSIVE &&
                         (!stored || m->level[i].allocate) && admits(m, &m->level[i])))
            fill_level(m, i, spot->set[i], spot->tag[i]);
    if (from && from->swap == SIM_INSERT_FIRST)
        dirty = evict_tag(from, spot->set[hit], spot->tag[hit]);
    if (dirty) /* an exclusive level has no line of one that writes through above it */
        sim_set_dirty(&m->level[top], spot->tag[top]);
}

void sim_fill(struct sim_model *m, const struct sim_spot *spot, unsigned hit, unsigned top)
{
    fill(m, spot, hit, top, false);
}

void sim_fill_stored(struct sim_model *m, const struct sim_spot *spot, unsigned hit, unsigned top)
{
    fill(m, spot, hit, top, true);
}
