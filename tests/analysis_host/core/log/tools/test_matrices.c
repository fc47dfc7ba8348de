/* Core-to-core latencies of other tools: every form is read; damage is named, with what to do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "log/log.h"
#include "log/tools/matrix_reader.h"

/* TEXT read in pieces of CHUNK bytes. */
static bool read_text(struct log *log, const char *text, size_t chunk)
{
    struct matrix_reader *r = matrix_reader_new();
    size_t n = strlen(text);

    assert_non_null(r);
    memset(log, 0, sizeof *log);
    for (size_t i = 0; i < n; i += chunk)
        matrix_reader_feed(r, text + i, n - i < chunk ? n - i : chunk);
    bool found = matrix_reader_end(r, log);
    matrix_reader_free(r);
    return found;
}

/* The ticks of the pair A, B; 0: none. */
static uint64_t pair(const struct log *log, uint64_t a, uint64_t b)
{
    const struct log_series *s = &log->run.series[0];

    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].x[0] == a && s->samples[i].x[1] == b)
            return s->samples[i].ticks[0];
    return 0;
}

struct matrix_case {
    const char *rule, *text, *source; /* NULL: no table */
    uint64_t ticks[3];                /* of pairs 0-1, 0-2, 1-2 */
    unsigned line;                    /* of the first problem; 0: none */
    const char *problem, *remedy;
};

#define CSV_AGAIN  "print it again with `core-to-core-latency --csv`"
#define C2C        "core-to-core-latency"
#define CPU        " CPU    0    1    2\n"
#define MCT        "#box #HWCs 3 #Nodes 1 SMT 0\n"
#define MCT_AGAIN  "take the whole .mct file"
#define PLOT_BEGIN "reset\nset title \"x\"\n$data << EOD\n"

static const struct matrix_case cases[] = {
    { "CSV: the lower triangle",
      ",,\n20.5,,\n80.25,81,\n",
      C2C,
      { 20500, 80250, 81000 },
      0,
      "",
      "" },
    { "CSV: the upper triangle",
      ",20.5,80.25\n,,81\n,,\n",
      C2C,
      { 20500, 80250, 81000 },
      0,
      "",
      "" },
    { "CSV: both, the mean",
      "0,20,80\n22,0,81\n80,83,0\n",
      C2C,
      { 21000, 80000, 82000 },
      0,
      "",
      "" },
    { "CSV: CR LF, blanks, quotes, 17 digits",
      " ,,\r\n\"20.5\", ,\r\n80.24999999999999999,8.1e1,\r\n",
      C2C,
      { 20500, 80250, 81000 },
      0,
      "",
      "" },
    { "CSV: semicolons and decimal commas",
      ";;\n20,5;;\n80,25;81;\n",
      C2C,
      { 20500, 80250, 81000 },
      0,
      "",
      "" },
    { "CSV: a line without its end", ",,\n20,,\n80,81,", C2C, { 20000, 80000, 81000 }, 0, "", "" },
    { "c2clat",
      CPU "   0    0   20   80\n   1   20    0   81\n   2   80   81    0\n",
      "c2clat",
      { 20000, 80000, 81000 },
      0,
      "",
      "" },
    { "c2clat: CPUs of a set, text around",
      "taskset\n CPU    4    6    9\n   4    0   20   80\n   6   20    0   81\n   9   80   81    "
      "0\ndone\n",
      "c2clat",
      { 20000, 80000, 81000 },
      0,
      "",
      "" },
    { "c2clat -p",
      PLOT_BEGIN "    0   20   80\n   20    0   81\n   80   81    0\nEOD\nplot x\n",
      "c2clat",
      { 20000, 80000, 81000 },
      0,
      "",
      "" },
    { "mctop",
      MCT "0 1 28\n0 2 88\n1 2 90\n0 0 0\n#Mem_latencies 1\n0 0 290\n",
      "mctop",
      { 28000, 88000, 90000 },
      0,
      "",
      "" },

    { "a line with too few cells",
      ",,\n20,\n80,81,\n",
      C2C,
      { 0, 80000, 81000 },
      2,
      "this line has 2 cells and the first one 3",
      CSV_AGAIN },
    { "a line with too many cells",
      ",,\n20,,\n80,81,,\n",
      C2C,
      { 20000, 0, 0 },
      3,
      "this line has 4 cells and the first one 3",
      CSV_AGAIN },
    { "not square: lines are missing",
      ",,\n20,,\n",
      C2C,
      { 20000, 0, 0 },
      2,
      "the table ends after 2 of 3 lines",
      CSV_AGAIN },
    { "not square: more lines",
      ",,\n20,,\n80,81,\n1,2,3\n",
      C2C,
      { 20000, 80000, 81000 },
      4,
      "more lines than columns",
      CSV_AGAIN },
    { "text in a cell",
      ",,\n20,,\n80,fast,\n",
      C2C,
      { 20000, 80000, 0 },
      3,
      "a cell is not a number",
      CSV_AGAIN },
    { "NaN", ",,\n20,,\nNaN,81,\n", C2C, { 20000, 0, 81000 }, 3, "a latency is NaN", CSV_AGAIN },
    { "infinite",
      ",,\n20,,\ninf,81,\n",
      C2C,
      { 20000, 0, 81000 },
      3,
      "a cell is not a number",
      CSV_AGAIN },
    { "negative",
      ",,\n-20,,\n80,81,\n",
      C2C,
      { 0, 80000, 81000 },
      2,
      "a latency is negative",
      CSV_AGAIN },
    { "huge",
      ",,\n2e300,,\n80,81,\n",
      C2C,
      { 0, 80000, 81000 },
      2,
      "a latency is above 1e9",
      CSV_AGAIN },
    { "beyond all numbers",
      ",,\n2e3000,,\n80,81,\n",
      C2C,
      { 0, 80000, 81000 },
      2,
      "a latency is above 1e9",
      CSV_AGAIN },
    { "no time", ",,\n0,,\n80,81,\n", C2C, { 0, 80000, 81000 }, 2, "a latency of 0", CSV_AGAIN },
    { "half of a matrix",
      ",,\n20,,\n,,\n",
      C2C,
      { 20000, 0, 0 },
      3,
      "1 of 3 pairs have a latency",
      CSV_AGAIN },
    { "a number in two",
      ",,\n20 30,,\n80,81,\n",
      C2C,
      { 0, 80000, 81000 },
      2,
      "a cell is not a number",
      CSV_AGAIN },
    { "no pair at all", ",,\n,,\n,,\n", NULL, { 0 }, 3, "0 of 3 pairs have a latency", CSV_AGAIN },
    { "c2clat: another CPU",
      CPU "   0    0   20   80\n   5   20    0   81\n   2   80   81    0\n",
      "c2clat",
      { 20000, 80000, 81000 },
      3,
      "does not begin with the CPU",
      "`c2clat`" },
    { "c2clat: a cut",
      CPU "   0    0   20   80\n   1   20\n",
      "c2clat",
      { 20000, 80000, 0 },
      3,
      "this line has 1 cells",
      "`c2clat`" },
    { "c2clat: one CPU",
      " CPU    0\n   0    0\n",
      NULL,
      { 0 },
      1,
      "one hardware thread",
      "`c2clat`" },
    { "c2clat -p: no line", PLOT_BEGIN, NULL, { 0 }, 3, "a table without a line", "`c2clat -p`" },
    { "mctop: a thread beyond all",
      MCT "0 1 28\n0 2 88\n1 3 90\n",
      "mctop",
      { 28000, 88000, 0 },
      4,
      "no pair of hardware threads",
      MCT_AGAIN },
    { "mctop: no latency",
      MCT "0 1 28\n0 2\n1 2 90\n",
      "mctop",
      { 28000, 0, 90000 },
      3,
      "a latency is missing",
      MCT_AGAIN },
    { "mctop: 9999999999 threads",
      "#box #HWCs 9999999999 #Nodes 1\n",
      NULL,
      { 0 },
      1,
      "more than 1024",
      MCT_AGAIN },

    { "a CSV of something else", "a,b\n1,2\n", NULL, { 0 }, 0, "", "" },
    { "a CSV of numbers that is no matrix", "7,8,9\n1,2,3\n", NULL, { 0 }, 0, "", "" },
    { "a CSV after other text", "latencies\n,,\n20,,\n80,81,\n", NULL, { 0 }, 0, "", "" },
    { "prose with CPU", "CPU usage of 3 runs\n0 1 2\n", NULL, { 0 }, 0, "", "" },
    { "nothing", "\n\n", NULL, { 0 }, 0, "", "" },
};

