/* Levels from tables of random reads: reads are made one by one in simulated caches that replace
 * the line used least lately, and in a TLB, and printed as tinymembench prints them. */
#include "model/random_reads.h"
#include "random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROWS = 17, CACHES = 3, LINE = 64, PAGE = 4096, READS = 100000, PAGES_MOST = 1 << 14 };

/* BYTES of LINEs (of a TLB: pages), and what a read costs more that misses it. */
struct cache {
    double bytes;
    unsigned ways;
    double cost;
};

struct machine {
    const char *what;
    struct cache cache[CACHES]; /* the first level first; bytes 0: there is none */
    struct cache tlb;
    bool small_pages;
    double overlap; /* of two misses */
};

/* Lines or pages that are held, with the read that used each last. */
struct held {
    uint64_t *tag, *used;
    size_t sets;
    unsigned ways;
};

static struct held held_new(const struct cache *c, unsigned unit)
{
    size_t n = (size_t)(c->bytes / unit);
    struct held h = { .tag = calloc(n + 1, sizeof *h.tag),
                      .used = calloc(n + 1, sizeof *h.used),
                      .sets = c->ways > 0 ? n / c->ways : 0,
                      .ways = c->ways };

    assert_non_null(h.tag);
    assert_non_null(h.used);
    return h;
}

static void held_free(struct held *h)
{
    free(h->tag);
    free(h->used);
}

/* Reads UNIT at TIME, from 1 on. Returns true where it was not held. */
static bool misses(struct held *h, uint64_t unit, uint64_t time)
{
    if (h->sets == 0)
        return false;
    size_t first = (size_t)(unit % h->sets) * h->ways, oldest = first;

    for (size_t i = first; i < first + h->ways; i++) {
        if (h->used[i] > 0 && h->tag[i] == unit) {
            h->used[i] = time;
            return false;
        }
        oldest = h->used[i] < h->used[oldest] ? i : oldest;
    }
    h->tag[oldest] = unit;
    h->used[oldest] = time;
    return true;
}

/* The board while a buffer is read. */
struct board {
    struct held cache[CACHES], tlb;
    uint64_t frame[PAGES_MOST]; /* of each page of the buffer */
};

static double read_cost(const struct machine *m, struct board *b, uint64_t at, uint64_t time)
{
    uint64_t page = at / PAGE, line = (b->frame[page] * PAGE + at % PAGE) / LINE;
    double cost = misses(&b->tlb, page, time) ? m->tlb.cost : 0;

    /* The first level finds its sets by bits within a page, or by colour. */
    for (unsigned k = 0; k < CACHES; k++) {
        if (!misses(&b->cache[k], k > 0 ? line : at / LINE, time))
            break;
        cost += m->cache[k].cost;
    }
    return cost;
}

/* Fills costs of one read and of two at once in a buffer of BYTES, in nanoseconds with one decimal.
 */
static void read_buffer(const struct machine *m, uint64_t bytes, struct random *random, double *one,
                        double *two)
{
    static struct board b;
    double sum = 0, pairs = 0, before = 0;

    for (unsigned k = 0; k < CACHES; k++)
        b.cache[k] = held_new(&m->cache[k], LINE);
    b.tlb = held_new(&m->tlb, PAGE);
    for (size_t i = 0; i < PAGES_MOST; i++)
        b.frame[i] = m->small_pages ? random_below(random, 1 << 20) : i;
    for (uint64_t time = 1; time <= 3 * READS; time++) {
        double cost = read_cost(m, &b, random_below(random, bytes), time);

        if (time <= 2 * READS)
            continue;
        sum += cost;
        if (time % 2 == 0)
            pairs += fmax(cost, before) + (1 - m->overlap) * fmin(cost, before);
        before = cost;
    }
    *one = round(10 * sum / READS) / 10;
    *two = round(20 * pairs / READS) / 10;
    for (unsigned k = 0; k < CACHES; k++)
        held_free(&b.cache[k]);
    held_free(&b.tlb);
}

struct table {
    struct curve_point one[ROWS], two[ROWS];
    struct curve single, dual;
};

static void read_table(const struct machine *m, uint64_t seed, struct table *t)
{
    struct random random = { seed };

    *t = (struct table){ .single = { .n = ROWS }, .dual = { .n = ROWS } };
    t->single.at = t->one;
    t->dual.at = t->two;
    for (unsigned i = 0; i < ROWS; i++) {
        t->one[i].x = t->two[i].x = 1024 << i;
        read_buffer(m, 1024u << i, &random, &t->one[i].y, &t->two[i].y);
    }
}

#define KIB 1024.0
#define MIB (1024 * KIB)

