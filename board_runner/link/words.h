#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Words of a command that board_runner itself puts together; they belong to the caller. */

enum { WORDS_MOST = 256 };

struct words {
    const char *word[WORDS_MOST + 1]; /* ends with NULL when zero-initialised */
    size_t n;
    bool full; /* a word found no room: the command must not be run */
};

static inline void words_add(struct words *w, const char *word)
{
    if (w->n < WORDS_MOST)
        w->word[w->n++] = word;
    else
        w->full = true;
}

/* As posix_spawn() and its like want them, who leave the words alone. */
static inline char *const *words_argv(const struct words *w)
{
    return (char *const *)(size_t)w->word;
}

#endif
