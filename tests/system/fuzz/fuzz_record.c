/* The record reader and what builds runs of its sentences, on bytes as a line may bring them. The
 * first byte says how long the pieces are. */
#include "log/build.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct log log = { 0 };
    struct log_build build = { .log = &log };
    struct record_reader_calls calls = { .sentence = log_build_runs_sentence,
                                         .fault = log_build_runs_fault,
                                         .ctx = &build };
    struct record_reader *r = record_reader_new(&calls);
    size_t piece = n > 0 ? 1 + bytes[0] : 1;

    if (r == NULL)
        abort();
    for (size_t i = 1; i < n; i += piece)
        record_reader_feed(r, (const char *)bytes + i, n - i < piece ? n - i : piece);
    record_reader_end(r);
    log_build_runs_end(&build);
    record_reader_free(r);
    log_free(&log);
    return 0;
}
