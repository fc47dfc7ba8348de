/* Bandwidth, near and far memory and loaded latency from logs whose truth is planted. */
#include "analysis/analysis.h"
#include "report/format/remedy.h"
#include "result/query.h"
#include "result/remedy.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

extern const struct analysis analysis_bandwidth;

enum { SERIES = 8, SAMPLES = 64, KEYS = 2 };

/* A clock of 1 GHz whose tick is a cycle. */
static struct {
    struct log_run run;
    struct log_series series[SERIES];
    struct log_key run_keys[2], keys[SERIES][KEYS + 1];
    char text[SERIES][KEYS][8];
    struct log_sample samples[SERIES][SAMPLES];
    uint64_t ticks[SERIES][SAMPLES];
} made;

static struct log_key key(const char *name, const char *value)
{
    return (struct log_key){ (char *)(uintptr_t)name, (char *)(uintptr_t)value };
}

static void sample(const uint64_t *x, unsigned n_x, uint64_t ops, uint64_t ticks)
{
    size_t at = made.run.n_series - 1;
    struct log_series *s = &made.series[at];
    struct log_sample *p = &made.samples[at][s->n_samples];

    assert_true(s->n_samples < SAMPLES);
    made.ticks[at][s->n_samples++] = ticks;
    *p = (struct log_sample){ .n_x = n_x, .ops = ops, .n_ticks = 1, .ticks = &made.ticks[at][0] };
    p->ticks = &made.ticks[at][s->n_samples - 1];
    memcpy(p->x, x, n_x * sizeof *x);
}

static void series(const char *probe, unsigned level, unsigned kind)
{
    size_t at = made.run.n_series++;

    assert_true(at < SERIES);
    snprintf(made.text[at][0], sizeof made.text[at][0], "%u", level);
    snprintf(made.text[at][1], sizeof made.text[at][1], "%u", kind);
    made.keys[at][0] = key("level", made.text[at][0]);
    made.keys[at][1] = key("kind", made.text[at][1]);
    made.series[at] = (struct log_series){ .probe = (char *)(uintptr_t)probe,
                                           .keys = made.keys[at],
                                           .n_keys = KEYS,
                                           .samples = made.samples[at] };
}

/* The last series is what was timed again, between later probes. */
static void again(void)
{
    size_t at = made.run.n_series - 1;

    made.keys[at][KEYS] = key("again", "1");
    made.series[at].n_keys = KEYS + 1;
}

static void begin(void)
{
    static const uint64_t few[] = { 1000 }, many[] = { 9000 };

    memset(&made, 0, sizeof made);
    made.run_keys[0] = key("tick_hz", "1000000000");
    made.run_keys[1] = key("cores", "4");
    made.run = (struct log_run){
        .keys = made.run_keys, .n_keys = 2, .series = made.series, .complete = true
    };
    series("add_chain", 0, 0);
    sample(few, 1, 1000, 1020);
    sample(many, 1, 9000, 9020);
}

/* RATE bytes a tick by CONTEXTS together, three timings of which one was disturbed. */
static void moved(uint64_t contexts, uint64_t bytes, uint64_t streams, uint64_t rate)
{
    const uint64_t x[] = { contexts, bytes, streams, 4 };

    for (unsigned i = 0; i < 3; i++)
        sample(x, 4, rate * 10000, i == 1 ? 25000 : 10000);
}

static const struct result *answer(struct results *out, const char *id)
{
    static const struct result nothing;

    infer_all(&made.run, METHOD_ROBUST, out);
    const struct result *r = result_find_text(out, id);
    assert_non_null(r);
    return r != NULL ? r : &nothing;
}

static void expect(const char *id, double value)
{
    struct results out = { .n = 0 };
    const struct result *r = answer(&out, id);

    assert_int_equal(r->kind, RESULT_NUMBER);
    assert_true(r->value > 0.999 * value && r->value < 1.001 * value);
    results_free(&out);
}

/* N timings at RATE bytes a tick. */
static void timings(unsigned n, uint64_t rate)
{
    const uint64_t x[] = { 1, 16384, 2, 4 };

    for (unsigned i = 0; i < n; i++)
        sample(x, 4, rate * 10000, 10000);
}

