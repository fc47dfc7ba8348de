/* The text report: each section, doubts, colours and widths, from logs and answers put together by
 * hand. */
#include "log/log.h"
#include "named_result.h"
#include "report/json/json.h"
#include "report/text/colour.h"
#include "report/text/problems.h"
#include "report/text/text.h"
#include "result/query.h"
#include "result/result.h"
#include "result/topology.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>
#include <math.h>

/* ---- a log and answers as the readers and analyses make them ---- */

static struct log_key run_keys[] = {
    { "format", "1" },  { "target", "a_board" },  { "arch", "arm" },   { "word", "32" },
    { "cores", "2" },   { "tick_hz", "1000000" }, { "tick_min", "1" }, { "os", "none" },
    { "cc", "GNU 12" }, { "build", "7" },
};

static struct log_problem problems[] = { { 812, "bad crc", "1 point of cache_size" },
                                         { 900, "foreign", "" } };

static struct log_series damaged_series[] = {
    { .probe = "cache_size", .status = "ok", .damaged = true, .points_lost = 3, .first_line = 5 },
    { .probe = "cache_line", .status = "skip:no memory", .end = RECORD_END_NO_MEMORY },
};

static struct log whole_log(void)
{
    return (struct log){ .kind = "record stream",
                         .has_run = true,
                         .n_runs = 1,
                         .chosen = 1,
                         .lines = 1000,
                         .sentences = 990,
                         .run = { .keys = run_keys,
                                  .n_keys = sizeof run_keys / sizeof run_keys[0],
                                  .complete = true,
                                  .status = "ok" } };
}

static struct result *number(struct results *r, const char *id, const char *unit, double value)
{
    struct result *one = named_result(r, unit, id);

    one->value = value;
    one->confidence = 0.95;
    strcpy(one->method, "levels");
    strcpy(one->probe, "cache_size");
    return one;
}

static void two_levels(struct results *r)
{
    struct result *size;

    number(r, "cache.levels", "count", 2);
    size = number(r, "cache.1.size", "B", 31.5 * 1024);
    size->has_nominal = size->has_bounds = true;
    size->nominal = 32768;
    size->low = 31744;
    size->high = 32768;
    number(r, "cache.1.latency", "cycle", 4)->ns = 2.5;
    number(r, "cache.2.size", "B", 524288);
    number(r, "cache.2.latency", "cycle", 14.25)->ns = 8.90625;
    number(r, "memory.latency", "cycle", 211);
    not_determined(named_result(r, "count", "cache.1.ways"), "no memory is contiguous, %d tries",
                   3);
}

static char *text_of(const struct log *log, const struct results *r, bool verbose)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);

    assert_non_null(out);
    assert_int_equal(report_text(out, log, r, verbose), 0);
    fclose(out);
    return text;
}

static json_t *json_of(const struct log *log, const struct results *r)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    json_error_t error;

    assert_non_null(out);
    assert_int_equal(report_json(out, log, r), 0);
    fclose(out);
    json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (o == NULL)
        fail_msg("line %d: %s", error.line, error.text);
    free(text);
    return o;
}

/* ---- text ---- */

static void check_shape(const char *text)
{
    size_t column = 0;

    for (const char *p = text; *p != '\0'; p++) {
        column = *p == '\n' ? 0 : column + 1;
        if (column > 80 || (*p != '\n' && (*p < ' ' || *p > '~')))
            fail_msg("a line is longer than 80 columns, or no ASCII, before: %.40s", p);
    }
    assert_int_equal(column, 0);
}

static void check_has(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("\"%s\" is not in:\n%s", part, text);
}

static void one_screen_says_what_was_found(void **state)
{
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    two_levels(&r);
    number(&r, "cpu.frequency", "Hz", 1.6e9);
    number(&r, "bandwidth.cache.1.read", "B/cycle", 7.6);
    char *text = text_of(&log, &r, false);
    check_shape(text);
    check_has(text, "a_board    2 hardware threads, arm\nbare metal, GCC 12\n"
                    "core 1.6 GHz; timer 1 MHz\n");
    check_has(text, "  L1d    31.5 KiB     ?     -    4.0 c  2.5 ns  7.6 B/c\n");
    check_has(text, "  L2      512 KiB     -     -   14.2 c  8.9 ns        -\n");
    check_has(text, "  DRAM                           211 c       -        -\n");
    check_has(text, "not measured, as these probes did not run: add_chain, timer_floor,");
    assert_null(strstr(text, "timeslice")); /* there is no system */
    check_has(text, "L1d associativity not determined: no memory is contiguous, 3 tries");
    check_has(text, "analyze -v");
    assert_null(strstr(text, "OTHER"));
    assert_null(strstr(text, "ANSWERS"));
    assert_null(strstr(text, "TLB  "));
    assert_true(strstr(text, "L2  ") < strstr(text, "DRAM  "));
    free(text);
    results_free(&r);
}

