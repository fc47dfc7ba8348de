/* A few boards with all that is known of each: read from reports and logs, and what is usual among
 * them. */
#ifndef FLEET_BOARDS_H
#define FLEET_BOARDS_H

#include "analysis/analysis.h"
#include "fleet.h"
#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>
#include <stdio.h>

/* One board's answers, from a report in JSON or from a log. */
struct compared {
    char *name; /* of its file; owned, as the rest; compared_free() */
    struct log_key *keys;
    size_t n_keys;
    struct results results;
    size_t n_problems;
    bool damaged; /* some of them cost something, or the run is not whole */
};

/* Reads the N bytes of a report of schema pontoon.report/1 or 2 into *C, zeroed before; NAME is the
 * file's. 0, or -1 with the cause in WHY: "LINE:COLUMN: cause", or "PLACE: cause" where the JSON is
 * fine and what it says is not. compared_free() in every case. */
enum { COMPARE_WHY = 240 };
int compare_parse_report(struct compared *c, const char *name, const char *bytes, size_t n,
                         char why[COMPARE_WHY]);
/* The same with a message "analyze: NAME: cause" on ERR in place of WHY. */
int compare_read_report(struct compared *c, const char *name, const char *bytes, size_t n,
                        FILE *err);
void compared_free(struct compared *c);

/* ---- files, plain or gzip ---- */

/* A file that was opened: the bytes of a report, or a log that is read from FD. */
struct board_file {
    int fd;
    char *report; /* owned; NULL: it does not begin as a report does */
    size_t n;
    int64_t time;              /* of its last change, seconds since 1970 UTC */
    uint8_t sha256[FLEET_SHA]; /* of what it unpacks to: fleet.h */
};

/* Opens FILE, a regular one: opening a pipe would wait for its writer. Returns NULL, or why that
 * failed. board_file_close() in every case. */
const char *board_file_open(struct board_file *f, const char *file);
void board_file_close(struct board_file *f);

/* Reads FILE, a report or a log of any kind. What it was read from goes to *LOG, zeroed before,
 * which the caller gives to log_free(): without a run where it was a report; LOG may be NULL. 0, or
 * -1 after a message on ERR. */
int compare_read_file(struct compared *c, struct log *log, const char *file, enum method method,
                      FILE *err);

bool compare_is_folder(const char *path);
/* Returns true when PATH, NULL for none, is a file that begins as a report does. */
bool compare_is_report(const char *path);
/* The N files in folder DIR by name, without folders and what begins with a dot; NULL after a
 * message on ERR. compare_files_free() frees them. */
char **compare_files(const char *dir, size_t *n, FILE *err);
void compare_files_free(char **files, size_t n);

/* ---- several boards ---- */

enum { COMPARE_MOST = 8 }; /* boards that a person tells apart: columns, and colours of a page */

struct compared_boards {
    struct compared *at;
    struct log *log; /* of each; without a run where it is a report */
    size_t n;
};

/* Adds the N FILES to BOARDS, zeroed before, with their logs. 0; 1 when one could not be read or is
 * damaged, after a message on ERR; -1 where memory is short. compared_boards_free() in every case.
 */
int compare_read_boards(struct compared_boards *boards, char *const *files, size_t n,
                        enum method method, FILE *err);
void compared_boards_free(struct compared_boards *boards);

/* What is usual of answer ID among N boards, COMPARE_MOST at most: as in a fleet
 * (fleet_typical_of()) whose boards are all of one kind, with a run each. */
struct fleet_typical compare_usual(const struct compared *boards, size_t n,
                                   const struct result_id *id);
/* Returns true when R, NULL for none, is far from what is USUAL of three boards or more, and its
 * bounds leave the usual value out: more than 3 spreads; of what is discrete, another value than
 * most boards have. */
bool compare_far(const struct fleet_typical *usual, const struct result *r);
/* Returns true when one of the first N boards has ID: those who go through all answers met it
 * before. */
bool compare_has(const struct compared *boards, size_t n, const struct result_id *id);

#endif
