/* Fuzzes everything after the reader: sentences whose checksums and numbers are right and whose
 * fields are anything. The input is a sentence a line, from its type on. */
#include "analysis/analysis.h"
#include "log/build_runs.h"
#include "report/export/kind.h"
#include "report/export/orders.h"
#include "report/json/json.h"
#include "report/text/text.h"
#include "result/result.h"
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

enum { SENTENCE = 240 };

static void feed_line(struct record_reader *r, unsigned seq, const char *line, size_t n)
{
    char body[SENTENCE + 40], sentence[SENTENCE + 80];
    int m =
        snprintf(body, sizeof body, "PT,%u,%.*s", seq, (int)(n < SENTENCE ? n : SENTENCE), line);

    m = snprintf(sentence, sizeof sentence, "$%s*%08lX\n", body,
                 crc32(0, (const unsigned char *)body, (unsigned)m));
    record_reader_feed(r, sentence, (size_t)m);
}

static void read_lines(struct log *log, const char *bytes, size_t n)
{
    struct log_build build = { .log = log };
    struct record_reader_calls calls = { log_build_runs_sentence, log_build_runs_fault, &build };
    struct record_reader *r = record_reader_new(&calls);
    unsigned seq = 0;

    if (r == NULL)
        abort();
    for (size_t i = 0; i < n;) {
        const char *end = memchr(bytes + i, '\n', n - i);
        size_t length = end == NULL ? n - i : (size_t)(end - bytes) - i;
        feed_line(r, seq++, bytes + i, length);
        i += length + 1;
    }
    record_reader_end(r);
    log_build_runs_end(&build);
    record_reader_free(r);
}

static int put_nowhere(const char *text, size_t n)
{
    return text == NULL || n == 0;
}

static void report_all(const struct log *log, const struct results *results)
{
    static FILE *nowhere;

    if (nowhere == NULL)
        nowhere = fopen("/dev/null", "w");
    if (nowhere == NULL)
        abort();
    report_text(nowhere, log, results, true);
    report_json(nowhere, log, results);
    for (unsigned i = 0; i < export_table_count; i++) {
        struct export_orders one = { .n = 0 };
        if (export_orders_add(&one, export_table[i].name) == NULL)
            export_orders_write(&one, log, results, "input", put_nowhere, nowhere);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct results results = { 0 };
    struct log log = { 0 };

    read_lines(&log, (const char *)bytes, n);
    if (log.has_run) {
        infer_all(&log.run, METHOD_ROBUST, &results);
        report_all(&log, &results);
    }
    results_free(&results);
    log_free(&log);
    return 0;
}
