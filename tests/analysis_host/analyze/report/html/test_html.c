/* The page of one board: log text never becomes markup, answers are marked, curves are drawn, size
 * is bounded. */
#include "analysis/analysis.h"
#include "made_run.h"
#include "report/figure/figure.h"
#include "report/figure/figures.h"
#include "report/figure/plots_script.h"
#include "report/html/assets.h"
#include "report/html/html.h"
#include "report/html/write.h"
#include "report/text/sections.h"
#include "result/query.h"
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <cmocka.h>

enum { KIB = 1024, PAGE_BYTES = 1000000, MOST_DOTS = 4000 };

static struct made_run made;

/* Levels of 32 KiB and 512 KiB, at 4, 14 and 100 cycles of a nanosecond. */
static void make_levels(void)
{
    made_begin(&made, 1000000000);
    made_chain(&made, 0, 4096, 4096);
    made_series(&made, "cache_size");
    made_key(&made, "stride", 256);
    for (uint64_t x = KIB; x <= 4096 * KIB; x *= 2)
        for (uint64_t k = 0; k < 4; k++) {
            uint64_t bytes = x + x / 4 * k;
            uint64_t cycles = bytes <= 32 * KIB ? 4 : bytes <= 512 * KIB ? 14 : 100;
            const uint64_t ticks[] = { 100 * cycles, 100 * cycles + 1, 100 * cycles + 7 };
            made_sample(&made, bytes, 0, 100, ticks, 3);
        }
}

static void draw(struct figures *figures, struct results *results)
{
    *results = (struct results){ 0 };
    infer_all(&made.run, METHOD_ROBUST, results);
    figures_make(figures, &made.run, results, MOST_DOTS);
    assert_false(figures->no_memory);
}

static const struct figure *figure(const struct figures *figures, const char *name)
{
    for (size_t i = 0; i < figures->n; i++)
        if (strcmp(figures->at[i].spec->name, name) == 0)
            return &figures->at[i];
    fail_msg("no figure %s", name);
    return NULL;
}

/* The page of the made run, to be freed. */
static char *page(void)
{
    struct results results = { 0 };
    struct log log = { .kind = (char *)(uintptr_t) "record stream",
                       .run = made.run,
                       .has_run = true };
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);

    infer_all(&made.run, METHOD_ROBUST, &results);
    assert_int_equal(report_html(out, &log, &results), 0);
    assert_int_equal(fclose(out), 0);
    results_free(&results);
    return text;
}

/* The JSON in the script element ID of PAGE, parsed as a browser would find it. */
static json_t *data(const char *text, const char *id)
{
    char open[80];

    snprintf(open, sizeof open, "<script type=\"application/json\" id=\"%s\">", id);
    const char *begin = strstr(text, open);
    assert_non_null(begin);
    begin += strlen(open);
    const char *end = strstr(begin, "</script>");
    assert_non_null(end);
    json_t *parsed = json_loadb(begin, (size_t)(end - begin), 0, NULL);
    assert_non_null(parsed);
    return parsed;
}

static unsigned sextet(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = strchr(digits, c);

    assert_non_null(at);
    return (unsigned)(at - digits);
}

/* The text that was put into the page as gzip in base64. */
static json_t *unpacked(const char *text, const char *id)
{
    static unsigned char bytes[1 << 20];
    static char plain[1 << 22];
    z_stream z = { .next_in = bytes, .next_out = (Bytef *)plain, .avail_out = sizeof plain };
    char open[80];

    snprintf(open, sizeof open, "<script type=\"application/gzip\" id=\"%s\">", id);
    const char *at = strstr(text, open);
    assert_non_null(at);
    for (at += strlen(open); *at != '<' && *at != '='; at += 4) {
        unsigned three = sextet(at[0]) << 18 | sextet(at[1]) << 12;

        three |= at[2] == '=' ? 0 : sextet(at[2]) << 6;
        three |= at[3] == '=' ? 0 : sextet(at[3]);
        for (unsigned k = 0; k < 3; k++)
            bytes[z.avail_in++] = (unsigned char)(three >> (16 - 8 * k));
    }
    assert_int_equal(inflateInit2(&z, MAX_WBITS + 16), Z_OK);
    assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
    json_t *parsed = json_loadb(plain, z.total_out, 0, NULL);
    inflateEnd(&z);
    assert_non_null(parsed);
    return parsed;
}

