/* Pages a stride apart, planted: TLBs by arithmetic, and costs that a machine showed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/tlb_strides.h"

enum { MOST = 1024, EDGES = 64 };

struct planted {
    struct tlb_stride_point at[MOST];
    size_t n;
    struct tlb_stride_edge edges[EDGES];
    size_t n_edges;
};

static void plant(struct planted *p, double stride, double n, double cost)
{
    p->at[p->n++] = (struct tlb_stride_point){ stride, n, cost };
}

/* Numbers of pages at STRIDE of which HELD fit; a page costs 4, one that misses COST more. */
static void plant_edge(struct planted *p, double stride, double held, double fillers, double cost)
{
    double numbers[] = { 1, 2, 4, 8, 16, 32, 64, held, held + 1 };

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        double n = numbers[i], missing = n > held ? n : 0;

        plant(p, stride, n, 4 + cost * missing / (n + fillers));
    }
}

static struct tlb_strides read_all(struct planted *p, double fillers, double entries)
{
    p->n_edges = tlb_stride_edges(p->edges, EDGES, p->at, p->n, fillers);
    return tlb_strides_of(p->edges, p->n_edges, entries);
}

static void sets_show_their_ways(void **state)
{
    struct planted p = { .n = 0 };
    const double held[] = { 96, 24, 6, 6, 6 };

    (void)state;
    for (size_t i = 0; i < 5; i++)
        plant_edge(&p, pow(4, (double)i), held[i], 0, 7);
    struct tlb_strides t = read_all(&p, 0, 96);
    assert_true(t.ways == 6 && !t.full && !t.hashed);
    assert_true(t.agree == 3 && t.strides == 3);
    assert_true(tlb_strides_entries(93, 6) == 96);
}

/* Others hold an entry at some strides. */
static void entries_that_others_take_now_and_then_count(void **state)
{
    struct planted p = { .n = 0 };
    const double held[] = { 64, 63, 63, 64, 63 };

    (void)state;
    for (size_t i = 0; i < 5; i++)
        plant_edge(&p, pow(4, (double)i), held[i], 0, 7);
    struct tlb_strides t = read_all(&p, 0, 63);
    assert_true(t.full && t.ways == 64);
    assert_true(t.agree == 5 && t.strides == 5);
}

static void one_that_is_full_has_no_sets(void **state)
{
    struct planted p = { .n = 0 };

    (void)state;
    for (size_t i = 0; i < 6; i++)
        plant_edge(&p, pow(4, (double)i), 64, 0, 5);
    struct tlb_strides t = read_all(&p, 0, 65);
    assert_true(t.full && t.ways == 64 && t.agree == 6 && t.strides == 6);
}

/* Two strides were disturbed alike. */
static void one_that_is_full_has_what_most_strides_show(void **state)
{
    struct planted p = { .n = 0 };
    const double held[] = { 64, 64, 60, 64, 60 };

    (void)state;
    for (size_t i = 0; i < 5; i++)
        plant_edge(&p, pow(4, (double)i), held[i], 0, 5);
    struct tlb_strides t = read_all(&p, 0, 66);
    assert_true(t.full && t.ways == 64 && t.agree == 3 && t.strides == 5);
}

static void hashed_sets_show_at_large_strides(void **state)
{
    struct planted p = { .n = 0 };
    const double held[] = { 64, 64, 32, 16, 16 };
    const double strides[] = { 128, 1024, 8192, 16384, 32768 };

    (void)state;
    for (size_t i = 0; i < 5; i++)
        plant_edge(&p, strides[i], held[i], 120, 30);
    struct tlb_strides t = read_all(&p, 120, 2048);
    assert_true(t.ways == 16 && t.hashed && t.agree == 2);
}

/* A cloud guest, its clock shared: ticks a load, the largest stride disturbed. */
static void a_disturbed_stride_is_outvoted(void **state)
{
    static const double at[][3] = { { 128, 1, 7.0 },    { 128, 2, 7.0 },   { 128, 8, 7.0 },
                                    { 128, 16, 7.0 },   { 128, 17, 8.7 },  { 128, 32, 13.9 },
                                    { 128, 40, 15.5 },  { 1024, 1, 7.1 },  { 1024, 4, 7.0 },
                                    { 1024, 8, 7.0 },   { 1024, 9, 9.5 },  { 1024, 32, 14.0 },
                                    { 8192, 2, 7.0 },   { 8192, 8, 7.0 },  { 8192, 9, 9.4 },
                                    { 8192, 32, 13.9 }, { 16384, 1, 7.0 }, { 16384, 2, 7.0 },
                                    { 16384, 3, 9.4 },  { 16384, 8, 9.4 }, { 16384, 16, 11.1 } };
    struct planted p = { .n = 0 };

    (void)state;
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
        plant(&p, at[i][0], at[i][1], at[i][2]);
    struct tlb_strides t = read_all(&p, 80, 1792);
    assert_true(t.ways == 8 && !t.hashed && t.agree == 2 && t.strides == 3);
    assert_true(tlb_strides_entries(1792, 8) == 2048);
    assert_true(tlb_strides_entries(1392, 8) == 2048); /* others keep some, never the reverse */
    assert_true(tlb_strides_entries(2100, 8) == 2048);
    assert_true(p.n_edges == 4 && p.edges[0].most == 16 && p.edges[0].least == 17);
}

