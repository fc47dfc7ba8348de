/* Statements of a board: of its log, and of a file with its mistakes. */
#include "audit/claims.h"
#include "audit/facts.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static int read_text(struct audit_claims *claims, const char *text, char why[AUDIT_WHY])
{
    char path[] = "/tmp/claims.XXXXXX";
    int fd = mkstemp(path);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    int bad = audit_claims_of_file(claims, path, why);
    unlink(path);
    return bad;
}

static void values_have_units(void **state)
{
    struct audit_claims claims = { 0 };
    char why[AUDIT_WHY] = "";
    double value;

    (void)state;
    assert_int_equal(read_text(&claims,
                               "# a board\n\ncache.1.size = 32K # L1d\nmemory.bandwidth=3.2G\n"
                               "cpu.frequency = 800M\ncpu.fpu = yes\ncpu.divider = no\r\n",
                               why),
                     0);
    assert_int_equal(claims.n, 5);
    assert_true(audit_claimed(&claims, "cache.1.size", &value) && value == 32768);
    assert_true(audit_claimed(&claims, "memory.bandwidth", &value) && value == 3.2e9);
    assert_true(audit_claimed(&claims, "cpu.frequency", &value) && value == 8e8);
    assert_true(audit_claimed(&claims, "cpu.fpu", &value) && value == 1);
    assert_true(audit_claimed(&claims, "cpu.divider", &value) && value == 0);
    assert_false(audit_claimed(&claims, "cache.2.size", &value));
}

static void former_ids_and_bytes(void **state)
{
    struct audit_claims claims = { 0 };
    char why[AUDIT_WHY] = "";
    double value;

    (void)state;
    assert_int_equal(read_text(&claims, "os.call = 2K\ntlb.page = 4K\n", why), 0);
    assert_true(audit_claimed(&claims, "os.syscall", &value) && value == 2000);
    assert_true(audit_claimed(&claims, "tlb.page", &value) && value == 4096);
    assert_int_equal(read_text(&claims, "os.syscall = 3\n", why), 0);
    assert_int_equal(claims.n, 2);
    assert_true(audit_claimed(&claims, "os.syscall", &value) && value == 3);
}

static void file_goes_before_the_log(void **state)
{
    struct log_key keys[] = { { "claim.cache.1.size", "65536" },
                              { "claim.cache.2.size", "524288" },
                              { "claims", "sysfs" },
                              { "claim.cache.3.size", "much" } };
    const struct log_run run = { .keys = keys, .n_keys = sizeof keys / sizeof keys[0] };
    struct audit_claims claims = { 0 };
    char why[AUDIT_WHY] = "";
    double value;

    (void)state;
    assert_int_equal(read_text(&claims, "cache.1.size = 16K\n", why), 0);
    audit_claims_of_log(&claims, &run);
    assert_int_equal(claims.n, 2);
    assert_true(audit_claimed(&claims, "cache.1.size", &value) && value == 16384);
    assert_true(audit_claimed(&claims, "cache.2.size", &value) && value == 524288);
}

static void mistakes_are_named(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        { "\ncache.1.size\n", ":2: a line ID = VALUE is expected" },
        { "memory.bandwith = 3\n", ":1: memory.bandwith: no answer and no statement" },
        { "memory.bandwith = 3\n", "memory.bandwidth" },
        { "cache.1.size = large\n", ":1: cache.1.size = large: a number is expected" },
        { "cpu.frequency = 5 MHz\n", "a number is expected" },
        { "cpu.frequency = -5\n", "a number is expected" },
        { "cpu.frequency = inf\n", "a number is expected" },
        { "cpu.frequency =\n", "a number is expected" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct audit_claims claims = { 0 };
        char why[AUDIT_WHY] = "";

        assert_int_equal(read_text(&claims, cases[i].text, why), -1);
        if (strstr(why, cases[i].says) == NULL)
            fail_msg("%s lacks: %s", why, cases[i].says);
    }
    char why[AUDIT_WHY] = "", line[600];
    struct audit_claims claims = { 0 };
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    assert_int_equal(read_text(&claims, line, why), -1);
    assert_non_null(strstr(why, "longer than"));
    assert_int_equal(audit_claims_of_file(&claims, "/nowhere/claims", why), -1);
    assert_non_null(strstr(why, "/nowhere/claims: No such file"));
}

/* A board's facts come after those of a file; every board's can be read. */
static void facts_of_boards(void **state)
{
    struct audit_claims claims = { 0 };
    char why[AUDIT_WHY] = "";
    double value;

    (void)state;
    assert_int_equal(audit_claims_of_board(&claims, "nowhere", why), 0);
    assert_int_equal(audit_claims_of_board(&claims, NULL, why), 0);
    assert_int_equal(claims.n, 0);
    assert_int_equal(read_text(&claims, "cache.2.size = 512K\n", why), 0);
    assert_int_equal(audit_claims_of_board(&claims, "omap4_panda", why), 0);
    assert_true(audit_claimed(&claims, "cache.2.size", &value) && value == 512 << 10);
    assert_true(audit_claimed(&claims, "memory.bandwidth", &value) && value == 6.4e9);
    for (const struct audit_facts *f = audit_facts; f->board != NULL; f++) {
        claims.n = 0;
        if (audit_claims_of_board(&claims, f->board, why) != 0)
            fail_msg("%s", why);
        assert_true(claims.n > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_have_units),        cmocka_unit_test(former_ids_and_bytes),
        cmocka_unit_test(file_goes_before_the_log), cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(facts_of_boards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