static char *escaped(void (*write)(FILE *, const char *), const char *text)
{
    char *to = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&to, &n);

    write(out, text);
    assert_int_equal(fclose(out), 0);
    return to;
}

static void test_text_is_never_markup(void **state)
{
    static const struct {
        const char *text, *html;
    } cases[] = {
        { "plain", "plain" },
        { "<b>", "&lt;b&gt;" },
        { "a & b", "a &amp; b" },
        { "\"quoted'", "&quot;quoted&#39;" },
        { "\x01\x7f\xff", "???" },
        { "two\nlines", "two\nlines" },
        { "", "" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *got = escaped(html_text, cases[i].text);
        assert_string_equal(got, cases[i].html);
        free(got);
    }
}

static void test_json_cannot_end_its_element(void **state)
{
    char *got = escaped(html_json, "{\"a\":\"</script><!--<script>\"}");

    (void)state;
    assert_null(strchr(got, '<'));
    json_t *o = json_loads(got, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(o, "a")), "</script><!--<script>");
    json_decref(o);
    free(got);
}

static void test_base64(void **state)
{
    /* RFC 4648 section 10 */
    static const char *const cases[][2] = {
        { "", "" },        { "f", "Zg==" },        { "fo", "Zm8=" },
        { "foo", "Zm9v" }, { "foob", "Zm9vYg==" }, { "foobar", "Zm9vYmFy" }
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *got = NULL;
        size_t n = 0;
        FILE *out = open_memstream(&got, &n);
        html_base64(out, cases[i][0], strlen(cases[i][0]));
        assert_int_equal(fclose(out), 0);
        assert_string_equal(got, cases[i][1]);
        free(got);
    }
}

static void test_points_are_of_all_timings(void **state)
{
    struct figures figures;
    struct results results;

    (void)state;
    make_levels();
    draw(&figures, &results);
    const struct figure *f = figure(&figures, "latency");
    assert_int_equal(f->n_lines, 1);
    assert_int_equal(f->line[0].n_points, 4 * 13);
    const struct figure_point *p = &f->line[0].point[0];
    assert_float_equal(p->x, KIB, 0);
    assert_float_equal(p->low, 4.00, 0.03);
    assert_float_equal(p->middle, 4.01, 0.03);
    assert_float_equal(p->high, 4.07, 0.03);
    assert_int_equal(p->n, 3);
    assert_int_equal(f->line[0].n_dots, 3 * 4 * 13);
    assert_float_equal(figures.cycle_ns, 1, 0.01);
    figures_free(&figures);
    results_free(&results);
}

static void test_answers_are_marked(void **state)
{
    struct figures figures;
    struct results results;
    bool step = false, level = false, doubtful = false;

    (void)state;
    make_levels();
    draw(&figures, &results);
    figures_free(&figures);
    ((struct result *)(uintptr_t)result_find(&results, id_at(CACHE_LATENCY, 2)))->confidence = 0.5;
    figures_make(&figures, &made.run, &results, MOST_DOTS);
    const struct figure *f = figure(&figures, "latency");
    for (size_t i = 0; i < f->n_marks; i++) {
        step |= !f->mark[i].across && strcmp(f->mark[i].label, "L1 32 KiB") == 0;
        level |= f->mark[i].across && strcmp(f->mark[i].label, "DRAM 100 c") == 0;
        doubtful |= f->mark[i].across && strcmp(f->mark[i].label, "L2 ~14 c") == 0;
    }
    assert_true(step);
    assert_true(level);
    assert_true(doubtful);
    figures_free(&figures);
    results_free(&results);
}

/* The answer rests on the least timing of each number of threads, and so does the curve: two
 * threads are once as fast as one. */
