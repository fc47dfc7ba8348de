/* What the plugin notes of lines (or pages) of memory: a number for each, and touches between
 * samples. */
#ifndef NOTED_H
#define NOTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Prints CAUSE and ends the process with status 2. */
_Noreturn void give_up(const char *cause);

enum { LINE_MAP_CHUNK = 64, LINE_MAP_RECENT = 256 };

struct line_chunk {
    uint64_t key; /* line / 64 */
    uint32_t number[LINE_MAP_CHUNK];
};

/* All 0: empty. */
struct line_map {
    struct line_chunk **chunks; /* hashed; a power of two of them */
    size_t n, room;
    struct line_chunk *recent[LINE_MAP_RECENT]; /* found last */
};

/* Returns the chunk KEY, a new one of zeros where there is none. Without memory the process ends.
 */
struct line_chunk *line_map_chunk(struct line_map *m, uint64_t key);

/* Frees what M holds, not M itself. */
void line_map_free(struct line_map *m);

/* Returns where the number of LINE is, at first 0; it stays there. Without memory the process
 * ends. */
static inline uint32_t *line_map_number(struct line_map *m, uint64_t line)
{
    uint64_t key = line / LINE_MAP_CHUNK;
    struct line_chunk **recent = &m->recent[key % LINE_MAP_RECENT];

    if (!*recent || (*recent)->key != key)
        *recent = line_map_chunk(m, key);
    return &(*recent)->number[line % LINE_MAP_CHUNK];
}

/* Returns the same where it is quickly found, else NULL. */
static inline uint32_t *line_map_known(const struct line_map *m, uint64_t line)
{
    uint64_t key = line / LINE_MAP_CHUNK;
    struct line_chunk *recent = m->recent[key % LINE_MAP_RECENT];

    return recent && recent->key == key ? &recent->number[line % LINE_MAP_CHUNK] : NULL;
}

enum { NOTED_MOST = 1 << 17 }; /* touches */

struct noted_touch {
    uint64_t key;
    uint32_t at;
    bool stored, stored_first; /* since it was noted, and by the access that faulted it in */
};

/* All 0: nothing is noted. */
struct noted {
    struct noted_touch *touch;
    void **first; /* who touched each first */
    uint32_t n, room;
    uint32_t touches; /* in all */
    uint32_t *order;  /* all 0 but in noted_settle() */
};

/* Notes KEY, which is not noted yet, at *INDEX; the order is not set. Without memory the process
 * ends. */
void noted_add(struct noted *n, uint32_t *index, uint64_t key, bool store, void *first);

/* Calls TOUCH for each that is noted, the one first whose last touch was first, and forgets all. */
void noted_settle(struct noted *n,
                  void (*touch)(void *ctx, const struct noted_touch *, void *first), void *ctx);

/* Frees what N holds, not N itself. */
void noted_free(struct noted *n);

/* Notes a touch of KEY by FIRST. *INDEX is a number that belongs to KEY alone, at first anything.
 * Returns false where as much is noted as there is room for: noted_settle() then. */
static inline bool noted_touch(struct noted *n, uint32_t *index, uint64_t key, bool store,
                               void *first)
{
    if (*index >= n->n || n->touch[*index].key != key)
        noted_add(n, index, key, store, first);
    struct noted_touch *touch = &n->touch[*index];
    touch->at = n->touches++;
    touch->stored |= store;
    return n->touches < NOTED_MOST;
}

/* noted_touch() of KEY where it is noted at INDEX and there is room for more; else returns false,
 * and nothing was done. */
static inline bool noted_touch_again(struct noted *n, uint32_t index, uint64_t key, bool store)
{
    struct noted_touch *touch = &n->touch[index];

    if (index >= n->n || touch->key != key || n->touches + 1 >= NOTED_MOST)
        return false;
    touch->at = n->touches++;
    touch->stored |= store;
    return true;
}

#endif
