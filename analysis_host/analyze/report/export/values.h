/* Values that kinds of export write. */
#ifndef EXPORT_VALUES_H
#define EXPORT_VALUES_H

#include "kind.h"
#include <stdbool.h>

/* Returns true when ID is known, and then its number in its own unit: nominal where the kind writes
 * such and there is one, else as measured. */
bool export_known(const struct exporter *e, struct result_id id, double *value);

/* The same; 0, after refusing with the reason, where it is not known or not above 0. */
double export_need(struct exporter *e, struct result_id id);

/* The same as export_known() above 0, else the low bound of ID where samples bound it; 0 where they
 * do not. What is not known is noted, and a refusal for --strict. */
double export_have(struct exporter *e, struct result_id id);

/* Levels of data cache. Where their number is not known: those in a row whose sizes are, which is
 * noted, and a refusal for --strict. 0, after refusing, where there are none. */
unsigned export_levels(struct exporter *e);
/* The outermost of LEVELS data caches whose size export_have() has; 0, after refusing: none. */
unsigned export_last_sized(struct exporter *e, unsigned levels);

/* One level of data cache. */
struct export_cache {
    double bytes, line_bytes; /* 0: not known */
    double ways, sets;        /* 0: not known */
    bool rounded; /* the sets are the power of two nearest to what size, ways and line come to */
};

/* Cache LEVEL, from 1, by export_have(); the other notes also ways that are not known. */
struct export_cache export_cache(struct exporter *e, unsigned level);
struct export_cache export_whole_cache(struct exporter *e, unsigned level);

/* The key of RUN, or OTHERWISE; bytes that could end a comment or a string are '_'. Valid until the
 * next call. */
const char *export_run_text(const struct exporter *e, const char *key, const char *otherwise);

/* Square blocks of 8-byte numbers of which three fit into BYTES: their side. */
double export_tile(double bytes);

#endif
