/* What a writer and a reader of accesses, who walk through them in order of time, both know. */
#ifndef SIGNATURE_ACCESS_WALK_H
#define SIGNATURE_ACCESS_WALK_H

#include "recent.h"

enum { GUESSES = 3 };

/* Of an instruction: what its next address is guessed from. It is as its last, or lies as far from
 * the access before, or from the one before that, as it did last: what was right most lately. */
struct address_guess {
    uint64_t last;
    uint64_t from_before[GUESSES - 1];
    uint16_t right[GUESSES];
};

struct access_walk {
    const struct signature *s;
    uint32_t *next;              /* of each of code[]: the place of its next access */
    struct address_guess *guess; /* of each of code[] */
    struct recent *lines, *pages;
    unsigned line_shift, page_shift;
    uint64_t line, page;          /* of the last access, + 1; 0: none of this sample */
    uint64_t before[GUESSES - 1]; /* addresses of the last accesses */
    uint32_t burst;               /* that begins next */
};

/* What follows from an access's address: of its line, and of its page. */
struct access_known {
    uint8_t distance[2];
    uint8_t depth[2][SIGNATURE_SETS];
    bool known[2];
};

/* Begins at the first access. NEXT becomes W's. Returns false without memory; end it in any case.
 */
bool access_walk_begin(struct access_walk *w, const struct signature *s, uint32_t *next);
void access_walk_end(struct access_walk *w);

/* Access I comes next: a sample may begin with it. */
static inline void access_walk_to(struct access_walk *w, uint32_t i)
{
    if (w->burst >= w->s->n_bursts || w->s->bursts[w->burst].first_access > i)
        return;
    while (w->burst < w->s->n_bursts && w->s->bursts[w->burst].first_access <= i)
        w->burst++;
    recent_begin(w->lines);
    recent_begin(w->pages);
    w->line = w->page = 0;
}

/* Returns the address that the next access of instruction CODE is guessed to have. */
static inline uint64_t access_walk_guess(const struct access_walk *w, uint32_t code)
{
    const struct address_guess *g = &w->guess[code];
    unsigned best = 0;

    for (unsigned i = 1; i < GUESSES; i++)
        if (g->right[i] > g->right[best])
            best = i;
    return best == 0 ? g->last : w->before[best - 1] + g->from_before[best - 1];
}

/* Instruction CODE accesses ADDRESS; K becomes what follows from it, and from those before. */
void access_walk_take(struct access_walk *w, uint32_t code, uint64_t address,
                      struct access_known *k);

#endif