static void no_doubt_is_said_too(void **state)
{
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    number(&r, "cache.1.size", "B", 1024);
    static struct log_series series = { .probe = "timeslice",
                                        .status = "skip:no operating system",
                                        .end = RECORD_END_NO_OS };
    log.run.series = &series;
    log.run.n_series = 1;
    char *text = text_of(&log, &r, false);
    check_has(text, "WHY DOUBTFUL  0 of 1 answers doubtful, 0 not determined");
    check_has(text, "not measured, as these probes did not run: ");
    assert_null(strstr(text, "timeslice"));
    assert_null(strstr(text, "--thorough"));
    free(text);
    results_free(&r);
}

static void every_doubt_is_shown(void **state)
{
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    log.run.complete = false;
    log.run.series = damaged_series;
    log.run.n_series = 2;
    log.problems = problems;
    log.n_problems = 2;
    struct result *unsure = number(&r, "cache.1.size", "B", 1024);
    unsure->confidence = 0.5;
    unsure->has_bounds = true;
    unsure->low = 512;
    unsure->high = 2048;
    unsure->damaged = true;
    char *text = text_of(&log, &r, false);
    check_has(
        text,
        "problems in the log: 2, the first at line 812: bad crc (1 point of\n    cache_size)");
    check_has(text, "the run is not whole");
    check_has(text, "damaged series: cache_size (lost at least 3 points, left 0)");
    check_has(text, "not measured by cache_line: no memory");
    check_has(text, "  ! 1 from a damaged series\n");
    check_has(text, "WHY DOUBTFUL  1 of 1 answers doubtful, 0 not determined");
    check_has(text, "L1d    ~1 KiB");
    check_has(text, "  range L1d 512 B-2 KiB\n");
    check_has(text, "probes --thorough");
    free(text);
    text = text_of(&log, &r, true);
    check_has(text, "cache_size is damaged");
    check_has(text, "known to be missing 3");
    check_has(text, "from a damaged series (1): cache.1.size");
    check_has(text, "cache.1.size                    ~1 KiB   512 B-2 KiB 50 % levels\n");
    free(text);
    results_free(&r);
}

static void operations_of_a_clang_build_are_doubted(void **state)
{
    static struct log_sample sample = { .ops = 1 };
    static struct log_series ops = { .probe = "ops", .samples = &sample, .n_samples = 1 };
    struct log_key cc = { "cc", "Clang 14.0.6" };
    struct results r = { 0 };
    struct log log = whole_log();

    (void)state;
    log.run.series = &ops;
    for (unsigned tried = 0; tried < 3; tried++) { /* of gcc, of clang, of clang without ops */
        if (tried > 0) {
            log.run.keys = &cc;
            log.run.n_keys = 1;
        }
        log.run.n_series = tried < 2;
        char *text = text_of(&log, &r, true);
        assert_int_equal(strstr(text, "! operations were timed in loops") != NULL, tried == 1);
        free(text);
    }
}

static void a_log_without_sums_says_so_on_the_first_screen(void **state)
{
    static const char said[] = "this log has no running checksums";
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    for (unsigned sums = LOG_SUMS_UNKNOWN; sums <= LOG_SUMS_MISSING; sums++)
        for (unsigned verbose = 0; verbose <= 1; verbose++) {
            log.run.sums = (enum log_sums)sums;
            char *text = text_of(&log, &r, verbose);
            assert_int_equal(strstr(text, said) != NULL, sums == LOG_SUMS_MISSING);
            free(text);
        }
    for (unsigned sums = LOG_SUMS_UNKNOWN; sums <= LOG_SUMS_MISSING; sums++) {
        log.run.sums = (enum log_sums)sums;
        json_t *o = json_of(&log, &r), *told = json_object_get(o, "running_checksum");
        assert_int_equal(json_typeof(told), sums == LOG_SUMS_UNKNOWN ? JSON_NULL
                                            : sums == LOG_SUMS_THERE ? JSON_TRUE
                                                                     : JSON_FALSE);
        json_decref(o);
    }
}

