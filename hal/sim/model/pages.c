/* Maps virtual pages to frames. */
#include "pages.h"
#include <stdlib.h>
#include <string.h>

#define FLAG     ((uint32_t)1 << 31) /* frame[]: large; owner[]: live */
#define NO_OWNER (UINT32_MAX & ~FLAG)

static unsigned log2_of(uint64_t power_of_two)
{
    return (unsigned)__builtin_ctzll(power_of_two);
}

/* A bijection on numbers of BITS bits: odd multipliers and right shifts can be undone. */
static uint32_t scramble(uint32_t x, unsigned bits, uint32_t key)
{
    uint32_t mask = ((uint32_t)1 << bits) - 1;
    unsigned shift = bits / 2 ? bits / 2 : 1;

    for (unsigned round = 0; round < 4; round++) {
        x = (x * 0x9e3779b1u + key) & mask;
        x ^= x >> shift;
        key = key * 0x85ebca6bu + 0xc2b2ae35u;
    }
    return x & mask;
}

static bool is_live(const struct sim_pages *p, const struct sim_frame_pool *pool, uint32_t page)
{
    for (uint32_t i = 0; i < (uint32_t)1 << pool->pages_bits; i++)
        if (p->owner[page + i] & FLAG)
            return true;
    return false;
}

/* Returns the first physical page of a frame that backs nothing. The arena is smaller than either
 * pool. */
static uint32_t take_frame(struct sim_pages *p, struct sim_frame_pool *pool)
{
    uint32_t page;

    do {
        uint32_t frame = scramble(pool->serial, pool->count_bits, pool->key);
        page = pool->first_page + (frame << pool->pages_bits);
        if (++pool->serial >> pool->count_bits) {
            pool->serial = 0;
            p->used_up = true;
        }
    } while (is_live(p, pool, page));
    return page;
}

/* Returns the first physical page of the frame that is PAGE's whenever it is mapped. */
static uint32_t own_frame(const struct sim_frame_pool *pool, uint32_t page)
{
    uint32_t frame = scramble(page >> pool->pages_bits, pool->count_bits, pool->key);

    return pool->first_page + (frame << pool->pages_bits);
}

static void map_frame(struct sim_pages *p, uint32_t page, struct sim_frame_pool *pool,
                      uint32_t flag)
{
    uint32_t physical = page;

    if (p->random)
        physical = p->same ? own_frame(pool, page) : take_frame(p, pool);

    for (uint32_t i = 0; i < (uint32_t)1 << pool->pages_bits; i++) {
        p->frame[page + i] = (physical + i) | flag;
        if (p->random)
            p->owner[physical + i] = (page + i) | FLAG;
    }
}

void sim_pages_map(struct sim_pages *p, uint64_t at_bytes, uint64_t n_bytes, bool large)
{
    struct sim_frame_pool *pool = large ? &p->large : &p->base;
    uint32_t end = (uint32_t)((at_bytes + n_bytes) >> p->page_shift);

    for (uint32_t page = (uint32_t)(at_bytes >> p->page_shift); page < end;
         page += (uint32_t)1 << pool->pages_bits)
        map_frame(p, page, pool, large ? FLAG : 0);
}

uint32_t sim_pages_zeros(const struct sim_pages *p)
{
    return (uint32_t)(SIM_FOREIGN_FIRST_BYTES >> p->page_shift);
}

void sim_pages_map_zeros(struct sim_pages *p, uint64_t page)
{
    p->frame[page] = sim_pages_zeros(p);
}

void sim_pages_unmap(struct sim_pages *p, uint64_t at_bytes, uint64_t n_bytes)
{
    uint32_t end = (uint32_t)((at_bytes + n_bytes) >> p->page_shift);

    for (uint32_t page = (uint32_t)(at_bytes >> p->page_shift); page < end; page++) {
        if (p->random && p->frame[page] != SIM_UNMAPPED && p->frame[page] != sim_pages_zeros(p))
            p->owner[p->frame[page] & ~FLAG] &= ~FLAG;
        p->frame[page] = SIM_UNMAPPED;
    }
}

uint32_t sim_pages_physical(const struct sim_pages *p, uint64_t page, bool *large)
{
    if (page >= p->n_pages || p->frame[page] == SIM_UNMAPPED)
        return SIM_UNMAPPED;
    *large = p->frame[page] & FLAG;
    return p->frame[page] & ~FLAG;
}

uint64_t sim_pages_virtual_bytes(const struct sim_pages *p, uint64_t physical_bytes)
{
    if (!p->random || physical_bytes >= SIM_FOREIGN_FIRST_BYTES)
        return physical_bytes;
    uint32_t owner = p->owner[physical_bytes >> p->page_shift] & ~FLAG;
    uint64_t in_page = physical_bytes & (((uint64_t)1 << p->page_shift) - 1);

    return owner == NO_OWNER ? physical_bytes : ((uint64_t)owner << p->page_shift) + in_page;
}

static void make_pools(struct sim_pages *p, const struct sim_machine *m)
{
    uint64_t large_pool_bytes = SIM_FOREIGN_FIRST_BYTES - SIM_LARGE_FIRST_BYTES;

    p->page_shift = log2_of(m->page_bytes);
    p->base.count_bits = log2_of(SIM_LARGE_FIRST_BYTES) - p->page_shift;
    p->base.key = (uint32_t)(m->seed * 0x9e3779b97f4a7c15u >> 32);
    if (!m->large_bytes)
        return;
    p->large_shift = log2_of(m->large_bytes);
    p->large.first_page = (uint32_t)(SIM_LARGE_FIRST_BYTES >> p->page_shift);
    p->large.count_bits = log2_of(large_pool_bytes) - p->large_shift;
    p->large.pages_bits = p->large_shift - p->page_shift;
    p->large.key = ~p->base.key;
}

int sim_pages_make(struct sim_pages *p, const struct sim_machine *m, uint64_t arena_bytes)
{
    memset(p, 0, sizeof *p);
    make_pools(p, m);
    p->random = m->frames == SIM_RANDOM_FRAMES;
    p->same = m->again == SIM_SAME_FRAMES;
    p->n_pages = (uint32_t)(arena_bytes >> p->page_shift);
    p->frame = malloc(p->n_pages * sizeof *p->frame);
    if (!p->frame)
        return -1;
    memset(p->frame, 0xff, p->n_pages * sizeof *p->frame);
    if (!p->random)
        return 0;

    size_t n_frames = (size_t)(SIM_FOREIGN_FIRST_BYTES >> p->page_shift);
    p->owner = malloc(n_frames * sizeof *p->owner);
    if (!p->owner)
        return -1;
    for (size_t i = 0; i < n_frames; i++)
        p->owner[i] = NO_OWNER;
    return 0;
}

void sim_pages_free(struct sim_pages *p)
{
    free(p->frame);
    free(p->owner);
    memset(p, 0, sizeof *p);
}
