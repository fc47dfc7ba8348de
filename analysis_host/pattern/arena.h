/* Memory that lives as long as one pattern. */
#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>

struct arena {
    struct arena_block *blocks;
};

/* Returns N_BYTES zeroed bytes, aligned for any type, that arena_free() frees. Ends the program
 * with a message where there is no memory. */
void *arena_take(struct arena *arena, size_t n_bytes);

/* Returns a copy of the N bytes at TEXT, with a 0 after them. */
char *arena_text(struct arena *arena, const char *text, size_t n);

void arena_free(struct arena *arena);

#endif
