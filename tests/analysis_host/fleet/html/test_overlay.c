/* The page of several boards: names told apart, shared figures, a table of answers, its size. */
#include "analysis/analysis.h"
#include "fleet/html/overlay.h"
#include "made_run.h"
#include "named_result.h"
#include "report/figure/figure.h"
#include "report/figure/figures.h"
#include "report/html/figure_data.h"
#include "report/html/page.h"
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { KIB = 1024, PAGE_BYTES = 1000000 };

static struct made_run made[COMPARE_MOST];

static char *text(const char *literal)
{
    return (char *)(uintptr_t)literal;
}

/* A level of 32 KiB at FIRST cycles of a nanosecond, and memory at 100; no cycle where there is no
 * CHAIN. */
static void make_level(struct made_run *m, uint64_t hz, bool chain, uint64_t first)
{
    made_begin(m, hz);
    if (chain)
        made_chain(m, 0, 4096, 4096);
    made_series(m, "cache_size");
    made_key(m, "stride", 256);
    for (uint64_t x = KIB; x <= 1024 * KIB; x *= 2)
        for (uint64_t k = 0; k < 4; k++) {
            uint64_t bytes = x + x / 4 * k, cycles = bytes <= 32 * KIB ? first : 100;
            const uint64_t ticks[] = { 100 * cycles, 100 * cycles + 1, 100 * cycles + 7 };
            made_sample(m, bytes, 0, 100, ticks, 3);
        }
}

/* N boards named after FILES: those that IS_LOG names have runs in MADE, the others are reports. */
struct boards {
    struct overlay o;
    struct compared at[COMPARE_MOST + 1];
    struct log log[COMPARE_MOST + 1];
};

static void make_boards(struct boards *b, const char *const *files, size_t n, const bool *is_log)
{
    *b = (struct boards){ 0 };
    b->o.boards = (struct compared_boards){ b->at, b->log, n };
    for (size_t i = 0; i < n; i++) {
        b->at[i].name = text(files[i]);
        if (!is_log[i])
            continue;
        b->log[i] = (struct log){ .kind = text("record stream"), .run = made[i].run };
        b->log[i].has_run = true;
        infer_all(&made[i].run, METHOD_ROBUST, &b->at[i].results);
    }
    assert_int_equal(overlay_name(&b->o), 0);
}

static void free_boards(struct boards *b)
{
    for (size_t i = 0; i < b->o.boards.n; i++) {
        free(b->o.names[i]);
        results_free(&b->at[i].results);
    }
    free(b->o.names);
}

static char *page(const struct boards *b)
{
    static char *to; /* gcc -O3 takes what the stream makes for the address of a local one */
    size_t n = 0;
    FILE *out = open_memstream(&to, &n);

    assert_int_equal(html_fit(out, html_overlay_page, &b->o), 0);
    assert_int_equal(fclose(out), 0);
    return to;
}

static void answer(struct boards *b, size_t i, const char *id, double value, double confidence)
{
    struct result *r = named_result(&b->at[i].results, "count", id);

    r->value = value;
    r->confidence = confidence;
}

/* The cell of board AT in the row of ID, from its '<' on. */
static const char *cell(const char *html, const char *id, size_t at)
{
    char head[80];

    snprintf(head, sizeof head, "<tr><th scope=\"row\">%s</th>", id);
    const char *p = strstr(html, head);
    assert_non_null(p);
    for (size_t i = 0; i <= at; i++) {
        p = strstr(p + 1, "<td");
        assert_non_null(p);
    }
    return p;
}

static bool says(const char *from, const char *what, const char *end)
{
    const char *found = strstr(from, what), *stop = strstr(from, end);

    return found != NULL && (stop == NULL || found < stop);
}

