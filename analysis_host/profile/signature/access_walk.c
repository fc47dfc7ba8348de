/* Guesses of addresses, and lines and pages that samples touched lately. */
#include "access_walk.h"
#include <stdlib.h>

enum {
    FORGET = 8, /* a guess that was right 8 times ago counts a third of one that was now */
    RIGHT = 256,
    LAST_RIGHT = 40, /* of guesses that are equally good the last address is taken */
};

static unsigned shift_of(uint32_t bytes)
{
    unsigned shift = 0;

    while (shift < 31 && bytes >> shift > 1)
        shift++;
    return shift;
}

bool access_walk_begin(struct access_walk *w, const struct signature *s, uint32_t *next)
{
    *w = (struct access_walk){ .s = s,
                               .next = next,
                               .guess = calloc(s->n_code + (size_t)1, sizeof *w->guess),
                               .lines = recent_new(signature_line_sets),
                               .pages = recent_new(signature_page_sets),
                               .line_shift = shift_of(s->line_bytes),
                               .page_shift = shift_of(s->page_bytes) };
    return w->guess && w->lines && w->pages;
}

void access_walk_end(struct access_walk *w)
{
    free(w->next);
    free(w->guess);
    free(w->lines);
    free(w->pages);
}

static void learn(uint16_t *right, bool now)
{
    *right = (uint16_t)(*right - *right / FORGET + (now ? RIGHT : 0));
}

void access_walk_take(struct access_walk *w, uint32_t code, uint64_t address,
                      struct access_known *k)
{
    struct address_guess *g = &w->guess[code];

    learn(&g->right[0], address == g->last);
    g->right[0] += LAST_RIGHT;
    g->last = address;
    for (unsigned i = 0; i < GUESSES - 1; i++) {
        learn(&g->right[i + 1], address == w->before[i] + g->from_before[i]);
        g->from_before[i] = address - w->before[i];
    }
    w->before[1] = w->before[0];
    w->before[0] = address;
    uint64_t line = address >> w->line_shift, page = address >> w->page_shift;
    *k = (struct access_known){ .known = { true, true } };
    if (line + 1 != w->line) /* what was touched last is at the front of all */
        k->known[0] = recent_touch(w->lines, line, &k->distance[0], k->depth[0]);
    if (page + 1 != w->page)
        k->known[1] = recent_touch(w->pages, page, &k->distance[1], k->depth[1]);
    w->line = line + 1;
    w->page = page + 1;
}
