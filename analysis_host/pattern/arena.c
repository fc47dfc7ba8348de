/* Memory that lives as long as one pattern. */
#include "arena.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1 << 16 };

struct arena_block {
    struct arena_block *next;
    size_t used, room;
    _Alignas(max_align_t) char bytes[];
};

static struct arena_block *add_block(struct arena *arena, size_t room)
{
    struct arena_block *block = calloc(1, sizeof *block + room);

    if (block == NULL) {
        fputs("patterns: out of memory\n", stderr);
        exit(2);
    }
    block->room = room;
    block->next = arena->blocks;
    arena->blocks = block;
    return block;
}

void *arena_take(struct arena *arena, size_t n_bytes)
{
    const size_t align = _Alignof(max_align_t);
    struct arena_block *block = arena->blocks;

    n_bytes = (n_bytes + align - 1) / align * align;
    if (block == NULL || block->room - block->used < n_bytes)
        block = add_block(arena, n_bytes > BLOCK_BYTES ? n_bytes : BLOCK_BYTES);
    void *taken = block->bytes + block->used;
    block->used += n_bytes;
    return taken;
}

char *arena_text(struct arena *arena, const char *text, size_t n)
{
    char *copy = arena_take(arena, n + 1);

    memcpy(copy, text, n);
    return copy;
}

void arena_free(struct arena *arena)
{
    while (arena->blocks != NULL) {
        struct arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}
