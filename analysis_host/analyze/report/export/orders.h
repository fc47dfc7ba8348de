/* Exports that were asked for: which kinds, and the file that each goes to. */
#ifndef EXPORT_ORDERS_H
#define EXPORT_ORDERS_H

#include "kind.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { EXPORT_MOST_ORDERS = 32 };

/* Exports that were asked for: kinds with the file that each goes to; NULL: standard output. */
struct export_orders {
    struct export_order {
        const struct export_kind_entry *kind;
        const char *file;
    } at[EXPORT_MOST_ORDERS];
    size_t n;
    bool strict;       /* a value that a kind needs and that is not known is a refusal */
    const char *sizes; /* of products with a constant size, "4,8,12x16x4"; NULL: none */
};

/* Adds the order KIND[=FILE], where FILE "-" is standard output; TEXT must stay. NULL, or what is
 * wrong with it; valid until the next call. */
const char *export_orders_add(struct export_orders *x, const char *text);

/* Returns true when one goes to standard output: at most one does. */
bool export_orders_to_output(const struct export_orders *x);

/* The kinds, one line each. */
void export_kinds_list(FILE *out);

enum export_status { EXPORT_WRITTEN, EXPORT_REFUSED, EXPORT_FAILED };

/* Makes and writes every order, the one for standard output by PUT, which returns 0 when all N
 * bytes went out. FROM names the log. Messages go to ERR. The worst that happened to any; those
 * that neither was refused nor failed are written all the same. */
enum export_status export_orders_write(const struct export_orders *x, const struct log *log,
                                       const struct results *results, const char *from,
                                       int (*put)(const char *text, size_t n), FILE *err);

/* Returns the text that the kind NAME writes, to be freed; NULL where there is no such kind, or it
 * refuses, or memory is short. */
char *export_text(const char *name, const struct log *log, const struct results *results);

#endif
