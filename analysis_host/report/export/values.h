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

/* Levels of data cache; 0, after refusing, where there are none or their number is not known. */
unsigned export_levels(struct exporter *e);

/* One level of data cache. */
struct export_cache {
    double bytes, line_bytes;
    double ways, sets; /* 0: not known */
    bool rounded; /* the sets are the power of two nearest to what size, ways and line come to */
};

/* Cache LEVEL, from 1; refuses when its size or line is not known, the other also when its ways are
 * not. */
struct export_cache export_cache(struct exporter *e, unsigned level);
struct export_cache export_whole_cache(struct exporter *e, unsigned level);

/* The key of RUN, or OTHERWISE; bytes that could end a comment or a string are '_'. Valid until the
 * next call. */
const char *export_run_text(const struct exporter *e, const char *key, const char *otherwise);

/* Square blocks of 8-byte numbers of which three fit into BYTES: their side. */
double export_tile(double bytes);

#endif
