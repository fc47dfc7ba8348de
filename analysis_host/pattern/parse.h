/* What the files of the parser share. */
#ifndef PARSE_H
#define PARSE_H

#include "lexer.h"
#include "pattern.h"

struct let {
    const char *name;
    struct place at;
    const struct affine *value; /* NULL: its line has a fault; of a sweep the one that is tried */
    unsigned n;                 /* numbers of a sweep; 0: one value */
    const struct affine *swept[MOST_SWEEP];
    unsigned tried; /* number of the one that is tried */
    bool used;      /* by the variant that is read */
};

struct parser {
    struct pattern *pattern;
    struct faults *faults;
    const struct token *t;      /* the next token of the line */
    const struct statement *of; /* whose iterators are meant; NULL: none */
    bool in_extent;             /* names are looked for in an extent or a let */
    unsigned depth;             /* of brackets */
    unsigned n_values;          /* nodes of the right side that is read */
    bool in_clauses;            /* of a variant: sweeps are taken */
    struct variant *variant;    /* that lines of clauses belong to; NULL: none, or a broken one */
    struct let lets[MOST_LETS];
    unsigned n_lets;
    struct let_given *given;
    unsigned n_given;
};

/* ---- tokens ---- */

/* Adds a fault at the next token, or nothing where that was told already; false. FORMAT without
 * arguments: a plain text. */
bool parse_fail(struct parser *p, const char *text);
/* Takes the next token where it is the word or mark TEXT. */
bool parse_take(struct parser *p, const char *text);
/* The same; else adds the fault "'TEXT' is expected", with where it stands. */
bool parse_expect(struct parser *p, const char *text, const char *where);
/* Takes a name that may be declared; NULL after a fault, which says WHAT lacks. */
const char *parse_name(struct parser *p, const char *what);
/* Takes a whole number of LEAST to MOST. */
bool parse_number(struct parser *p, const char *what, int64_t least, int64_t most, int64_t *number);
/* Adds a fault where tokens are left. */
bool parse_end(struct parser *p);
/* Returns true when TOKEN is the word NAME. */
bool token_names(const struct token *token, const char *name);

/* ---- expressions; NULL or false after a fault ---- */

const struct affine *parse_affine(struct parser *p);
/* Conditions joined by `and`. */
bool parse_conditions(struct parser *p, const struct condition **conditions);
/* NAME[...]...; the array's name is the next token. */
bool parse_access(struct parser *p, struct access *access);
/* A right side. */
const struct value *parse_value(struct parser *p);

/* Returns the number of the array NAME, or n_arrays. */
unsigned parse_array(const struct parser *p, const struct token *name);
struct let *parse_let(struct parser *p, const struct token *name);
/* The value of LET; NULL after a fault where it is a sweep and no clause is read. */
const struct affine *parse_let_value(struct parser *p, struct let *let);
/* Returns true when A has neither a size nor an iterator in it; then *NUMBER is its value. */
bool affine_number(const struct affine *a, int64_t *number);

/* ---- lines ---- */

/* Before the lines of a variant are read: sweeps begin with their first numbers. */
void parse_sweep_begin(struct parser *p);
/* After them: names what was read, from variant FIRST on, for the numbers that it used. False where
 * that was the last of them; else the same lines are read again for others. */
bool parse_sweep_next(struct parser *p, unsigned first);

/* The line of a variant, and one that begins with a clause. */
void parse_variant(struct parser *p);
void parse_clauses_line(struct parser *p);
/* Returns true when TOKEN is a word that lines begin with. */
bool parse_is_line(const struct token *token);
/* Returns true when TOKEN begins a clause. */
bool parse_is_clause(const struct token *token);

#endif
