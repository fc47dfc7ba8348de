/* Lines that the model counts across the border of each level, against its misses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "random.h"
#include "walk.h"
#include <glob.h>
#include <stdio.h>

#define MIB ((uint64_t)1 << 20)

enum { ACCESSES = 60000 };

static uint64_t misses(const struct sim_model *m, const struct sim_machine *machine, unsigned level)
{
    uint64_t n = 0;

    for (unsigned i = level + 1; i <= machine->n_caches; i++)
        n += sim_model_hits(m, i);
    return n;
}

/* Every miss brings a line in where all levels allocate and nothing is prefetched. */
static bool each_miss_fills(const struct sim_machine *machine)
{
    for (unsigned i = 0; i < machine->n_caches; i++)
        if (!machine->cache[i].allocate || machine->cache[i].write != SIM_BACK)
            return false;
    return !machine->next_line && !machine->pair && !machine->stride;
}

static void access_at_random(struct sim_model *m, uint64_t bytes, bool store_too)
{
    struct random random = { 7 };

    for (unsigned i = 0; i < ACCESSES; i++) {
        uint64_t at = random_below(&random, bytes) & ~(uint64_t)7;

        if (store_too && random_below(&random, 4) == 0)
            sim_model_store(m, at);
        else
            sim_model_load(m, at);
    }
}

static void check_machine(const char *path)
{
    static struct sim_machine machine;
    char error[512];

    if (sim_machine_read(&machine, path, error, sizeof error) != 0)
        fail_msg("%s", error);
    bool fills = each_miss_fills(&machine),
         prefetches = machine.next_line || machine.pair || machine.stride;
    struct sim_model *m = sim_model_new(&machine, 64 * MIB);

    assert_non_null(m);
    sim_model_map(m, 0, 64 * MIB, false);
    access_at_random(m, 8 * MIB, fills);
    for (unsigned i = 0; i < machine.n_caches; i++) {
        uint64_t in = sim_model_in_lines(m, i);

        if (prefetches ? in < misses(m, &machine, i) && i > 0 : in != misses(m, &machine, i))
            fail_msg("%s: level %u: %ju lines in, %ju misses", path, i + 1, (uintmax_t)in,
                     (uintmax_t)misses(m, &machine, i));
    }
    sim_model_free(m);
}

static void lines_in_are_misses_on_every_machine(void **state)
{
    glob_t found;

    (void)state;
    assert_int_equal(glob(MACHINES_DIR "/*.machine", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 20);
    for (size_t i = 0; i < found.gl_pathc; i++)
        check_machine(found.gl_pathv[i]);
    globfree(&found);
}

/* Two levels of 64 and 512 lines. */
static struct sim_model *two(const char *first, const char *second)
{
    char text[512];

    snprintf(text, sizeof text,
             "[cache 1]\nsize = 4K\nways = 0\nline = 64\nlatency = 4\n%s\n"
             "[cache 2]\nsize = 32K\nways = 0\nline = 64\nlatency = 10\n%s\n"
             "[memory]\nlatency = 100\n",
             first, second);
    return walk_model(text, MIB);
}

static void store_lines(struct sim_model *m, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sim_model_store(m, i * 64);
}

static void assert_traffic(const char *first, const char *second, const uint64_t in[2],
                           const uint64_t out[2])
{
    struct sim_model *m = two(first, second);

    store_lines(m, 1024);
    for (unsigned i = 0; i < 2; i++) {
        if (sim_model_in_lines(m, i) != in[i] || sim_model_out_lines(m, i) != out[i])
            fail_msg("%s %s: level %u: in %ju out %ju", first, second, i + 1,
                     (uintmax_t)sim_model_in_lines(m, i), (uintmax_t)sim_model_out_lines(m, i));
    }
    sim_model_free(m);
}

/* 1024 new lines, one store each: what the levels hold at the end has not left them. */
static void stored_lines_leave_as_the_policy_says(void **state)
{
    (void)state;
    assert_traffic("", "", (uint64_t[]){ 1024, 1024 }, (uint64_t[]){ 1024 - 64, 1024 - 512 });
    assert_traffic("write = through", "", (uint64_t[]){ 1024, 1024 },
                   (uint64_t[]){ 1024, 1024 - 512 });
    assert_traffic("write = through\nallocate = no", "", (uint64_t[]){ 0, 1024 },
                   (uint64_t[]){ 1024, 1024 - 512 });
    assert_traffic("", "inclusion = exclusive", (uint64_t[]){ 1024, 1024 },
                   (uint64_t[]){ 1024 - 64, 1024 - 64 - 512 });
    assert_traffic("", "write = through\nallocate = no", (uint64_t[]){ 1024, 1024 },
                   (uint64_t[]){ 1024 - 64, 1024 - 64 });
}

/* What is dirty leaves at the flush, once across each border, and in no time; the rest stays. */
static void a_flush_drops_lines_and_writes_dirty_ones_back(void **state)
{
    struct sim_model *m = two("", "");

    (void)state;
    store_lines(m, 32);
    for (unsigned i = 32; i < 48; i++)
        sim_model_load(m, i * 64);
    uint64_t clock = sim_model_clock_16ths(m), hits = sim_model_hits(m, 0);
    sim_model_flush(m, 0, 64 + 1, 46 * 64);
    sim_model_flush(m, 1, 64 + 1, 46 * 64);
    assert_true(sim_model_clock_16ths(m) == clock);
    assert_true(sim_model_out_lines(m, 0) == 31 && sim_model_out_lines(m, 1) == 31);
    sim_model_load(m, 0);
    assert_true(sim_model_hits(m, 0) == hits + 1);
    for (unsigned i = 1; i < 48; i++)
        sim_model_load(m, i * 64);
    assert_true(sim_model_hits(m, 0) == hits + 1);
    assert_true(sim_model_in_lines(m, 1) == 48 + 47);
    sim_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_in_are_misses_on_every_machine),
        cmocka_unit_test(a_flush_drops_lines_and_writes_dirty_ones_back),
        cmocka_unit_test(stored_lines_leave_as_the_policy_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
