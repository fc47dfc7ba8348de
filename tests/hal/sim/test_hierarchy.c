/* The model of caches and TLBs against arithmetic: hits, misses, policies, inclusion, prefetch,
 * frames. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "walk.h"

#define KIB ((uint64_t)1 << 10)
#define MIB ((uint64_t)1 << 20)

enum { HIT = 4, MISS = 104 };

static const char *const policies[] = { "lru", "plru",   "fifo",       "bitplru",
                                        "nru", "random", "nru_random", "lru_plru" };

/* One cache of SIZE_KIB and WAYS in front of memory. */
static struct sim_model *one_cache(uint64_t size_kib, unsigned ways, const char *policy,
                                   const char *more)
{
    char text[512];

    snprintf(text, sizeof text,
             "[cache 1]\nsize = %lluK\nways = %u\nline = 64\nlatency = %d\npolicy = %s\n%s\n"
             "[memory]\nlatency = %d\n",
             (unsigned long long)size_kib, ways, HIT, policy, more, MISS);
    return walk_model(text, 16 * MIB);
}

/* Share of accesses that miss, in the steady state of a walk over N_BYTES. */
static double miss_share(struct sim_model *m, uint64_t n_bytes, unsigned warm, unsigned laps)
{
    struct walk w = { 0, 64, n_bytes / 64 };
    double cycles = walk_shuffled_cycles(m, w, 4096, warm, laps);

    return (cycles - HIT) / (MISS - HIT);
}

static void assert_near(double got, double want, double tolerance, const char *what)
{
    if (fabs(got - want) > tolerance)
        fail_msg("%s: %.4f, should be %.4f", what, got, want);
}

/* On contiguous memory nothing misses at C, and something misses one line later. */
static void first_rise_is_at_the_capacity(void **state)
{
    static const struct {
        uint64_t size_kib;
        unsigned ways;
    } shapes[] = { { 32, 8 }, { 24, 6 }, { 16, 1 }, { 35, 20 }, { 64, 128 }, { 48, 0 }, { 3, 4 } };
    static const char *const indexes[] = { "index = virtual", "index = physical", "index = hash" };

    (void)state;
    for (size_t p = 0; p < sizeof policies / sizeof policies[0]; p++)
        for (size_t s = 0; s < 7; s++)
            for (size_t i = 0; i < 3; i++) {
                uint64_t c = shapes[s].size_kib * KIB;
                struct sim_model *m =
                    one_cache(shapes[s].size_kib, shapes[s].ways, policies[p], indexes[i]);
                assert_near(miss_share(m, c, 1, 1), 0, 0, policies[p]);
                assert_true(miss_share(m, c + 64, 2, 1) > 0);
                sim_model_free(m);
            }
}

/* K lines beyond C overfill K sets; under LRU and FIFO each of those misses on all A + 1 lines. */
static void ramp(const char *policy, unsigned ways, unsigned k, unsigned sets)
{
    struct sim_model *m = one_cache(32, ways, policy, "");
    double want = (double)k * (ways + 1) / (sets * ways + k);

    assert_near(miss_share(m, 32 * KIB + k * 64, 3, 2), want, 1e-9, policy);
    sim_model_free(m);
}

static void lru_rises_over_one_way(void **state)
{
    (void)state;
    for (unsigned ways = 2; ways <= 64; ways *= 2) {
        unsigned sets = 32 * 1024 / 64 / ways;
        const unsigned k[] = { 1, sets / 4, sets / 2, sets - 1, sets };
        for (size_t i = 0; i < 5; i++) {
            ramp("lru", ways, k[i], sets);
            ramp("fifo", ways, k[i], sets);
        }
    }
}

/* Random replacement keeps part of the lines far beyond C; others reach the plateau before 2 C.
 * With N lines in a set of 8 a line is hit with probability 1 - m = (7/8)^((N - 1) m). */
