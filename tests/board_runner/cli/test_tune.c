/* The command tune: a board whose image is a script, and a program in place of analyze. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_board.h"
#include "fake_line.h"
#include "pty_board.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { WORDS = 2048 };

/* The image: its Kth start writes its options to argsK and sends sentK. */
static const char image[] = "k=$(($(cat starts 2>/dev/null || echo 0) + 1))\n"
                            "echo $k >starts\necho \"$@\" >args$k\ncat sent$k\n";

#define HEAD "tuning 1 target=fake cc=GNU round=2,0000ABCD\n"
#define PLAN                                                                                       \
    HEAD "# cache.1.size 32768 B\n"                                                                \
         "dot f64 tile=4x1 lanes=4 rank=1 cost=0.25\n"                                             \
         "gemm f64 tile=12x4 kc=264 mc=120 nc=4944 direct=9 lanes=4 rank=1 cost=0.14\n"            \
         "gemm f64 tile=8x6 kc=264 mc=328 nc=4944 direct=9 lanes=4 rank=2\n"                       \
         "jacobi f32 tile=32768 block=9 rank=1\n"                                                  \
         "gemm f32 tile=24x4 kc=272 mc=240 rank=1\n"
#define TRIED                                                                                      \
    "--only=tune --round=2,0000ABCD "                                                              \
    "tune=gemm.f64:12x4:264:120,8x6:264:328,gemm.f32:24x4:272:240,"                                \
    "dot.f64:4x1,jacobi.f32:32768:9"

/* Makes analyze, which writes the file plan, and the streams of two starts. */
static void prepare(struct fake *fake, const char *plan)
{
    char script[WORDS];
    char *path = fake_path(fake, "analyze");

    (void)snprintf(script, sizeof script,
                   "#!/bin/sh\ncd %s || exit 9\ntest \"$1 $2\" = '--export tuning' || exit 2\n"
                   "test ! -e fails || { echo 'analyze: it: is broken' >&2; exit $(cat fails); }\n"
                   "cat plan\n",
                   fake->dir);
    fake_write(fake, "analyze", script);
    assert_int_equal(chmod(path, 0700), 0);
    free(path);
    fake_script(fake, image);
    fake_write(fake, "starts", "0\n");
    fake_write(fake, "plan", plan);
    fake_stream(fake, "sent1", 20, "");
    fake_stream(fake, "sent2", 10, "");
}

static void tune(struct fake *fake, const char *more)
{
    char words[2 * WORDS];

    (void)snprintf(words, sizeof words,
                   "tune fake -o %.400s/log --analyze=%.400s/analyze --image=%.400s/image %s",
                   fake->dir, fake->dir, fake->dir, more);
    fake_start_bare(fake, words);
    fake_wait(fake);
}

/* The log begins with the first stream, and N bytes of the second follow. */
static void log_is(struct fake *fake, size_t n)
{
    size_t n1, n2, all;
    char *one = fake_read(fake, "sent1", &n1), *two = fake_read(fake, "sent2", &n2);
    char *log = fake_read(fake, "log", &all);

    assert_int_equal(all, n1 + n);
    assert_memory_equal(log, one, n1);
    assert_true(n <= n2);
    assert_memory_equal(log + n1, two, n);
    free(one);
    free(two);
    free(log);
}

static size_t size_of(struct fake *fake, const char *name)
{
    size_t n;

    free(fake_read(fake, name, &n));
    return n;
}

static void test_candidates_go_to_the_board(void **state)
{
    struct fake *fake = *state;

    prepare(fake, PLAN);
    tune(fake, "-- --quick --only p");
    fake_ended(fake, 0, "tries 5 ways to build kernels");
    fake_ended(fake, 0, "analyze --export kernels=DIR");
    fake_holds(fake, "args1", "--quick --only p\n");
    fake_holds(fake, "args2", "--quick " TRIED "\n");
    log_is(fake, size_of(fake, "sent2"));
}

/* No more than five of a kernel and type travel. */
static void test_five_of_a_type(void **state)
{
    struct fake *fake = *state;
    char plan[WORDS] = HEAD, line[100];

    for (unsigned i = 1; i <= 16; i++) {
        (void)snprintf(line, sizeof line, "gemm f64 tile=4x4 kc=%u mc=4 rank=%u\n", i, i);
        (void)strcat(plan, line);
    }
    prepare(fake, plan);
    tune(fake, "");
    fake_ended(fake, 0, "tries 5 ways");
    fake_holds(fake, "args2",
               "--only=tune --round=2,0000ABCD tune=gemm.f64:4x4:1:4,"
               "4x4:2:4,4x4:3:4,4x4:4:4,4x4:5:4\n");
}

/* Of kernels beside products as many travel as a typed line holds; bytes that are the same as
 * before stand once. */