/* Answers "bandwidth.memory.triad" of a series that met a neighbour on its core all the time, and
 * of one timed again between later probes, BUSY times beside that neighbour and QUIET times
 * without. */
static const struct result *answer_again(struct results *out, unsigned busy, unsigned quiet)
{
    begin();
    series("bandwidth", 1, 3);
    timings(3, 47);
    series("bandwidth", 1, 3);
    again();
    timings(busy, 47);
    timings(quiet, 88);
    return answer(out, "bandwidth.memory.triad");
}

static void quiet_rate_is_the_answer_and_the_shared_one_stands_beside(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    const struct result *r = answer_again(&out, 14, 6);
    assert_true(r->value > 87.9 && r->value < 88.1 && r->low * exp(r->widened) > 85);
    assert_true(r->evidence > 0.85 && r->evidence < 0.9);
    assert_non_null(strstr(r->note, "shared: 47 in the median of 23 timings"));
    assert_null(strstr(r->note, "were quiet"));
    results_free(&out);
}

static void few_quiet_timings_are_told(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    const struct result *r = answer_again(&out, 58, 2);
    assert_true(r->value > 87.9 && r->confidence < 0.8);
    assert_non_null(strstr(r->note, "2 of them were quiet"));
    results_free(&out);
}

static void what_was_timed_again_belongs_to_its_own_series_alone(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    begin();
    series("bandwidth", 1, 0);
    timings(3, 47);
    series("bandwidth", 1, 3);
    again();
    timings(9, 88);
    const struct result *r = answer(&out, "bandwidth.memory.read");
    assert_true(r->value > 46.9 && r->value < 47.1);
    assert_null(result_find_text(&out, "bandwidth.memory.triad"));
    results_free(&out);
}

static void best_of_streams(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    begin();
    series("bandwidth", 1, 0);
    moved(1, 1 << 14, 1, 20);
    moved(1, 1 << 14, 2, 32);
    moved(1, 1 << 14, 4, 31);
    const struct result *r = answer(&out, "bandwidth.memory.read");
    assert_true(r->value > 31.99 && r->value < 32.01);
    assert_true(r->gb_per_s > 31.99 && r->gb_per_s < 32.01);
    assert_non_null(strstr(r->note, "2 x 4"));
    results_free(&out);
}

static void several_contexts(void **state)
{
    (void)state;
    begin();
    series("bandwidth", 1, 2);
    moved(1, 1 << 14, 2, 30);
    moved(2, 1 << 13, 2, 60);
    moved(4, 1 << 12, 2, 63);
    series("bandwidth", 2, 2);
    moved(1, 1 << 26, 2, 10);
    moved(2, 1 << 25, 2, 20);
    moved(4, 1 << 24, 2, 40);
    expect("bandwidth.cache.1.copy", 30);
    expect("bandwidth.cache.1.copy.2", 60);
    expect("bandwidth.cache.1.copy.4", 63);
    expect("bandwidth.cache.1.copy.saturation", 2);
    expect("bandwidth.memory.copy.4", 40);
    struct results out = { .n = 0 };
    assert_int_equal(answer(&out, "bandwidth.memory.copy.saturation")->kind, RESULT_NONE);
    results_free(&out);
}

static void memory_faster_than_a_cache(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    begin();
    series("bandwidth", 1, 0);
    moved(1, 1 << 14, 1, 10);
    series("bandwidth", 2, 0);
    moved(1, 1 << 26, 1, 20);
    const struct result *r = answer(&out, "bandwidth.memory.read");
    assert_non_null(strstr(r->note, "contradicts bandwidth.cache.1.read"));
    assert_true(r->evidence < 0.5);
    results_free(&out);
}

static void no_such_store(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    begin();
    series("bandwidth", 1, 4);
    made.series[1].status = (char *)(uintptr_t) "skip:no instruction";
    made.series[1].end = RECORD_END_NO_INSTRUCTION;
    const struct result *r = answer(&out, "bandwidth.memory.nt_write");
    assert_int_equal(r->kind, RESULT_NULL);
    assert_non_null(strstr(r->note, "0 points (skip:no instruction)"));
    assert_string_equal(format_remedy(&r->remedy).text,
                        "no remedy on this machine: the target has no such instruction");
    results_free(&out);
}

