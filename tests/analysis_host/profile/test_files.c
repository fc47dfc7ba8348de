/* What system calls do with files, by calls that are made up, with files that are there. */
#define _GNU_SOURCE /* the C library declares memfd_create() only then */
#include "profile/plugin/files.h"
#include "signature/system_calls.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

enum {
    READ = 0,
    WRITE = 1,
    CLOSE = 3,
    STAT = 4,
    GETPID = 39,
    LIST = 217,
    OPENAT = 257,
    STATAT = 262
};

static struct collect c;
static int file, terminal[2]; /* which is a pipe */

static int begin(void **state)
{
    static const struct collect_rules rules = { 6, 12, 100, 10, 1000, 4, 1000 };

    (void)state;
    file = memfd_create("file", 0);
    if (file < 0 || pipe(terminal) != 0)
        return -1;
    collect_begin(&c, &rules, ISA_X86_64);
    c.on = true;
    return 0;
}

static int end(void **state)
{
    (void)state;
    collect_free(&c);
    return close(file) + close(terminal[0]) + close(terminal[1]);
}

static void call(int64_t number, uint64_t first, uint64_t fourth, int64_t value)
{
    const uint64_t arguments[] = { first, 0, 0, fourth };

    files_call(&c, 0, number, arguments);
    files_return(&c, 0, number, value);
}

static uint64_t count(enum signature_work work)
{
    return c.works[work].count;
}

/* Writes N_BYTES at AT, as the emulator does between the two. */
static void write_at(long at, size_t n_bytes)
{
    static const char bytes[3 * 4096];
    const uint64_t arguments[] = { (uint64_t)file, 0, 0, 0 };

    files_call(&c, 0, WRITE, arguments);
    assert_int_equal(pwrite(file, bytes, n_bytes, at), n_bytes);
    files_return(&c, 0, WRITE, (int64_t)n_bytes);
}

static void writes_make_files_longer_or_do_not(void **state)
{
    (void)state;
    write_at(0, 100);             /* a page */
    write_at(100, 3996);          /* the rest of it */
    write_at(50, 100);            /* over it */
    write_at(4096, 2 * 4096 + 1); /* three more */
    write_at(9 * 4096, 10);       /* one, after a hole */
    write_at(6 * 4096, 10);       /* one in the hole */
    call(WRITE, (uint64_t)terminal[1], 0, 10);
    assert_int_equal(count(WORK_WRITE), 2);
    assert_int_equal(count(WORK_GROW), 4);
    assert_int_equal(c.works[WORK_GROW].units, 6);
}

static void other_calls_are_told_apart(void **state)
{
    (void)state;
    call(READ, (uint64_t)file, 0, 0);
    call(READ, (uint64_t)terminal[0], 0, 0);
    call(OPENAT, 0, 0, 5);
    call(OPENAT, 0, 0, -2); /* which was looked up alone */
    call(STAT, 0, 0, 0);
    call(STATAT, 0, 0, 0);
    call(STATAT, 5, 0x1000, 0); /* of an open file */
    call(CLOSE, 5, 0, 0);
    call(LIST, 5, 0, 640);
    call(LIST, 5, 0, 0);
    call(GETPID, 0, 0, 1);
    assert_int_equal(count(WORK_READ), 1);
    assert_int_equal(count(WORK_OPEN), 1);
    assert_int_equal(count(WORK_FIND), 3);
    assert_int_equal(count(WORK_CLOSE), 1);
    assert_int_equal(count(WORK_LIST), 2);
    assert_int_equal(c.works[WORK_LIST].units, 640);
    assert_int_equal(count(WORK_MAP) + count(WORK_CHANGE) + count(WORK_WRITE), 0);
    collect_restart(&c);
    assert_int_equal(count(WORK_OPEN), 0);
}

static void unwatched_calls_are_not_counted(void **state)
{
    (void)state;
    c.on = false;
    call(OPENAT, 0, 0, 5);
    assert_int_equal(count(WORK_OPEN), 0);
}

/* A read, an open, a listing of folders, an attribute that is looked up by path (lgetxattr), one of
 * an open file (fgetxattr) and a mapping have the numbers of each table. */
static void numbers_are_those_of_each_isa(void **state)
{
    static const struct {
        enum signature_isa isa;
        uint64_t read, open, list, by_path, of_open, map;
    } of[] = {
        { ISA_X86_64, 0, 257, 217, 192, 193, 9 }, { ISA_I386, 3, 295, 220, 230, 231, 192 },
        { ISA_ARM, 3, 322, 217, 230, 231, 192 },  { ISA_THUMB, 3, 322, 217, 230, 231, 192 },
        { ISA_AARCH64, 63, 56, 61, 9, 10, 222 },  { ISA_RISCV64, 63, 56, 61, 9, 10, 222 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        assert_int_equal(work_of_call(of[i].isa, of[i].read), WORK_READ);
        assert_int_equal(work_of_call(of[i].isa, of[i].open), WORK_OPEN);
        assert_int_equal(work_of_call(of[i].isa, of[i].list), WORK_LIST);
        assert_int_equal(work_of_call(of[i].isa, of[i].by_path), WORK_FIND);
        assert_int_equal(work_of_call(of[i].isa, of[i].of_open), SIGNATURE_WORKS);
        assert_int_equal(work_of_call(of[i].isa, of[i].map), WORK_MAP);
        assert_int_equal(work_of_call(of[i].isa, 5000), SIGNATURE_WORKS);
    }
    for (uint64_t n = 0; n < 500; n++)
        assert_int_equal(work_of_call(ISA_OTHER, n), SIGNATURE_WORKS);
    assert_int_equal(work_of_call(ISA_ARM, 0), SIGNATURE_WORKS); /* which ends a list there */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(writes_make_files_longer_or_do_not, begin, end),
        cmocka_unit_test_setup_teardown(other_calls_are_told_apart, begin, end),
        cmocka_unit_test_setup_teardown(unwatched_calls_are_not_counted, begin, end),
        cmocka_unit_test(numbers_are_those_of_each_isa),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
