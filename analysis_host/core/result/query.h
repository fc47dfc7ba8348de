/* Looks answers up. All functions take what is not there as not known. */
#ifndef QUERY_H
#define QUERY_H

#include "result.h"

/* The answer ID that stands so far, or NULL: the last that revises the others, of those that are
 * not hidden from the analysis that runs. */
const struct result *result_find(const struct results *r, struct result_id id);
/* The same by how its name is spelt: for names that come from files. */
const struct result *result_find_text(const struct results *r, const char *text);

/* True when R is a number; R may be NULL. */
bool result_is_number(const struct result *r);
/* As measured, in the unit of the quantity; 0: no number. */
double result_measured(const struct results *r, struct result_id id);
/* The nearest that hardware is built in, or as measured where there is none such; 0: no number. */
double result_nominal(const struct results *r, struct result_id id);
/* The same of R itself; R may be NULL. */
double nominal_of(const struct result *r);

/* The same of QUANTITY (CACHE_SIZE ...) of cache LEVEL, from 1. */
double cache_measured(const struct results *r, unsigned level, enum quantity quantity);
double cache_nominal(const struct results *r, unsigned level, enum quantity quantity);

/* True when kernels named NAME and OTHER are one in tables and figures: streams_2, streams_3 ...
 * are.
 */
bool kernel_is_same(const char *name, const char *other);

/* The rule by which the size of a level is a number of lines that it holds wherever they lie, as
 * its index takes all bits of addresses; and whether that of cache LEVEL is. */
extern const char query_by_lines[];
bool cache_counts_lines(const struct results *r, unsigned level);

/* Latency of a load in cache LEVEL or, where LEVEL is one beyond LEVELS, in memory, cycles; 0: not
 * known. */
double latency_at(const struct results *r, unsigned level, unsigned levels);
/* Levels of data cache; 0: none, or not known. */
unsigned cache_levels(const struct results *r);

#endif
