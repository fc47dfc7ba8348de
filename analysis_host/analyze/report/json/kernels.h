/* Kernels as JSON: ceilings, and every series with its points. */
#ifndef JSON_KERNELS_H
#define JSON_KERNELS_H

#include "log/log.h"
#include "result/result.h"
#include <jansson.h>
#include <stdbool.h>

/* {"ceilings": [{"id", "flop_per_cycle" or "byte_per_cycle", "contexts"}], "series": [{"probe",
 * "name", "variant", "variant_of", "type", "state", "contexts", "space", "chunk", "barrier",
 * "spec", "check", "relation", "legal", "points": [{"n", "work", "bytes", "elements", "traffic":
 * {"compulsory", "every_access", "counted", "replayed", "low", "high", "boundary"}, "cycles":
 * {"floor", "min", "lower", "median", "upper", "max", "n"}, "overhead"}]}]}. What is not known is
 * null; cycles are of one run. "check" is false where the variant computes something else. NULL
 * without memory. */
json_t *json_kernels(const struct log_run *run, const struct results *results);

/* True when a probe of RUN sent series of kernels. */
bool json_has_kernels(const struct log_run *run);

#endif
