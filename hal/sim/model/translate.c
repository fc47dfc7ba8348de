/* Looks translations up in the TLBs, else walks. */
#include "translate.h"

#define LARGE_KEY ((uint32_t)1 << 31)

/* Returns the set of TLB I that KEY falls into. */
static uint32_t set_of(const struct sim_model *m, unsigned i, uint32_t key)
{
    enum { SPLIT = 2 }; /* bits between the topmost and the next */
    const struct sim_bank *b = &m->tlb[i];
    uint32_t page = key & ~LARGE_KEY, top = b->sets / 2;

    if (m->machine.tlb[i].index == SIM_TLB_XOR)
        page ^= page >> (unsigned)__builtin_ctz(b->sets);
    if (m->machine.tlb[i].index == SIM_TLB_SPLIT)
        page = (page & ~top) | (page >> SPLIT & top);
    return sim_bank_set(b, page);
}

/* Entries of base and large pages share a TLB. */
static uint64_t look_up(struct sim_model *m, uint32_t key)
{
    uint32_t set[SIM_TLBS];
    unsigned hit = 0;

    for (; hit < m->n_tlbs; hit++) {
        struct sim_bank *b = &m->tlb[hit];
        set[hit] = set_of(m, hit, key);
        if (sim_bank_use(b, set[hit], key))
            break;
    }
    for (unsigned i = 0; i < hit; i++)
        sim_bank_insert(&m->tlb[i], set[i], key);
    m->walks += hit == m->n_tlbs;
    return m->tlb_16ths[hit];
}

static void give_frame(struct sim_model *m, uint64_t page)
{
    sim_pages_map(&m->pages, page << m->pages.page_shift, (uint64_t)1 << m->pages.page_shift,
                  false);
}

/* The first access to a page that the system has promised; UINT64_MAX: it has not. */
static uint64_t touch_first(struct sim_model *m, uint64_t at, bool stored)
{
    struct sim_untouched *u = &m->untouched;
    uint64_t page = at >> m->pages.page_shift;

    if (page - u->first >= u->n)
        return UINT64_MAX;
    u->touched++;
    if (!stored && u->touch.read_16ths > 0) {
        sim_pages_map_zeros(&m->pages, page);
        return u->touch.read_16ths + sim_translate(m, at, false);
    }
    give_frame(m, page);
    return u->touch.cost_16ths + sim_translate(m, at, stored);
}

/* The first store to a page of the frame of zeros. */
static uint64_t copy_zeros(struct sim_model *m, uint64_t at)
{
    give_frame(m, at >> m->pages.page_shift);
    return m->untouched.touch.copy_16ths + sim_translate(m, at, true);
}

uint64_t sim_translate(struct sim_model *m, uint64_t at, bool stored)
{
    uint64_t page = at >> m->pages.page_shift;
    bool large;
    uint32_t physical = sim_pages_physical(&m->pages, page, &large);

    if (physical == SIM_UNMAPPED)
        return touch_first(m, at, stored);
    bool zeros = physical == sim_pages_zeros(&m->pages);
    if (zeros && stored)
        return copy_zeros(m, at);
    m->page = zeros ? SIM_UNMAPPED : page; /* a store must come here again */
    m->to_physical = ((uint64_t)physical - page) << m->pages.page_shift;

    uint32_t key = large ? (uint32_t)(at >> m->pages.large_shift) | LARGE_KEY : (uint32_t)page;
    if (key == m->tlb_key)
        return m->same_page_16ths;
    m->tlb_key = key;
    return look_up(m, key);
}
