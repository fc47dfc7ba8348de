/* Answers of two boards, or of up to eight, compared as text. */
#ifndef REPORT_COMPARE_H
#define REPORT_COMPARE_H

#include "fleet/boards.h"

/* Returns true when the two answers, NULL for none, cannot be one: their bounds have nothing in
 * common, the names differ, or only one is known. Times without bounds may differ by a tenth. */
bool compare_differ(const struct result *a, const struct result *b);

/* Writes what changed from OLD to the answers of LOG, of the file NAME: which runs, the largest
 * changes first, the number of those that are smaller or doubtful, and a verdict. Answers are
 * called as the field does, the 20 largest; or by their ids, and all, when VERBOSE. Returns how
 * many changed. */
size_t compare_changes(FILE *out, const struct compared *old, const char *name,
                       const struct log *log, const struct results *now, bool verbose);

/* R as a cell of a table, NULL for none, in FORMAT_CELL bytes: a value, '-' or '?'. */
void compare_cell(char *to, const struct result *r);
/* N boards, COMPARE_MOST at most, side by side, a column each, as many as 80 columns hold at a
 * time;
 * '*' marks what is far from what is usual among them (compare_far()). */
void compare_table(FILE *out, const struct compared *boards, size_t n);

/* Every report and log in folder DIR, by name, as compare_table(). Returns 0; 1 when one of them
 * could not be read or is damaged; 2 when the folder cannot be read or has more than COMPARE_MOST
 * files, of which none is opened; 3 when nothing in it can; -1 where memory is short. */
int compare_folder(FILE *out, const char *dir, enum method method, FILE *err);

#endif