static void test_a_line_holds_no_more(void **state)
{
    struct fake *fake = *state;
    char plan[WORDS] = HEAD, line[300];

    (void)strcat(plan, "gemv f32 tile=8x4 block=7 rank=1\ngemv f32 tile=4x4 block=7 rank=2\n");
    for (unsigned i = 1; i <= 5; i++) {
        (void)snprintf(line, sizeof line,
                       "jacobi f64 tile=1073741823x1073741823 block=%u rank=%u\n"
                       "wht f64 tile=1073741823x1073741823 rank=%u\n"
                       "wht f32 tile=1073741823x1073741823 rank=%u\n"
                       "dot f64 tile=1073741823x1073741823 rank=%u\n",
                       1000000000 + i, i, i, i, i);
        (void)strcat(plan, line);
    }
    prepare(fake, plan);
    tune(fake, "");
    fake_ended(fake, 0, "5 ways of the plan are not tried: a line holds no more");
    fake_ended(fake, 0, "tries 17 ways");
    char *args = fake_read(fake, "args2", &(size_t){ 0 });
    assert_true(strlen(args) <= 511);
    assert_non_null(strstr(args, "tune=gemv.f32:8x4:7,4x4,jacobi.f64:"));
    free(args);
}

static const struct {
    const char *lines, *told;
} bad_plans[] = {
    { "", "line 1: it is empty" },
    { "no plan\n", "line 1: this is no plan" },
    { "tuning 2\n", "line 1: a plan of version 2" },
    { HEAD "qr f64 tile=4x4 rank=1\n", "line 2: qr: no such kernel" },
    { HEAD "\n# so\ngemm f16 tile=4x4 kc=1 mc=4 rank=1\n", "line 4: f16: no such type" },
    { HEAD "gemm f64 tile=0x6 kc=1 mc=4 rank=1\n", "line 2: tile=0x6 is no tile" },
    { HEAD "gemm f64 tile=4x6x kc=1 mc=4 rank=1\n", "line 2: tile=4x6x is no tile" },
    { HEAD "gemm f64 tile=4 kc=1 mc=4 rank=1\n", "line 2: a product's tile is two numbers" },
    { HEAD "gemm f64 tile=4x6 kc=65537 mc=4 rank=1\n", "line 2: kc=65537: not a number from 1" },
    { HEAD "gemm f64 tile=4x6 kc=64 mc=-4 rank=1\n", "line 2: mc=-4: not a number from 1" },
    { HEAD "gemm f64 tile=4x6 kc=64 rank=1\n", "line 2: kc= or mc= is missing" },
    { HEAD "gemm f64 tile=4x6 kc=64 mc=4\n", "line 2: rank= is missing" },
    { HEAD "gemm f64 kc=64 mc=4 rank=1\n", "line 2: tile= is missing" },
    { HEAD "gemm f64 tile=4x6 kc=64 mc=4 rank=17\n", "line 2: rank=17: at most 16 candidates" },
    { HEAD "dot f64 tile=4 rank=1\ndot f64 tile=8 rank=1\n", "line 3: rank=1 of dot f64 is there" },
    { HEAD "dot f64 tile\n", "line 2: tile is no KEY=VALUE" },
    { HEAD "gemv f64 tile=8x4 block=0 rank=1\n", "line 2: block=0: not a number from 1" },
};

/* A plan that the user names is looked at before the board is touched. */
static void test_bad_plans_are_refused(void **state)
{
    struct fake *fake = *state;
    char words[WORDS];

    for (size_t i = 0; i < sizeof bad_plans / sizeof bad_plans[0]; i++) {
        prepare(fake, PLAN);
        fake_write(fake, "mine", bad_plans[i].lines);
        (void)snprintf(words, sizeof words, "--plan=%s/mine", fake->dir);
        tune(fake, words);
        fake_ended(fake, 2, bad_plans[i].told);
        fake_holds(fake, "starts", "0\n");
    }
}

static void test_bad_answers_are_told(void **state)
{
    struct fake *fake = *state;

    for (size_t i = 0; i < sizeof bad_plans / sizeof bad_plans[0]; i++) {
        prepare(fake, bad_plans[i].lines);
        tune(fake, "");
        fake_ended(fake, 8, bad_plans[i].told);
        fake_ended(fake, 8, "nothing is tried");
        log_is(fake, 0);
    }
    prepare(fake, HEAD "# nothing that can be written\n");
    tune(fake, "");
    fake_ended(fake, 8, "the plan has no kernels");
    prepare(fake, "tuning 1 target=fake\ngemm f64 tile=4x6 kc=64 mc=4 rank=1\n");
    tune(fake, "");
    fake_ended(fake, 8, "the log's beginning is lost");
}

