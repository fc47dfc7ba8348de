/* test_accuracy <accuracy>: the whole program against wrong machine files, and boards that are
 * fakes. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *accuracy;
static char folder[] = "/tmp/accuracy-test.XXXXXX";
static char out[65536], err[65536];

static void put(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");

    assert_non_null(f);
    assert_int_equal(fputs(text, f) < 0, 0);
    assert_int_equal(fclose(f), 0);
}

static void get(const char *name, char text[65536])
{
    FILE *f = fopen(name, "r");
    size_t n = f ? fread(text, 1, 65535, f) : 0;

    text[n] = 0;
    if (f)
        fclose(f);
}

/* A board that makes the file `started` and then runs BODY, a shell script. */
static void fake_board(const char *body)
{
    char text[1024];

    snprintf(text, sizeof text, "#!/bin/sh\necho x >>%s/started\n%s\n", folder, body);
    unlink("started");
    put("board", text);
    assert_int_equal(chmod("board", 0700), 0);
}

/* Runs accuracy with ARGUMENTS and the fake board. Returns its exit status. */
static int run(const char *arguments)
{
    char command[4096];

    snprintf(command, sizeof command, "%s --probes ./board %s >out 2>err </dev/null", accuracy,
             arguments);
    int status = system(command);
    get("out", out);
    get("err", err);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void assert_status(const char *rule, int is, int want)
{
    if (is != want)
        fail_msg("%s: status %d, not %d\n%s%s", rule, is, want, out, err);
}

static void assert_says(const char *rule, const char *text, const char *what)
{
    if (!strstr(text, what))
        fail_msg("%s: `%s` is missing in:\n%s", rule, what, text);
}

#define MEM "[memory]\nlatency = 100\n"
#define L1  "[cache 1]\nsize = 32K\nways = 8\nline = 64\nlatency = 4\n"

static void wrong_files_are_told_and_nothing_runs(void **state)
{
    static const struct {
        const char *rule, *text, *says;
    } cases[] = {
        { "typo in a key", MEM "[machine]\nmzh = 4\n", "bad.machine:4: mzh" },
        { "typo in a section", MEM "[cahce 1]\nsize = 4K\n", "bad.machine:3: [cahce" },
        { "size zero", MEM "[cache 1]\nsize = 0\n", "bad.machine:4: size" },
        { "ways that do not divide",
          MEM "[cache 1]\nsize = 32K\nways = 7\nline = 64\nlatency = 1\n",
          "bad.machine:5: ways = 7" },
        { "40 levels", MEM L1 "[cache 40]\nsize = 4K\n", "bad.machine:8: [cache 40]" },
        { "a level that is missing", MEM "[tlb 2]\nentries = 4\n", "bad.machine:3: [tlb 2]" },
        { "nothing at all", "", "bad.machine:0: " },
        { "no text", "\001\377\n", "bad.machine:1: " },
    };

    (void)state;
    put("good.machine", MEM);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fake_board("exit 0");
        put("bad.machine", cases[i].text);
        assert_status(cases[i].rule, run("bad.machine"), 2);
        assert_says(cases[i].rule, err, cases[i].says);
        assert_string_equal(out, "");
        assert_status("a good file before it changes nothing", run("good.machine bad.machine"), 2);
        assert_status("nor one in a folder", run("."), 2);
        assert_says(cases[i].rule, err, cases[i].says);
        if (access("started", F_OK) == 0)
            fail_msg("%s: a board was started", cases[i].rule);
    }
    unlink("bad.machine");
}

static void what_is_not_there_is_told_and_nothing_runs(void **state)
{
    static const struct {
        const char *arguments, *says;
    } cases[] = {
        { "nowhere.machine", "nowhere.machine:0: No such file" },
        { "good.machine nowhere.machine", "nowhere.machine:0: " },
        { "empty", "empty:0: no *.machine file" },
        { "", "no machine file" },
        { "--jobs 0 good.machine", "--jobs=0" },
        { "--jobs 2x good.machine", "--jobs=2x" },
        { "--least 101 good.machine", "--least=101" },
        { "--method best good.machine", "--method=best" },
        { "--frames some good.machine", "--frames=some" },
        { "--prefetch all good.machine", "--prefetch=all" },
        { "--noise jitter good.machine", "--noise" },
        { "--noise jitter=2 good.machine", "jitter" },
        { "--noise typo=1 good.machine", "typo" },
        { "--table --noisy 1 good.machine", "--table" },
        { "--probes ./nothing good.machine", "./nothing" },
        { "--what good.machine", "--what" },
    };

    (void)state;
    put("good.machine", MEM);
    fake_board("exit 0");
    mkdir("empty", 0777);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_status(cases[i].arguments, run(cases[i].arguments), 2);
        assert_says(cases[i].arguments, err, cases[i].says);
        if (access("started", F_OK) == 0)
            fail_msg("%s: a board was started", cases[i].arguments);
    }
}