static void test_names_are_told_apart(void **state)
{
    static const struct {
        const char *files[3], *names[3];
    } cases[] = {
        { { "a.log", "b.log.gz", "/x/c.json" }, { "a", "b", "c" } },
        { { "a.log", "a.json", "b" }, { "a.log", "a.json", "b" } },
        { { "x/a.log", "y/a.log", "b.log" }, { "x/a.log", "y/a.log", "b" } },
        { { "p/x/a.log", "q/x/a.log", "a" }, { "p/x/a.log", "q/x/a.log", "a" } },
        { { "a.log", "a.log", "a.log" }, { "a (1)", "a (2)", "a (3)" } },
        { { "a", "x/a", "a" }, { "a (1)", "x/a", "a (2)" } },
    };
    static const bool reports[3] = { false, false, false };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct boards b;
        make_boards(&b, cases[i].files, 3, reports);
        for (size_t k = 0; k < 3; k++)
            assert_string_equal(b.o.names[k], cases[i].names[k]);
        free_boards(&b);
    }
}

/* The data that the script draws: every board with its unit, a line of each that has curves. */
static void test_boards_share_a_figure(void **state)
{
    static const char *const files[] = { "a.log", "b.log", "c.json", "d.log" };
    static const bool is_log[] = { true, true, false, true };
    struct boards b;
    struct figures figures[4];
    struct html_board boards[4];

    (void)state;
    make_level(&made[0], 1000000000, true, 4);
    make_level(&made[1], 1000000000, false, 8);
    make_level(&made[3], 0, false, 2);
    make_boards(&b, files, 4, is_log);
    for (size_t i = 0; i < 4; i++) {
        if (is_log[i])
            figures_make(&figures[i], &made[i].run, &b.at[i].results, HTML_DOTS);
        boards[i] = (struct html_board){ b.o.names[i], is_log[i] ? &figures[i] : NULL };
    }
    json_t *o = html_figures_json(boards, 4, true);
    static const char *const units[] = { "cycle", "ns", "", "tick" };
    for (size_t i = 0; i < 4; i++) {
        const json_t *board = json_array_get(json_object_get(o, "boards"), i);
        assert_string_equal(json_string_value(json_object_get(board, "unit")), units[i]);
        assert_string_equal(json_string_value(json_object_get(board, "name")), b.o.names[i]);
    }
    const json_t *first = json_array_get(json_object_get(o, "boards"), 1);
    assert_float_equal(json_number_value(json_object_get(first, "first")), 8, 0.2);

    const json_t *f = json_array_get(json_object_get(o, "figures"), 0);
    assert_string_equal(json_string_value(json_object_get(f, "name")), "latency");
    assert_string_equal(json_string_value(json_object_get(f, "yUnit")), "cycle");
    const json_t *lines = json_object_get(f, "lines");
    static const json_int_t of[] = { 0, 1, 3 };
    assert_int_equal(json_array_size(lines), 3);
    for (size_t i = 0; i < 3; i++) {
        const json_t *line = json_array_get(lines, i);
        assert_int_equal(json_integer_value(json_object_get(line, "board")), of[i]);
        assert_int_equal(json_array_size(json_object_get(line, "points")), 44);
        assert_int_equal(json_array_size(json_object_get(line, "dots")), 0);
    }
    for (size_t i = 0; i < json_array_size(json_object_get(f, "marks")); i++)
        assert_true(json_is_false(
            json_object_get(json_array_get(json_object_get(f, "marks"), i), "across")));
    json_decref(o);

    /* Two boards know nanoseconds, one knows cycles. */
    assert_true(html_overlay_in_ns(boards, 4));
    assert_false(html_overlay_in_ns(boards, 1));

    char *picture = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&picture, &n);
    html_overlay_picture(out, boards, 4, 0);
    assert_int_equal(fclose(out), 0);
    assert_true(strstr(picture, "data:image/svg+xml;base64,") != NULL ||
                strstr(picture, "gnuplot is not installed") != NULL);
    assert_non_null(strstr(picture, "Not in the picture, as it cannot be told in ns: D d."));
    assert_null(strstr(picture, "A a."));
    free(picture);
    for (size_t i = 0; i < 4; i++)
        if (is_log[i])
            figures_free(&figures[i]);
    free_boards(&b);
}

