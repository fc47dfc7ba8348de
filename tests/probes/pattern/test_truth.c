/* Generated kernels on the model's caches: lines from memory are those that the pattern's text
 * gives while the arrays fit, and those of a least-recently-used cache written down anew beyond. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/kernel.h"
#include "model.h"
#include "seen.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE = 64,
    L1 = 32 * 1024,
    L2 = 256 * 1024,
    WAYS = 8,
    FITS = 24 * 1024,
    BEYOND = 600 * 1024
};
enum { ARENA = 8 << 20 };

#define MOST_ACCESSES 4000000u

static const char machine_text[] = "[cache 1]\nsize = 32K\nways = 8\nline = 64\nlatency = 4\n"
                                   "[cache 2]\nsize = 256K\nways = 8\nline = 64\nlatency = 14\n"
                                   "index = physical\n[memory]\nlatency = 200\n";

/* ---- the cache written down anew ---- */

struct way {
    uint64_t line, used; /* used 0: empty */
    bool dirty;
};

static struct way first[L1 / LINE / WAYS][WAYS], second[L2 / LINE / WAYS][WAYS];
static uint64_t now, in_lines[2], out_lines[2];

static struct way *find(struct way *set, uint64_t line)
{
    for (unsigned i = 0; i < WAYS; i++)
        if (set[i].used > 0 && set[i].line == line)
            return &set[i];
    return NULL;
}

static struct way *oldest(struct way *set)
{
    struct way *best = set;

    for (unsigned i = 1; i < WAYS; i++)
        if (set[i].used < best->used)
            best = &set[i];
    return best;
}

static struct way *first_set(uint64_t line)
{
    return first[line % (L1 / LINE / WAYS)];
}

static struct way *second_set(uint64_t line)
{
    return second[line % (L2 / LINE / WAYS)];
}

static void put(struct way *way, uint64_t line)
{
    *way = (struct way){ line, now, false };
}

static void into_second(uint64_t line)
{
    struct way *way = find(second_set(line), line);

    if (way == NULL) {
        way = oldest(second_set(line));
        out_lines[1] += way->dirty;
        in_lines[1]++;
        put(way, line);
    }
    way->used = now;
}

static void into_first(uint64_t line)
{
    struct way *way;

    in_lines[0]++;
    into_second(line);
    way = oldest(first_set(line));
    if (way->dirty) {
        struct way *below = find(second_set(way->line), way->line);

        out_lines[0]++;
        if (below != NULL)
            below->dirty = true;
        else
            out_lines[1]++;
    }
    put(way, line);
}

static void access_anew(uint64_t at, bool stored)
{
    uint64_t line = at / LINE;

    now++;
    if (find(first_set(line), line) == NULL)
        into_first(line);
    struct way *way = find(first_set(line), line);
    way->used = now;
    way->dirty |= stored;
}

static uint64_t dirty_lines(void)
{
    uint64_t n = 0;

    for (size_t i = 0; i < sizeof first / sizeof(struct way); i++)
        n += (&first[0][0])[i].dirty;
    return n;
}

static void empty_caches(void)
{
    memset(first, 0, sizeof first);
    memset(second, 0, sizeof second);
    memset(in_lines, 0, sizeof in_lines);
    memset(out_lines, 0, sizeof out_lines);
    now = 0;
}

/* ---- what instrumented code accesses ---- */

static char *arena;
static uint64_t watched_bytes, accesses;
static struct sim_model *model;

void seen_access(const volatile void *address, bool stored)
{
    uint64_t at = (uint64_t)((const volatile char *)address - arena);

    if (at >= watched_bytes)
        return;
    accesses++;
    access_anew(at, stored);
    if (stored)
        sim_model_store(model, at);
    else
        sim_model_load(model, at);
}