static void random_rises_over_a_capacity(void **state)
{
    static const double want[] = { 0, .12, .22, .305, .385, .50, .595, .67, .73, .77 };
    static const unsigned size_kib[] = { 32, 34, 36, 38, 40, 44, 48, 52, 56, 60 };

    (void)state;
    for (size_t i = 0; i < 10; i++) {
        struct sim_model *m = one_cache(32, 8, "random", "");
        assert_near(miss_share(m, size_kib[i] * KIB, 32, 64), want[i], .02, "random");
        sim_model_free(m);
    }
    for (size_t p = 0; p < 5; p++) {
        struct sim_model *m = one_cache(32, 8, policies[p], "");
        assert_true(miss_share(m, 64 * KIB, 8, 4) > .98);
        sim_model_free(m);
    }
}

/* Three lines in two ways: a miss throws out the next line or the one after, so every 1.5th misses.
 */
static void random_pair_of_ways_misses_two_thirds(void **state)
{
    (void)state;
    struct sim_model *m = one_cache(32, 2, "random", "");
    assert_near(miss_share(m, 48 * KIB, 32, 128), 2.0 / 3, .005, "random");
    sim_model_free(m);
}

/* P[Binomial(N, P) >= A] */
static double binomial_tail(unsigned n, double p, unsigned a)
{
    double below = 0;

    for (unsigned k = 0; k < a; k++)
        below += exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) +
                     (n - k) * log1p(-p));
    return 1 - below;
}

/* A page misses when A others share its colour: 512K 8-way has 16 colours of 4K pages. */
static void random_frames_make_a_binomial_curve(void **state)
{
    static const double share_of_c[] = { .25, .5, .75, 1, 1.25, 1.5, 2 };
    enum { ALLOCATIONS = 40, COLOURS = 16, WAYS = 8 };

    (void)state;
    struct sim_model *m =
        one_cache(512, WAYS, "lru", "index = physical\n[frames]\nallocation = random");
    for (size_t i = 0; i < 7; i++) {
        uint64_t n_bytes = (uint64_t)(share_of_c[i] * 512 * 1024);
        double sum = 0;
        for (unsigned n = 0; n < ALLOCATIONS; n++) {
            sim_model_unmap(m, 0, n_bytes);
            sim_model_map(m, 0, n_bytes, false);
            sum += miss_share(m, n_bytes, 1, 1);
        }
        assert_near(sum / ALLOCATIONS,
                    binomial_tail((unsigned)(n_bytes / 4096 - 1), 1.0 / COLOURS, WAYS), .05,
                    "binomial");
    }
    sim_model_free(m);
}

/* ---- inclusion ---- */

#define OPTERON(swap)                                                                              \
    "[cache 1]\nsize = 64K\nways = 2\nline = 64\nlatency = 3\n"                                    \
    "[cache 2]\nsize = 1M\nways = 16\nline = 64\nlatency = 13\ninclusion = exclusive\n" swap       \
    "\n[memory]\nlatency = 127\n"

/* Most lines 64K apart that all stay in the caches. */
static unsigned knee_ways(const char *text)
{
    struct sim_model *m = walk_model(text, 16 * MIB);
    unsigned n = 1;

    while (n < 64 && walk_cycles(m, (struct walk){ 0, 64 * KIB, n }, 4, 4) <= 13)
        n++;
    sim_model_free(m);
    return n - 1;
}

static void exclusive_pair_holds_both_sizes(void **state)
{
    (void)state;
    struct sim_model *m = walk_model(OPTERON(""), 16 * MIB);
    assert_true(walk_cycles(m, (struct walk){ 0, 64, 1088 * KIB / 64 }, 2, 1) <= 13);
    assert_true(walk_cycles(m, (struct walk){ 0, 64, 1088 * KIB / 64 + 1 }, 2, 1) > 13);
    sim_model_free(m);
}

/* A swap that writes the victim first needs one way free: the 17 and 18 ways of X-Ray's table 2. */
static void order_of_the_swap_moves_the_knee(void **state)
{
    (void)state;
    assert_int_equal(knee_ways(OPTERON("swap = insert_last")), 18);
    assert_int_equal(knee_ways(OPTERON("swap = insert_first")), 17);
}