static void equal_reasons_share_a_line(void **state)
{
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    not_determined(named_result(&r, "B", "cache.1.line"), "no series");
    not_determined(named_result(&r, "B", "cache.2.line"), "no series");
    char *text = text_of(&log, &r, false);
    check_has(text, "  ! L1d line size, L2 line size not determined: no series\n");
    free(text);
    text = text_of(&log, &r, true);
    check_has(text, "  ! cache.1.line, cache.2.line not determined: no series\n");
    free(text);
    results_free(&r);
}

static void unknown_ids_show_up_by_themselves(void **state)
{
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    number(&r, "store.buffer.depth", "count", 16);
    number(&r, "timer.step", "tick", 25);
    struct result *name = named_result(&r, "name", "cache.1.policy");
    name->kind = RESULT_NAME;
    strcpy(name->text, "plru");
    char *text = text_of(&log, &r, false);
    check_has(text, "OTHER  store.buffer.depth 16\n");
    check_has(text, "  L1d ~tree-PLRU\n");
    assert_null(strstr(text, "timer.step")); /* only -v shows it */
    free(text);
    text = text_of(&log, &r, true);
    check_has(text, "timer.step                     25 tick               95 % levels\n");
    free(text);
    results_free(&r);
}

/* An id that only resembles one that a section knows is seen, too; many take a few rows. */
static void others_are_few_rows_on_the_first_screen(void **state)
{
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    number(&r, "cache.1.victim.size", "B", 512);
    for (int i = 0; i < 20; i++) {
        char id[20];
        snprintf(id, sizeof id, "new.%02d", i);
        number(&r, id, "count", i);
    }
    char *text = text_of(&log, &r, false);
    check_has(text, "OTHER  cache.1.victim.size 512 B; new.00 0;");
    check_has(text, "new.04");
    assert_null(strstr(text, "new.05"));
    check_has(text, "15 more with analyze -v\n");
    free(text);
    text = text_of(&log, &r, true);
    check_has(text, "new.19                              19");
    free(text);
    results_free(&r);
}

static struct result *name(struct results *r, const char *id, const char *text)
{
    struct result *one = number(r, id, "name", 0);

    one->kind = RESULT_NAME;
    strcpy(one->text, text);
    return one;
}

static void lines_read_like_sentences(void **state)
{
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    number(&r, "tlb.page", "B", 4096)->confidence = 0.7;
    number(&r, "tlb.levels", "count", 2);
    number(&r, "tlb.1.entries", "count", 72);
    not_determined(named_result(&r, "count", "tlb.1.ways"), "noise");
    number(&r, "tlb.1.penalty", "cycle", 0);
    number(&r, "tlb.2.entries", "count", 128);
    number(&r, "tlb.2.ways", "count", 128);
    number(&r, "tlb.walk", "cycle", 67.1);
    name(&r, "huge_page.granted", "yes");
    name(&r, "huge_page.tlb_reach", "none");
    name(&r, "cache.1.policy", "lru");
    name(&r, "cache.1.write", "back");
    name(&r, "cache.1.allocate", "write")->confidence = 0.5;
    number(&r, "cache.1.shared_by", "count", 1);
    for (unsigned i = 2; i <= 3; i++) {
        not_determined(result_add(&r, id_at(CACHE_POLICY, i)), "noise");
        name(&r, i == 2 ? "cache.2.inclusion" : "cache.3.inclusion", "nine");
        number(&r, i == 2 ? "cache.2.shared_by" : "cache.3.shared_by", "count", 4);
    }
    number(&r, "contexts.int", "count", 4);
    number(&r, "contexts.smp", "count", 2);
    number(&r, "contexts.smt", "count", 2);
    number(&r, "os.timeslice", "s", 0.004065);
    char *text = text_of(&log, &r, false);
    check_has(text, "TLB entries  L1 72, ?-way; L2 128, fully associative\n"
                    "  ~4 KiB pages; page walk 67.1 c; huge pages granted, no TLB reach gained\n");
    check_has(text,
              "  L1d LRU, write-back, ~write-allocate, private; L2 non-inclusive, shared by 4;\n"
              "    L3 non-inclusive, shared by 4\n");
    check_has(text, "a_board    2 cores x 2 threads, arm\n");
    check_has(text, "TIME SLICE  4.07 ms\n");
    free(text);
    results_free(&r);
}