static void check(const struct matrix_case *c, size_t chunk)
{
    struct log log;
    bool found = read_text(&log, c->text, chunk);

    if (found != (c->source != NULL))
        fail_msg("%s: found %d", c->rule, found);
    if (found && (strcmp(log.kind, c->source) != 0 || log.run.n_series != 1 ||
                  log_key_number(log.run.keys, log.run.n_keys, "cores", 0) != 3))
        fail_msg("%s: read as %s", c->rule, log.kind);
    for (unsigned i = 0; found && i < 3; i++)
        if (pair(&log, i == 2, 1 + (i > 0)) != c->ticks[i])
            fail_msg("%s: pair %u is %u", c->rule, i, (unsigned)pair(&log, i == 2, 1 + (i > 0)));
    if ((log.n_problems > 0) != (c->line > 0))
        fail_msg("%s: %zu problems", c->rule, log.n_problems);
    if (c->line > 0 &&
        (log.problems[0].line != c->line || strstr(log.problems[0].what, c->problem) == NULL ||
         strstr(log.problems[0].what, c->remedy) == NULL || *log.problems[0].cost == '\0'))
        fail_msg("%s: line %u: %s", c->rule, (unsigned)log.problems[0].line, log.problems[0].what);
    log_free(&log);
}

static void every_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check(&cases[i], 1);
        check(&cases[i], 4096);
    }
}

/* A matrix of N contexts in which each cell is bad: problems stay few. */
static void problems_are_bounded(void **state)
{
    enum { N = 40 };
    char *text = calloc(N, 2 * N + 1), *at = text;
    struct log log;

    (void)state;
    assert_non_null(text);
    for (unsigned i = 0; i < N; i++) {
        for (unsigned k = 0; k < N; k++)
            at += sprintf(at, "%s%s", k > 0 ? "," : "", k < i ? "x" : "");
        *at++ = '\n';
    }
    *at = '\0';
    assert_false(read_text(&log, text, 100));
    assert_in_range(log.n_problems, 2, 12);
    log_free(&log);
    free(text);
}

static void more_contexts_than_are_taken(void **state)
{
    char *text = calloc(1, 4096);
    struct log log;

    (void)state;
    assert_non_null(text);
    memset(text, ',', 1024); /* 1025 cells */
    strcat(text, "\n");
    assert_false(read_text(&log, text, 4096));
    assert_int_equal(log.n_problems, 1);
    assert_non_null(strstr(log.problems[0].what, "more than 1024 hardware threads"));
    log_free(&log);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule),
        cmocka_unit_test(problems_are_bounded),
        cmocka_unit_test(more_contexts_than_are_taken),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
