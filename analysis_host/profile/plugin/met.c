/* Counters in pieces, cut from larger areas. */
#include "met.h"
#include "noted.h"
#include <stdlib.h>
#include <string.h>

enum { SLAB_PIECES = 1023 };

struct met_slab {
    uint32_t piece[SLAB_PIECES][MET_PIECE];
    struct met_slab *next;
    unsigned used;
};

enum { LINE = MET_PIECE * sizeof(uint32_t) };

void met_pieces_free(struct met_pieces *p)
{
    for (struct met_slab *s = p->slabs, *next; s; s = next) {
        next = s->next;
        free(s);
    }
    p->slabs = NULL;
}

struct met *met_new(void)
{
    struct met *m = calloc(1, sizeof *m);

    if (!m)
        give_up("not enough memory");
    return m;
}

void met_free(struct met *m)
{
    if (!m)
        return;
    free(m->drove_out);
    free(m->wraps);
    free(m);
}

void met_new_piece(struct met_pieces *p, uint32_t **piece)
{
    if (!p->slabs || p->slabs->used == SLAB_PIECES) {
        struct met_slab *slab = aligned_alloc(LINE, (sizeof *slab + LINE - 1) / LINE * LINE);
        if (!slab)
            give_up("not enough memory");
        slab->next = p->slabs;
        slab->used = 0;
        p->slabs = slab;
    }
    *piece = p->slabs->piece[p->slabs->used++];
    memset(*piece, 0, LINE);
}

void met_wrapped(struct met *m, unsigned counter)
{
    if (!m->wraps && !(m->wraps = calloc(MET_COUNTERS, sizeof *m->wraps)))
        give_up("not enough memory");
    m->wraps[counter]++;
}

static uint64_t count_of(const struct met *m, unsigned counter)
{
    const uint32_t *piece = m->piece[counter / MET_PIECE];
    uint64_t wraps = m->wraps ? m->wraps[counter] : 0;

    return wraps << 32 | (piece ? piece[counter % MET_PIECE] : 0);
}

static void add_depths(const struct met *m, unsigned from,
                       uint64_t depth[SIGNATURE_SETS][SIGNATURE_DEEP + 1])
{
    for (unsigned k = 0; k < SIGNATURE_SETS; k++)
        for (unsigned d = 0; d <= SIGNATURE_DEEP; d++)
            depth[k][d] += count_of(m, from + d * MET_DEPTH_SETS + k);
}

void met_add(const struct met *m, struct signature_memory *row)
{
    for (unsigned i = 0; i < SIGNATURE_GROUPS; i++) {
        row->distance[i] += count_of(m, MET_DISTANCE + i);
        row->page_distance[i] += count_of(m, MET_PAGE_DISTANCE + i);
    }
    add_depths(m, MET_DEPTH, row->depth);
    add_depths(m, MET_PAGE_DEPTH, row->page_depth);
    row->page_distance[0] += m->same_page;
    for (unsigned k = 0; k < SIGNATURE_SETS; k++) {
        row->depth[k][0] += m->first_of_set;
        row->page_depth[k][0] += m->same_page;
    }
}