static void processor_has_its_lines(void **state)
{
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    number(&r, "regs.i32", "count", 13);
    number(&r, "regs.f64", "count", 31);
    number(&r, "cache.1.mlp", "count", 9);
    number(&r, "memory.mlp", "count", 22);
    number(&r, "branch.penalty", "cycle", 16.4);
    number(&r, "branch.history", "count", 49152);
    number(&r, "icache.1.size", "B", 32768);
    number(&r, "op.add.i32.latency", "cycle", 1);
    number(&r, "op.add.i32.rthroughput", "cycle", 0.25);
    number(&r, "op.mul.i32.latency", "cycle", 3)->confidence = 0.4;
    number(&r, "op.mod.i32.latency", "cycle", 33);
    number(&r, "op.fma.f64.exists", "bool", 1);
    named_result(&r, "cycle", "op.div.i32.latency")->kind = RESULT_NONE;
    named_result(&r, "s", "os.timeslice")->kind = RESULT_NONE;
    number(&r, "roofline.f32.ridge", "FLOP/B", 3.584);
    number(&r, "peak.v256f32.fma", "FLOP/cycle", 31.99)->gflop_per_s = 99.2;
    char *text = text_of(&log, &r, false);
    check_has(text, "CORE  misses in flight L1d 9, DRAM 22\n"
                    "  registers for C 13 i32, 31 f64\n"
                    "  misprediction 16.4 c, history 49152 outcomes\n");
    assert_null(strstr(text, "TIME SLICE"));
    check_has(text, "INSTRUCTIONS  latency/reciprocal throughput in c\n"
                    "  TYPE     add   mul  fma   div  sqrt  load (indexed)\n"
                    "  i32   1/0.25  ~3/?    -  none     -               -\n");
    check_has(text, "ROOFLINE, 1 thread  FP32 99.2 GFLOP/s; ridge 3.58 FLOP/B\n");
    assert_null(strstr(text, "mod")); /* only -v shows it */
    assert_null(strstr(text, "OTHER"));
    free(text);
    text = text_of(&log, &r, true);
    check_has(text, "  mod    33/?\n");
    free(text);
    results_free(&r);
}

static void the_head_says_who_when_and_under_which_conditions(void **state)
{
    static struct log_key keys[] = {
        { "target", "host_posix" },
        { "arch", "x86_64" },
        { "cores", "2" },
        { "clock", "tsc" },
        { "tick_hz", "2445404118" },
        { "os", "linux" },
        { "cc", "GNU 12.2.0" },
        { "cflags", "-O2 -g -DNDEBUG -march=native -I/x -mavx2" },
        { "node", "vm" },
        { "began", "1795702498" },
        { "model", "AMD EPYC" },
        { "os_release", "6.18.44-fc-v782" },
        { "took.cache_size", "11600" },
        { "took.ops", "400" },
        { "cpu_quota", "1.50" },
        { "governor", "powersave" },
    };
    struct log log = whole_log();
    struct log_run round = { .keys = &keys[12], .n_keys = 1 };
    struct results r = { 0 };

    (void)state;
    log.run.keys = keys;
    log.run.n_keys = sizeof keys / sizeof keys[0];
    log.run.rounds = &round;
    log.run.n_rounds = 1;
    log.n_runs = 4;
    log.chosen = 3;
    struct result *clock = number(&r, "cpu.frequency", "Hz", 2.98e9);
    clock->has_bounds = true;
    clock->low = 2.83e9;
    clock->high = 3.064e9;
    number(&r, "cpu.frequency.under.v256f32", "ratio", 0.9);
    number(&r, "cpu.frequency.under.v512f64", "ratio", 0.774)->confidence = 0.5;
    number(&r, "neighbour.share", "ratio", 0.146);
    number(&r, "contexts.smp", "count", 2);
    number(&r, "contexts.smt", "count", 1);
    number(&r, "numa.nodes", "count", 1);
    char *text = text_of(&log, &r, false);
    check_shape(text);
    check_has(text,
              "AMD EPYC    2 cores x 1 thread, 1 NUMA node, x86_64\n"
              "host vm, Linux 6.18.44, GCC 12.2.0 -O2 -march=native -mavx2;\n"
              "  2026-11-26 14:14 UTC, 2 rounds, 24 s\n"
              "core 2.98 GHz (2.83-3.06 in this run), ~2.31 GHz under AVX-512; TSC 2.45 GHz\n"
              "! another thread or VM used this core in 15 % of the run;\n"
              "  CPU quota 1.50 (cgroup): threads are stopped part of the time;\n"
              "  governor powersave; run 3 of 4 in this log (--run N reads another)\n"
              "~ doubtful   ? not determined   - not measured   (a-b) range   c core cycles\n");
    free(text);
    results_free(&r);
}

