/* The program from end to end, in a folder of its own: $A is analyze, good.log a whole run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/analysis.h"
#include "planted_log.h"
#include "result/result.h"

#ifdef __SANITIZE_ADDRESS__
enum { SANITIZED = 1 }; /* shadow memory does not fit under a limit of the address space */
#else
enum { SANITIZED = 0 };
#endif

static char folder[] = "/tmp/analyze_test.XXXXXX";
static size_t good_bytes;

/* Until there is an analysis nothing can be answered. */
static int answered(void)
{
    return analysis_table_count > 0 ? 0 : 3;
}

/* ---- running ---- */

struct ran {
    int status; /* 128 and more: killed by a signal */
    char *out, *err;
};

static char *read_all(const char *name)
{
    char *text = NULL;
    size_t n = 0;
    FILE *from = fopen(name, "r");
    FILE *to = open_memstream(&text, &n);
    int c;

    assert_non_null(from);
    assert_non_null(to);
    while ((c = fgetc(from)) != EOF)
        fputc(c, to);
    fclose(from);
    fclose(to);
    return text;
}

static void write_all(const char *name, const char *bytes, size_t n)
{
    FILE *to = fopen(name, "w");

    assert_non_null(to);
    assert_int_equal(fwrite(bytes, 1, n, to), n);
    assert_int_equal(fclose(to), 0);
}

static struct ran run(const char *shell)
{
    char line[600];
    struct ran r = { 0 };

    assert_in_range(snprintf(line, sizeof line, "{ %s\n} >out 2>err", shell), 1, sizeof line - 1);
    int status = system(line);
    r.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    r.out = read_all("out");
    r.err = read_all("err");
    return r;
}

static void ran_free(struct ran *r)
{
    free(r->out);
    free(r->err);
}

static void expect(const char *rule, const char *shell, int status, const char *err)
{
    struct ran r = run(shell);

    if (r.status != status || (*err != '\0' && strstr(r.err, err) == NULL))
        fail_msg("%s: %s\nexit status %d, not %d; wanted \"%s\" in:\n%s", rule, shell, r.status,
                 status, err, r.err);
    ran_free(&r);
}

static int set_up(void **state)
{
    const char ramlat[] = "Executing ramlat on cpu0 (Fast), results in ns:\n\n"
                          "       size:  1x32 1xPTR 2xPTR\n"
                          "        4k: 2.0 2.0 2.0\n        8k: 2.0 2.0 2.0\n"
                          "       16k: 2.0 2.0 2.0\n       32k: 2.0 2.0 2.0\n"
                          "       64k: 9.0 9.0 9.0\n      128k: 9.0 9.0 9.0\n"
                          "      256k: 9.0 9.0 9.0\n      512k: 9.1 9.1 9.1\n"
                          "     1024k: 80.0 80.0 80.0\n     2048k: 95.0 95.0 95.0\n"
                          "     4096k: 96.0 96.0 96.0\n     8192k: 96.0 96.0 96.0\n";

    (void)state;
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        return -1;
    size_t claimed_bytes;
    char *claimed = stream_planted(&claimed_bytes, true);
    char *good = stream_planted(&good_bytes, false);
    if (good == NULL || claimed == NULL)
        return -1;
    write_all("good.log", good, good_bytes);
    write_all("claimed.log", claimed, claimed_bytes);
    free(good);
    free(claimed);
    write_all("one.ramlat", ramlat, strlen(ramlat));
    return system("cat one.ramlat one.ramlat >two.ramlat; printf 'a\\nb\\nc\\n' >text.log;"
                  ": >empty.log");
}

static int tear_down(void **state)
{
    char line[sizeof folder + 10];

    (void)state;
    snprintf(line, sizeof line, "rm -r %s", folder);
    return chdir("/") != 0 ? -1 : system(line);
}

/* ---- exit statuses and messages ---- */

struct bad_case {
    const char *rule, *shell;
    int status;
    const char *err;
};

