/* Noted touches in the order of the last ones. */
#include "noted.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- The end of a plugin that cannot go on ---- */

_Noreturn void give_up(const char *cause)
{
    fprintf(stderr, "profile: %s\n", cause);
    _exit(2);
}

/* ---- Chunks of lines, found by hashing ---- */

enum { FIRST_CHUNKS = 64 };

static void *cleared(size_t n, size_t size)
{
    void *p = calloc(n, size);

    if (!p)
        give_up("not enough memory");
    return p;
}

/* Where the chunk KEY is, or would be. */
static struct line_chunk **slot_of(struct line_chunk **chunks, size_t room, uint64_t key)
{
    size_t i = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (room - 1);

    while (chunks[i] && chunks[i]->key != key)
        i = (i + 1) & (room - 1);
    return &chunks[i];
}

static void grow(struct line_map *m)
{
    size_t room = m->room ? m->room * 2 : FIRST_CHUNKS;
    struct line_chunk **chunks = cleared(room, sizeof(struct line_chunk *));

    for (size_t i = 0; i < m->room; i++)
        if (m->chunks[i])
            *slot_of(chunks, room, m->chunks[i]->key) = m->chunks[i];
    free(m->chunks);
    m->chunks = chunks;
    m->room = room;
}

__attribute__((noinline)) struct line_chunk *line_map_chunk(struct line_map *m, uint64_t key)
{
    if (2 * m->n >= m->room)
        grow(m);
    struct line_chunk **slot = slot_of(m->chunks, m->room, key);
    if (*slot)
        return *slot;
    struct line_chunk *chunk = cleared(1, sizeof *chunk);
    chunk->key = key;
    *slot = chunk;
    m->n++;
    return chunk;
}

void line_map_free(struct line_map *m)
{
    for (size_t i = 0; i < m->room; i++)
        free(m->chunks[i]);
    free(m->chunks);
    *m = (struct line_map){ 0 };
}

static void *grown(void *rows, size_t n, size_t size)
{
    rows = realloc(rows, n * size);
    if (!rows)
        give_up("not enough memory");
    return rows;
}

__attribute__((noinline)) void noted_add(struct noted *n, uint32_t *index, uint64_t key, bool store,
                                         void *first)
{
    if (n->n == n->room) {
        n->room = 2 * n->room + 1024;
        n->touch = grown(n->touch, n->room, sizeof *n->touch);
        n->first = grown(n->first, n->room, sizeof *n->first);
    }
    *index = n->n;
    n->touch[n->n] = (struct noted_touch){ .key = key, .stored_first = store };
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