static void doubts_are_counted_by_cause(void **state)
{
    static struct log_key keys[] = { { "os", "linux" }, { "cores", "1" } };
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    log.run.keys = keys;
    log.run.n_keys = 2;
    two_levels(&r); /* without the unknown one: */
    r.n--;
    static const struct {
        const char *id, *unit;
    } wide[] = { { "cache.2.mlp", "count" },
                 { "numa.local.latency", "cycle" },
                 { "os.syscall", "ns" },
                 { "branch.penalty", "cycle" } };
    for (size_t i = 0; i < 4; i++) {
        struct result *one = number(&r, wide[i].id, wide[i].unit, 10);
        one->confidence = 0.4;
        one->has_bounds = true;
        one->low = 8;
        one->high = 14;
    }
    number(&r, "core.call_return", "cycle", 4)->confidence = 0.5;
    number(&r, "huge_page.granted", "name", 0)->confidence = 0.5;
    char *text = text_of(&log, &r, false);
    check_has(text, "  ! range over 25 %: 2 of L2 and DRAM (shared), 1 OS time, 1 more\n"
                    "  ! 1 by rules that failed on test machines, 1 by untested rules\n");
    free(text);
    text = text_of(&log, &r, true);
    check_has(text, "numa.local.latency\n");
    check_has(text, "timer (1): os.syscall\n");
    check_has(text, "! range over 25 % (1): branch.penalty\n");
    free(text);
    results_free(&r);
}

/* ---- the tree ---- */

/* Groups of FOUR, of which two make a half. */
static struct topology *nested(size_t n)
{
    struct topology *l = topology_new(n);

    assert_non_null(l);
    l->cycle_ns = 0.5;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            l->cycles[a * n + b] = a == b           ? (double)NAN
                                   : a / 4 == b / 4 ? 40
                                   : a / 8 == b / 8 ? 100
                                                    : 240;
    assert_int_equal(topology_cluster(l), 0);
    assert_int_equal(topology_make_tree(l, NULL, 0), 0);
    return l;
}

static void topology_is_a_tree_of_lines(void **state)
{
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    number(&r, "core_to_core.latency", "table", 0);
    r.topology = nested(16);
    char *text = text_of(&log, &r, false);
    check_shape(text);
    check_has(text, "  0-15             240 c  120 ns          -  -\n"
                    "  `-0-7 | 8-15     100 c   50 ns          -  -\n"
                    "    `-0-3 | 4-7     40 c   20 ns          -  -\n");
    assert_null(strstr(text, "in the order of the tree"));
    free(text);
    text = text_of(&log, &r, true);
    check_shape(text);
    check_has(text, "threads in the order of the tree, c: ");
    free(text);
    results_free(&r);
}

static void one_group_is_one_line(void **state)
{
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    number(&r, "core_to_core.latency", "table", 0);
    r.topology = nested(4);
    char *text = text_of(&log, &r, false);
    check_has(text, "CORE TO CORE  0-3: 20 ns (40 c) one way\n");
    free(text);
    results_free(&r);
}

/* The tree of any machine takes a few lines. */
static void many_groups_are_few_lines(void **state)
{
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    number(&r, "core_to_core.latency", "table", 0);
    r.topology = nested(128);
    char *text = text_of(&log, &r, false);
    check_shape(text);
    check_has(text, "  `-0-7 | 8-15 | 16-23 | 24-31 | 32-39 ... (16 groups) ");
    check_has(text, "    `-0-3 | 4-7 ");
    assert_null(strstr(text, "more groups"));
    free(text);
    results_free(&r);
}