/* Runs KERNEL once at N in cold caches. */
static void run_cold(const struct kernel *kernel, uint64_t n)
{
    static struct sim_machine machine;
    struct kernel_share share = { .contexts = 1 };
    char error[200];

    assert_int_equal(sim_machine_parse(&machine, machine_text, strlen(machine_text), "text", error,
                                       sizeof error),
                     0);
    model = sim_model_new(&machine, ARENA);
    assert_non_null(model);
    sim_model_map(model, 0, ARENA, false);
    empty_caches();
    watched_bytes = accesses = 0;
    kernel->fill(arena, n);
    if (kernel->range)
        kernel->range(n, &share.from, &share.to);
    watched_bytes = kernel->bytes(n);
    kernel->run(arena, n, &share);
    watched_bytes = 0;
}

static void assert_same(const struct kernel *k, uint64_t n, const char *what, uint64_t is,
                        uint64_t should)
{
    if (is != should)
        fail_msg("%s.%s n = %ju: %s is %ju, not %ju", k->name, k->variant, (uintmax_t)n, what,
                 (uintmax_t)is, (uintmax_t)should);
}

static void assert_model_agrees(const struct kernel *k, uint64_t n)
{
    assert_same(k, n, "lines into L1", sim_model_in_lines(model, 0), in_lines[0]);
    assert_same(k, n, "lines from memory", sim_model_in_lines(model, 1), in_lines[1]);
    assert_same(k, n, "lines out of L1", sim_model_out_lines(model, 0), out_lines[0]);
    assert_same(k, n, "lines to memory", sim_model_out_lines(model, 1), out_lines[1]);
    sim_model_free(model);
}

/* The largest n that KERNEL takes with at most BYTES of arrays and few enough accesses; 0: none. */
static uint64_t largest(const struct kernel *k, uint64_t bytes)
{
    uint64_t found = 0;

    for (uint64_t n = k->least;
         n <= k->most && k->bytes(n) <= bytes &&
         k->count(KERNEL_LOADS, n) + k->count(KERNEL_STORES, n) < MOST_ACCESSES;
         n += k->step)
        found = n;
    return found;
}

/* ---- tests ---- */

static void lines_are_those_of_the_text_while_they_fit(void **state)
{
    unsigned checked = 0;

    (void)state;
    for (const struct kernel *const *at = pattern_table; *at; at++) {
        uint64_t most = largest(*at, FITS);

        for (unsigned part = 1; part < 4 && most > 0; part++) {
            uint64_t n =
                (*at)->least + (most - (*at)->least) / 3 * part / (*at)->step * (*at)->step;

            if ((*at)->count(KERNEL_LINES, n) == 0)
                continue;
            run_cold(*at, n);
            assert_same(*at, n, "lines from memory", sim_model_in_lines(model, 1),
                        (*at)->count(KERNEL_LINES, n));
            assert_same(*at, n, "lines written", dirty_lines(),
                        (*at)->count(KERNEL_LINES_WRITTEN, n));
            assert_model_agrees(*at, n);
            checked++;
        }
    }
    print_message("%u kernels at their sizes\n", checked);
    assert_true(checked > 0 || pattern_table[0] == NULL);
}

static void lines_are_those_of_another_cache_beyond(void **state)
{
    unsigned checked = 0;

    (void)state;
    for (const struct kernel *const *at = pattern_table; *at; at++) {
        uint64_t n = largest(*at, BEYOND);

        if (n == 0 || (*at)->bytes(n) <= L2)
            continue;
        run_cold(*at, n);
        assert_true(sim_model_in_lines(model, 1) >= (*at)->count(KERNEL_LINES, n));
        assert_model_agrees(*at, n);
        checked++;
    }
    print_message("%u kernels beyond the caches\n", checked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_those_of_the_text_while_they_fit),
        cmocka_unit_test(lines_are_those_of_another_cache_beyond),
    };

    arena = aligned_alloc(4096, ARENA);
    if (arena == NULL)
        return 1;
    if (pattern_table[0] == NULL) {
        puts("no patterns in this build: libisl is not installed");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