static void bad_input_is_named(void **state)
{
    static const struct bad_case cases[] = {
        { "a missing file", "$A nowhere.log", 2, "analyze: nowhere.log: No such file" },
        { "a directory", "$A .", 2, "is a directory" },
        { "a directory on standard input", "$A <.", 2, "standard input: is a directory" },
        { "no standard input", "$A <&-", 2, "standard input: Bad file descriptor" },
        { "an empty file", "$A empty.log", 3, "empty.log: is empty" },
        { "empty standard input", "$A <empty.log", 3, "standard input: is empty" },
        { "empty input through -", "$A - <empty.log", 3, "standard input: is empty" },
        { "text of nobody", "$A text.log", 3,
          "no sentence of the record stream ($PT,...) and no table of lat_mem_rd, ramlat, "
          "tinymembench, core-to-core-latency, c2clat or mctop in 3 lines" },
        { "a device without bytes", "$A /dev/null", 3, "is empty" },
        { "two files", "$A good.log good.log", 2, "one FILE" },
        { "what each probe found", "$A --found good.log | grep -c '^[a-z_]* *[^ ]'", 0, "" },
        { "what one found", "$A --found=cache_size good.log | grep -q '^cache_size  '", 0, "" },
        { "with its levels", "$A --found=cache_size good.log | grep -q 'L1d 32 KiB'", 0, "" },
        { "of another", "$A --found=cache_siz good.log", 2, "did you mean cache_size?" },
        { "found and JSON", "$A --found --format=json good.log", 2, "--found writes its lines" },
        { "a page without a name", "$A --html= good.log", 2,
          "analyze: --html wants a file: --html=FILE" },
        { "an export without a kind", "$A --export= good.log", 2, "--export wants a kind" },
        { "a comparison with nothing", "$A --compare= good.log", 2,
          "--compare wants a file or a folder" },
        { "a run without its number", "$A --run= good.log", 2, "--run wants a value: --run=N" },
        { "plots without a folder", "$A --plots= good.log", 2, "--plots wants a folder" },
        { "help on a full disk", "$A --help >/dev/full", 4, "standard output: No space left" },
        { "kinds on a full disk", "$A --export=list >/dev/full", 4, "No space left" },
        { "an unknown option", "$A --guess good.log", 2, "--guess" },
        { "an unknown format", "$A --format=xml good.log", 2, "there are text and json" },
        { "nearly a format", "$A --format=jsom good.log", 2, "and json; did you mean json?" },
        { "nearly a colour", "$A --color=alway good.log", 2, "did you mean always?" },
        { "nearly a kind", "$A --export=glbc good.log", 2,
          "no such kind; did you mean glibc? --export=list names them" },
        { "an unknown colour", "$A --color=blue good.log", 2, "there are auto, always and never" },
        { "an unknown method", "$A --method=best good.log", 2, "there are robust and paper" },
        { "a run that is no number", "$A --run=last good.log", 2, "a number from 1" },
        { "run 0", "$A --run=0 good.log", 2, "a number from 1" },
        { "a run beyond all numbers", "$A --run=99999999999999999999 good.log", 2,
          "a number from 1" },
        { "a run that is not there", "$A --run=9 good.log", 2, "the log holds 1 run" },
        { "a table that is not there", "$A --series=3 two.ramlat", 2, "in this log: 2" },
        { "a table of a record stream", "$A --series=1 good.log", 2, "in this log: 0" },
        { "another log that is not there", "$A --with=nowhere.log good.log", 2,
          "nowhere.log: No such file" },
        { "another log that is none", "$A --with=text.log good.log", 2,
          "no sentence of the record" },
        { "another board's log", "$A --with=two.ramlat good.log", 2,
          "two.ramlat: cannot be added to good.log: target is none" },
        { "runs to add, and a page", "$A --suggest --html=x good.log", 2, "there is no --html" },
        { "runs to add, as text", "$A --suggest --format=text good.log", 2, "no --format" },
        { "runs to add to no log", "$A --suggest text.log", 3, "no sentence of the record" },
        { "runs to add, on a full disk", "$A --suggest good.log >/dev/full", 4, "No space left" },
        { "a full disk", "$A good.log >/dev/full", 4, "standard output: No space left" },
        { "a full disk, JSON", "$A --format=json good.log >/dev/full", 4, "No space left" },
        { "closed output", "$A good.log >&-", 4, "standard output: Bad file descriptor" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect(cases[i].rule, cases[i].shell, cases[i].status, cases[i].err);
}

/* The output's reader has left before the first byte: no message, no signal. */
static void a_reader_that_left_is_quiet(void **state)
{
    int ends[2], status = 0;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (dup2(ends[1], STDOUT_FILENO) < 0 || freopen("err", "w", stderr) == NULL)
            _exit(99);
        execl(getenv("A"), "analyze", "good.log", (char *)NULL);
        _exit(99);
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 4);
    char *err = read_all("err");
    assert_null(strstr(err, "pipe"));
    free(err);
}

static void noise_is_refused(void **state)
{
    enum { NOISE = 1 << 20 };
    char *bytes = malloc(NOISE);
    uint64_t rng = 88172645463325252u;

    (void)state;
    assert_non_null(bytes);
    for (size_t i = 0; i < NOISE; i++) {
        rng ^= rng << 13;
        rng ^= rng >> 7;
        rng ^= rng << 17;
        bytes[i] = (char)(rng >> 32);
    }
    write_all("noise.log", bytes, NOISE);
    free(bytes);
    expect("noise", "$A noise.log", 3, "no sentence of the record stream");
    expect("noise, JSON", "$A --format json noise.log", 3, "no sentence of the record stream");
}

static void help_and_version_are_no_errors(void **state)
{
    struct ran r = run("$A --version; $A --help");

    (void)state;
    assert_int_equal(r.status, 0);
    assert_memory_equal(r.out, "analyze (pontoon) ", 18);
    assert_non_null(strstr(r.out, "--format"));
    assert_non_null(strstr(r.out, "Exit status"));
    ran_free(&r);
    struct ran one = run("$A -h"), other = run("$A --help");
    assert_int_equal(one.status, 0);
    assert_string_equal(one.out, other.out);
    ran_free(&one);
    ran_free(&other);
}

/* What most people want comes first, fleets and kernels last. */
static void help_is_in_groups(void **state)
{
    static const char *const order[] = { "Reading:",       "--run",   "Report:",    "--verbose",
                                         "Other outputs:", "--html",  "Comparing:", "--compare",
                                         "Fleets:",        "--fleet", "Kernels:",   "--patterns" };
    struct ran r = run("$A --help");
    const char *at = strstr(r.out, "Reading:");

    (void)state;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        const char *next = at != NULL ? strstr(at, order[i]) : NULL;
        if (next == NULL)
            fail_msg("%s is not where it should be in: %s", order[i], r.out);
        at = next;
    }
    ran_free(&r);
}