/* ---- what stores bring in ---- */

/* A cache of one level whose write misses bring lines in or not, as ALLOCATE says; NULL: not known.
 */
static void know_caches(struct results *out, const char *allocate)
{
    struct result *r = result_add(out, id_of(CACHE_LEVELS));

    r->value = 2;
    r->confidence = 1;
    r = result_add(out, id_at(CACHE_SIZE, 1));
    r->value = 1 << 15;
    r = result_add(out, id_at(CACHE_SIZE, 2));
    r->value = 1 << 20;
    r = result_add(out, id_at(CACHE_ALLOCATE, 1));
    if (allocate == NULL) {
        result_unknown(r, "needs a miss", "none was seen", remedy_run("write_policy"));
        return;
    }
    r->kind = RESULT_NAME;
    r->confidence = 1;
    snprintf(r->text, sizeof r->text, "%s", allocate);
}

static void infer_traffic(struct results *out, const char *allocate)
{
    begin();
    series("bandwidth", 2, 1);
    moved(1, 1 << 18, 1, 8);
    series("bandwidth", 3, 1);
    moved(1, 1 << 26, 1, 4);
    series("bandwidth", 3, 2);
    moved(1, 1 << 26, 1, 6);
    series("bandwidth", 3, 3);
    moved(1, 1 << 26, 1, 9);
    series("bandwidth", 3, 0);
    moved(1, 1 << 26, 1, 10);
    know_caches(out, allocate);
    infer_one(&analysis_bandwidth, &made.run, METHOD_ROBUST, out);
}

static void number_is(const struct results *out, const char *id, double value)
{
    const struct result *r = result_find_text(out, id);

    assert_non_null(r);
    assert_int_equal(r->kind, RESULT_NUMBER);
    assert_true(r->value > 0.999 * value && r->value < 1.001 * value);
}

static void stores_that_bring_lines_in_move_more(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    infer_traffic(&out, "write");
    number_is(&out, "bandwidth.memory.write.traffic", 8);
    number_is(&out, "bandwidth.memory.copy.traffic", 9);
    number_is(&out, "bandwidth.memory.triad.traffic", 12);
    number_is(&out, "bandwidth.cache.2.write.traffic", 16);
    assert_null(result_find_text(&out, "bandwidth.memory.read.traffic"));
    results_free(&out);
}

/* The second level takes what it is given; whether it brings lines in from memory nobody asks. */
static void stores_that_pass_the_first_cache(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    infer_traffic(&out, "read");
    number_is(&out, "bandwidth.cache.2.write.traffic", 8);
    const struct result *r = result_find_text(&out, "bandwidth.memory.write.traffic");
    assert_non_null(r);
    assert_int_equal(r->kind, RESULT_NULL);
    assert_non_null(strstr(r->note, "4 B/cycle are asked for"));
    results_free(&out);
}

static void traffic_is_not_known_before_the_policy(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    infer_traffic(&out, NULL);
    const struct result *r = result_find_text(&out, "bandwidth.memory.write.traffic");
    assert_non_null(r);
    assert_int_equal(r->kind, RESULT_NULL);
    assert_string_equal(format_remedy(&r->remedy).text,
                        "`probes --only timer_floor,add_chain,write_policy` would tell");
    results_free(&out);
}

/* "Applying the Roofline Model", tables of chapter 5 and C.2: bytes a cycle by streams x unroll, of
 * which the largest is the machine's; the others are made up below it. */
