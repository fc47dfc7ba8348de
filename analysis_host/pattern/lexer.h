/* A pattern's text as lines of tokens: without comments, continued lines joined. */
#ifndef LEXER_H
#define LEXER_H

#include "arena.h"
#include "fault.h"
#include <stdint.h>

enum token_kind {
    TOKEN_END, /* of the line */
    TOKEN_WORD,
    TOKEN_NUMBER, /* a whole one */
    TOKEN_REAL,
    TOKEN_MARK,  /* an operator or bracket */
    TOKEN_WRONG, /* told already */
};

struct token {
    enum token_kind kind;
    struct place at;
    const char *text; /* its N bytes, in the file's text */
    unsigned n;
    int64_t number; /* of TOKEN_NUMBER, K and M multiplied out */
};

/* Whole numbers of a text are below this. */
#define MOST_NUMBER ((int64_t)1 << 31)

/* A line with those that continue it. */
struct line {
    struct token *tokens; /* N of them, the last TOKEN_END */
    unsigned n;
    const char *about; /* of a line `about`: its text; else NULL */
    unsigned n_about;
};

struct lines {
    struct line *at;
    unsigned n;
};

/* Splits the text of FAULTS; what cannot be a token is told there, once a line. Memory is of
 * ARENA, the bytes of tokens stay in the text. */
struct lines lexer_split(struct faults *faults, struct arena *arena);

/* Returns true when TEXT is UTF-8. */
bool text_is_utf8(const char *text);

/* Returns true when TOKEN is the word or mark TEXT. */
bool token_is(const struct token *token, const char *text);

#endif