static void test_threads_are_drawn_as_they_are_judged(void **state)
{
    static const uint64_t ticks[][3] = {
        { 1000, 1010, 1400 }, { 1030, 2100, 2150 }, { 2050, 2100, 3000 }, { 2200, 2300, 4000 }
    };
    struct figures figures;
    struct results results;

    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "contexts");
    made_key(&made, "kind", 0);
    for (uint64_t m = 1; m <= 4; m++)
        made_sample(&made, m, 0, 1, ticks[m - 1], 3);
    draw(&figures, &results);
    const struct figure *f = figure(&figures, "contexts");
    assert_int_equal(f->n_marks, 1);
    assert_float_equal(f->mark[0].at, 2, 0);
    assert_int_equal(f->line[0].n_points, 4);
    assert_float_equal(f->line[0].point[1].middle, 1.03, 1e-9);
    assert_float_equal(f->line[0].point[1].upper, 2.15, 0.06);
    assert_float_equal(f->line[0].point[2].middle, 2.05, 1e-9);
    figures_free(&figures);
    results_free(&results);
}

/* A line for each mix, at the bandwidth of all threads: the chase moves a line of 64 bytes a load.
 */
static void test_loaded_curve_is_over_bandwidth(void **state)
{
    struct figures figures;
    struct results results;

    (void)state;
    made_begin(&made, 1000000000);
    made_chain(&made, 0, 4096, 4096);
    made_series(&made, "loaded_curve");
    made_key(&made, "kind", 2);
    made_key(&made, "level", 3);
    made_point(&made, 0, 0, 100, 16000);
    made_point(&made, 1, 0, 100, 20000);
    made_point(&made, 1, 1, 33600, 20000);
    made_point(&made, 2, 0, 100, 40000);
    made_point(&made, 2, 1, 153600, 40000);
    draw(&figures, &results);
    const struct figure *f = figure(&figures, "loaded_curve");
    assert_int_equal(f->n_lines, 1);
    assert_string_equal(f->line[0].name, "DRAM, copy 1:1");
    assert_string_equal(f->line[0].group, "copy 1:1");
    assert_int_equal(f->line[0].n_points, 3);
    assert_float_equal(f->line[0].point[0].x, 0.4, 1e-9);
    assert_float_equal(f->line[0].point[1].x, 2, 1e-9);
    assert_float_equal(f->line[0].point[2].x, 4, 1e-9);
    assert_float_equal(f->line[0].point[2].middle, 400, 1e-9);
    figures_free(&figures);
    results_free(&results);
}

/* 64 and 8 bytes a tick of one thread, 96 of two: a line for each number of threads. */
static void test_bandwidth_is_over_working_set(void **state)
{
    struct figures figures;
    struct results results;

    (void)state;
    made_begin(&made, 1000000000);
    made_chain(&made, 0, 4096, 4096);
    made_series(&made, "bandwidth_sweep");
    made_key(&made, "kind", 1);
    made_point(&made, 4096, 1, 64000, 1000);
    made_point(&made, 4096, 2, 96000, 1000);
    made_point(&made, 65536, 1, 8000, 1000);
    draw(&figures, &results);
    const struct figure *f = figure(&figures, "bandwidth");
    assert_int_equal(f->n_lines, 2);
    assert_string_equal(f->line[0].name, "write, 1 thread");
    assert_string_equal(f->line[1].name, "write, 2 threads");
    assert_int_equal(f->line[0].n_points, 2);
    assert_float_equal(f->line[0].point[0].middle, 64, 1e-9);
    assert_float_equal(f->line[0].point[1].x, 65536, 0);
    assert_float_equal(f->line[0].point[1].middle, 8, 1e-9);
    assert_float_equal(f->line[1].point[0].middle, 96, 1e-9);
    figures_free(&figures);
    results_free(&results);
}