/* A board that fails is told by name; every parameter is then null, and counts. */
static void boards_that_fail_recover_nothing(void **state)
{
    static const struct {
        const char *board, *says;
    } cases[] = {
        { "exit 3", "good: ended with status 3" },
        { "kill -9 $$", "good: ended by signal 9" },
        { "exec sleep 1000", "good: still running after 1 s, stopped" },
        { "echo garbage", "good: the log is unusable" },
        { ":", "good: the log is unusable" },
    };

    (void)state;
    put("good.machine", MEM);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fake_board(cases[i].board);
        assert_status(cases[i].board,
                      run("--limit 1 --only memory.latency,cache.levels good.machine"), 1);
        assert_says(cases[i].board, err, cases[i].says);
        assert_says(cases[i].board, out, "null\n");
        assert_says(cases[i].board, out, "\nrecovered 0 of 2\n");
    }
    fake_board("exit 3");
    assert_status("nothing compared is no success", run("--least 0 good.machine"), 1);
    assert_says("nothing compared", out, "recovered 0 of 0\n");
}

/* Rows come by file, whichever board ends first; a row holds machine, id, truth, answer, verdict.
 */
static void rows_have_a_stable_order(void **state)
{
    (void)state;
    mkdir("many", 0777);
    for (char c = 'd'; c >= 'a'; c--) {
        char name[] = "many/?.machine";
        name[5] = c;
        put(name, MEM);
    }
    fake_board("case $PONTOON_MACHINE in *a.machine) sleep 1 ;; esac");
    assert_status("four boards that say nothing", run("--jobs 3 --only memory.latency many"), 1);
    const char *at = out;
    for (char c = 'a'; c <= 'd'; c++) {
        char name[16], id[32], truth[16], answer[16], verdict[16];
        assert_int_equal(sscanf(at, "%15s %31s %15s %15s %15s", name, id, truth, answer, verdict),
                         5);
        assert_true(name[0] == c && name[1] == 0);
        assert_string_equal(id, "memory.latency");
        assert_string_equal(truth, "100");
        assert_string_equal(verdict, "null");
        at = strchr(at, '\n') + 1;
    }
    assert_says("last comes the sum", at, "\nrecovered 0 of 4\n");
    assert_says("progress, a line a board", err, "4 of 4: ");
}

/* Machines that name a trait are a group of their own, and no others are in it. */
static void traits_are_a_group_of_their_own(void **state)
{
    (void)state;
    mkdir("traits", 0777);
    put("traits/odd.machine", MEM "[machine]\ntrait = two left feet\n");
    put("traits/plain.machine", MEM);
    fake_board(":");
    (void)run("--only memory.latency,cache.levels traits");
    const char *group = strstr(out, "robust: traits\n");
    assert_non_null(group);
    assert_says("the trait", group, "two left feet");
    assert_says("and its machine", group, "odd                       0 of 2\n");
    assert_null(strstr(group, "plain"));
    (void)run("--only memory.latency traits/plain.machine");
    assert_null(strstr(out, "traits"));
}

/* Options reach the board, the machine file as it was changed, too; --keep leaves both. */
static void boards_are_told_what_to_do(void **state)
{
    char kept[65536];

    (void)state;
    put("good.machine", MEM);
    fake_board("echo \"$# $1 $2\"; exit 0");
    run("--options \"--quick max=4M\" --keep kept --noisy 7 --frames random good.machine");
    get("kept/1-good.log", kept);
    assert_string_equal(kept, "2 --quick max=4M\n");
    get("kept/1-good.machine", kept);
    assert_says("the noise", kept, "seed = 7\n");
    assert_says("the frames", kept, "allocation = random\n");
}

/* A board whose log is there is not started; another machine, option or program is another board.
 */
static void recorded_logs_take_the_place_of_runs(void **state)
{
    char ran[65536];

    (void)state;
    put("good.machine", MEM);
    fake_board("echo run >>ran; exit 0");
    run("--recorded logs --options a good.machine");
    run("--recorded logs --options a good.machine");
    get("ran", ran);
    assert_string_equal(ran, "run\n");
    run("--recorded logs --options b good.machine");
    run("--recorded logs --options a --noisy 7 good.machine");
    fake_board("echo other >>ran; exit 0");
    run("--recorded logs --options a good.machine");
    get("ran", ran);
    assert_string_equal(ran, "run\nrun\nrun\nother\n");
    fake_board("echo bad >>ran; exit 1");
    run("--recorded logs --options a good.machine");
    run("--recorded logs --options a good.machine");
    get("ran", ran);
    assert_string_equal(ran, "run\nrun\nrun\nother\nbad\nbad\n");
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[256];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_files_are_told_and_nothing_runs),
        cmocka_unit_test(what_is_not_there_is_told_and_nothing_runs),
        cmocka_unit_test(boards_that_fail_recover_nothing),
        cmocka_unit_test(rows_have_a_stable_order),
        cmocka_unit_test(traits_are_a_group_of_their_own),
        cmocka_unit_test(boards_are_told_what_to_do),
        cmocka_unit_test(recorded_logs_take_the_place_of_runs),
    };

    if (argc != 2)
        return 2;
    accuracy = argv[1];
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
