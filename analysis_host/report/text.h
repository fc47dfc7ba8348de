#ifndef TEXT_H
#define TEXT_H

#include "infer.h"
#include "log.h"
#include <stdbool.h>
#include <stdio.h>

/* Parts of the text report; report_text() puts them together. */

enum { TEXT_COLUMNS = 80, TEXT_CELL = 48 };

/* Answers below this confidence are doubtful. */
#define TEXT_SURE 0.8

/* ---- text_wrap.c: words and lines ---- */

/* LEAD, then the words of BODY, at most TEXT_COLUMNS wide; further lines are indented as far as
 * LEAD is long (LEAD is shorter than a line). Ends the line. Bytes that are not printable ASCII
 * become
 * '?'. */
void text_wrap(FILE *out, const char *lead, const char *body);
/* The same, printf-like; bodies beyond 1000 bytes are cut with "...". */
void text_wrapf(FILE *out, const char *lead, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* N bytes of TEXT with '?' for all that is not printable ASCII. */
void text_ascii(FILE *out, const char *text, size_t n);

/* ---- text_value.c: numbers as people write them; results go to TO, TEXT_CELL bytes ---- */

/* VALUE in UNIT: "31.5 KiB", "2.10 GHz", "4.0 cy", "13". */
void text_number(char *to, double value, const char *unit);
/* The answer of R in words: a number, a name, "not determined" or "none". */
void text_value(char *to, const struct result *r);
/* "98 %". */
void text_percent(char *to, double share);

/* ---- text_table.c: libsmartcols, indented by two ---- */

struct text_column {
    const char *name;
    bool right; /* numbers are aligned to the right */
};
struct libscols_table;

/* NULL when memory is short. */
struct libscols_table *text_table_new(const struct text_column *columns, size_t n);
/* Adds a line of as many cells as there are columns; -1 when memory is short. */
int text_table_add(struct libscols_table *table, const char *const *cells, size_t n);
/* Prints and frees TABLE; -1 when memory is short. */
int text_table_end(FILE *out, struct libscols_table *table);

/* ---- sections ---- */

/* Those that return an int: -1 when memory is short, else 0. */
int text_memory(FILE *out, const struct results *results);
/* Whether text_memory() or the machine line shows ID, so that it is no "other" answer. */
bool text_memory_shows(const char *id);
/* A row for each level and number of contexts; nothing where nothing was measured. */
int text_bandwidth(FILE *out, const struct results *results);
/* One line: the highest peaks and their ridges. */
void text_roofline(FILE *out, const struct results *results);
/* Whether one of these two shows ID, or what it was made of. */
bool text_bandwidth_shows(const char *id);
/* A column for each scalar type; VECTORS_TOO: a second table for vectors. */
int text_ops(FILE *out, const struct results *results, bool vectors_too);
/* Who is near whom: the tree, and a map of pairs in its order. */
void text_locality(FILE *out, const struct results *results);
/* Whether text_locality() shows ID. */
bool text_locality_shows(const char *id);
void text_machine(FILE *out, const struct log *log, const struct results *results);
/* A screenful, or all when VERBOSE. */
void text_doubts(FILE *out, const struct log *log, const struct results *results, bool verbose);
void text_next(FILE *out, const struct log *log, const struct results *results, bool verbose);
/* Each curve in a line, darker where it is higher; nothing where memory is short. */
void text_curves(FILE *out, const struct log *log, const struct results *results);
void text_evidence(FILE *out, const struct log *log, const struct results *results);

#endif
