/* Memory of the posix port: the system's files that it reads, and the pages that it grants. */
#include "memory.h"
#include <hal/alloc.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>

#include <cmocka.h>

enum { PATH_BYTES = 256 };

static char folder[PATH_BYTES];
static char made[16][2 * PATH_BYTES]; /* files and folders in FOLDER, in order of making */
static unsigned n_made;

static const char *in_folder(const char *name)
{
    static char path[2 * PATH_BYTES];

    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void remember(const char *path)
{
    (void)snprintf(made[n_made++], sizeof made[0], "%s", path);
}

static void make_folder(const char *name)
{
    assert_int_equal(mkdir(in_folder(name), 0700), 0);
    remember(in_folder(name));
}

/* The path is valid until the next in_folder(). */
static const char *make_file(const char *name, const char *text)
{
    FILE *f = fopen(in_folder(name), "w");

    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
    remember(in_folder(name));
    return in_folder(name);
}

static int new_folder(void **state)
{
    (void)state;
    (void)snprintf(folder, sizeof folder, "/tmp/pontoon_hal_XXXXXX");
    return mkdtemp(folder) == NULL ? -1 : 0;
}

static int remove_folder(void **state)
{
    (void)state;
    while (n_made > 0)
        (void)remove(made[--n_made]);
    return rmdir(folder);
}

static void meminfo_is_read(void **state)
{
    (void)state;
    assert_int_equal(
        posix_meminfo_available_bytes(
            make_file("a", "MemTotal:  9 kB\nMemFree: 5 kB\nMemAvailable:    1234 kB\nX: 1 kB\n")),
        1234 * 1024);
    assert_int_equal(posix_meminfo_available_bytes(make_file("b", "MemTotal: 9 kB\n")), SIZE_MAX);
    assert_int_equal(posix_meminfo_available_bytes(in_folder("none")), SIZE_MAX);
}

static void control_groups_of_version_2_are_read(void **state)
{
    char self[2 * PATH_BYTES];

    (void)state;
    make_folder("x");
    make_folder("x/y");
    (void)snprintf(self, sizeof self, "%s", make_file("self", "0::/x/y\n"));
    assert_int_equal(posix_cgroup_limit_bytes(self, folder), SIZE_MAX);
    (void)make_file("x/y/memory.max", "max\n");
    assert_int_equal(posix_cgroup_limit_bytes(self, folder), SIZE_MAX);
    (void)make_file("x/memory.max", "5000\n"); /* a group above counts */
    assert_int_equal(posix_cgroup_limit_bytes(self, folder), 5000);
    (void)make_file("memory.max", "4000\n"); /* a container sees its own group as the root */
    assert_int_equal(posix_cgroup_limit_bytes(self, folder), 4000);
}

static void control_groups_of_version_1_are_read(void **state)
{
    char self[2 * PATH_BYTES];

    (void)state;
    make_folder("memory");
    make_folder("memory/job");
    make_folder("memory2");
    (void)make_file("memory/memory.limit_in_bytes", "9223372036854771712\n");
    (void)make_file("memory/job/memory.limit_in_bytes", "7000\n");
    (void)make_file("memory2/memory.limit_in_bytes", "1\n");
    (void)snprintf(self, sizeof self, "%s",
                   make_file("self", "9:memory2:/\n8:cpu,cpuacct:/job\n4:memory:/job\n0::/\n"));
    assert_int_equal(posix_cgroup_limit_bytes(self, folder), 7000);
}

static void nonsense_is_no_limit(void **state)
{
    (void)state;
    assert_int_equal(posix_cgroup_limit_bytes(make_file("a", "\n::\n0\n0:\nmemory\n"), folder),
                     SIZE_MAX);
    assert_int_equal(posix_cgroup_limit_bytes(in_folder("none"), folder), SIZE_MAX);
}

static void smaps_are_read(void **state)
{
    const char *text = "7f0000000000-7f0000200000 rw-p 00000000 00:00 0 \n"
                       "Size:               2048 kB\n"
                       "AnonHugePages:      2048 kB\n"
                       "VmFlags: rd wr\n"
                       "7f0000200000-7f0000600000 rw-p 00000000 00:00 0 [anon]\n"
                       "AnonHugePages:      1024 kB\n";
    char path[2 * PATH_BYTES];

    (void)state;
    (void)snprintf(path, sizeof path, "%s", make_file("smaps", text));
    assert_int_equal(posix_smaps_huge_bytes(path, (uintptr_t)0x7f0000000000), 2048 * 1024);
    assert_int_equal(posix_smaps_huge_bytes(path, (uintptr_t)0x7f00001fffff), 2048 * 1024);
    assert_int_equal(posix_smaps_huge_bytes(path, (uintptr_t)0x7f0000200000), 1024 * 1024);
    assert_int_equal(posix_smaps_huge_bytes(path, (uintptr_t)0x7f0000600000), 0);
    assert_int_equal(posix_smaps_huge_bytes(in_folder("none"), (uintptr_t)0x7f0000000000), 0);
}

static void huge_page_size_is_read(void **state)
{
    (void)state;
    assert_int_equal(posix_huge_page_bytes(make_file("a", "4194304\n")), 4194304);
    assert_int_equal(posix_huge_page_bytes(make_file("b", "0\n")), 2097152);
    assert_int_equal(posix_huge_page_bytes(make_file("c", "12345\n")), 2097152);
    assert_int_equal(posix_huge_page_bytes(in_folder("none")), 2097152);
}

/* ---- what is granted ---- */

static void base_pages_are_the_systems(void **state)
{
    struct hal_block block;

    (void)state;
    assert_int_equal(hal_alloc(&block, 4u << 20, 64, HAL_PAGES_BASE), 0);
    assert_int_equal(block.page_bytes, sysconf(_SC_PAGESIZE));
    assert_false(block.contiguous);
    assert_int_equal(posix_smaps_huge_bytes("/proc/self/smaps", (uintptr_t)block.start), 0);
    hal_free(&block);
}

static void large_pages_are_granted_or_denied_truly(void **state)
{
    static const size_t sizes[] = { 1, 2u << 20, 3u << 20, 8u << 20 };

    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct hal_block block;
        assert_int_equal(hal_alloc(&block, sizes[i], 64, HAL_PAGES_LARGE), 0);
        /* No more than was asked: a limit on working sets holds inside a large page, too. */
        assert_true(block.size_bytes >= sizes[i] &&
                    block.size_bytes - sizes[i] < (size_t)sysconf(_SC_PAGESIZE));
        size_t huge = posix_smaps_huge_bytes("/proc/self/smaps", (uintptr_t)block.start);
        if (block.page_bytes > (size_t)sysconf(_SC_PAGESIZE)) {
            assert_int_equal((uintptr_t)block.start % block.page_bytes, 0);
            assert_true(huge >= block.size_bytes);
            assert_int_equal(block.contiguous, block.size_bytes <= block.page_bytes);
        } else {
            print_message("no large pages granted for %zu bytes\n", sizes[i]);
            assert_true(huge < block.size_bytes);
        }
        hal_free(&block);
    }
}