static void the_papers_machines(void **state)
{
    (void)state;
    begin();
    series("bandwidth", 1, 0);
    moved(1, 1 << 26, 1, 1); /* rates are whole numbers here: hundredths of a byte */
    moved(1, 1 << 26, 2, 216);
    moved(1, 1 << 26, 4, 200);
    series("bandwidth", 1, 1);
    moved(1, 1 << 26, 1, 150);
    moved(1, 1 << 26, 3, 171);
    series("bandwidth", 1, 4);
    moved(1, 1 << 26, 1, 166);
    expect("bandwidth.memory.read", 216);
    expect("bandwidth.memory.write", 171);
    expect("bandwidth.memory.nt_write", 166);
    begin();
    series("bandwidth", 1, 0);
    moved(1, 1 << 26, 1, 258);
    moved(1, 1 << 26, 2, 257);
    series("bandwidth", 1, 1);
    moved(1, 1 << 26, 1, 163);
    series("bandwidth", 1, 4);
    moved(1, 1 << 26, 1, 202);
    expect("bandwidth.memory.read", 258);
    expect("bandwidth.memory.write", 163);
    expect("bandwidth.memory.nt_write", 202);
}

/* Loads that take NEAR ticks within the halves of four contexts, else FAR. */
static void nodes(uint64_t near_ticks, uint64_t far_ticks)
{
    begin();
    series("numa", 0, 0);
    for (uint64_t toucher = 0; toucher < 4; toucher++)
        for (uint64_t reader = 0; reader < 4; reader++) {
            const uint64_t x[] = { reader, toucher, 0 };

            for (unsigned i = 0; i < 3; i++)
                sample(x, 3, 1000, 1000 * (reader / 2 == toucher / 2 ? near_ticks : far_ticks));
        }
}

static void near_and_far(void **state)
{
    (void)state;
    nodes(100, 160);
    expect("numa.nodes", 2);
    expect("numa.local.latency", 100);
    expect("numa.remote.latency", 160);
    expect("numa.node.0-0.latency", 100);
    expect("numa.node.0-1.latency", 160);
    expect("numa.node.1-0.latency", 160);
    expect("numa.node.1-1.latency", 100);
    nodes(100, 105);
    expect("numa.nodes", 1);
    struct results out = { .n = 0 };
    (void)answer(&out, "numa.nodes");
    assert_null(result_find_text(&out, "numa.node.0-0.latency"));
    results_free(&out);
}

static void loaded(void **state)
{
    (void)state;
    begin();
    series("loaded_latency", 2, 0);
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t alone[] = { 0, 0 }, chased[] = { 3, 0 }, streamed[] = { 3, 1 };

        sample(alone, 2, 1000, 100000);
        /* In the second timing the others did not stream. */
        sample(chased, 2, 1000, i == 1 ? 100000 : 250000);
        sample(streamed, 2, i == 1 ? 1000 : 2500000, i == 1 ? 100000 : 250000);
    }
    expect("loaded.memory.read.latency", 250);
    expect("loaded.memory.read.ratio", 2.5);
}

/* A curve of three levels, 32 KiB, 512 KiB and 8 MiB, and memory. */
static void three_levels(void)
{
    series("cache_size", 0, 0);
    for (uint64_t x = 1024; x <= 128 << 20; x *= 2) {
        uint64_t cost = x <= 32 << 10 ? 4 : x <= 512 << 10 ? 14 : x <= 8 << 20 ? 50 : 300;

        sample(&x, 1, 1000, 1000 * cost);
    }
}

/* The board took its second cache for the last one: what it chased there is no load of the third.
 */
static void loaded_level_is_that_of_the_chase(void **state)
{
    const uint64_t alone[] = { 0, 0 }, chased[] = { 3, 0 }, streamed[] = { 3, 1 };

    (void)state;
    begin();
    three_levels();
    series("loaded_latency", 3, 0);
    sample(alone, 2, 1000, 300000);
    series("loaded_latency", 2, 0);
    again();
    made.keys[made.run.n_series - 1][KEYS] = key("bytes", "262144");
    for (unsigned i = 0; i < 4; i++) {
        sample(alone, 2, 1000, 14000);
        sample(chased, 2, 1000, 28000);
        sample(streamed, 2, 280000, 28000);
    }
    expect("loaded.cache.2.read.latency", 28);
    expect("loaded.cache.2.read.ratio", 2);
}

