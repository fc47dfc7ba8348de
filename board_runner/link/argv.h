#ifndef ARGV_H
#define ARGV_H

#include <stdbool.h>
#include <stddef.h>

/* Words of a command that board_runner itself puts together; they belong to the caller. */

enum { ARGV_MOST = 256 };

struct argv {
    const char *word[ARGV_MOST + 1]; /* ends with NULL when zero-initialised */
    size_t n;
    bool full; /* a word found no room: the command must not be run */
};

static inline void argv_add(struct argv *w, const char *word)
{
    if (w->n < ARGV_MOST)
        w->word[w->n++] = word;
    else
        w->full = true;
}

/* As posix_spawn() and its like want them, who leave the words alone. */
static inline char *const *argv_words(const struct argv *w)
{
    return (char *const *)(size_t)w->word;
}

#endif