static void too_little_memory_tells_nothing(void **state)
{
    struct planted p = { .n = 0 };

    (void)state;
    plant_edge(&p, 4, 64, 0, 20);
    plant_edge(&p, 8, 64, 0, 20);
    assert_true(read_all(&p, 0, 2048).ways == 0);
    p = (struct planted){ .n = 0 };
    plant(&p, 128, 1, 4);
    plant(&p, 128, 40, 4);
    plant(&p, 256, 40, 4.1);
    struct tlb_strides t = read_all(&p, 60, 2048);
    assert_true(t.ways == 0 && t.most == 40);
    p = (struct planted){ .n = 0 };
    assert_true(read_all(&p, 0, 64).ways == 0);
}

/* 8 ways of 512 sets, whose index has no bit 8: four of them at a stride of 128. */
static void the_smallest_stride_shows_entries(void **state)
{
    const struct tlb_stride_edge quiet[] = { { 128, 31, 32 }, { 1024, 8, 9 }, { 8192, 8, 9 } },
                                 taken[] = { { 128, 20, 24 }, { 1024, 8, 9 }, { 8192, 8, 9 } };
    const struct tlb_stride_edge one_short[] = {
        { 128, 30, 31 }, { 1024, 7, 8 }, { 8192, 7, 8 }, { 16384, 8, 9 }
    };

    (void)state;
    assert_true(tlb_strides_shown(quiet, 3, 8) == 4096);
    assert_true(tlb_strides_shown(taken, 3, 8) == 0);
    assert_true(tlb_strides_shown(quiet + 1, 2, 8) == 0); /* all in one set */
    assert_true(tlb_strides_of(one_short, 4, 4096).ways == 8);
    /* Other numbers of entries are taken at each stride: less sure, as one of three agrees. */
    const struct tlb_stride_edge two_short[] = {
        { 128, 31, 32 }, { 1024, 8, 9 }, { 8192, 7, 8 }, { 16384, 6, 7 }
    };
    struct tlb_strides t = tlb_strides_of(two_short, 4, 4096);

    assert_true(t.ways == 8 && t.agree == 1 && t.strides == 3);
    const struct tlb_stride_edge apart[] = { { 128, 31, 32 }, { 1024, 12, 13 }, { 8192, 6, 7 } };
    assert_true(tlb_strides_of(apart, 3, 4096).ways == 0);
}

/* What a guest showed of 512 sets of 8: others keep an entry of each set at large strides. */
static void sets_at_small_strides_show_what_others_keep(void **state)
{
    struct planted p = { .n = 0 };
    const double held[] = { 31, 14, 7, 7, 7 };
    const double strides[] = { 128, 512, 2048, 8192, 16384 };

    (void)state;
    for (size_t i = 0; i < 5; i++)
        plant_edge(&p, strides[i], held[i], 144, 30);
    struct tlb_strides t = read_all(&p, 144, 4000);
    assert_true(t.ways == 7);
    struct tlb_strides sets = tlb_strides_of_sets(t, p.edges, p.n_edges, 4000);
    assert_true(sets.ways == 8 && sets.agree == 1 && sets.strides == 5);
    sets = tlb_strides_of_sets(t, p.edges, p.n_edges, 3584);
    assert_true(sets.ways == 7 && sets.agree == t.agree);
}

/* Neither 7 nor more of them fill sets like these. */
static void sets_that_no_ways_explain_tell_none(void **state)
{
    struct planted p = { .n = 0 };
    const double held[] = { 20, 12, 7, 7, 7 };
    const double strides[] = { 128, 512, 2048, 8192, 16384 };

    (void)state;
    for (size_t i = 0; i < 5; i++)
        plant_edge(&p, strides[i], held[i], 144, 30);
    struct tlb_strides t = read_all(&p, 144, 4096);
    assert_true(t.ways == 7);
    assert_true(tlb_strides_of_sets(t, p.edges, p.n_edges, 4096).ways == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_show_their_ways),
        cmocka_unit_test(entries_that_others_take_now_and_then_count),
        cmocka_unit_test(one_that_is_full_has_no_sets),
        cmocka_unit_test(one_that_is_full_has_what_most_strides_show),
        cmocka_unit_test(hashed_sets_show_at_large_strides),
        cmocka_unit_test(a_disturbed_stride_is_outvoted),
        cmocka_unit_test(too_little_memory_tells_nothing),
        cmocka_unit_test(the_smallest_stride_shows_entries),
        cmocka_unit_test(sets_at_small_strides_show_what_others_keep),
        cmocka_unit_test(sets_that_no_ways_explain_tell_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