/* ID is not known: its note says FOUND, and its remedy is REMEDY. */
static void is_unknown(const char *id, const char *found, const char *remedy)
{
    struct results out = { .n = 0 };
    const struct result *r = answer(&out, id);

    if (r->kind != RESULT_NULL || strstr(r->note, found) == NULL ||
        strcmp(format_remedy(&r->remedy).text, remedy) != 0)
        fail_msg("%s, expected %s; %s", r->note, found, remedy);
    results_free(&out);
}

static void nobody_streamed(void **state)
{
    static const char found[] = "3 points, of these 3 usable timings alone";
    static const char remedy[] =
        "`probes --only timer_floor,add_chain,cache_size,loaded_latency --thorough` would tell";
    const uint64_t alone[] = { 0, 0 };

    (void)state;
    begin();
    series("loaded_latency", 2, 0);
    for (unsigned i = 0; i < 3; i++)
        sample(alone, 2, 1000, 100000);
    is_unknown("loaded.memory.read.ratio", found, remedy);
}

/* Three timings at PACE: loads of TICKS each, and others that with the chase, a line of 64 bytes a
 * load, move RATE bytes a tick. The second timing was disturbed. */
static void paced(uint64_t pace, uint64_t ticks, uint64_t rate)
{
    const uint64_t chased[] = { pace, 0 }, streamed[] = { pace, 1 };

    for (unsigned i = 0; i < 3; i++) {
        uint64_t took = 1000 * ticks * (i == 1 ? 3 : 1);

        sample(chased, 2, 1000, took);
        if (rate > 0)
            sample(streamed, 2, 1000 * ticks * rate - 64 * 1000, took);
    }
}

static void curve_of_latency_over_bandwidth(void **state)
{
    (void)state;
    begin();
    series("loaded_curve", 2, 3);
    paced(0, 200, 0);
    paced(1, 250, 4);
    paced(2, 320, 8);
    paced(3, 640, 10);
    expect("loaded.memory.triad.idle", 200);
    expect("loaded.memory.triad.bandwidth", 10);
    expect("loaded.memory.triad.half", 250 + 70 / 4.0);     /* 5 lies between 4 and 8 */
    expect("loaded.memory.triad.knee", 8 + 2 * 80 / 320.0); /* 400 between 320 and 640 */
    expect("loaded.memory.triad.latency", 640);
    expect("loaded.memory.triad.ratio", 3.2);
}

/* A pace at which fewer bytes are moved than at the one before is no step back of the curve. */
static void curve_bends_back(void **state)
{
    (void)state;
    begin();
    series("loaded_curve", 2, 0);
    paced(0, 200, 0);
    paced(1, 250, 4);
    paced(2, 400, 8);
    paced(3, 500, 7);
    expect("loaded.memory.read.bandwidth", 8);
    expect("loaded.memory.read.half", 250);
    expect("loaded.memory.read.latency", 500);
}

static void curve_without_a_knee(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    begin();
    series("loaded_curve", 2, 2);
    paced(0, 200, 0);
    paced(1, 210, 4);
    paced(2, 250, 8);
    const struct result *r = answer(&out, "loaded.memory.copy.knee");
    assert_int_equal(r->kind, RESULT_NONE);
    assert_non_null(strstr(r->note, "1.25 times that of idle memory"));
    results_free(&out);
}

/* What the probe of all threads at full pace has answered stays. */
static void curve_leaves_loaded_latency(void **state)
{
    const uint64_t alone[] = { 0, 0 }, chased[] = { 3, 0 }, streamed[] = { 3, 1 };

    (void)state;
    begin();
    series("loaded_latency", 2, 0);
    for (unsigned i = 0; i < 4; i++) {
        sample(alone, 2, 1000, 100000);
        sample(chased, 2, 1000, 250000);
        sample(streamed, 2, 2500000, 250000);
    }
    series("loaded_curve", 2, 0);
    paced(0, 200, 0);
    paced(1, 250, 4);
    paced(2, 320, 8);
    expect("loaded.memory.read.latency", 250);
    expect("loaded.memory.read.idle", 200);
}

