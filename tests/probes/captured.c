/* Keeps what a probe sends over the fake port, and reads it back. */
#include "captured.h"
#include "log/read.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

int captured_put(void *ctx, const char *bytes, size_t n)
{
    struct captured *c = ctx;
    char *longer = realloc(c->bytes, c->n + n);

    assert_non_null(longer);
    memcpy(longer + c->n, bytes, n);
    c->bytes = longer;
    c->n += n;
    return 0;
}

void captured_read(const char *bytes, size_t n, struct log *log)
{
    FILE *file = tmpfile();

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    rewind(file);
    assert_int_equal(log_read(log, fileno(file), 0), LOG_OK);
    fclose(file);
}

size_t captured_timings(const struct log_series *series, uint64_t x)
{
    size_t n = 0;

    for (size_t i = 0; i < series->n_samples; i++)
        if (series->samples[i].x[0] == x)
            n += series->samples[i].n_ticks;
    return n;
}
