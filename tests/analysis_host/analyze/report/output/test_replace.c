/* Replaces a file while something goes wrong: there is the old one or the new one, and nothing
 * beside it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/output/replace.h"

static char folder[] = "/tmp/output_test.XXXXXX";

/* What happens while the file beside is there. */
static int signal_in_between, fails_to_rename;

int __real_fchmod(int fd, mode_t mode);
int __wrap_fchmod(int fd, mode_t mode);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

int __wrap_fchmod(int fd, mode_t mode)
{
    if (signal_in_between != 0)
        raise(signal_in_between);
    return __real_fchmod(fd, mode);
}

int __wrap_rename(const char *from, const char *to)
{
    if (fails_to_rename == 0)
        return __real_rename(from, to);
    errno = fails_to_rename;
    return -1;
}

static int set_up(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL || chdir(folder) != 0 ? -1 : 0;
}

static int tear_down(void **state)
{
    char line[sizeof folder + 10];

    (void)state;
    snprintf(line, sizeof line, "rm -r %s", folder);
    return chdir("/") != 0 ? -1 : system(line);
}

static void holds(const char *file, const char *text)
{
    char got[64] = "";
    FILE *in = fopen(file, "r");

    assert_non_null(in);
    assert_int_equal(fread(got, 1, sizeof got - 1, in), strlen(text));
    fclose(in);
    assert_string_equal(got, text);
}

static size_t files_here(void)
{
    DIR *dir = opendir(".");
    size_t n = 0;

    assert_non_null(dir);
    while (readdir(dir) != NULL)
        n++;
    closedir(dir);
    return n - 2;
}

/* The signal ends the program after the file is whole. */
static void a_signal_leaves_nothing_beside(void **state)
{
    static const int signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };

    (void)state;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        int status;
        assert_int_equal(output_replace("file", "old", 3), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            signal_in_between = signals[i];
            output_replace("file", "new one", 7);
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), signals[i]);
        holds("file", "new one");
        assert_int_equal(files_here(), 1);
    }
}

static void a_failure_leaves_the_old_one(void **state)
{
    (void)state;
    assert_int_equal(output_replace("file", "old", 3), 0);
    fails_to_rename = EXDEV;
    assert_int_equal(output_replace("file", "new", 3), EXDEV);
    fails_to_rename = 0;
    holds("file", "old");
    assert_int_equal(files_here(), 1);
}

static void descriptors_have_names(void **state)
{
    (void)state;
    assert_int_equal(output_descriptor("/dev/stdin"), 0);
    assert_int_equal(output_descriptor("/dev/stdout"), 1);
    assert_int_equal(output_descriptor("/dev/stderr"), 2);
    assert_int_equal(output_descriptor("/dev/fd/63"), 63);
    assert_int_equal(output_descriptor("/proc/self/fd/7"), 7);
    assert_int_equal(output_descriptor("/dev/fd/"), -1);
    assert_int_equal(output_descriptor("/dev/fd/1x"), -1);
    assert_int_equal(output_descriptor("/dev/fd/99999999999"), -1);
    assert_int_equal(output_descriptor("/dev/null"), -1);
    assert_int_equal(output_replace("/dev/fd/99", "x", 1), EBADF);
}

static void links_are_followed(void **state)
{
    char *path;

    (void)state;
    assert_int_equal(mkdir("below", 0777), 0);
    assert_int_equal(symlink("below/link", "first"), 0);
    assert_int_equal(symlink("yet to be made", "below/link"), 0);
    path = output_behind_links("first");
    assert_string_equal(path, "below/yet to be made");
    free(path);
    assert_int_equal(output_replace("first", "text", 4), 0);
    holds("below/yet to be made", "text");
    assert_int_equal(symlink("circle", "circle"), 0);
    assert_null(output_behind_links("circle"));
    assert_int_equal(errno, ELOOP);
    assert_int_equal(output_replace("circle", "text", 4), ELOOP);
}

/* What cannot be written is known before, and nothing is touched. */
static void places_are_checked(void **state)
{
    (void)state;
    assert_int_equal(mkdir("room", 0777), 0);
    assert_int_equal(output_check("room/new"), 0);
    assert_int_equal(access("room/new", F_OK), -1);
    assert_int_equal(output_check("new"), 0);
    assert_int_equal(output_check("/dev/null"), 0);
    assert_int_equal(output_check("/dev/stdout"), 0);
    assert_int_equal(output_check("room"), EISDIR);
    assert_int_equal(output_check(""), ENOENT);
    assert_int_equal(output_check("none/new"), ENOENT);
    assert_int_equal(symlink("none/behind", "astray"), 0);
    assert_int_equal(output_check("astray"), ENOENT);
    assert_int_equal(output_replace("room/old", "text", 4), 0);
    assert_int_equal(output_check("room/old/new"), ENOTDIR);
    assert_int_equal(output_check("room/old"), 0);
    if (geteuid() == 0)
        return; /* may write all */
    assert_int_equal(chmod("room", 0555), 0);
    assert_int_equal(output_check("room/new"), EACCES);
    assert_int_equal(output_check("room/old"), EACCES);
    assert_int_equal(chmod("room", 0777), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signal_leaves_nothing_beside),
        cmocka_unit_test(a_failure_leaves_the_old_one),
        cmocka_unit_test(descriptors_have_names),
        cmocka_unit_test(links_are_followed),
        cmocka_unit_test(places_are_checked),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