/* Loads of 10 ticks alone, and of 20 and 50 while others move 4 and 8 bytes a tick: nanoseconds. */
static void test_loaded_latency_is_over_bandwidth(void **state)
{
    struct figures figures;
    struct results results;

    (void)state;
    made_begin(&made, 1000000000);
    made_chain(&made, 0, 4096, 4096);
    made_series(&made, "loaded_latency");
    made_key(&made, "kind", 0);
    made_key(&made, "level", 3);
    made_key(&made, "bytes", 64 * KIB);
    made_point(&made, 0, 0, 100, 1000);
    made_point(&made, 1, 0, 100, 2000);
    made_point(&made, 1, 1, 8000, 2000);
    draw(&figures, &results);
    assert_int_equal(figure(&figures, "loaded")->n_lines, 0); /* two points are no curve */
    figures_free(&figures);
    results_free(&results);
    made_point(&made, 2, 0, 100, 5000);
    made_point(&made, 2, 1, 40000, 5000);
    draw(&figures, &results);
    const struct figure *f = figure(&figures, "loaded");
    assert_int_equal(f->n_lines, 1);
    assert_string_equal(f->line[0].name, "64 KiB, others read");
    assert_int_equal(f->line[0].n_points, 3);
    assert_float_equal(f->line[0].point[0].x, 0, 0);
    assert_float_equal(f->line[0].point[1].x, 4, 1e-9);
    assert_float_equal(f->line[0].point[1].middle, 20, 0.2);
    assert_float_equal(f->line[0].point[2].x, 8, 1e-9);
    assert_float_equal(f->line[0].point[2].middle, 50, 0.5);
    figures_free(&figures);
    results_free(&results);
}

static void count_in(const char *text, const char *what, size_t wanted)
{
    size_t n = 0;

    for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what))
        n++;
    assert_int_equal(n, wanted);
}

static void test_a_page_has_no_empty_section(void **state)
{
    (void)state;
    make_levels();
    char *text = page();
    count_in(text, "<section", 2); /* caches and memory; topology */
    count_in(text, "Not measured: Bandwidth, Core, OS costs, ", 1);
    count_in(text, "Kernels (did not run).</p>", 1);
    count_in(text, "href=\"#bandwidth\"", 0);
    count_in(text, "href=\"#memory\"", 1);
    count_in(text, "<section id=\"memory\">", 1);
    count_in(text, "figure data-figure=", 1);
    free(text);
}

static void test_a_page_says_first_what_is_wrong(void **state)
{
    (void)state;
    make_levels();
    made.run.complete = false;
    made.series[1].damaged = true;
    made.series[1].points_lost = 7;
    char *text = page();
    const char *box = strstr(text, "Read this first");
    assert_non_null(box);
    assert_true(box < strstr(text, "<section"));
    count_in(text, "The run is not whole", 1);
    count_in(text, "Points that are known to be lost: cache_size 7.", 1);
    count_in(text, "rest on a series that lost samples: caches and memory ", 1);
    assert_non_null(strstr(text, "<a class=\"answer doubt\" href=\"#e.cache.1.size\""));
    count_in(text, "<tbody id=\"e.cache.1.size\">", 1);
    free(text);
}

/* Bars of one thread and of all, and of two numbers between them; the longest is the level's
 * highest. */
static void test_bandwidth_has_a_bar_for_few_numbers(void **state)
{
    static const unsigned threads[] = { 1, 2, 3, 4, 6, 8, 16 };
    struct results results = { 0 };
    struct log log = { .kind = (char *)(uintptr_t) "record stream", .has_run = true };
    char *text = NULL;
    size_t n = 0;

    (void)state;
    made_begin(&made, 1000000000);
    log.run = made.run;
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        struct result *r = result_add(&results, id_together(MEMORY_LEVEL, "read", threads[i]));
        r->kind = RESULT_NUMBER;
        r->value = threads[i];
        r->gb_per_s = 2 * r->value;
        r->confidence = threads[i] == 16 ? 0.5 : 0.95;
    }
    FILE *out = open_memstream(&text, &n);
    assert_int_equal(report_html(out, &log, &results), 0);
    assert_int_equal(fclose(out), 0);
    count_in(text, "<i class=\"n0\" style=\"--share:6.2%\"></i>", 1);
    count_in(text, "<i class=\"n3\" style=\"--share:100.0%\"></i>", 1);
    count_in(text, "</i>1 thread</span>", 1);
    count_in(text, "</i>3 threads</span>", 1);
    count_in(text, "</i>6 threads</span>", 1);
    count_in(text, "</i>16 threads</span>", 1);
    count_in(text, "</i>8 threads</span>", 0);
    count_in(text, "~32 GB/s (16 B/c)</a>", 1);
    free(text);
    results_free(&results);
}

