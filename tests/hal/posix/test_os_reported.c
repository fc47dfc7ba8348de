/* Claims of the system that the posix port reads from its files. */
#include "os_reported.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>

#include <cmocka.h>

static char folder[] = "/tmp/pontoon_os_reported_XXXXXX";

static int new_folder(void **state)
{
    (void)state;
    strcpy(strrchr(folder, '_'), "_XXXXXX");
    return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int no_folder(void **state)
{
    char line[sizeof folder + 10];

    (void)state;
    (void)snprintf(line, sizeof line, "rm -r %s", folder);
    return chdir("/") == 0 && system(line) == 0 ? 0 : -1;
}

static void shell(const char *commands)
{
    assert_int_equal(system(commands), 0);
}

static uint64_t value_of(const struct posix_os_reported *c, const char *id)
{
    uint64_t value = 0;
    unsigned n = 0;

    for (unsigned i = 0; i < c->n; i++)
        if (strcmp(c->at[i].id, id) == 0) {
            value = c->at[i].value;
            n++;
        }
    assert_true(n <= 1);
    return value;
}

/* Caches as LEVEL TYPE SIZE LINE WAYS CPUS. */
static void sysfs_is_read(void **state)
{
    struct posix_os_reported c;

    (void)state;
    shell("cache() { mkdir -p cpu2/cache/$1; echo $2 >cpu2/cache/$1/level; echo $3 "
          ">cpu2/cache/$1/type; echo $4 >cpu2/cache/$1/size; echo $5 "
          ">cpu2/cache/$1/coherency_line_size; echo $6 >cpu2/cache/$1/ways_of_associativity; echo "
          "$7 >cpu2/cache/$1/shared_cpu_list; }\n"
          "cache index0 1 Data 48K 64 12 2; cache index1 1 Instruction 32K 32 8 2\n"
          "cache index2 2 Unified 1280K 64 20 2,34\n"
          "cache index3 3 Unified 480M 128 0 0-31,34-35\n"
          "echo 0-3,8 >online; mkdir cpu2/topology; echo 2,34 >cpu2/topology/thread_siblings_list");
    posix_os_reported_read(&c, ".", 2, "nowhere");
    assert_string_equal(c.source, "sysfs");
    assert_int_equal(value_of(&c, "cache.levels"), 3);
    assert_int_equal(value_of(&c, "cache.1.size"), 48 << 10);
    assert_int_equal(value_of(&c, "cache.1.line"), 64);
    assert_int_equal(value_of(&c, "cache.1.ways"), 12);
    assert_int_equal(value_of(&c, "cache.1.shared_by"), 1);
    assert_int_equal(value_of(&c, "cache.2.shared_by"), 2);
    assert_int_equal(value_of(&c, "cache.3.size"), 480 << 20);
    assert_int_equal(value_of(&c, "cache.3.ways"), 0);
    assert_int_equal(value_of(&c, "cache.3.shared_by"), 34);
    assert_int_equal(value_of(&c, "contexts.int"), 5);
    assert_int_equal(value_of(&c, "contexts.smt"), 2);
    assert_int_equal(value_of(&c, "tlb.page"), sysconf(_SC_PAGESIZE));
}

/* 192 CPUs in a list of 700 bytes, as some kernels number them. */
static void long_lists_are_counted_whole(void **state)
{
    struct posix_os_reported c;

    (void)state;
    shell("mkdir -p cpu0/cache/index0; cd cpu0/cache/index0; echo 3 >level; echo Unified >type\n"
          "echo 32M >size; seq -s, 0 2 382 >shared_cpu_list; cp shared_cpu_list ../../../online");
    posix_os_reported_read(&c, ".", 0, "nowhere");
    assert_int_equal(value_of(&c, "cache.3.shared_by"), 192);
    assert_int_equal(value_of(&c, "contexts.int"), 192);
    shell("printf '0-3,' >online; printf 1-2-3 >cpu0/cache/index0/shared_cpu_list");
    posix_os_reported_read(&c, ".", 0, "nowhere");
    assert_int_equal(value_of(&c, "cache.3.shared_by"), 0);
    assert_int_equal(value_of(&c, "contexts.int"), 0);
}

/* A device tree whose CPU has a first cache and a second. */
static void device_tree_is_read_where_sysfs_is_silent(void **state)
{
    struct posix_os_reported c;

    (void)state;
    shell("mkdir -p cpu0/cache/index0 tree/cpus/cpu@0 tree/soc/l2 tree/other\n"
          "echo Data >cpu0/cache/index0/type; echo 1 >cpu0/cache/index0/level\n"
          "ln -s ../tree/cpus/cpu@0 cpu0/of_node\n"
          "printf '\\0\\0\\200\\0' >tree/cpus/cpu@0/d-cache-size\n"
          "printf '\\0\\0\\0\\100' >tree/cpus/cpu@0/d-cache-line-size\n"
          "printf '\\0\\0\\0\\200' >tree/cpus/cpu@0/d-cache-sets\n"
          "printf '\\0\\0\\0\\7' >tree/cpus/cpu@0/next-level-cache\n"
          "printf '\\0\\0\\0\\6' >tree/other/phandle\n"
          "printf '\\0\\0\\0\\7' >tree/soc/l2/phandle\n"
          "printf '\\0\\10\\0\\0' >tree/soc/l2/cache-size\n"
          "printf '\\0\\0\\0\\7' >tree/soc/l2/next-level-cache"); /* itself: ends all the same */
    posix_os_reported_read(&c, ".", 0, "tree");
    assert_string_equal(c.source, "device_tree");
    assert_int_equal(value_of(&c, "cache.1.size"), 32768);
    assert_int_equal(value_of(&c, "cache.1.line"), 64);
    assert_int_equal(value_of(&c, "cache.1.ways"), 4);
    assert_int_equal(value_of(&c, "cache.2.size"), 512 << 10);
    assert_int_equal(value_of(&c, "cache.2.ways"), 0);
    assert_int_equal(value_of(&c, "contexts.int"), 0);
}

static void silence_and_nonsense_report_nothing(void **state)
{
    struct posix_os_reported c;

    (void)state;
    posix_os_reported_read(&c, "nowhere", 0, "nowhere");
    assert_null(c.source);
    assert_int_equal(c.n, 0);
    shell("mkdir -p cpu0/cache/index0; echo 3-1 >online; echo Unified >cpu0/cache/index0/type\n"
          "echo big >cpu0/cache/index0/size; echo 99 >cpu0/cache/index0/level");
    posix_os_reported_read(&c, ".", 0, ".");
    assert_null(c.source);
    assert_int_equal(c.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sysfs_is_read, new_folder, no_folder),
        cmocka_unit_test_setup_teardown(long_lists_are_counted_whole, new_folder, no_folder),
        cmocka_unit_test_setup_teardown(device_tree_is_read_where_sysfs_is_silent, new_folder,
                                        no_folder),
        cmocka_unit_test_setup_teardown(silence_and_nonsense_report_nothing, new_folder, no_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
