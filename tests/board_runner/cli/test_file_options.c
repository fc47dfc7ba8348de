/* Every option and word that names a file is given files that are none, and none hangs or crashes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_board.h"
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 60000, MOST_MEMORY = 1 << 30 };

enum way { MISSING, FOLDER, UNREADABLE, EMPTY, ENDLESS, PIPE_THAT_CLOSES, OWN_INPUT, WAYS };

static const char *const way_names[WAYS] = { "missing",   "folder",           "unreadable", "empty",
                                             "/dev/zero", "pipe that closes", "own input" };

/* An option that --help shows with a file, or a word (""): how it is given, % being the file, and
 * the promised exit status for each way. */
static const struct file_option {
    const char *name, *words;
    int status[WAYS];
} file_options[] = {
    { "output", "-o % run fake", { 0, 7, 7, 0, 0, 7, 7 } },
    { "output-dir", "--output-dir % run fake", { 0, 0, 7, 7, 7, 7, 7 } },
    { "targets", "--targets % run fake", { 2, 2, 2, 2, 2, 2, 2 } },
    { "boards", "--boards % run fake", { 2, 2, 2, 0, 2, 2, 2 } },
    { "image", "--image % -o LOG run fake", { 3, 3, 6, 5, 3, 3, 7 } },
    { "analyze", "--analyze % -o LOG run fake", { 8, 8, 8, 8, 8, 8, 7 } },
    { "plan", "tune --plan % -o LOG fake", { 2, 2, 2, 2, 2, 2, 2 } },
    { "port", "--port % run line", { 3, 3, 3, 3, 3, 3, 3 } },
    { "", "-o LOG run fake %", { 3, 3, 6, 5, 3, 3, 7 } },
    { "", "capture %", { 3, 3, 3, 3, 3, 3, 3 } },
};

/* Words of --help that stand for no file. */
static const char *const other_words[] = { "N", "WORD", "SECONDS" };

static const struct file_option *find_option(const char *name)
{
    for (size_t i = 0; i < sizeof file_options / sizeof file_options[0]; i++)
        if (strcmp(file_options[i].name, name) == 0)
            return &file_options[i];
    return NULL;
}

static bool names_no_file(const char *word)
{
    for (size_t i = 0; i < sizeof other_words / sizeof other_words[0]; i++)
        if (strcmp(other_words[i], word) == 0)
            return true;
    return false;
}

/* --help is read, so that an option that is new cannot be left out above. */
static void test_all_options_are_tried(void **state)
{
    struct fake *fake = *state;
    char name[64], word[64];
    unsigned n_files = 0;
    size_t n;

    fake_start_bare(fake, "--help");
    fake_wait(fake);
    char *help = fake_read(fake, "out", &n);
    for (const char *at = strstr(help, "--"); at != NULL; at = strstr(at + 2, "--")) {
        if (sscanf(at, "--%63[a-z-]=%63[A-Z]", name, word) != 2 || names_no_file(word))
            continue;
        if (find_option(name) == NULL)
            fail_msg("--%s=%s is not tried with files that are none", name, word);
        n_files++;
    }
    assert_true(n_files >= 6);
    free(help);
}

static void make_serial_board(struct fake *fake)
{
    char *folder = fake_path(fake, "targets/line");

    assert_int_equal(mkdir(folder, 0777), 0);
    fake_write(fake, "targets/line/board.txt", "serial = /dev/null\n");
    free(folder);
}

static int set_up(void **state)
{
    int err = fake_set_up(state);
    struct fake *fake = *state;

    if (err != 0)
        return err;
    make_serial_board(fake);
    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "cat sent");
    return 0;
}

/* Opens the pipe at PATH as the other end does that the option wants, closes it at once, and makes
 * DIR/closed. Returns the process that does so. */
static pid_t close_pipe(const struct fake *fake, const char *path, bool is_read)
{
    pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid > 0)
        return pid;
    (void)alarm(PATIENCE_MS / 1000);
    (void)close(open(path, is_read ? O_WRONLY : O_RDONLY));
    fake_write(fake, "closed", "");
    _exit(0);
}

/* Makes the file. Returns its path, for the caller to free. */
static char *make_file(struct fake *fake, enum way way)
{
    char *path =
        way == ENDLESS ? strdup("/dev/zero") : fake_path(fake, way == OWN_INPUT ? "image" : "file");

    if (way == FOLDER)
        assert_int_equal(mkdir(path, 0777), 0);
    if (way == UNREADABLE || way == EMPTY)
        fake_write(fake, "file", "");
    if (way == UNREADABLE)
        assert_int_equal(chmod(path, 0), 0);
    if (way == PIPE_THAT_CLOSES)
        assert_int_equal(mkfifo(path, 0666), 0);
    return path;
}

