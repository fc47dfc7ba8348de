#ifndef COMPARE_H
#define COMPARE_H

#include "infer.h"
#include "log.h"
#include <stdbool.h>
#include <stdio.h>

/* Answers of several logs held against each other. */

/* One board's answers, from a report in JSON or from a log. */
struct compared {
    char *name; /* owned, as the rest; compared_free() */
    struct log_key *keys;
    size_t n_keys;
    struct results results;
    bool damaged; /* the report lists problems that cost something */
};

/* Reads the N bytes of a report of schema pontoon.report/1 into *C, zeroed before; NAME is the
 * file's. 0, or -1 after one message "analyze: FILE:LINE:COLUMN: cause" on ERR, or "analyze: FILE:
 * PLACE: cause" where the JSON is fine and what it says is not. */
int compare_read_report(struct compared *c, const char *name, const char *bytes, size_t n,
                        FILE *err);

/* Reads FILE, a report or, where it does not begin with a brace, a log of any kind. 0, or -1 after
 * a message on ERR. */
int compare_read_file(struct compared *c, const char *file, enum method method, FILE *err);
void compared_free(struct compared *c);

/* Whether the two answers, NULL for none, cannot be one: their bounds have nothing in common, the
 * names differ, or only one is known. Times without bounds may differ by a tenth. */
bool compare_differ(const struct result *a, const struct result *b);

/* What changed from OLD to the answers of LOG, 80 columns. Returns how many did. */
size_t compare_changes(FILE *out, const struct compared *old, const struct log *log,
                       const struct results *now);

/* N boards side by side, a column each, as many as 80 columns hold at a time; '*' marks what is
 * more than three scaled median deviations from the median of at least three boards, with bounds
 * that leave the median out. -1 where memory is short, else 0. */
int compare_table(FILE *out, const struct compared *boards, size_t n);

/* Every report and log in folder DIR, by name, as compare_table(). Returns 0; 1 when one of them
 * could not be read or is damaged; 2 when the folder cannot be read; 3 when nothing in it can; -1
 * where memory is short. */
int compare_folder(FILE *out, const char *dir, enum method method, FILE *err);

#endif