/* Who types the name alone learns what it waits for. */
static void a_terminal_is_told_what_is_read(void **state)
{
    char said[400] = "";
    size_t n = 0;
    int terminal, status = 0;
    pid_t child = forkpty(&terminal, NULL, NULL, NULL);

    (void)state;
    assert_true(child >= 0);
    if (child == 0) {
        execl(getenv("A"), "analyze", (char *)NULL);
        _exit(99);
    }
    while (n + 1 < sizeof said && strstr(said, "Usage: analyze [OPTION...] [FILE]") == NULL) {
        ssize_t got = read(terminal, said + n, sizeof said - 1 - n);
        if (got <= 0)
            break;
        n += (size_t)got;
        said[n] = '\0';
    }
    assert_non_null(strstr(said, "reading a log from the terminal"));
    assert_non_null(strstr(said, "Ctrl-D ends it"));
    assert_non_null(strstr(said, "Usage: analyze"));
    assert_int_equal(write(terminal, "\004", 1), 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 3);
    close(terminal);
}

/* ---- what is answered ---- */

static json_t *json_from(const char *shell, int *status)
{
    struct ran r = run(shell);
    json_error_t error;
    json_t *o = json_loads(r.out, JSON_REJECT_DUPLICATES, &error);

    if (o == NULL)
        fail_msg("%s: line %d: %s\n%s", shell, error.line, error.text, r.err);
    *status = r.status;
    ran_free(&r);
    return o;
}