/* Writes PATTERN to WORDS with FILE for %, and a log of this test for LOG. */
static void fill_words(const struct fake *fake, char *words, size_t room, const char *pattern,
                       const char *file, enum way way)
{
    char *image = fake_path(fake, "image"), *log = fake_path(fake, "log");
    FILE *out = fmemopen(words, room, "w");
    bool own_image = strstr(pattern, "run fake %") != NULL;

    assert_non_null(out);
    (void)fputs("-q --silence 2 ", out);
    if (!own_image)
        (void)fprintf(out, "--image %s ", image);
    for (; *pattern != '\0'; pattern++)
        if (*pattern == '%')
            (void)fputs(file, out);
        else if (strncmp(pattern, "LOG", 3) == 0) {
            (void)fputs(way == OWN_INPUT ? image : log, out);
            pattern += 2;
        } else
            (void)fputc(*pattern, out);
    (void)fclose(out);
    free(image);
    free(log);
}

/* Waits for the run's end; one that hangs is killed. */
static void wait_for(struct fake *fake)
{
    siginfo_t info = { .si_pid = 0 };

    for (unsigned ms = 0; ms < PATIENCE_MS && info.si_pid == 0; ms += 2) {
        assert_int_equal(waitid(P_PID, (id_t)fake->pid, &info, WEXITED | WNOHANG | WNOWAIT), 0);
        (void)usleep(info.si_pid == 0 ? 2000 : 0);
    }
    if (info.si_pid == 0)
        (void)kill(fake->pid, SIGKILL);
    fake_wait(fake);
}

/* Limits the memory of the programs that are started; sanitizers take more from the beginning. */
static void limit_memory(rlim_t most)
{
#ifndef __SANITIZE_ADDRESS__
    struct rlimit limit;

    assert_int_equal(getrlimit(RLIMIT_AS, &limit), 0);
    limit.rlim_cur = most;
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
#else
    (void)most;
#endif
}

static void judge(const struct fake *fake, const struct file_option *o, enum way way,
                  const char *file)
{
    if (fake->status != o->status[way])
        fail_msg("`%s`, %s: status %d is promised; status %d and this came:\n%s", o->words,
                 way_names[way], o->status[way], fake->status, fake->err);
    if (fake->status != 0 && strstr(fake->err, file) == NULL && fake->status != 5)
        fail_msg("`%s`, %s: no message names %s:\n%s", o->words, way_names[way], file, fake->err);
    if (fake->status != 0 && fake->err[0] == '\0')
        fail_msg("`%s`, %s: no message", o->words, way_names[way]);
}

static void try_one(struct fake *fake, const struct file_option *o, enum way way)
{
    char *file = make_file(fake, way), words[2048];
    bool is_output = strcmp(o->name, "output") == 0;
    pid_t other = 0;
    struct rlimit before;

    if (way == PIPE_THAT_CLOSES)
        other = close_pipe(fake, file, !is_output);
    if (way == PIPE_THAT_CLOSES && is_output)
        fake_script(fake, "while [ ! -e closed ]; do sleep 0.02; done; cat sent");
    fill_words(fake, words, sizeof words, o->words, file, way);
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    limit_memory(MOST_MEMORY);
    fake_start_bare(fake, words);
    limit_memory(before.rlim_cur);
    wait_for(fake);
    if (other > 0) {
        (void)kill(other, SIGKILL);
        (void)waitpid(other, NULL, 0);
    }
    judge(fake, o, way, file);
    free(file);
}

static void try_way(enum way way)
{
    for (size_t i = 0; i < sizeof file_options / sizeof file_options[0]; i++) {
        void *state = NULL;

        assert_int_equal(set_up(&state), 0);
        try_one(state, &file_options[i], way);
        assert_int_equal(fake_tear_down(&state), 0);
    }
}

static void test_missing(void **state)
{
    (void)state;
    try_way(MISSING);
}

static void test_a_folder(void **state)
{
    (void)state;
    try_way(FOLDER);
}

static void test_unreadable(void **state)
{
    if (geteuid() == 0) {
        print_message("not tried: root reads and writes every file\n");
        skip();
    }
    (void)state;
    try_way(UNREADABLE);
}

static void test_empty(void **state)
{
    (void)state;
    try_way(EMPTY);
}

static void test_endless(void **state)
{
    (void)state;
    try_way(ENDLESS);
}

static void test_a_pipe_that_closes(void **state)
{
    (void)state;
    try_way(PIPE_THAT_CLOSES);
}

static void test_its_own_input(void **state)
{
    (void)state;
    try_way(OWN_INPUT);
}

static const struct CMUnitTest tests[] = {
    FAKE_TEST(test_all_options_are_tried),
    cmocka_unit_test(test_missing),
    cmocka_unit_test(test_a_folder),
    cmocka_unit_test(test_unreadable),
    cmocka_unit_test(test_empty),
    cmocka_unit_test(test_endless),
    cmocka_unit_test(test_a_pipe_that_closes),
    cmocka_unit_test(test_its_own_input),
};

FAKE_MAIN(tests)
