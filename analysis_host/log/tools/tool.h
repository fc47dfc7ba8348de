#ifndef TABLE_TOOL_H
#define TABLE_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How the tables of other tools look: one struct table_tool each, listed in table.c. Lines come
 * without their end and hold no zero byte. */

/* Columns that walk several chains at once, beside the one of a single chain. */
enum { TABLE_CHAINS = 4 };

/* What the head of a table says about its rows. */
struct table_head {
    uint64_t stride_bytes; /* distance between the loads; 0: the head does not say */
    unsigned columns;      /* fields that a row must have, where the head names them */
    unsigned column;       /* the field that is read, from 0 */
    unsigned n_chains;     /* fields of several chains at once; then each one's place and number */
    unsigned chain_column[TABLE_CHAINS];
    uint64_t chains[TABLE_CHAINS];
    char pages[24]; /* "nohugepage" ...; empty: the head does not say */
};

struct table_point {
    uint64_t bytes;      /* working set, at least 1 */
    uint64_t latency_ps; /* of one load */
    unsigned n_chains;   /* the same with several chains at once, where the table has it */
    uint64_t chains[TABLE_CHAINS], chains_ps[TABLE_CHAINS];
};

enum table_row {
    TABLE_ROW,     /* *POINT is filled */
    TABLE_BAD_ROW, /* begins as a row of this table does, but is none: *WHY says what is wrong */
    TABLE_NO_ROW,  /* something else */
};

struct table_tool {
    const char *name; /* for source= and for people */
    bool increment;   /* latencies are what comes on top of the first level's, and may be 0 */
    /* Whether LINE begins a table; then fills *HEAD, which comes zeroed. */
    bool (*head)(const char *line, struct table_head *head);
    /* Reads one row. CUT: the log ends inside LINE, so only what cannot be a shortened number
     * counts. WHY is a literal. */
    enum table_row (*row)(const char *line, const struct table_head *head, bool cut,
                          struct table_point *point, const char **why);
};

extern const struct table_tool table_lat_mem_rd, table_ramlat, table_tinymembench;

/* ---- strict numbers: ASCII digits only, no locale, no sign ---- */

/* digits * 10^exponent. */
struct table_decimal {
    uint64_t digits;
    int exponent;
    unsigned decimals; /* digits written after the point */
};

/* Reads a number (123, 1.5, 1.5e+02) at *AT, moves *AT behind it. False, and *AT as it was, when
 * there is none or it has more than 18 digits. */
bool table_decimal(const char **at, struct table_decimal *d);

/* D * 10^POWER, rounded to the nearest integer; false when it does not fit. */
bool table_scaled(const struct table_decimal *d, int power, uint64_t *value);

/* Reads decimal digits at *AT; false when there are none or they do not fit. */
bool table_integer(const char **at, uint64_t *value);

/* A latency in nanoseconds at *AT, as picoseconds, followed by a blank or the end. On false *WHY
 * says what is wrong. */
bool table_latency(const char **at, uint64_t *ps, const char **why);

const char *table_skip_blanks(const char *at);
/* Whether WORD is at *AT; then moves *AT behind it. */
bool table_word(const char **at, const char *word);

#endif