static void test_what_is_missing_says_why(void **state)
{
    struct figures figures;
    struct results results;

    (void)state;
    make_levels();
    made_series(&made, "tlb_size");
    made.series[made.run.n_series - 1].status = (char *)(uintptr_t) "skip:no memory";
    made.series[made.run.n_series - 1].end = RECORD_END_NO_MEMORY;
    made_series(&made, "kernels");
    draw(&figures, &results);
    assert_string_equal(figure(&figures, "latency")->missing, "");
    assert_non_null(strstr(figure(&figures, "tlb")->missing, "skip:no memory"));
    assert_non_null(strstr(figure(&figures, "walks")->missing, "samples of probe kernels"));
    assert_non_null(strstr(figure(&figures, "contexts")->missing, "not in this log"));
    figures_free(&figures);
    results_free(&results);
}

static void test_without_a_reference_there_are_no_cycles(void **state)
{
    struct figures figures;
    struct results results;

    (void)state;
    made_begin(&made, 0);
    made_series(&made, "cache_size");
    made_point(&made, KIB, 0, 10, 40);
    draw(&figures, &results);
    assert_string_equal(figure(&figures, "latency")->y_unit, "tick");
    assert_float_equal(figure(&figures, "latency")->line[0].point[0].middle, 4, 0);
    figures_free(&figures);
    results_free(&results);
}

/* A run of so many timings that a dot for each would be far too much. */
static void make_many(struct log_sample *samples, size_t n, uint64_t *ticks, size_t n_ticks)
{
    make_levels();
    for (size_t i = 0; i < n_ticks; i++)
        ticks[i] = 1000 + i % 97;
    for (size_t i = 0; i < n; i++)
        samples[i] = (struct log_sample){
            .x = { KIB + 64 * i }, .n_x = 1, .ops = 100, .ticks = ticks, .n_ticks = n_ticks
        };
    made_series(&made, "cache_size");
    made.series[made.run.n_series - 1].samples = samples;
    made.series[made.run.n_series - 1].n_samples = n;
}

static void test_dots_are_chosen(void **state)
{
    enum { POINTS = 3000, TICKS = 40 };
    static struct log_sample samples[POINTS];
    static uint64_t ticks[TICKS];
    struct figures figures, again;
    struct results results = { 0 };

    (void)state;
    make_many(samples, POINTS, ticks, TICKS);
    figures_make(&figures, &made.run, &results, MOST_DOTS);
    figures_make(&again, &made.run, &results, MOST_DOTS);
    const struct figure *f = figure(&figures, "latency");
    const struct figure *same = figure(&again, "latency");
    size_t dots = f->line[0].n_dots + f->line[1].n_dots;
    assert_in_range(dots, MOST_DOTS - 1, MOST_DOTS);
    assert_int_equal(f->line[1].timings, POINTS * TICKS);
    assert_int_equal(same->line[1].n_dots, f->line[1].n_dots);
    assert_memory_equal(same->line[1].dot, f->line[1].dot,
                        f->line[1].n_dots * sizeof *f->line[1].dot);
    figures_free(&figures);
    figures_free(&again);
}

static void test_a_page_is_small(void **state)
{
    enum { POINTS = 20000, TICKS = 20 };
    static struct log_sample samples[POINTS];
    static uint64_t ticks[TICKS];

    (void)state;
    make_many(samples, POINTS, ticks, TICKS);
    char *text = page();
    assert_in_range(strlen(text), 1000, PAGE_BYTES);
    free(text);
}

static void test_a_page_has_its_data(void **state)
{
    (void)state;
    make_levels();
    char *text = page();
    json_t *report = unpacked(text, "report");
    assert_string_equal(json_string_value(json_object_get(report, "schema")), "pontoon.report/2");
    json_decref(report);
    if (*html_figure_script != '\0') {
        json_t *figures = data(text, "figures");
        assert_int_equal(json_array_size(json_object_get(figures, "figures")), 1);
        json_decref(figures);
    }
    free(text);
}

