/* A number for each line (or page) of memory: neighbouring lines lie in one chunk. */
#ifndef LINE_MAP_H
#define LINE_MAP_H

#include <stddef.h>
#include <stdint.h>

enum { LINE_MAP_CHUNK = 64, LINE_MAP_NEAR = 256 };

struct line_chunk {
    uint64_t key; /* line / 64 */
    uint32_t number[LINE_MAP_CHUNK];
};

/* All 0: empty. */
struct line_map {
    struct line_chunk **chunks; /* hashed; a power of two of them */
    size_t n, room;
    struct line_chunk *near[LINE_MAP_NEAR]; /* found lately */
};

/* Returns the chunk KEY, a new one of zeros where there is none. Without memory the process ends.
 */
struct line_chunk *line_map_chunk(struct line_map *m, uint64_t key);

/* Frees what M holds, not M itself. */
void line_map_free(struct line_map *m);

/* Returns where the number of LINE is, at first 0; it stays there. Without memory the process
 * ends. */
static inline uint32_t *line_map_place(struct line_map *m, uint64_t line)
{
    uint64_t key = line / LINE_MAP_CHUNK;
    struct line_chunk **near = &m->near[key % LINE_MAP_NEAR];

    if (!*near || (*near)->key != key)
        *near = line_map_chunk(m, key);
    return &(*near)->number[line % LINE_MAP_CHUNK];
}

/* Returns the same where it is quickly found, else NULL. */
static inline uint32_t *line_map_known(const struct line_map *m, uint64_t line)
{
    uint64_t key = line / LINE_MAP_CHUNK;
    struct line_chunk *near = m->near[key % LINE_MAP_NEAR];

    return near && near->key == key ? &near->number[line % LINE_MAP_CHUNK] : NULL;
}

#endif
