/* Answers of several logs and reports, compared with each other. */
#ifndef COMPARE_H
#define COMPARE_H

#include "analysis/analysis.h"
#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>
#include <stdio.h>

/* One board's answers, from a report in JSON or from a log. */
struct compared {
    char *name; /* owned, as the rest; compared_free() */
    struct log_key *keys;
    size_t n_keys;
    struct results results;
    size_t n_problems;
    bool damaged; /* some of them cost something, or the run is not whole */
};

/* Reads the N bytes of a report of schema pontoon.report/1 or 2 into *C, zeroed before; NAME is the
 * file's. 0, or -1 after one message "analyze: FILE:LINE:COLUMN: cause" on ERR, or "analyze: FILE:
 * PLACE: cause" where the JSON is fine and what it says is not. */
int compare_read_report(struct compared *c, const char *name, const char *bytes, size_t n,
                        FILE *err);

/* Reads FILE, a report or, where it does not begin with a brace, a log of any kind. What it was
 * read from goes to *LOG, zeroed before, which the caller gives to log_free(): without a run where
 * it was a report; LOG may be NULL. 0, or -1 after a message on ERR. */
int compare_read_file(struct compared *c, struct log *log, const char *file, enum method method,
                      FILE *err);
void compared_free(struct compared *c);

/* Writes "analyze: FILE: WHY" to ERR. Returns -1. */
int compare_refuse(FILE *err, const char *file, const char *why);

/* ---- several boards ---- */

struct compared_boards {
    struct compared *at;
    struct log *log; /* of each; NULL where logs were not to be kept */
    size_t n;
};

/* Adds the N FILES to BOARDS, zeroed before, and keeps their logs where KEEP_LOGS. 0; 1 when one
 * could not be read or is damaged, after a message on ERR; -1 where memory is short.
 * compared_boards_free() in every case. */
int compare_read_boards(struct compared_boards *boards, char *const *files, size_t n,
                        bool keep_logs, enum method method, FILE *err);
void compared_boards_free(struct compared_boards *boards);

bool compare_is_folder(const char *path);
/* Returns true when PATH, NULL for none, is a file that begins as a report does. */
bool compare_is_report(const char *path);
/* The N files in folder DIR by name, without folders and what begins with a dot; NULL after a
 * message on ERR. compare_files_free() frees them. */
char **compare_files(const char *dir, size_t *n, FILE *err);
void compare_files_free(char **files, size_t n);

/* The usual value of an answer among boards. */
struct compare_usual {
    double median, spread; /* spread < 0: too few boards to say */
};

/* SCRATCH: room for N numbers. */
struct compare_usual compare_usual(const struct compared *boards, size_t n,
                                   const struct result_id *id, double *scratch);
/* Returns true when R, NULL for none, is a number more than three scaled median deviations from the
 * median, with bounds that leave the median out. */
bool compare_far(const struct compare_usual *usual, const struct result *r);
/* Returns true when one of the first N boards has ID: those who go through all answers met it
 * before. */
bool compare_has(const struct compared *boards, size_t n, const struct result_id *id);
/* R as a cell of a table, NULL for none, in FORMAT_CELL bytes: a value, '-' or '?'. */
void compare_cell(char *to, const struct result *r);

/* ---- what is written ---- */

/* Returns true when the two answers, NULL for none, cannot be one: their bounds have nothing in
 * common, the names differ, or only one is known. Times without bounds may differ by a tenth. */
bool compare_differ(const struct result *a, const struct result *b);

/* Writes what changed from OLD to the answers of LOG, of the file NAME: which runs, the largest
 * changes first, the number of those that are smaller or doubtful, and a verdict. Answers are
 * called as the field does, the 20 largest; or by their ids, and all, when VERBOSE. Returns how
 * many changed. */
size_t compare_changes(FILE *out, const struct compared *old, const char *name,
                       const struct log *log, const struct results *now, bool verbose);

/* N boards side by side, a column each, as many as 80 columns hold at a time; '*' marks what is far
 * from the others (compare_far()). -1 where memory is short, else 0. */
int compare_table(FILE *out, const struct compared *boards, size_t n);

enum { COMPARE_MOST = 8 }; /* boards side by side that a person reads */

/* Every report and log in folder DIR, by name, as compare_table(). Returns 0; 1 when one of them
 * could not be read or is damaged; 2 when the folder cannot be read or has more than COMPARE_MOST
 * files, of which none is opened; 3 when nothing in it can; -1
 * where memory is short. */
int compare_folder(FILE *out, const char *dir, enum method method, FILE *err);

#endif