static void test_a_program_that_fails_is_told(void **state)
{
    struct fake *fake = *state;

    prepare(fake, PLAN);
    fake_write(fake, "fails", "3\n");
    tune(fake, "");
    fake_ended(fake, 8, "it ended with status 3: analyze: it: is broken");
    log_is(fake, 0);
}

/* A plan of another board has another image's tiles. */
static void test_plans_of_others(void **state)
{
    struct fake *fake = *state;
    char words[WORDS];

    prepare(fake, PLAN);
    fake_write(fake, "mine", "tuning 1 target=panda\ngemm f64 tile=4x6 kc=64 mc=4 rank=1\n");
    (void)snprintf(words, sizeof words, "--plan=%s/mine", fake->dir);
    tune(fake, words);
    fake_ended(fake, 2, "is of panda, not of fake");
    fake_holds(fake, "starts", "0\n");
    (void)strcat(words, " --force");
    tune(fake, words);
    fake_ended(fake, 0, "tries 1 way");
    fake_holds(fake, "args2", "--only=tune --round=2,0000ABCD tune=gemm.f64:4x6:64:4\n");
    tune(fake, "--plan=/nowhere/plan");
    fake_ended(fake, 2, "/nowhere/plan: No such file");
}

static void test_bad_requests_are_refused(void **state)
{
    struct fake *fake = *state;

    prepare(fake, PLAN);
    fake_start_bare(fake, "tune fake");
    fake_wait(fake);
    fake_ended(fake, 2, "tune needs a file");
    fake_start_bare(fake, "tune");
    fake_wait(fake);
    fake_ended(fake, 2, "which board?");
    fake_run(fake, "--force");
    fake_ended(fake, 2, "--plan and --force are for `tune`");
}

/* ---- a board on a line ---- */

/* Begins the loop on a line: the first run is through, and the board was told what to try. */
static void tell_board(struct fake *fake, struct pty_board *b, const char *log)
{
    char words[WORDS], text[512];

    pty_board_open(b, log);
    (void)snprintf(text, sizeof text, "serial = %s\nhello = options now\nreset = true\n", b->name);
    fake_board_txt(fake, text);
    (void)snprintf(words, sizeof words, "tune fake -o %s --silence=2 --analyze=%s/analyze", log,
                   fake->dir);
    fake_start_bare(fake, words);
    fake_line_says(fake, b, "sent1");
    assert_true(pty_board_arrived(b));
    fake_line_asks(b, TRIED "\r");
}

static void test_a_board_is_reset_and_told(void **state)
{
    struct fake *fake = *state;
    struct pty_board b;
    char *log = fake_path(fake, "log");

    prepare(fake, PLAN);
    tell_board(fake, &b, log);
    fake_line_says(fake, &b, "sent2");
    fake_wait(fake);
    fake_ended(fake, 0, "analyze --export kernels=DIR");
    assert_null(pty_board_compare(&b));
    pty_board_free(&b);
    free(log);
}

/* Fails unless what was sent is in the log, and after the first run in LOG.new. */
static void is_kept(const struct fake *fake, const struct pty_board *b)
{
    size_t n, n_new;
    char *log = fake_read(fake, "log", &n), *come = fake_read(fake, "log.new", &n_new);

    assert_int_equal(n + n_new, b->n_sent);
    assert_memory_equal(log, b->sent, n);
    assert_memory_equal(come, b->sent + n, n_new);
    free(come);
    free(log);
}

/* Nothing, or half a sentence, comes after the restart. */
static void test_silent_after_restart(void **state)
{
    static const char *const last[] = { "", "$PT,0,RUN,format=1" };
    struct fake *fake = *state;
    struct pty_board b;
    char *log = fake_path(fake, "log");

    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++) {
        prepare(fake, PLAN);
        tell_board(fake, &b, log);
        pty_board_say_text(&b, last[i]);
        fake_wait(fake);
        fake_ended(fake, 4, "the model's own choice remains");
        fake_ended(fake, 4, "nothing was measured; ");
        is_kept(fake, &b);
        pty_board_free(&b);
    }
    free(log);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        FAKE_TEST(test_candidates_go_to_the_board),
        FAKE_TEST(test_five_of_a_type),
        FAKE_TEST(test_bad_plans_are_refused),
        FAKE_TEST(test_bad_answers_are_told),
        FAKE_TEST(test_a_line_holds_no_more),
        FAKE_TEST(test_a_program_that_fails_is_told),
        FAKE_TEST(test_plans_of_others),
        FAKE_TEST(test_bad_requests_are_refused),
        FAKE_TEST(test_a_board_is_reset_and_told),
        FAKE_TEST(test_silent_after_restart),
    };

    fake_program = argc > 1 ? argv[1] : "board_runner";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