/* ---- what the system says ---- */

static void claims_are_held_against_bounds(void **state)
{
    static struct log_key keys[] = { { "claims", "sysfs" },
                                     { "claim.cache.1.size", "32768" },
                                     { "claim.cache.2.size", "1048576" },
                                     { "claim.cache.1.line", "64" },
                                     { "claim.cache.1.ways", "8" },
                                     { "claim.cache.2.ways", "16" },
                                     { "claim.cache.9.size", "7" },
                                     { "claim.tlb.page", "many" } };
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    log.run.keys = keys;
    log.run.n_keys = sizeof keys / sizeof keys[0];
    two_levels(&r); /* cache.1.size within its bounds, cache.1.ways unknown */
    number(&r, "cache.1.line", "B", 64);
    number(&r, "cache.2.ways", "count", 4);
    number(&r, "tlb.page", "B", 4096);
    char *text = text_of(&log, &r, false);
    check_has(text, "  OS says L1d 8 ways, L2 1 MiB, 16 ways\n"); /* the ways of L1d are unknown */
    assert_null(strstr(text, "32 KiB"));
    assert_null(strstr(text, "! TLB"));
    free(text);
    results_free(&r);
}

/* ---- colour ---- */

static char *coloured(const char *text)
{
    char *to = NULL;
    size_t n;
    FILE *out = open_memstream(&to, &n);

    assert_non_null(out);
    report_colour(out, text);
    fclose(out);
    return to;
}

