/* Fuzzes the whole of analyze: a log goes in, all answers and one of text, JSON, page and exports,
 * another for each input, go nowhere. Inputs change byte by byte and sentence by sentence, most
 * with their checksums mended, else nothing after the reader would ever be tried. An input that
 * takes 2 s of processor time is a failure. */
#define _GNU_SOURCE
#include "analysis/analysis.h"
#include "change.h"
#include "log/read.h"
#include "report/export/kind.h"
#include "report/export/orders.h"
#include "report/html/html.h"
#include "report/json/json.h"
#include "report/text/text.h"
#include "result/result.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
int LLVMFuzzerInitialize(int *argc, char ***argv);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t n, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t n_a, const uint8_t *b, size_t n_b,
                                 uint8_t *out, size_t most, unsigned seed);

enum { LIMIT_S = 2 };

static FILE *nowhere;

/* The same signal as of a failed check: libFuzzer keeps the input. */
static void too_long(int signal)
{
    static const char text[] = "fuzz_analyze: takes more than 2 s of processor time\n";

    (void)signal;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    nowhere = fopen("/dev/null", "w");
    signal(SIGPROF, too_long);
    return nowhere == NULL ? -1 : 0;
}

static void limit_time(int seconds)
{
    setitimer(ITIMER_PROF, &(struct itimerval){ .it_value = { .tv_sec = seconds } }, NULL);
}

/* ---- a log goes in ---- */

static int put_nowhere(const char *text, size_t n)
{
    return text == NULL || n == 0;
}

static void export_one(const struct log *log, const struct results *results, size_t which)
{
    struct export_orders one = { .n = 0 };

    if (export_orders_add(&one, export_table[which % export_table_count].name) == NULL)
        export_orders_write(&one, log, results, "input", put_nowhere, nowhere);
}

/* All of them take longer than the answers. */
static void report_one(const struct log *log, const struct results *results, size_t which)
{
    enum { TEXT, JSON, PAGE, KINDS = 4 };

    switch (which % KINDS) {
    case TEXT:
        report_text(nowhere, log, results, true);
        break;
    case JSON:
        report_json(nowhere, log, results);
        break;
    case PAGE:
        report_html(nowhere, log, results);
        break;
    default:
        export_one(log, results, which / KINDS);
    }
}

/* The same for the same bytes, else a failure could not be repeated. */
static size_t sum_of(const uint8_t *bytes, size_t n)
{
    size_t sum = n;

    for (size_t i = 0; i < n; i++)
        sum = sum * 31 + bytes[i];
    return sum >> 3;
}

static void read_log(struct log *log, const uint8_t *bytes, size_t n)
{
    int fd = memfd_create("log", 0);

    if (fd < 0 || write(fd, bytes, n) != (ssize_t)n || lseek(fd, 0, SEEK_SET) != 0)
        abort();
    log_read(log, fd, 0);
    close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct results results = { 0 };
    struct log log;

    limit_time(LIMIT_S);
    read_log(&log, bytes, n);
    if (log.has_run) {
        infer_all(&log.run, METHOD_ROBUST, &results);
        report_one(&log, &results, sum_of(bytes, n));
    }
    results_free(&results);
    log_free(&log);
    limit_time(0);
    return 0;
}

/* ---- sentences change ---- */

static size_t written(const struct sentences *s, enum mend mend, uint8_t *out, size_t most)
{
    struct bytes b = sentences_write(s, mend);
    size_t n = b.n < most ? b.n : most;

    memcpy(out, b.at, n);
    bytes_free(&b);
    return n;
}

/* Changes the text of one sentence by whatever libFuzzer does to bytes. */
static void change_text(struct sentences *s, struct random *r)
{
    struct sentence *one = &s->at[random_below(r, s->n)];

    one->n = (unsigned)LLVMFuzzerMutate((uint8_t *)one->text, one->n, SENTENCE_BYTES);
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t most, unsigned seed)
{
    struct random r = { seed };
    struct sentences s;

    if (random_below(&r, 8) == 0)
        return LLVMFuzzerMutate(bytes, n, most);
    sentences_read(&s, (const char *)bytes, n);
    if (s.n == 0) {
        sentences_free(&s);
        return LLVMFuzzerMutate(bytes, n, most);
    }
    if (random_below(&r, 3) == 0)
        change_text(&s, &r);
    else
        change_sentences(&s, &s, (enum change)random_below(&r, CHANGES), &r);
    enum mend mend = random_below(&r, 4) > 0 ? MEND_ALL : (enum mend)random_below(&r, MENDS);
    size_t length = written(&s, mend, bytes, most);
    sentences_free(&s);
    return length;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t n_a, const uint8_t *b, size_t n_b,
                                 uint8_t *out, size_t most, unsigned seed)
{
    struct random r = { seed };
    struct sentences one, two;

    sentences_read(&one, (const char *)a, n_a);
    sentences_read(&two, (const char *)b, n_b);
    if (one.n > 0 && two.n > 0)
        change_sentences(&one, &two, random_below(&r, 2) ? CHANGE_SPLICE : CHANGE_REPLACE, &r);
    size_t length = written(&one, MEND_ALL, out, most);
    sentences_free(&one);
    sentences_free(&two);
    return length;
}