static void curve_without_traffic(void **state)
{
    (void)state;
    begin();
    series("loaded_curve", 2, 0);
    paced(0, 200, 0);
    paced(1, 250, 4);
    is_unknown(
        "loaded.memory.read.idle", "2 paces have timings",
        "`probes --only timer_floor,add_chain,cache_size,loaded_curve --thorough` would tell");
}

/* RATE bytes a tick by CONTEXTS over BYTES each; one timing was disturbed. */
static void swept(uint64_t bytes, uint64_t contexts, uint64_t rate)
{
    const uint64_t x[] = { bytes, contexts };

    for (unsigned i = 0; i < 3; i++)
        sample(x, 2, rate * 10000, i == 1 ? 40000 : 10000);
}

/* Half of the bandwidth of the first cache is left at 16 KiB and not at 32 KiB, whatever several
 * threads do there. */
static void working_set_at_half_bandwidth(void **state)
{
    (void)state;
    begin();
    series("bandwidth_sweep", 0, 0);
    swept(32768, 4, 400);
    swept(32768, 1, 40);
    swept(4096, 1, 98);
    swept(16384, 1, 55);
    swept(8192, 1, 100);
    swept(65536, 1, 60);
    expect("bandwidth.read.reach", 16384);
}

static void sweep_that_ends_too_soon(void **state)
{
    (void)state;
    begin();
    series("bandwidth_sweep", 0, 1);
    for (uint64_t bytes = 4096; bytes <= 65536; bytes *= 2)
        swept(bytes, 1, 50);
    is_unknown("bandwidth.write.reach", "the largest of 5, 64 KiB, has 1 of it",
               "`probes --only timer_floor,add_chain,cache_size,bandwidth_sweep max=128K` "
               "would tell");
}

static void one_reader_has_no_nodes(void **state)
{
    const uint64_t x[] = { 0, 0, 0 };

    (void)state;
    begin();
    series("numa", 0, 0);
    sample(x, 3, 1000, 100000);
    is_unknown("numa.nodes", "1 contexts touched, 1 read, the board has 4",
               "`probes --only timer_floor,add_chain,cache_size,numa --thorough` would tell");
    made.run_keys[1] = key("cores", "1");
    is_unknown("numa.nodes", "the board has 1",
               "no remedy on this machine: it has one execution context");
}

static void bytes_without_a_cycle(void **state)
{
    (void)state;
    begin();
    made.series[0].n_samples = 0;
    series("bandwidth", 1, 0);
    moved(1, 4096, 1, 8);
    is_unknown("bandwidth.memory.read", "the best of 3 timings is known in ticks only",
               "`probes --only timer_floor,add_chain,bandwidth` would tell");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quiet_rate_is_the_answer_and_the_shared_one_stands_beside),
        cmocka_unit_test(few_quiet_timings_are_told),
        cmocka_unit_test(what_was_timed_again_belongs_to_its_own_series_alone),
        cmocka_unit_test(best_of_streams),
        cmocka_unit_test(stores_that_bring_lines_in_move_more),
        cmocka_unit_test(stores_that_pass_the_first_cache),
        cmocka_unit_test(traffic_is_not_known_before_the_policy),
        cmocka_unit_test(the_papers_machines),
        cmocka_unit_test(several_contexts),
        cmocka_unit_test(memory_faster_than_a_cache),
        cmocka_unit_test(no_such_store),
        cmocka_unit_test(near_and_far),
        cmocka_unit_test(loaded),
        cmocka_unit_test(loaded_level_is_that_of_the_chase),
        cmocka_unit_test(nobody_streamed),
        cmocka_unit_test(curve_of_latency_over_bandwidth),
        cmocka_unit_test(curve_bends_back),
        cmocka_unit_test(curve_without_a_knee),
        cmocka_unit_test(curve_leaves_loaded_latency),
        cmocka_unit_test(curve_without_traffic),
        cmocka_unit_test(working_set_at_half_bandwidth),
        cmocka_unit_test(sweep_that_ends_too_soon),
        cmocka_unit_test(one_reader_has_no_nodes),
        cmocka_unit_test(bytes_without_a_cycle),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
