/* What the posix port says of its machine, from made-up files. */
#define _XOPEN_SOURCE 700
#include "identity.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <setjmp.h>

#include <cmocka.h>

static char folder[] = "/tmp/pontoon_identity_XXXXXX";

static int new_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int no_folder(void **state)
{
    char line[sizeof folder + 10];

    (void)state;
    (void)snprintf(line, sizeof line, "rm -r %s", folder);
    return system(line) == 0 ? 0 : -1;
}

static void put(const char *name, const char *text)
{
    char line[700];

    (void)snprintf(line, sizeof line, "cd %s && mkdir -p $(dirname %s) && printf '%s' > %s", folder,
                   name, text, name);
    assert_int_equal(system(line), 0);
}

static const char *text_of(const struct posix_identity *id, const char *key)
{
    for (unsigned i = 0; i < id->n; i++)
        if (strcmp(id->at[i].key, key) == 0)
            return id->at[i].text;
    return "-";
}

static void files_are_read(void **state)
{
    struct posix_identity id;

    (void)state;
    put("proc/cpuinfo", "processor\\t: 0\\nmodel\\t\\t: 49\\nmodel name\\t: Fast 9 \\303\\244 "
                        "\\nmicrocode\\t: 0x12\\n"
                        "processor\\t: 1\\nmicrocode\\t: 0x13\\n");
    put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\\n");
    put("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\\n");
    put("proc/sys/kernel/random/boot_id", "0-1-2\\n");
    posix_identity_read(&id, folder);
    assert_string_equal(text_of(&id, "model"), "Fast 9 ??");
    assert_string_equal(text_of(&id, "microcode"), "0x12");
    assert_string_equal(text_of(&id, "governor"), "powersave");
    assert_string_equal(text_of(&id, "thp"), "madvise");
    assert_string_equal(text_of(&id, "boot"), "0-1-2");
    assert_int_equal(id.n, 8);
    for (unsigned i = 0; i < id.n; i++)
        assert_int_equal(id.at[i].condition,
                         strcmp(id.at[i].key, "governor") == 0 || strcmp(id.at[i].key, "thp") == 0);
    assert_true(llabs(strtoll(text_of(&id, "began"), NULL, 10) - (long long)time(NULL)) < 60);
}

/* The least quota of the group and of those that hold it; version 1 where there is none of
 * version 2. */
static void a_quota_is_read(void **state)
{
    struct posix_identity id;

    (void)state;
    put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
    put("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    posix_identity_read(&id, folder);
    assert_string_equal(text_of(&id, "cpu_quota"), "0.50");
    put("proc/self/cgroup", "1:cpu:/x\n0::/a/b\n");
    put("sys/fs/cgroup/a/cpu.max", "150000 100000\n");
    put("sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
    posix_identity_read(&id, folder);
    assert_string_equal(text_of(&id, "cpu_quota"), "1.50");
    put("sys/fs/cgroup/a/b/cpu.max", "25000 100000\n");
    posix_identity_read(&id, folder);
    assert_string_equal(text_of(&id, "cpu_quota"), "0.25");
}

static void what_is_not_there_is_not_said(void **state)
{
    struct posix_identity id;

    (void)state;
    posix_identity_read(&id, "/nowhere");
    assert_string_equal(text_of(&id, "model"), "-");
    assert_string_equal(text_of(&id, "boot"), "-");
    assert_string_not_equal(text_of(&id, "os_release"), "-");
}

static void a_name_that_is_given_comes_first(void **state)
{
    struct posix_identity id;

    (void)state;
    assert_int_equal(unsetenv("PONTOON_NODE"), 0);
    assert_int_equal(setenv("SLURMD_NODENAME", "n7", 1), 0);
    posix_identity_read(&id, folder);
    assert_string_equal(text_of(&id, "node"), "n7");
    assert_int_equal(setenv("PONTOON_NODE", "desk 3", 1), 0);
    posix_identity_read(&id, folder);
    assert_string_equal(text_of(&id, "node"), "desk 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(a_quota_is_read),
        cmocka_unit_test(what_is_not_there_is_not_said),
        cmocka_unit_test(a_name_that_is_given_comes_first),
    };
    return cmocka_run_group_tests(tests, new_folder, no_folder);
}
