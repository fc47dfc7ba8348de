/* A kind of export: answers in the words of the program that uses them. */
#ifndef EXPORT_KIND_H
#define EXPORT_KIND_H

#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Each kinds/<kind>.c exports `const struct export_kind export_<kind>`; the table is generated from
 * the file names. A kind writes what it knows. Of a value that is not known it writes the low
 * bound, or leaves the value out where its consumer can do without, and notes that; it never makes
 * one up. It refuses when nothing is left that its consumer could use, or, for --strict, when a
 * value that the consumer needs is not known. */

/* Values that a kind writes: as measured, the nearest that hardware is built in, both side by side,
 * or the samples themselves. */
enum export_values { EXPORT_EFFECTIVE, EXPORT_NOMINAL, EXPORT_BOTH, EXPORT_RAW };

/* What stands in the place of a value that is not known. */
struct export_note {
    char id[ID_BYTES];
    char text[120]; /* "low bound, 8 MiB to 16 MiB seen", "not known, left out" */
};

enum { EXPORT_NOTES = 24 };

/* The log and answers that a kind writes, and where to. */
struct exporter {
    FILE *out; /* memory: nothing of it is seen when the kind refuses */
    const struct log *log;
    const struct results *results;
    enum export_values values;
    bool strict;       /* a value that is needed and not known is a refusal */
    char refused[300]; /* the first reason; empty: none */
    struct export_note note[EXPORT_NOTES];
    size_t n_notes;
    size_t file;           /* of a folder: which file is wanted, from 0 */
    const char *sizes;     /* asked for with the order; NULL: none were */
    const char *file_name; /* set by the kind: its name; NULL: there are no more */
};

/* Comments of the format: the first line of a file says in one what kind of values these are. */
enum export_comment {
    COMMENT_HASH,   /* # ... */
    COMMENT_C,      /* a comment of C, also in device trees */
    COMMENT_OWN,    /* the format has none: the kind says it in the format's own way */
    COMMENT_FOLDER, /* a folder: write() is called for each file, with its number in exporter.file
                     */
};

struct export_kind {
    const char *about; /* one line for --export=list: the consumer, and how it takes the file */
    enum export_values values;
    enum export_comment comment;
    void (*write)(struct exporter *e);
};

struct export_kind_entry {
    const char *name;
    const struct export_kind *export_kind;
};
extern const struct export_kind_entry export_table[];
extern const unsigned export_table_count;

/* Keeps the printf-like reason unless there is one already. */
void export_refuse(struct exporter *e, const char *why, ...) __attribute__((format(printf, 2, 3)));

/* Notes what stands in the place of ID, printf-like, once. */
void export_note(struct exporter *e, const char *id, const char *text, ...)
    __attribute__((format(printf, 3, 4)));

/* "effective" ... */
const char *export_values_name(enum export_values values);

#endif