static const struct machine machines[] = {
    { "two levels, translations",
      { { 32 * KIB, 8, 8 }, { 512 * KIB, 16, 120 } },
      { 256 * KIB, 4, 3 },
      true,
      0.8 },
    { "a first level of three times a power of two",
      { { 24 * KIB, 6, 5 }, { 1 * MIB, 16, 100 } },
      { 0, 0, 0 },
      true,
      0.8 },
    { "three levels, large pages",
      { { 64 * KIB, 4, 3 }, { 512 * KIB, 8, 13 }, { 4 * MIB, 16, 90 } },
      { 0, 0, 0 },
      false,
      0.9 },
    { "a first level of 96 KiB, large pages",
      { { 96 * KIB, 6, 4 }, { 2 * MIB, 8, 80 } },
      { 0, 0, 0 },
      false,
      0.9 },
    { "the first level alone", { { 16 * KIB, 4, 90 } }, { 0, 0, 0 }, true, 0.1 },
};

static void levels_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        const struct machine *m = &machines[i];
        struct random_reads r;
        struct table t;
        unsigned n = 0;

        read_table(m, 1 + i, &t);
        random_reads_levels(&t.single, &t.dual, m->small_pages, &r);
        while (n < CACHES && m->cache[n].bytes > 0)
            n++;
        if (r.n != n + 1)
            fail_msg("%s: %zu levels of cache", m->what, r.n - 1);
        for (unsigned k = 0; k < n; k++)
            if (!r.level[k].sized || r.level[k].nominal != m->cache[k].bytes)
                fail_msg("%s: level %u is %.0f KiB (%.0f)", m->what, k + 1,
                         r.level[k].nominal / KIB, r.level[k].size / KIB);
        assert_true(r.evidence > 0.5);
        assert_true(r.level[0].evidence > 0.5);
    }
}

/* Walks of translations that wait for each other are no level; where nothing tells them from one,
 * the number of levels is not determined. */
static void translations_are_no_level(void **state)
{
    struct machine m = {
        "walks", { { 32 * KIB, 8, 9 }, { 2 * MIB, 16, 130 } }, { 128 * KIB, 4, 14 }, true, 0.9
    };
    struct random_reads r;
    struct table t;

    (void)state;
    read_table(&m, 7, &t);
    random_reads_levels(&t.single, &t.dual, true, &r);
    assert_true(r.doubted == 2 || r.n == 3);
    assert_true(r.level[0].nominal == 32 * KIB);
}

static void few_rows_tell_nothing(void **state)
{
    struct random_reads r;
    struct table t;

    (void)state;
    read_table(&machines[0], 3, &t);
    t.single.n = t.dual.n = 7;
    random_reads_levels(&t.single, &t.dual, true, &r);
    assert_int_equal(r.n, 0);
    t.single.n = t.dual.n = 0;
    random_reads_levels(&t.single, &t.dual, true, &r);
    assert_int_equal(r.n, 0);
}

static void costs_from_the_first_row_on_hide_the_first_level(void **state)
{
    struct random_reads r;
    struct table t;

    (void)state;
    read_table(&machines[0], 3, &t);
    for (unsigned i = 0; i < ROWS; i++)
        t.one[i].y += 2;
    random_reads_levels(&t.single, &t.dual, true, &r);
    assert_int_equal(r.n, 0);
}

/* No single row decides: with one at ten times or a tenth of its cost, a wrong size is not sure. */
static void one_damaged_row_is_no_evidence(void **state)
{
    static const double factors[] = { 0, 0.1, 0.5, 2, 10 };

    (void)state;
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        struct table t;

        read_table(&machines[i], 1 + i, &t);
        for (unsigned row = 1; row < ROWS; row++)
            for (size_t f = 0; f < sizeof factors / sizeof factors[0]; f++) {
                double whole = t.one[row].y;
                struct random_reads r;

                t.one[row].y *= factors[f];
                random_reads_levels(&t.single, &t.dual, machines[i].small_pages, &r);
                t.one[row].y = whole;
                bool right = r.n < 2 || !r.level[0].sized ||
                             r.level[0].nominal == machines[i].cache[0].bytes;
                if (!right && r.level[0].evidence > 0.8)
                    fail_msg("%s: row %u times %g: %.0f KiB with evidence %.2f", machines[i].what,
                             row, factors[f], r.level[0].nominal / KIB, r.level[0].evidence);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_come_back),
        cmocka_unit_test(translations_are_no_level),
        cmocka_unit_test(few_rows_tell_nothing),
        cmocka_unit_test(costs_from_the_first_row_on_hide_the_first_level),
        cmocka_unit_test(one_damaged_row_is_no_evidence),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