static const json_t *result_of(const json_t *report, const char *id)
{
    const json_t *all = json_object_get(report, "results");

    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *one = json_array_get(all, i);
        if (strcmp(json_string_value(json_object_get(one, "id")), id) == 0)
            return one;
    }
    return NULL;
}

static double value_of(const json_t *report, const char *id, const char *field)
{
    return json_number_value(json_object_get(result_of(report, id), field));
}

static void a_whole_run_is_answered(void **state)
{
    int status;
    json_t *o = json_from("$A --format json good.log", &status);

    (void)state;
    assert_string_equal(json_string_value(json_object_get(o, "schema")), "pontoon.report/2");
    assert_string_equal(json_string_value(json_object_get(json_object_get(o, "run"), "target")),
                        "planted");
    assert_true(json_is_array(json_object_get(o, "results")));
    assert_int_equal(json_array_size(json_object_get(o, "problems")), 0);
    assert_int_equal(status, answered());
    if (answered() == 0) {
        assert_true(value_of(o, "cache.1.size", "nominal") == 32 * 1024);
        assert_true(value_of(o, "cache.2.size", "nominal") == 512 * 1024);
        assert_float_equal((float)value_of(o, "cache.1.latency", "value"), 4, 0.5);
        assert_float_equal((float)value_of(o, "memory.latency", "value"), 100, 3);
    }
    json_decref(o);
}

/* Another tool's table has no rounds, but says so as an object. --wanted is a former name. */
static void suggested_runs_are_an_object(void **state)
{
    static const char *const shells[] = { "$A --suggest good.log", "$A --suggest two.ramlat",
                                          "$A --wanted good.log" };

    (void)state;
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        int status;
        json_t *o = json_from(shells[i], &status);

        assert_in_range(status, 0, 1);
        assert_string_equal(json_string_value(json_object_get(o, "schema")),
                            i < 2 ? "pontoon.suggested/1" : "pontoon.wanted/1");
        assert_true(json_is_array(json_object_get(o, "open")));
        assert_true(json_is_array(json_object_get(o, "runs")));
        assert_true(i != 1 ? json_integer_value(json_object_get(o, "round")) == 2
                           : json_is_null(json_object_get(o, "round")));
        json_decref(o);
    }
}

static void gzip_changes_nothing(void **state)
{
    struct ran plain = run("$A good.log");
    struct ran packed = run("gzip -c good.log | $A");

    (void)state;
    assert_int_equal(plain.status, answered());
    assert_int_equal(packed.status, answered());
    assert_string_equal(packed.out, plain.out);
    ran_free(&plain);
    ran_free(&packed);
}

static void text_is_one_screen_wide(void **state)
{
    static const char *const shells[] = { "$A good.log",      "$A -v good.log",
                                          "$A one.ramlat",    "$A -v --method paper one.ramlat",
                                          "$A -v two.ramlat", "$A claimed.log" };

    (void)state;
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        struct ran r = run(shells[i]);
        for (const char *p = r.out; *p != '\0'; p += strcspn(p, "\n") + 1)
            if (strcspn(p, "\n") > 80)
                fail_msg("%s: %.*s", shells[i], (int)strcspn(p, "\n"), p);
        assert_non_null(strstr(r.out, "MEMORY  load-to-use latency"));
        assert_non_null(strstr(r.out, "WHY DOUBTFUL"));
        assert_non_null(strstr(r.out, "NEXT"));
        ran_free(&r);
    }
}

/* Claims of the system are held against the answers and change none of them. */
static void claims_are_doubts_and_no_evidence(void **state)
{
    int status;
    json_t *plain = json_from("$A --format json good.log", &status);
    json_t *claimed = json_from("$A --format json claimed.log", &status);
    const json_t *keys = json_object_get(claimed, "run");
    struct ran r = run("$A claimed.log");

    (void)state;
    assert_int_equal(status, answered());
    assert_true(json_equal(json_object_get(plain, "results"), json_object_get(claimed, "results")));
    assert_string_equal(json_string_value(json_object_get(keys, "claims")), "sysfs");
    assert_true(json_integer_value(json_object_get(keys, "claim.cache.2.size")) == 480 << 20);
    assert_int_equal(r.status, answered());
    assert_non_null(strstr(r.out, "OS says L2 480 MiB"));
    assert_null(strstr(r.out, "says L1d"));
    assert_null(strstr(r.out, "cache levels: OS"));
    expect("a page says it next to the evidence",
           "$A --html page.html claimed.log && grep -q 'sysfs reports 480 MiB: <b>differs</b>' "
           "page.html && grep -q 'sysfs reports 32 KiB<' page.html",
           0, "");
    json_decref(plain);
    json_decref(claimed);
    ran_free(&r);
}

