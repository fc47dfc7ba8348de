/* Captures the console of the fake port. */
#include "capture.h"
#include "fake.h"
#include <stdio.h>

static size_t begin;

void capture_begin(void)
{
    begin = fake.console.n_out;
}

size_t capture_end(char *text, size_t n_bytes)
{
    size_t n = fake.console.n_out - begin;

    (void)snprintf(text, n_bytes, "%s", n == 0 ? "" : fake.console.out + begin);
    return n;
}
