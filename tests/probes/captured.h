/* Reads back what a probe sent, as `analyze` would read it. */
#ifndef CAPTURED_H
#define CAPTURED_H

#include "log/log.h"
#include <stddef.h>

struct captured {
    char *bytes; /* to be freed by the test */
    size_t n;
};

/* A record_out's put; CTX is a struct captured. Never fails. */
int captured_put(void *ctx, const char *bytes, size_t n);

/* Reads N BYTES into *LOG, which the test frees with log_free(). The test fails when it cannot. */
void captured_read(const char *bytes, size_t n, struct log *log);

/* Timings that SERIES holds of the point X[0] = X, all its samples together. */
size_t captured_timings(const struct log_series *series, uint64_t x);

#endif