/* ---- colour ---- */

/* Returns the text that SHELL writes to a terminal; the caller frees it. */
static char *on_terminal(const char *shell)
{
    char *text = NULL;
    size_t n = 0;
    FILE *to = open_memstream(&text, &n);
    int terminal, status;
    char bytes[4096];

    assert_non_null(to);
    pid_t child = forkpty(&terminal, NULL, NULL, NULL);
    assert_true(child >= 0);
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", shell, (char *)NULL);
        _exit(99);
    }
    for (ssize_t got; (got = read(terminal, bytes, sizeof bytes)) > 0;)
        fwrite(bytes, 1, (size_t)got, to);
    close(terminal);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), answered());
    fclose(to);
    return text;
}

/* Without its escape sequences a coloured report is the plain one. */
static void colour_is_for_terminals_that_want_it(void **state)
{
    static const struct {
        const char *rule, *shell;
        bool coloured;
    } cases[] = {
        { "a terminal", "NO_COLOR= TERM=xterm $A good.log", true },
        { "NO_COLOR", "NO_COLOR=1 TERM=xterm $A good.log", false },
        { "a terminal that cannot", "NO_COLOR= TERM=dumb $A good.log", false },
        { "an unknown terminal", "unset TERM; NO_COLOR= $A good.log", false },
        { "never", "NO_COLOR= TERM=xterm $A --color=never good.log", false },
        { "always", "NO_COLOR=1 TERM=dumb $A --color=always good.log", true },
        { "JSON", "NO_COLOR= TERM=xterm $A --color=always --format json good.log", false },
        { "a pipe after the program", "NO_COLOR= TERM=xterm $A good.log | cat", false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = on_terminal(cases[i].shell);
        if ((strchr(text, '\033') != NULL) != cases[i].coloured)
            fail_msg("%s: %s:\n%s", cases[i].rule, cases[i].shell, text);
        free(text);
    }
    expect("the same but for colour",
           "$A good.log >plain; $A --color=always good.log | sed 's/\033\\[[0-9;]*m//g' | "
           "cmp - plain",
           0, "");
    expect("no terminal, no colour", "! NO_COLOR= TERM=xterm $A good.log | grep -q '\033'", 0, "");
}

/* What acts on a terminal, each kind once: escape sequence, bell, line ends, C1, no UTF-8, and what
 * turns the direction of text. */
#define STRANGE "\033[31m\a\r\nFORGED\x7f\xc2\x9b\xff\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8f\xd8\x9c"

/* Fails unless TEXT is printable ASCII in lines of WIDTH columns at most, none of them forged. */
static void check_harmless(const char *shell, const char *text, size_t width)
{
    for (const char *p = text; *p != '\0'; p++)
        if ((*p < ' ' || *p > '~') && *p != '\n')
            fail_msg("%s: byte %02x in:\n%s", shell, (unsigned char)*p, text);
    if (strncmp(text, "FORGED", 6) == 0 || strstr(text, "\nFORGED") != NULL)
        fail_msg("%s: a forged line in:\n%s", shell, text);
    for (const char *p = text; *p != '\0'; p += strcspn(p, "\n") + (p[strcspn(p, "\n")] != '\0'))
        if (strcspn(p, "\n") > width)
            fail_msg("%s: %.*s", shell, (int)strcspn(p, "\n"), p);
}

/* Neither a log's names nor those of files and options reach the terminal as they are. */
static void strangers_do_not_act_on_the_terminal(void **state)
{
    static const char *const shells[] = {
        "$A named.log",
        "$A -v named.log",
        "$A --color=never named.ramlat",
        "$A -v named.ramlat",
        "$A --compare good.log named.log",
        "$A --compare named.json good.log",
        "$A --compare strange.json good.log",
        "mkdir -p boards; cp named.log \"boards/$S\"; cp good.log boards; $A --compare boards",
        "cp named.log \"$S\"; $A --compare \"$S\" good.log; $A \"$S\"; $A -v --run=9 \"$S\"",
        "cp text.log \"$S\"; $A \"$S\"; $A \"$S.missing\"; $A good.log \"$S\"",
        "$A --compare \"$S\" good.log; $A --html \"no/$S\" good.log",
        "$A --\"${S%FORGED*}\" good.log",
        "$A --method=\"$S\" good.log; $A --export \"$S\" good.log; $A --run \"$S\" good.log",
        "$A --export csv=\"$S\" --html \"$S\" good.log; $A --plots \"no/$S\" good.log",
        "$A --overlay --html \"no/$S\" named.log; $A --overlay --html x \"$S\" \"$S.missing\"",
    };
    size_t n;
    char *bytes = stream_named(&n, STRANGE);

    (void)state;
    assert_non_null(bytes);
    write_all("named.log", bytes, n);
    free(bytes);
    assert_int_equal(setenv("S", STRANGE, 1), 0);
    assert_int_equal(system("$A --format json named.log >named.json 2>err;"
                            "printf '{\n \"\033\r\n' >strange.json;"
                            "sed \"1s/^.*/Executing ramlat on cpu0 ($(printf '%s' \"$S\" | tr -d "
                            "'\\n')), results in ns:/\" one.ramlat >named.ramlat"),
                     0);
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        struct ran r = run(shells[i]);
        check_harmless(shells[i], r.out, 80);
        check_harmless(shells[i], r.err, 100000);
        if (strstr(r.out, "x1b") == NULL && strstr(r.err, "x1b") == NULL)
            fail_msg("%s: says nothing of it:\n%s\n%s", shells[i], r.out, r.err);
        ran_free(&r);
    }
    assert_int_equal(unsetenv("S"), 0);
}