static void test_pages_reach_for_nothing(void **state)
{
    static const char *const reaching[] = { "src=\"http", "href=\"http", "url(http", "@import",
                                            "<link" };

    (void)state;
    make_levels();
    char *text = page();
    for (size_t i = 0; i < sizeof reaching / sizeof reaching[0]; i++)
        assert_null(strstr(text, reaching[i]));
    assert_non_null(strstr(text, "default-src 'none'"));
    free(text);
}

/* gnuplot runs what stands in backquotes; quotes would end a string. */
static void test_scripts_take_no_orders(void **state)
{
    struct figures figures;
    struct results results;
    char *script = NULL;
    size_t n = 0;

    (void)state;
    make_levels();
    made_series(&made, "live_ranges");
    made_key_text(&made, "type", "'`ls`;exit \"$x");
    for (uint64_t k = 3; k < 30; k++)
        made_point(&made, k, 0, 100, k > 14 ? 200 : 100);
    draw(&figures, &results);
    FILE *out = open_memstream(&script, &n);
    plots_script(out, figure(&figures, "registers"), "registers.dat", "registers.svg");
    assert_int_equal(fclose(out), 0);
    assert_null(strchr(script, '`'));
    assert_null(strchr(script, '"'));
    assert_non_null(strstr(script, "title '__ls__exit __x'"));
    free(script);
    figures_free(&figures);
    results_free(&results);
}

/* Darker where it is higher, on the figure's own scale: latencies of 4, 14 and 100 are far apart.
 */
static void test_a_line_of_text_tells_a_curve(void **state)
{
    struct results results = { 0 };
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);

    (void)state;
    make_levels();
    struct log log = { .run = made.run, .has_run = true };
    text_curves(out, &log, &results);
    assert_int_equal(fclose(out), 0);
    char *line = strstr(text, "  latency every 256 B ");
    assert_non_null(line);
    char *begin = strchr(line, '|');
    assert_non_null(begin);
    assert_in_range(strcspn(line, "\n"), 60, 80);
    /* 46 columns for 1 KiB to 7 MiB, 12.8 doublings: the first point beyond a level, 40 KiB and
     * 640 KiB, falls into columns 19.1 and 33.5. */
    assert_int_equal(strspn(begin + 1, " "), 19);
    assert_int_equal(strcspn(begin + 1, "@"), 33);
    assert_int_equal(strspn(strchr(begin, '@'), "@"), 46 - 33);
    free(text);
}

static const struct figure_line *line_named(const struct figure *f, const char *name)
{
    for (size_t i = 0; i < f->n_lines; i++)
        if (strcmp(f->line[i].name, name) == 0)
            return &f->line[i];
    return NULL;
}

static void know(struct results *results, struct result_id id, double value)
{
    struct result *r = result_add(results, id);

    r->value = value;
    strcpy(r->probe, "peaks");
}

/* Random reads and reads of another NUMA node bound some kernels below the roof of memory; a
 * machine of one node has no lines of nodes. */
static void test_roofline_has_random_reads_and_numa_nodes(void **state)
{
    (void)state;
    for (unsigned nodes = 1; nodes <= 2; nodes++) {
        struct results results = { 0 };
        struct figures figures;

        make_levels();
        made_series(&made, "bandwidth");
        know(&results, id_op(PEAK_RATE, "fma", "f64"), 16);
        know(&results, id_moving(BANDWIDTH_ALONE, 1, "read"), 64);
        know(&results, id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read"), 4);
        know(&results, id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "random"), 1);
        know(&results, id_of(NUMA_NODES), nodes);
        know(&results, id_of(NUMA_LOCAL_BANDWIDTH), 4);
        know(&results, id_of(NUMA_REMOTE_BANDWIDTH), 2);
        figures_make(&figures, &made.run, &results, MOST_DOTS);

        const struct figure *f = figure(&figures, "roofline");
        const struct figure_line *random = line_named(f, "DRAM random read"),
                                 *remote = line_named(f, "DRAM remote node read");
        assert_non_null(random);
        for (size_t i = 0; i < random->n_points; i++)
            assert_true(fabs(random->point[i].middle - fmin(16, random->point[i].x)) < 1e-9);
        assert_int_equal(line_named(f, "DRAM local node read") != NULL, nodes == 2);
        assert_int_equal(remote != NULL, nodes == 2);
        if (remote != NULL)
            assert_true(fabs(remote->point[0].middle - 2 * remote->point[0].x) < 1e-9);
        figures_free(&figures);
        results_free(&results);
    }
}