/* One line a board: the first of each group is laid over the other boards'. */
static void test_one_line_of_each_group(void **state)
{
    struct results results = { 0 };
    struct figures figures;

    (void)state;
    made_begin(&made[0], 1000000000);
    for (uint64_t stride = 256; stride <= 1024; stride *= 2) {
        made_series(&made[0], "cache_size");
        made_key(&made[0], "stride", stride);
        made_point(&made[0], KIB, 0, 10, 40);
    }
    figures_make(&figures, &made[0].run, &results, HTML_DOTS);
    const struct figure *f = &figures.at[0];
    assert_string_equal(f->spec->name, "latency");
    assert_int_equal(f->n_lines, 3);
    assert_string_equal(f->line[0].group, "loads");
    assert_string_equal(f->line[1].group, "");
    assert_string_equal(f->line[2].group, "");
    figures_free(&figures);
}

/* Slots of the largest memory begin at a page; those of the one before show what is below. */
static void test_one_memory_of_each_board(void **state)
{
    struct results results = { 0 };
    struct figures figures;
    const struct figure *f = NULL;

    (void)state;
    made_begin(&made[0], 1000000000);
    made_series(&made[0], "tlb_page");
    for (uint64_t mib = 1; mib <= 4; mib *= 2)
        for (uint64_t slot = KIB * mib; slot <= 16 * KIB; slot *= 2)
            made_point(&made[0], slot, mib * KIB * KIB / slot, 10, 40);
    figures_make(&figures, &made[0].run, &results, HTML_DOTS);
    for (size_t i = 0; i < figures.n; i++)
        if (strcmp(figures.at[i].spec->name, "page") == 0)
            f = &figures.at[i];
    assert_non_null(f);
    assert_int_equal(f->n_lines, 3);
    assert_string_equal(f->line[0].group, "");
    assert_string_equal(f->line[1].name, "2 MiB");
    assert_string_equal(f->line[1].group, "memory");
    assert_string_equal(f->line[2].group, "");
    figures_free(&figures);
}

/* Columns of several chains at once are no latency. */
static void test_chains_at_once_are_no_latency(void **state)
{
    struct results results = { 0 };
    struct figures figures;

    (void)state;
    made_begin(&made[0], 1000000000);
    made_series(&made[0], "cache_size");
    for (uint64_t x = KIB; x <= 8 * KIB; x *= 2) {
        made_point(&made[0], x, 0, 10, 40);
        made_point(&made[0], x, 2, 10, 20);
    }
    figures_make(&figures, &made[0].run, &results, HTML_DOTS);
    assert_int_equal(figures.at[0].n_lines, 1);
    assert_int_equal(figures.at[0].line[0].n_points, 4);
    for (size_t i = 0; i < 4; i++)
        assert_float_equal(figures.at[0].line[0].point[i].middle, 4, 0);
    figures_free(&figures);
}

static void test_cells_say_what_they_are(void **state)
{
    static const char *const files[] = { "a.json", "b.json", "c.json", "d.json" };
    static const bool is_log[4] = { false };
    struct boards b;

    (void)state;
    make_boards(&b, files, 4, is_log);
    for (size_t i = 0; i < 4; i++)
        answer(&b, i, "cache.1.ways", i == 3 ? 64 : 4, i == 1 ? 0.5 : 0.9);
    answer(&b, 0, "tlb.1.entries", 32, 0.9);
    not_determined(named_result(&b.at[1].results, "count", "tlb.1.entries"), "too noisy");
    answer(&b, 0, "zzz.new", 1, 0.9);
    char *html = page(&b);
    assert_false(says(cell(html, "cache.1.ways", 0), "class", "</td>"));
    assert_true(says(cell(html, "cache.1.ways", 1), "doubt", "</td>"));
    assert_true(says(cell(html, "cache.1.ways", 1), "4 ~</td>", "</tr>"));
    assert_true(says(cell(html, "cache.1.ways", 3), "64 *</td>", "</tr>"));
    assert_true(says(cell(html, "tlb.1.entries", 1), "too noisy\">?</td>", "</tr>"));
    assert_true(says(cell(html, "tlb.1.entries", 2), ">-</td>", "</tr>"));
    /* Groups in their order, and after them the answers that have none. */
    const char *caches = strstr(html, ">Caches and memory<"), *tlb = strstr(html, ">TLB<");
    const char *others = strstr(html, ">Others<"), *new = strstr(html, "zzz.new");
    assert_true(caches != NULL && caches < tlb && tlb < others && others < new);
    assert_null(strstr(html, "Instructions"));
    free(html);
    free_boards(&b);
}