#define THREE_LEVELS(inclusion)                                                                    \
    "[cache 1]\nsize = 4K\nways = 4\nline = 32\nlatency = 2\n"                                     \
    "[cache 2]\nsize = 16K\nways = 4\nline = 64\nlatency = 10\n"                                   \
    "[cache 3]\nsize = 64K\nways = 4\nline = 128\nlatency = 30\ninclusion = " inclusion            \
    "\n[memory]\nlatency = 200\n"

/* A line in constant use in level 1, whose set in level 3 is flooded: cycles of the worst use. */
static double worst_use_cycles(const char *text)
{
    struct sim_model *m = walk_model(text, 16 * MIB);
    double worst = 0;

    sim_model_load(m, 0);
    for (uint64_t i = 1; i <= 32; i++) {
        sim_model_load(m, i * 16 * KIB + 1024); /* another set of the upper levels ... */
        sim_model_load(m, i * 16 * KIB);        /* ... and the same one */
        for (uint64_t k = 0; k < 4; k++) {
            uint64_t begin = sim_model_clock_16ths(m);
            sim_model_load(m, 0);
            double cycles = (double)(sim_model_clock_16ths(m) - begin) / SIM_16THS;
            worst = cycles > worst ? cycles : worst;
        }
    }
    sim_model_free(m);
    return worst;
}

static void inclusive_level_takes_its_victims_out_above(void **state)
{
    (void)state;
    assert_near(worst_use_cycles(THREE_LEVELS("inclusive")), 200, 0, "inclusive");
    assert_near(worst_use_cycles(THREE_LEVELS("nine")), 2, 0, "nine");
}

/* Each level has its own line size: 32, 64 and 128 bytes. */
static void lines_may_differ_between_levels(void **state)
{
    static const struct {
        const char *rule;
        uint64_t at;
        double want;
    } cases[] = {
        { "first of all", 0, 200 },
        { "next line of level 2, same of level 3", 64, 30 },
        { "next line of level 1, same of level 2", 32, 10 },
        { "likewise", 96, 10 },
        { "the same line", 0, 2 },
    };

    (void)state;
    struct sim_model *m = walk_model(THREE_LEVELS("nine"), MIB);
    for (size_t i = 0; i < 5; i++)
        assert_near(walk_cycles(m, (struct walk){ cases[i].at, 64, 1 }, 0, 1), cases[i].want, 0,
                    cases[i].rule);
    sim_model_free(m);
}

/* ---- prefetchers, at level 2: line 64, latencies 4 12 40 200 ---- */

#define PREFETCHING(kind)                                                                          \
    "[cache 1]\nsize = 32K\nways = 8\nline = 64\nlatency = 4\n"                                    \
    "[cache 2]\nsize = 256K\nways = 8\nline = 64\nlatency = 12\n"                                  \
    "[cache 3]\nsize = 2M\nways = 16\nline = 64\nlatency = 40\n"                                   \
    "[memory]\nlatency = 200\n[prefetch]\n" kind "\n"