/* A roof for each pair of nodes, one for pairs whose rates are alike, and then none of sides; as
 * many as can be told apart in a figure. */
static void test_roofline_has_pairs_of_nodes(void **state)
{
    static const double rates[3][3] = { { 4, 2, 1 }, { 2.02, 4.01, 2 }, { 1, 2, 4 } };

    (void)state;
    for (unsigned nodes = 3; nodes <= 6; nodes += 3) {
        struct results results = { 0 };
        struct figures figures;
        size_t of_nodes = 0;

        make_levels();
        made_series(&made, "bandwidth");
        know(&results, id_op(PEAK_RATE, "fma", "f64"), 16);
        know(&results, id_moving(BANDWIDTH_ALONE, 1, "read"), 64);
        know(&results, id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read"), 4);
        know(&results, id_of(NUMA_NODES), nodes);
        know(&results, id_of(NUMA_LOCAL_BANDWIDTH), 4);
        know(&results, id_of(NUMA_REMOTE_BANDWIDTH), 2);
        for (unsigned i = 0; i < nodes; i++)
            for (unsigned k = 0; k < nodes; k++)
                know(&results, id_nodes(NUMA_NODE_BANDWIDTH, i, k),
                     nodes == 3 ? rates[i][k] : 1 + 0.2 * i + 0.1 * k);
        figures_make(&figures, &made.run, &results, MOST_DOTS);

        const struct figure *f = figure(&figures, "roofline");
        for (size_t i = 0; i < f->n_lines; i++)
            of_nodes += strncmp(f->line[i].name, "DRAM node ", strlen("DRAM node ")) == 0;
        assert_null(line_named(f, "DRAM remote node read"));
        if (nodes == 3) {
            const struct figure_line *far = line_named(f, "DRAM node 0-2, 2-0 read");

            assert_int_equal(of_nodes, 3);
            assert_non_null(line_named(f, "DRAM node 1-1, 0-0, 2-2 read"));
            assert_non_null(line_named(f, "DRAM node 1-0, 0-1, 1-2, 2-1 read"));
            assert_non_null(far);
            assert_true(fabs(far->point[0].middle - far->point[0].x) < 1e-9);
        } else {
            assert_true(of_nodes >= 3 && of_nodes <= 6);
        }
        figures_free(&figures);
        results_free(&results);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roofline_has_pairs_of_nodes),
        cmocka_unit_test(test_roofline_has_random_reads_and_numa_nodes),
        cmocka_unit_test(test_text_is_never_markup),
        cmocka_unit_test(test_json_cannot_end_its_element),
        cmocka_unit_test(test_base64),
        cmocka_unit_test(test_points_are_of_all_timings),
        cmocka_unit_test(test_answers_are_marked),
        cmocka_unit_test(test_threads_are_drawn_as_they_are_judged),
        cmocka_unit_test(test_loaded_latency_is_over_bandwidth),
        cmocka_unit_test(test_loaded_curve_is_over_bandwidth),
        cmocka_unit_test(test_bandwidth_is_over_working_set),
        cmocka_unit_test(test_a_page_has_no_empty_section),
        cmocka_unit_test(test_a_page_says_first_what_is_wrong),
        cmocka_unit_test(test_bandwidth_has_a_bar_for_few_numbers),
        cmocka_unit_test(test_what_is_missing_says_why),
        cmocka_unit_test(test_without_a_reference_there_are_no_cycles),
        cmocka_unit_test(test_dots_are_chosen),
        cmocka_unit_test(test_a_page_is_small),
        cmocka_unit_test(test_a_page_has_its_data),
        cmocka_unit_test(test_pages_reach_for_nothing),
        cmocka_unit_test(test_scripts_take_no_orders),
        cmocka_unit_test(test_a_line_of_text_tells_a_curve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