static void neighbours_do_not_share_a_mapping(void **state)
{
    struct hal_block a, b;

    (void)state;
    assert_int_equal(hal_alloc(&a, 4u << 20, 64, HAL_PAGES_LARGE), 0);
    assert_int_equal(hal_alloc(&b, 2u << 20, 64, HAL_PAGES_LARGE), 0);
    assert_true(posix_smaps_huge_bytes("/proc/self/smaps", (uintptr_t)b.start) <= b.size_bytes);
    hal_free(&a);
    hal_free(&b);
}

static void more_than_there_is_is_refused(void **state)
{
    struct hal_block block;

    (void)state;
    assert_int_equal(hal_alloc(&block, posix_available_bytes() * 2, 64, HAL_PAGES_BASE), -1);
    assert_null(block.start);
    assert_int_equal(hal_alloc(&block, 4096, (size_t)1 << (sizeof(size_t) * 8 - 1), HAL_PAGES_BASE),
                     -1);
    assert_null(block.start);
}

static void the_limit_leaves_room_for_others(void **state)
{
    (void)state;
    assert_true(hal_alloc_limit_bytes() > 0);
    assert_true(hal_alloc_limit_bytes() <= (size_t)1 << 30);
}

static void an_overrun_is_a_fault(void **state)
{
    int how = 0;

    (void)state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct hal_block block;
        (void)signal(SIGSEGV, SIG_DFL); /* the test framework and sanitizers take it otherwise */
        if (hal_alloc(&block, 100, 64, HAL_PAGES_BASE) == 0)
            ((volatile char *)block.start)[block.size_bytes] = 1;
        _exit(0);
    }
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFSIGNALED(how));
    assert_int_equal(WTERMSIG(how), SIGSEGV);
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, new_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(meminfo_is_read),
        IN_FOLDER(control_groups_of_version_2_are_read),
        IN_FOLDER(control_groups_of_version_1_are_read),
        IN_FOLDER(nonsense_is_no_limit),
        IN_FOLDER(smaps_are_read),
        IN_FOLDER(huge_page_size_is_read),
        cmocka_unit_test(base_pages_are_the_systems),
        cmocka_unit_test(large_pages_are_granted_or_denied_truly),
        cmocka_unit_test(neighbours_do_not_share_a_mapping),
        cmocka_unit_test(more_than_there_is_is_refused),
        cmocka_unit_test(the_limit_leaves_room_for_others),
        cmocka_unit_test(an_overrun_is_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