static void prefetchers_hide_part_of_the_latency(void **state)
{
    static const struct {
        const char *rule, *text;
        uint64_t step, total;
        double want, tolerance;
    } cases[] = {
        { "none, level 3", PREFETCHING(""), 64, 1 * MIB, 40, .01 },
        { "none, memory", PREFETCHING(""), 64, 8 * MIB, 200, .01 },
        /* a line misses unless its left neighbour missed before it: 1 - 1/e of them */
        { "next line, level 3", PREFETCHING("next_line = yes"), 64, 1 * MIB, 29.7, .5 },
        { "next line, memory", PREFETCHING("next_line = yes"), 64, 8 * MIB, 131, 2 },
        { "next line, every other line", PREFETCHING("next_line = yes"), 128, 8 * MIB, 200, .01 },
        { "pair, level 3", PREFETCHING("pair = yes"), 64, 1 * MIB, 26, .01 },
        { "pair, memory", PREFETCHING("pair = yes"), 64, 8 * MIB, 106, .01 },
        { "pair, every other line", PREFETCHING("pair = yes"), 128, 8 * MIB, 200, .01 },
        { "stride, random order", PREFETCHING("stride = yes"), 64, 8 * MIB, 199, 2 },
        { "whole page, memory", PREFETCHING("whole_page = yes"), 64, 8 * MIB,
          (3 * 200 + 61 * 12) / 64.0, .01 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sim_model *m = walk_model(cases[i].text, 16 * MIB);
        struct walk w = { 0, cases[i].step, cases[i].total / cases[i].step };
        assert_near(walk_shuffled_cycles(m, w, 4096, 2, 1), cases[i].want, cases[i].tolerance,
                    cases[i].rule);
        sim_model_free(m);
    }
}

/* Loads the lines of LOADED, up to a negative number, each in every page of N pages in turn, then
 * line TESTED of each. Returns what a tested line costs. */
static double tested_cycles(struct sim_model *m, const int *loaded, int tested, uint64_t n)
{
    uint64_t cycles = 0;

    for (; *loaded >= 0; loaded++)
        for (uint64_t page = 0; page < n; page++)
            sim_model_load(m, page * 2 * 4096 + (uint64_t)*loaded * 64);
    for (uint64_t page = 0; page < n; page++) {
        uint64_t before = sim_model_clock_16ths(m);

        sim_model_load(m, page * 2 * 4096 + (uint64_t)tested * 64);
        cycles += sim_model_clock_16ths(m) - before;
    }
    return (double)cycles / (double)n / 16;
}

/* Which lines a prefetcher has brought to level 2 (12 cycles) after some loads; others cost 200. */
static void prefetchers_bring_what_their_traits_say(void **state)
{
    static const int up[] = { 4, 5, 6, -1 }, down[] = { 40, 39, 38, -1 }, wide[] = { 0, 8, 16, -1 },
                     end[] = { 61, 62, 63, -1 };
    static const struct {
        const char *rule, *text;
        const int *loaded;
        int tested;
        uint64_t pages;
        double want;
    } cases[] = {
        { "one step ahead", PREFETCHING("stride = yes"), up, 7, 1, 12 },
        { "and no second", PREFETCHING("stride = yes"), up, 8, 1, 200 },
        { "five steps ahead", PREFETCHING("stride = yes\nahead = 5"), up, 11, 1, 12 },
        { "and no sixth", PREFETCHING("stride = yes\nahead = 5"), up, 12, 1, 200 },
        { "down", PREFETCHING("stride = yes"), down, 37, 1, 12 },
        { "only up", PREFETCHING("stride = yes\nonly_up = yes"), down, 37, 1, 200 },
        { "a step of 512", PREFETCHING("stride = yes\nreach = 512"), wide, 24, 1, 12 },
        { "no step of 512", PREFETCHING("stride = yes\nreach = 511"), wide, 24, 1, 200 },
        { "two pages, one stream", PREFETCHING("stride = yes"), up, 7, 2, 200 },
        { "two pages, two streams", PREFETCHING("stride = yes\nstreams = 2"), up, 7, 2, 12 },
        { "three pages, two streams", PREFETCHING("stride = yes\nstreams = 2"), up, 7, 3, 200 },
        { "within a page", PREFETCHING("stride = yes"), end, 64, 1, 200 },
        { "beyond a page", PREFETCHING("stride = yes\nbeyond_page = yes"), end, 64, 1, 12 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sim_model *m = walk_model(cases[i].text, 1 * MIB);

        assert_near(tested_cycles(m, cases[i].loaded, cases[i].tested, cases[i].pages),
                    cases[i].want, .01, cases[i].rule);
        sim_model_free(m);
    }
}

/* Line 0 brings its pair, which is flushed; where line 0 then comes from level 2, an eager
 * prefetcher brings the pair again. */
static void eager_prefetcher_acts_on_hits(void **state)
{
    static const char *const texts[] = { PREFETCHING("pair = yes"),
                                         PREFETCHING("pair = yes\neager = yes") };
    static const int none[] = { -1 };
    static const double want[] = { 200, 12 };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct sim_model *m = walk_model(texts[i], 1 * MIB);

        sim_model_load(m, 0);
        for (unsigned level = 0; level < 3; level++)
            sim_model_flush(m, level, 64, 64);
        for (uint64_t k = 1; k <= 8; k++) /* of line 0's set of level 1 */
            sim_model_load(m, 4 * KIB * k);
        sim_model_load(m, 0);
        assert_near(tested_cycles(m, none, 1, 1), want[i], .01, texts[i]);
        sim_model_free(m);
    }
}

/* In ascending order the step is the same across a page's end, so only a page's first line misses.
 */
static void stride_prefetcher_stops_at_each_page(void **state)
{
    (void)state;
    struct sim_model *m = walk_model(PREFETCHING("stride = yes"), 16 * MIB);
    double cycles = walk_cycles(m, (struct walk){ 0, 64, 8 * MIB / 64 }, 1, 1);
    assert_near(cycles, (200 + 63 * 12) / 64.0, .1, "stride");
    sim_model_free(m);
}

/* ---- pages ---- */

#define TLBS                                                                                       \
    "[cache 1]\nsize = 64K\nways = 16\nline = 64\nlatency = 4\n[memory]\nlatency = 200\n"          \
    "[tlb 1]\nentries = 32\n[tlb 2]\nentries = 128\nways = 4\npenalty = 7\n[walk]\npenalty = 30\n" \
    "[frames]\nlarge = 2M\n"

/* One line in each of N pages, set after set, so that the cache holds them all. */
static double page_walk_cycles(struct sim_model *m, uint64_t n)
{
    return walk_cycles(m, (struct walk){ 0, 4096 + 64, n }, 3, 2);
}

static void tlbs_step_at_their_entries(void **state)
{
    (void)state;
    struct sim_model *m = walk_model(TLBS, 64 * MIB);
    assert_near(page_walk_cycles(m, 32), 4, 0, "first level");
    assert_near(page_walk_cycles(m, 33), 11, 0, "second level");
    assert_near(page_walk_cycles(m, 126), 11, 0, "second level");
    assert_near(page_walk_cycles(m, 320), 34, 0, "walk");
    sim_model_free(m);
}

static void large_pages_take_one_entry(void **state)
{
    (void)state;
    struct sim_model *m = walk_model(TLBS, 64 * MIB);
    sim_model_unmap(m, 0, 64 * MIB);
    sim_model_map(m, 0, 64 * MIB, true);
    assert_near(page_walk_cycles(m, 320), 4, 0, "320 base pages are one large page");
    sim_model_free(m);
}

/* On large pages a physically indexed cache has its edge at C again, in whichever frames. */
static void large_frames_are_contiguous_inside(void **state)
{
    (void)state;
    struct sim_model *m =
        one_cache(512, 8, "lru", "index = physical\n[frames]\nallocation = random\nlarge = 2M");
    sim_model_unmap(m, 0, 2 * MIB);
    sim_model_map(m, 0, 2 * MIB, true);
    assert_near(miss_share(m, 512 * KIB, 1, 1), 0, 0, "at C");
    assert_near(miss_share(m, 576 * KIB, 2, 1), 1, 0, "a way later");
    sim_model_free(m);
}

static void nothing_happens_where_nothing_is_mapped(void **state)
{
    (void)state;
    struct sim_model *m = walk_model(TLBS, MIB);
    sim_model_unmap(m, 0, MIB);
    sim_model_load(m, 0);
    sim_model_load(m, 2 * MIB);
    sim_model_load(m, UINT64_MAX);
    assert_int_equal(sim_model_clock_16ths(m), 0);
    sim_model_free(m);
}

/* More frames are handed out than there are: each page still has its own. */
static void frames_can_be_used_up_again_and_again(void **state)
{
    (void)state;
    struct sim_model *m = walk_model(
        "[machine]\npage = 1M\n[cache 1]\nsize = 64K\nways = 4\nline = 64\nlatency = 4\n"
        "[cache 2]\nsize = 1M\nways = 16\nline = 64\nlatency = 9\ninclusion = inclusive\n"
        "[memory]\nlatency = 99\n[frames]\nallocation = random\n",
        64 * MIB);
    for (unsigned i = 0; i < 400; i++) {
        sim_model_unmap(m, 0, 32 * MIB);
        sim_model_map(m, 0, 32 * MIB, false);
        assert_true(walk_cycles(m, (struct walk){ 0, 4096, 256 }, 1, 1) <= 9);
    }
    sim_model_free(m);
}

/* Cycles from FROM (1/16 of them) on. */
static double cycles_since(const struct sim_model *m, uint64_t from)
{
    return (double)(sim_model_clock_16ths(m) - from) / 16;
}

/* A load finds the page of zeros in the cache, again and again; the first store makes the page its
 * own, which is cold. */
static void pages_of_zeros_are_copied_when_stored_to(void **state)
{
    const struct sim_touch touch = { 900 * 16, 300 * 16, 700 * 16 };
    static const char *const frames[] = { "", "[frames]\nallocation = random\n" };

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct sim_model *m = one_cache(32, 8, "lru", frames[i]);
        sim_model_unmap(m, 0, MIB);
        sim_model_leave_untouched(m, 0, MIB, touch);
        sim_model_load(m, 0);
        uint64_t at = sim_model_clock_16ths(m);
        sim_model_load(m, 4096);
        assert_near(cycles_since(m, at), 300 + HIT, 0, "first load");
        at = sim_model_clock_16ths(m);
        sim_model_load(m, 4096);
        assert_near(cycles_since(m, at), HIT, 0, "second load");
        at = sim_model_clock_16ths(m);
        sim_model_store(m, 4096);
        assert_near(cycles_since(m, at), 700 + MISS, 0, "first store");
        at = sim_model_clock_16ths(m);
        sim_model_store(m, 4096);
        assert_near(cycles_since(m, at), HIT, 0, "second store");
        at = sim_model_clock_16ths(m);
        sim_model_store(m, 8192);
        assert_near(cycles_since(m, at), 900 + MISS, 0, "a store first");
        assert_int_equal(sim_model_touched(m), 3);
        sim_model_unmap(m, 0, MIB);
        sim_model_free(m);
    }
}