static void test_a_report_has_no_curves(void **state)
{
    static const char *const files[] = { "a.json" };
    static const bool is_log[] = { false };
    struct boards b;

    (void)state;
    make_boards(&b, files, 1, is_log);
    char *html = page(&b);
    assert_non_null(strstr(html, "A report, no log"));
    assert_non_null(strstr(html, "No board has curves"));
    assert_null(strstr(html, "<input"));
    free(html);
    free_boards(&b);
}

static void test_a_name_is_never_markup(void **state)
{
    static const char *const files[] = { "<img src=x onerror=alert(1)>", "</script><script>x" };
    static const bool is_log[] = { true, false };
    struct boards b;

    (void)state;
    make_level(&made[0], 1000000000, true, 4);
    make_boards(&b, files, 2, is_log);
    char *html = page(&b);
    assert_non_null(strstr(html, "&lt;img src=x onerror"));
    assert_null(strstr(html, "<img src=x"));
    assert_null(strstr(html, "</script><script>x"));
    free(html);
    free_boards(&b);
}

/* Eight boards of so many points and answers that not all of them fit. */
static void test_a_page_is_small(void **state)
{
    enum { POINTS = 4000, ANSWERS = 400 };
    static const char *const files[] = { "a", "b", "c", "d", "e", "f", "g", "h" };
    static const bool is_log[] = { true, true, true, true, true, true, true, true };
    static struct log_sample samples[POINTS];
    static uint64_t ticks[] = { 1001, 1002, 1003 };
    static struct boards b;

    (void)state;
    for (size_t i = 0; i < POINTS; i++)
        samples[i] = (struct log_sample){
            .x = { KIB + 64 * i }, .n_x = 1, .ops = 100, .ticks = ticks, .n_ticks = 3
        };
    for (size_t i = 0; i < COMPARE_MOST; i++) {
        make_level(&made[i], 1000000000, true, 4);
        made_series(&made[i], "tlb_page");
        made[i].series[made[i].run.n_series - 1].samples = samples;
        made[i].series[made[i].run.n_series - 1].n_samples = POINTS;
    }
    make_boards(&b, files, COMPARE_MOST, is_log);
    for (size_t i = 0; i < COMPARE_MOST; i++)
        for (unsigned k = 0; k < ANSWERS; k++) {
            char id[40], note[100] = "";
            snprintf(id, sizeof id, "op.made.%u.latency", k);
            memset(note, 'x', sizeof note - 1);
            not_determined(named_result(&b.at[i].results, "cycle", id), "%s", note);
        }
    char *html = page(&b);
    assert_in_range(strlen(html), 1000, PAGE_BYTES);
    assert_non_null(strstr(html, "op.made.399.latency"));
    free(html);
    free_boards(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_are_told_apart),
        cmocka_unit_test(test_boards_share_a_figure),
        cmocka_unit_test(test_one_line_of_each_group),
        cmocka_unit_test(test_one_memory_of_each_board),
        cmocka_unit_test(test_chains_at_once_are_no_latency),
        cmocka_unit_test(test_cells_say_what_they_are),
        cmocka_unit_test(test_a_report_has_no_curves),
        cmocka_unit_test(test_a_name_is_never_markup),
        cmocka_unit_test(test_a_page_is_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