static void foreign_tables_are_answered(void **state)
{
    int status;
    json_t *o = json_from("$A --format json one.ramlat", &status);

    (void)state;
    assert_string_equal(json_string_value(json_object_get(json_object_get(o, "run"), "source")),
                        "ramlat");
    assert_int_equal(status, answered());
    json_decref(o);
    o = json_from("$A --format json two.ramlat", &status);
    const json_t *problem = json_array_get(json_object_get(o, "problems"), 0);
    assert_non_null(strstr(json_string_value(json_object_get(problem, "what")), "--series=2"));
    json_decref(o);
    o = json_from("$A --format json --series=2 two.ramlat", &status);
    assert_int_equal(json_array_size(json_object_get(o, "problems")), 0);
    json_decref(o);
}

struct table_damage {
    const char *rule, *damage; /* of one.ramlat, a filter */
    const char *problem;
};

/* What is wrong in a table has its line and cause on standard error and in JSON, and a status. */
static void damage_in_a_table_is_told_by_line(void **state)
{
    static const struct table_damage cases[] = {
        { "text", "sed '6i oops'", "input:6: ramlat: a line inside the table that is no row" },
        { "text at the end", "(cat; echo '#192k: 9.1 4.2')",
          "input:16: ramlat: text right after the last row" },
        { "a long line", "(head -5; head -c 70000 /dev/zero | tr '\\0' 7; echo; cat)",
          "input:6: ramlat: a line of more than 1023 bytes" },
        { "a zero byte", "sed '6s/: 2/: \\x00 2/'", "input:6: ramlat: a line with a zero byte" },
        { "a word", "sed '6s/2.0/2.0ns/'", "input:6: ramlat: the latency is not a number" },
        { "overflow", "sed '6s/2.0/1e29/'", "input:6: ramlat: the latency is too large" },
        { "nan", "sed '6s/2.0/nan/'", "input:6: ramlat: the latency is not a number" },
        { "inf", "sed '6s/2.0/inf/'", "input:6: ramlat: the latency is not a number" },
        { "a cut", "head -c -2", "input:15: ramlat: the log ends inside this row" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char shell[300];
        int status;
        snprintf(shell, sizeof shell, "%s <one.ramlat >bad.ramlat; $A <bad.ramlat",
                 cases[i].damage);
        expect(cases[i].rule, shell, 1, cases[i].problem);
        json_t *o = json_from("$A --format json bad.ramlat", &status);
        const json_t *problem = json_array_get(json_object_get(o, "problems"), 0);
        const char *what = json_string_value(json_object_get(problem, "what"));
        assert_int_equal(status, 1);
        assert_int_equal(json_array_size(json_object_get(o, "problems")), 1);
        if (what == NULL || strstr(cases[i].problem, "ramlat: ") == NULL ||
            strncmp(what, strstr(cases[i].problem, "ramlat: "), 20) != 0)
            fail_msg("%s: %s", cases[i].rule, what);
        json_decref(o);
    }
    expect("many bad rows are counted",
           "(cat one.ramlat; yes '8192k: x' | head -1000) | $A >out 2>err;"
           "[ $(wc -l <err) -le 21 ] && grep -q '984 more bad rows' err",
           0, "");
}

/* A run cut anywhere answers nothing, or says that it is damaged. */
static void a_cut_run_says_so(void **state)
{
    enum { CUTS = 40 };
    int status;

    (void)state;
    for (size_t i = 1; i < CUTS; i++) {
        char shell[128];
        snprintf(shell, sizeof shell, "head -c %zu good.log | $A --format json",
                 good_bytes * i / CUTS);
        json_t *o = json_from(shell, &status);
        if (status != 1 && status != 3)
            fail_msg("%s: exit status %d", shell, status);
        assert_true(json_array_size(json_object_get(o, "problems")) > 0);
        json_decref(o);
    }
}

static void a_damaged_run_is_told_by_line(void **state)
{
    (void)state;
    /* Line 20 loses a digit. */
    expect("a bad sentence", "sed '20s/[0-9]//5' good.log >bad.log; $A bad.log",
           answered() == 0 ? 1 : 3, "analyze: bad.log:20: ");
}

/* Memory must not grow with text that is not ours. */
static void foreign_text_needs_no_memory(void **state)
{
    char shell[256];
    const char *limit = SANITIZED ? "" : "ulimit -v 100000;";
    unsigned megabytes = SANITIZED ? 10 : 200;

    (void)state;
    snprintf(shell, sizeof shell, "yes '[ 1.5] eth0: link is up' | head -c %u000000 | (%s $A)",
             megabytes, limit);
    expect("much foreign text", shell, 3, "no sentence of the record stream");
    snprintf(shell, sizeof shell, "(yes '0.00098 x' | head -c %u000000; cat one.ramlat) | (%s $A)",
             megabytes / 4, limit);
    expect("a table after it", shell, answered(), "");
    snprintf(shell, sizeof shell, "head -c %u000000 /dev/zero | (%s $A)", megabytes / 2, limit);
    expect("one endless line", shell, 3, "no sentence of the record stream");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_named),
        cmocka_unit_test(a_reader_that_left_is_quiet),
        cmocka_unit_test(noise_is_refused),
        cmocka_unit_test(help_and_version_are_no_errors),
        cmocka_unit_test(help_is_in_groups),
        cmocka_unit_test(a_terminal_is_told_what_is_read),
        cmocka_unit_test(a_whole_run_is_answered),
        cmocka_unit_test(suggested_runs_are_an_object),
        cmocka_unit_test(gzip_changes_nothing),
        cmocka_unit_test(text_is_one_screen_wide),
        cmocka_unit_test(claims_are_doubts_and_no_evidence),
        cmocka_unit_test(colour_is_for_terminals_that_want_it),
        cmocka_unit_test(strangers_do_not_act_on_the_terminal),
        cmocka_unit_test(foreign_tables_are_answered),
        cmocka_unit_test(damage_in_a_table_is_told_by_line),
        cmocka_unit_test(a_cut_run_says_so),
        cmocka_unit_test(a_damaged_run_is_told_by_line),
        cmocka_unit_test(foreign_text_needs_no_memory),
    };

    if (argc != 2 || setenv("A", argv[1], 1) != 0)
        return 2;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
