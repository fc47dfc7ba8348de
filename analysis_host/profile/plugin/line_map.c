/* Chunks of lines, found by hashing. */
#include "line_map.h"
#include "give_up.h"
#include <stdlib.h>

enum { FIRST_CHUNKS = 64 };

static void *cleared(size_t n, size_t size)
{
    void *p = calloc(n, size);

    if (!p)
        give_up("not enough memory");
    return p;
}

/* Where the chunk KEY is, or would be. */
static struct line_chunk **place_of(struct line_chunk **chunks, size_t room, uint64_t key)
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
            *place_of(chunks, room, m->chunks[i]->key) = m->chunks[i];
    free(m->chunks);
    m->chunks = chunks;
    m->room = room;
}

__attribute__((noinline)) struct line_chunk *line_map_chunk(struct line_map *m, uint64_t key)
{
    if (2 * m->n >= m->room)
        grow(m);
    struct line_chunk **place = place_of(m->chunks, m->room, key);
    if (*place)
        return *place;
    struct line_chunk *chunk = cleared(1, sizeof *chunk);
    chunk->key = key;
    *place = chunk;
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
