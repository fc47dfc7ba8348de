#ifndef TEXT_H
#define TEXT_H

#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>
#include <stdio.h>

/* Parts of the text report; report_text() puts them together. */

enum { TEXT_COLUMNS = 80, TEXT_CELL = 48 };

/* Answers below this confidence are doubtful. */
#define TEXT_SURE 0.8

/* ---- text_wrap.c: words and lines ---- */

/* LEAD, then the words of BODY, at most TEXT_COLUMNS wide; further lines are indented as far as
 * LEAD is long (LEAD is shorter than half a line). Ends the line. Bytes that are not printable
 * ASCII become '?'. */
void text_wrap(FILE *out, const char *lead, const char *body);
/* The same on MOST lines at most, 1 or more: what does not fit is "...". How many lines it took. */
unsigned text_wrap_most(FILE *out, const char *lead, const char *body, unsigned most);
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
/* The same for a place with little room: "?" is not determined, "!" behind it is in doubt. */
void text_answer(char *to, const struct result *r);
/* Whether R has an answer that is less than TEXT_SURE. */
bool text_unsure(const struct result *r);
/* The same, or one that rests on a damaged series. */
bool text_doubtful(const struct result *r);
/* "98 %". */
void text_percent(char *to, double share);

/* ---- text_line.c: what stands in one line, of parts ---- */

struct text_line {
    char text[1000];
    size_t used;
};

/* Adds printf-like text, as much of it as there is room for. */
void text_line_add(struct text_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds BEFORE, text_answer() of ID and AFTER; nothing where there is no such result. */
void text_line_answer(struct text_line *line, const struct results *results, const char *before,
                      const char *id, const char *after);

/* ---- text_groups.c: contexts that are near each other ---- */

struct locality;
struct locality_node;
/* "0-3,8,12-15": the contexts of NODE, with "..." where there is no room for all; SIZE of TO,
 * bytes, is at least 40. */
void text_members(char *to, size_t size, const struct locality *l,
                  const struct locality_node *node);
/* "L1, L2": the caches of a node (locality_node.caches). */
void text_shared(char *to, size_t size, unsigned caches);
/* How many groups from AT on, one behind the other, say the same to within a tenth. */
size_t text_alike(const struct locality *l, size_t at);

/* ---- text_missing.c ---- */

/* Why nothing is known of what PROBE measures: "not measured (PROBE did not run)" ... */
void text_missing(char *to, size_t size, const struct log *log, const char *probe);

/* ---- text_table.c: libsmartcols, indented by two ---- */

struct text_column {
    const char *name;
    bool right; /* numbers are aligned to the right */
    bool tree;  /* lines below others are drawn as a tree; one column at most */
};
struct libscols_table;
struct libscols_line;

/* NULL when memory is short. */
struct libscols_table *text_table_new(const struct text_column *columns, size_t n);
/* Adds a line of as many cells as there are columns; -1 when memory is short. */
int text_table_add(struct libscols_table *table, const char *const *cells, size_t n);
/* The same, below PARENT in the tree, NULL: at the top. The line, which the table owns, or NULL
 * when memory is short. */
struct libscols_line *text_table_below(struct libscols_table *table, struct libscols_line *parent,
                                       const char *const *cells, size_t n);
/* Prints and frees TABLE; -1 when memory is short. */
int text_table_end(FILE *out, struct libscols_table *table);

/* ---- sections ---- */

/* Those that return an int: -1 when memory is short, else 0. */
int text_memory(FILE *out, const struct log *log, const struct results *results);
/* TLB, caches, registers, contexts, processor, memory under load: a line each. */
void text_lines(FILE *out, const struct log *log, const struct results *results);
/* Who is near whom, as a tree. */
int text_locality(FILE *out, const struct log *log, const struct results *results);
/* What is most asked: a row for each type. */
int text_ops(FILE *out, const struct log *log, const struct results *results);
/* One line: the highest peaks and their ridges; nothing where they are not known. */
void text_roofline(FILE *out, const struct results *results);
/* What no section of its own shows, so that a new analysis is seen at once. A few rows, or all when
 * VERBOSE. */
int text_others(FILE *out, const struct results *results, bool verbose);
void text_machine(FILE *out, const struct log *log, const struct results *results);
/* A few lines, or all when VERBOSE. */
void text_doubts(FILE *out, const struct log *log, const struct results *results, bool verbose);
void text_next(FILE *out, const struct log *log, const struct results *results, bool verbose);
/* The rest is for those who ask for all. Bandwidth: a row for each level and number of contexts;
 * nothing where nothing was measured. */
int text_bandwidth(FILE *out, const struct results *results);
/* Every operation: a column for each scalar type, and a second table for vectors. */
int text_all_ops(FILE *out, const struct results *results);
/* Every group with its blocks, and a map of pairs in the order of the tree. */
void text_pairs(FILE *out, const struct results *results);
/* Each curve in a line, darker where it is higher; nothing where memory is short. */
void text_curves(FILE *out, const struct log *log, const struct results *results);
void text_evidence(FILE *out, const struct log *log, const struct results *results);

#endif
