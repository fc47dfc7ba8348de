/* The words of a command that board_runner puts together itself. */
#ifndef ARGV_H
#define ARGV_H

#include <stdbool.h>
#include <stddef.h>

enum { ARGV_MOST = 256 };

/* Zero-initialise. The words belong to the caller. */
struct argv {
    const char *word[ARGV_MOST + 1]; /* ends with NULL */
    size_t n;
    bool full; /* a word found no room: the command must not be run */
};

/* Appends WORD, or sets full. */
static inline void argv_add(struct argv *w, const char *word)
{
    if (w->n < ARGV_MOST)
        w->word[w->n++] = word;
    else
        w->full = true;
}

/* Returns the words as posix_spawn() and its like want them; these do not change them. */
static inline char *const *argv_words(const struct argv *w)
{
    return (char *const *)(size_t)w->word;
}

#endif