static void colour_marks_what_has_a_sign(void **state)
{
    static const struct {
        const char *plain, *coloured;
    } cases[] = {
        { "a\n", "\033[1ma\033[0m\n" },
        { "a\nTLB  x\n", "\033[1ma\033[0m\n\033[1mTLB\033[0m  x\n" },
        { "\nALL OPERATIONS  x", "\n\033[1mALL OPERATIONS\033[0m  x" },
        { "\nOS COSTS, ns  x", "\n\033[1mOS COSTS\033[0m, ns  x" },
        { "\n  L1  ~32 KiB  8\n", "\n  L1  \033[33m~32 KiB\033[0m  8\n" },
        { "\nA ~4, (~5 c) 1/~0.5",
          "\nA \033[33m~4\033[0m, (\033[33m~5 c\033[0m) 1/\033[33m~0.5\033[0m" },
        { "\n  ! doubt", "\n\033[1;31m  !\033[0m doubt" },
        { "\n! doubt", "\n\033[1;31m!\033[0m doubt" },
        { "\n ~ a~b ~~", "\n ~ a~b ~~" },
        { "", "" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *got = coloured(cases[i].plain);
        assert_string_equal(got, cases[i].coloured);
        free(got);
    }
}

/* Fills TEXT, SIZE bytes, with BYTES again and again. */
static void fill(char *text, size_t size, const char *bytes)
{
    size_t n = strlen(bytes);

    for (size_t i = 0; i + 1 < size; i++)
        text[i] = bytes[i % n];
    text[size - 1] = '\0';
}

/* Whatever the wire and the analyses bring, lines stay short and printable. */
static void text_keeps_its_width(void **state)
{
    static struct log_key keys[4];
    static char wide[2000], bytes[300];
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    memset(wide, 'w', sizeof wide - 1);
    for (size_t i = 0; i + 1 < sizeof bytes; i++)
        bytes[i] = (char)(i % 255 + 1);
    keys[0] = (struct log_key){ "target", wide };
    keys[1] = (struct log_key){ "cc", bytes };
    keys[2] = (struct log_key){ "source", wide };
    keys[3] = (struct log_key){ "tick_min", bytes };
    log.run.keys = keys;
    log.run.n_keys = 4;
    log.run.status = wide;
    log.run.end = RECORD_END_UNKNOWN;
    struct log_problem p = { UINT64_MAX, wide, bytes };
    log.problems = &p;
    log.n_problems = 1;
    for (int i = 0; i < 40; i++) {
        struct result *one = named_result(&r, "a very long unit", i % 2 ? wide : "cache.1.size");
        one->value = i % 3 ? 1.23456789e300 : -1e-300;
        one->nominal = one->low = one->high = 1e308;
        one->has_nominal = one->has_bounds = true;
        fill(one->text, sizeof one->text, bytes);
        fill(one->note, sizeof one->note, i % 2 ? wide : bytes);
        one->kind = (enum result_kind)(i % 4);
        one->damaged = true;
    }
    for (int verbose = 0; verbose < 2; verbose++) {
        char *text = text_of(&log, &r, verbose);
        check_shape(text);
        free(text);
    }
    results_free(&r);
}

static void every_answer_has_a_line_with_verbose(void **state)
{
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    two_levels(&r);
    strcpy(r.at[1].note, "the ramp is two points wide");
    number(&r, "op.add.i32.latency", "cycle", 1);
    number(&r, "op.add.i32.throughput", "1/cycle", 4);
    char *text = text_of(&log, &r, true);
    check_shape(text);
    check_has(text, "ANSWERS OF NO TABLE              VALUE         RANGE SURE RULE; NOTE\n");
    check_has(text,
              "cache.1.size                  31.5 KiB         31-32 95 % levels; the ramp is...\n");
    check_has(text, "cache.1.ways                         ?");
    assert_null(strstr(text, "op.add.i32"));
    free(text);
    results_free(&r);
}

/* ---- JSON ---- */

static void json_holds_every_field(void **state)
{
    static const char *const order[] = { "id",   "value",      "nominal",  "unit",   "low",
                                         "high", "confidence", "doubtful", "method", "probe",
                                         "note", "kind",       "quantity", "level",  "group" };
    struct log log = whole_log();
    struct results r = { 0 };
    const char *key;
    json_t *value;
    size_t n = 0;

    (void)state;
    log.problems = problems;
    log.n_problems = 2;
    two_levels(&r);
    json_t *o = json_of(&log, &r);
    assert_string_equal(json_string_value(json_object_get(o, "schema")), "pontoon.report/2");
    assert_true(json_is_null(json_object_get(o, "locality")));
    assert_true(json_integer_value(json_object_get(json_object_get(o, "run"), "tick_hz")) ==
                1000000);
    assert_string_equal(json_string_value(json_object_get(json_object_get(o, "run"), "build")),
                        "7");
    json_t *p = json_array_get(json_object_get(o, "problems"), 0);
    assert_true(json_integer_value(json_object_get(p, "line")) == 812);
    assert_string_equal(json_string_value(json_object_get(p, "what")), "bad crc");
    assert_string_equal(json_string_value(json_object_get(p, "cost")), "1 point of cache_size");
    json_t *size = json_array_get(json_object_get(o, "results"), 1);
    json_object_foreach(size, key, value) assert_string_equal(key, order[n++]);
    assert_int_equal(n, sizeof order / sizeof order[0]);
    json_decref(o);
    results_free(&r);
}

static void json_numbers_are_integers_where_integral(void **state)
{
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    two_levels(&r);
    r.at[3].damaged = true;
    json_t *o = json_of(&log, &r);
    json_t *all = json_object_get(o, "results");
    json_t *size = json_array_get(all, 1);
    assert_true(json_is_integer(json_object_get(size, "value")));
    assert_true(json_integer_value(json_object_get(size, "value")) == 32256);
    assert_true(json_integer_value(json_object_get(size, "nominal")) == 32768);
    assert_null(json_object_get(size, "ns"));
    assert_null(json_object_get(size, "damaged"));
    json_t *latency = json_array_get(all, 4);
    assert_true(json_real_value(json_object_get(latency, "value")) == 14.25);
    assert_true(json_real_value(json_object_get(latency, "ns")) == 8.90625);
    assert_true(json_is_null(json_object_get(latency, "low")));
    assert_true(json_is_true(json_object_get(json_array_get(all, 3), "damaged")));
    json_t *ways = json_array_get(all, 6);
    assert_true(json_is_null(json_object_get(ways, "value")));
    assert_string_equal(json_string_value(json_object_get(ways, "kind")), "unknown");
    assert_string_equal(json_string_value(json_object_get(latency, "kind")), "number");
    assert_non_null(json_object_get(ways, "remedy"));
    assert_null(json_object_get(latency, "remedy"));
    assert_true(json_integer_value(json_object_get(ways, "confidence")) == 0);
    json_decref(o);
    results_free(&r);
}

static void json_survives_any_bytes_and_numbers(void **state)
{
    struct log_key keys[] = { { "target", "caf\xc3\xa9" },
                              { "x\xff", "\xff\xfe\x01" },
                              { "x\xff", "again" },
                              { "tick_hz", "soon" } };
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    log.run.keys = keys;
    log.run.n_keys = 4;
    number(&r, "a", "B", (double)INFINITY);
    number(&r, "b", "B", (double)NAN);
    number(&r, "c", "B", 1e300);
    json_t *o = json_of(&log, &r);
    json_t *run = json_object_get(o, "run");
    assert_string_equal(json_string_value(json_object_get(run, "target")), "caf\xc3\xa9");
    assert_string_equal(json_string_value(json_object_get(run, "x?")), "??\x01");
    assert_string_equal(json_string_value(json_object_get(run, "tick_hz")), "soon");
    assert_true(
        json_is_null(json_object_get(json_array_get(json_object_get(o, "results"), 0), "value")));
    json_decref(o);
    results_free(&r);
}

/* ---- the rest ---- */

static void problems_are_named_by_line_and_bounded(void **state)
{
    struct log_problem many[30];
    struct log log = { .problems = many, .n_problems = 30 };
    char *text = NULL;
    size_t n;
    FILE *err = open_memstream(&text, &n);

    (void)state;
    for (uint64_t i = 0; i < 30; i++)
        many[i] = (struct log_problem){ i, "bad \x1b[31m crc", i == 2 ? "a point" : "" };
    report_problems(err, "board.log", &log, &(struct results){ 0 }, 20);
    fclose(err);
    check_has(text,
              "analyze: board.log: bad \\x1b[31m crc\nanalyze: board.log:1: bad \\x1b[31m crc\n");
    check_has(text, "analyze: board.log:2: bad \\x1b[31m crc (a point)\n");
    check_has(text, "board.log:19:");
    assert_null(strstr(text, "board.log:20:"));
    check_has(text, "... and 10 more, all in --format json\n");
    free(text);
}

static void results_keep_growing(void **state)
{
    struct results r = { 0 };

    (void)state;
    for (unsigned i = 0; i < 1000; i++)
        result_add(&r, id_at(CACHE_SIZE, i + 1))->value = i;
    assert_false(r.no_memory);
    assert_int_equal(r.n, 1000);
    for (unsigned i = 0; i < 1000; i += 37) {
        assert_true(cache_measured(&r, i + 1, CACHE_SIZE) == i);
    }
    assert_null(result_find_text(&r, "cache"));
    results_free(&r);
    assert_int_equal(r.n, 0);
}

static void equal_input_gives_equal_bytes(void **state)
{
    struct log log = whole_log();
    struct results r = { 0 };

    (void)state;
    two_levels(&r);
    char *a = text_of(&log, &r, true);
    char *b = text_of(&log, &r, true);
    assert_string_equal(a, b);
    free(a);
    free(b);
    results_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_screen_says_what_was_found),
        cmocka_unit_test(no_doubt_is_said_too),
        cmocka_unit_test(every_doubt_is_shown),
        cmocka_unit_test(operations_of_a_clang_build_are_doubted),
        cmocka_unit_test(a_log_without_sums_says_so_on_the_first_screen),
        cmocka_unit_test(equal_reasons_share_a_line),
        cmocka_unit_test(unknown_ids_show_up_by_themselves),
        cmocka_unit_test(others_are_few_rows_on_the_first_screen),
        cmocka_unit_test(lines_read_like_sentences),
        cmocka_unit_test(processor_has_its_lines),
        cmocka_unit_test(the_head_says_who_when_and_under_which_conditions),
        cmocka_unit_test(doubts_are_counted_by_cause),
        cmocka_unit_test(topology_is_a_tree_of_lines),
        cmocka_unit_test(one_group_is_one_line),
        cmocka_unit_test(many_groups_are_few_lines),
        cmocka_unit_test(claims_are_held_against_bounds),
        cmocka_unit_test(colour_marks_what_has_a_sign),
        cmocka_unit_test(text_keeps_its_width),
        cmocka_unit_test(every_answer_has_a_line_with_verbose),
        cmocka_unit_test(json_holds_every_field),
        cmocka_unit_test(json_numbers_are_integers_where_integral),
        cmocka_unit_test(json_survives_any_bytes_and_numbers),
        cmocka_unit_test(problems_are_named_by_line_and_bounded),
        cmocka_unit_test(results_keep_growing),
        cmocka_unit_test(equal_input_gives_equal_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