static void flat_machine_takes_the_same_everywhere(void **state)
{
    (void)state;
    struct sim_model *m = walk_model("[memory]\nlatency = 6.5\n", 16 * MIB);
    assert_near(walk_cycles(m, (struct walk){ 0, 64, 8 * MIB / 64 }, 0, 1), 6.5, 0, "flat");
    sim_model_free(m);
}

/* ---- victim caches ---- */

/* Lines a way or a part of it apart fill the ways of some sets, and what is too much is behind the
 * cache: one victim cache for all sets (Jouppi, ISCA 1990, section 3.2). */
static void victim_cache_holds_what_sets_lose(void **state)
{
    enum { VICTIMS = 4, KIB_OF_WAY = 4 };
    static const struct {
        unsigned ways, sets; /* that lines fall into */
    } shapes[] = { { 1, 1 }, { 1, 2 }, { 1, 3 }, { 2, 1 }, { 2, 4 }, { 8, 1 }, { 8, 8 } };

    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        for (unsigned more = 0; more <= VICTIMS + 1; more++) {
            uint64_t size = shapes[i].ways * KIB_OF_WAY, n = 0, at[80];
            struct sim_model *m = one_cache(size, shapes[i].ways, "lru", "victim = 4");

            for (unsigned way = 0; way < shapes[i].ways; way++)
                for (unsigned set = 0; set < shapes[i].sets; set++)
                    at[n++] = way * KIB_OF_WAY * KIB + set * 64;
            for (unsigned k = 0; k < more; k++) /* in turn to each of the sets */
                at[n++] = (shapes[i].ways + k / shapes[i].sets) * KIB_OF_WAY * KIB +
                          k % shapes[i].sets * 64;
            double cycles = walk_list_cycles(m, at, n, 8, 4);
            if (more <= VICTIMS && (cycles < HIT || cycles > HIT + 1))
                fail_msg("%u ways, %u sets, %u more: %.2f cycles", shapes[i].ways, shapes[i].sets,
                         more, cycles);
            if (more == 0)
                assert_true(cycles == HIT);
            if (more > VICTIMS && cycles < HIT + 1)
                fail_msg("%u ways, %u sets: no miss beyond the victims", shapes[i].ways,
                         shapes[i].sets);
            sim_model_free(m);
        }
}

