/* Noted touches in the order of the last ones. */
#include "noted.h"
#include "give_up.h"
#include <stdlib.h>
#include <string.h>

static void *grown(void *rows, size_t n, size_t size)
{
    rows = realloc(rows, n * size);
    if (!rows)
        give_up("not enough memory");
    return rows;
}

__attribute__((noinline)) void noted_add(struct noted *n, uint32_t *place, uint64_t what,
                                         bool store, void *first)
{
    if (n->n == n->room) {
        n->room = 2 * n->room + 1024;
        n->touch = grown(n->touch, n->room, sizeof *n->touch);
        n->first = grown(n->first, n->room, sizeof *n->first);
    }
    *place = n->n;
    n->touch[n->n] = (struct noted_touch){ .what = what, .stored_first = store };
    n->first[n->n++] = first;
}

void noted_settle(struct noted *n,
                  void (*touch)(void *ctx, const struct noted_touch *, void *first), void *ctx)
{
    if (!n->order) {
        n->order = grown(NULL, NOTED_MOST, sizeof *n->order);
        memset(n->order, 0, NOTED_MOST * sizeof *n->order);
    }
    for (uint32_t i = 0; i < n->n; i++)
        n->order[n->touch[i].at] = i + 1;
    for (uint32_t at = 0; at < n->touches; at++) {
        uint32_t i = n->order[at];
        if (i == 0)
            continue;
        n->order[at] = 0;
        touch(ctx, &n->touch[i - 1], n->first[i - 1]);
    }
    n->n = n->touches = 0;
}

void noted_free(struct noted *n)
{
    free(n->touch);
    free(n->first);
    free(n->order);
    *n = (struct noted){ 0 };
}