static void swapping_costs_what_the_file_says(void **state)
{
    const uint64_t at[] = { 0, 4 * KIB };
    struct sim_model *m = one_cache(4, 1, "lru", "victim = 1\nvictim_latency = 7");

    (void)state;
    assert_true(walk_list_cycles(m, at, 2, 2, 4) == 7);
    assert_int_equal(sim_model_hits(m, 0), 10);
    assert_int_equal(sim_model_in_lines(m, 0), 2);
    sim_model_free(m);
    m = one_cache(4, 1, "lru", "");
    assert_true(walk_list_cycles(m, at, 2, 2, 4) == MISS);
    sim_model_free(m);
}

/* What was stored to waits behind the cache, too, and is written back once it leaves that. */
static void dirty_lines_leave_the_victim_cache_once(void **state)
{
    struct sim_model *m = one_cache(4, 1, "lru", "victim = 2");

    (void)state;
    for (uint64_t i = 0; i < 3; i++)
        sim_model_store(m, i * 4 * KIB);
    assert_int_equal(sim_model_out_lines(m, 0), 0);
    sim_model_load(m, 0); /* back from behind the cache, and still dirty */
    for (uint64_t i = 3; i < 6; i++)
        sim_model_load(m, i * 4 * KIB);
    assert_int_equal(sim_model_out_lines(m, 0), 3);
    sim_model_store(m, 3 * 4 * KIB);
    sim_model_load(m, 0);
    sim_model_flush(m, 0, 0, MIB);
    assert_int_equal(sim_model_out_lines(m, 0), 4);
    sim_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_rise_is_at_the_capacity),
        cmocka_unit_test(victim_cache_holds_what_sets_lose),
        cmocka_unit_test(swapping_costs_what_the_file_says),
        cmocka_unit_test(dirty_lines_leave_the_victim_cache_once),
        cmocka_unit_test(lru_rises_over_one_way),
        cmocka_unit_test(random_rises_over_a_capacity),
        cmocka_unit_test(random_pair_of_ways_misses_two_thirds),
        cmocka_unit_test(random_frames_make_a_binomial_curve),
        cmocka_unit_test(exclusive_pair_holds_both_sizes),
        cmocka_unit_test(order_of_the_swap_moves_the_knee),
        cmocka_unit_test(inclusive_level_takes_its_victims_out_above),
        cmocka_unit_test(lines_may_differ_between_levels),
        cmocka_unit_test(prefetchers_hide_part_of_the_latency),
        cmocka_unit_test(stride_prefetcher_stops_at_each_page),
        cmocka_unit_test(prefetchers_bring_what_their_traits_say),
        cmocka_unit_test(eager_prefetcher_acts_on_hits),
        cmocka_unit_test(tlbs_step_at_their_entries),
        cmocka_unit_test(large_pages_take_one_entry),
        cmocka_unit_test(large_frames_are_contiguous_inside),
        cmocka_unit_test(nothing_happens_where_nothing_is_mapped),
        cmocka_unit_test(frames_can_be_used_up_again_and_again),
        cmocka_unit_test(pages_of_zeros_are_copied_when_stored_to),
        cmocka_unit_test(flat_machine_takes_the_same_everywhere),
    };

    return cmocka_run_group_tests(tests, 0, 0);
}
