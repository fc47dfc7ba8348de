/* A board whose image is a shell script, and board_runner as a child that is watched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_board.h"
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

const char *fake_program;

char *fake_path(const struct fake *fake, const char *name)
{
    char *path = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&path, &n);

    assert_non_null(out);
    (void)fprintf(out, "%s/%s", fake->dir, name);
    (void)fclose(out);
    return path;
}

FILE *fake_create(const struct fake *fake, const char *name)
{
    char *path = fake_path(fake, name);
    FILE *out = fopen(path, "we");

    assert_non_null(out);
    free(path);
    return out;
}

void fake_write(const struct fake *fake, const char *name, const char *text)
{
    FILE *out = fake_create(fake, name);

    (void)fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

char *fake_read(const struct fake *fake, const char *name, size_t *n)
{
    char *path = fake_path(fake, name);
    FILE *in = fopen(path, "re");

    assert_non_null(in);
    free(path);
    assert_int_equal(fseek(in, 0, SEEK_END), 0);
    *n = (size_t)ftell(in);
    rewind(in);
    char *bytes = calloc(*n + 1, 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *n, in), *n);
    (void)fclose(in);
    return bytes;
}

static void make_dir(const struct fake *fake, const char *name)
{
    char *path = fake_path(fake, name);

    assert_int_equal(mkdir(path, 0777), 0);
    free(path);
}

int fake_set_up(void **state)
{
    static struct fake fake;
    char *here = getcwd(NULL, 0);

    assert_non_null(here);
    fake = (struct fake){ .dir = here };
    fake.dir = fake_path(&fake, "fake.XXXXXX");
    free(here);
    assert_non_null(mkdtemp(fake.dir));
    make_dir(&fake, "targets");
    make_dir(&fake, "targets/fake");
    fake_board_txt(&fake, "about = a fake\nrun = sh {image} {options}\n");
    *state = &fake;
    return 0;
}

static void remove_all(const char *path)
{
    struct dirent **names = NULL;
    int n = scandir(path, &names, NULL, NULL);

    for (int i = 0; i < n; i++) {
        const struct fake in = { .dir = (char *)(uintptr_t)path };
        char *inside = fake_path(&in, names[i]->d_name);

        if (strcmp(names[i]->d_name, ".") != 0 && strcmp(names[i]->d_name, "..") != 0)
            remove_all(inside);
        free(inside);
        free(names[i]);
    }
    free(names);
    (void)remove(path);
}

int fake_tear_down(void **state)
{
    struct fake *fake = *state;

    if (fake->pid > 0)
        (void)kill(fake->pid, SIGTERM);
    remove_all(fake->dir);
    free(fake->dir);
    free(fake->err);
    return 0;
}

void fake_script(const struct fake *fake, const char *text)
{
    FILE *out = fake_create(fake, "image");

    (void)fprintf(out, "cd %s\n%s\n", fake->dir, text);
    assert_int_equal(fclose(out), 0);
}

void fake_board_txt(const struct fake *fake, const char *text)
{
    fake_write(fake, "targets/fake/board.txt", text);
}

/* Of the sentences since number 0. */
static uLong running;

static void add_to_running(uLong crc)
{
    const Bytef bytes[] = { (Bytef)crc, (Bytef)(crc >> 8), (Bytef)(crc >> 16), (Bytef)(crc >> 24) };

    running = crc32(running, bytes, sizeof bytes);
}

void fake_sentence(FILE *out, uint32_t seq, const char *text)
{
    char line[240];
    int n = snprintf(line, sizeof line, "PT,%u,%s", (unsigned)seq, text);

    if (seq == 0)
        running = 0;
    if (strncmp(text, "DONE,", 5) == 0 || strncmp(text, "END,", 4) == 0)
        n += snprintf(line + n, sizeof line - (size_t)n, ",%08lX", running);
    uLong crc = crc32(0, (const Bytef *)line, (uInt)n);
    add_to_running(crc);
    (void)fprintf(out, "$%s*%08lX\n", line, crc);
}

void fake_stream(const struct fake *fake, const char *name, unsigned points, const char *between)
{
    FILE *out = fake_create(fake, name);
    char text[64];
    uint32_t seq = 0;

    fake_sentence(out, seq++, "RUN,format=1,target=fake");
    (void)snprintf(text, sizeof text, "PLAN,sizes,%u", points);
    fake_sentence(out, seq++, text);
    fake_sentence(out, seq++, "PLAN,lines,1");
    fake_sentence(out, seq++, "PROBE,sizes,line=64");
    for (unsigned i = 1; i <= points; i++) {
        (void)snprintf(text, sizeof text, "S,%u,1,%u", i, i % 97);
        fake_sentence(out, seq++, text);
        (void)fputs(between, out);
    }
    (void)snprintf(text, sizeof text, "DONE,sizes,%u,ok", points);
    fake_sentence(out, seq++, text);
    fake_sentence(out, seq++, "PROBE,lines");
    fake_sentence(out, seq++, "DONE,lines,0,skip:no%20memory");
    (void)snprintf(text, sizeof text, "END,%u,ok", (unsigned)seq);
    fake_sentence(out, seq, text);
    assert_int_equal(fclose(out), 0);
}

static void redirect(const struct fake *fake, const char *name, int fd)
{
    char *path = fake_path(fake, name);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

    if (file < 0 || dup2(file, fd) < 0)
        _exit(99);
    (void)close(file);
    free(path);
}

enum { WORDS = 32 };

static void start(struct fake *fake, char *words, unsigned n, const char **argv)
{
    (void)signal(SIGINT, SIG_DFL); /* a shell's background job ignores it */
    fake->pid = fork();
    assert_true(fake->pid >= 0);
    if (fake->pid > 0)
        return;
    for (char *w = strtok(words, " "); w != NULL && n < WORDS; w = strtok(NULL, " "))
        argv[n++] = w;
    argv[n] = NULL;
    redirect(fake, "out", STDOUT_FILENO);
    redirect(fake, "err", STDERR_FILENO);
    (void)execv(fake_program, (char *const *)(uintptr_t)argv);
    _exit(99);
}

void fake_start_bare(struct fake *fake, const char *words)
{
    char *targets = fake_path(fake, "targets");
    char *copy = strdup(words);
    const char *argv[WORDS + 1] = { "board_runner", "--targets", targets };

    start(fake, copy, 3, argv);
    free(copy);
    free(targets);
}

void fake_start(struct fake *fake, const char *words)
{
    char *targets = fake_path(fake, "targets");
    char *image = fake_path(fake, "image");
    char *copy = strdup(words);
    const char *argv[WORDS + 1] = { "board_runner", "--targets", targets, "--image",
                                    image,          "run",       "fake" };

    start(fake, copy, 7, argv);
    free(copy);
    free(image);
    free(targets);
}

void fake_wait(struct fake *fake)
{
    int status = 0;
    size_t n;

    assert_int_equal(waitpid(fake->pid, &status, 0), fake->pid);
    fake->pid = 0;
    fake->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    free(fake->err);
    fake->err = fake_read(fake, "err", &n);
}

void fake_run(struct fake *fake, const char *words)
{
    fake_start(fake, words);
    fake_wait(fake);
}

void fake_ended(const struct fake *fake, int status, const char *text)
{
    if (fake->status != status || strstr(fake->err, text) == NULL)
        fail_msg("status %d and `%s` expected; status %d and this came:\n%s", status, text,
                 fake->status, fake->err);
}

void fake_holds(const struct fake *fake, const char *name, const char *text)
{
    size_t n;
    char *bytes = fake_read(fake, name, &n);

    assert_string_equal(bytes, text);
    free(bytes);
}

void fake_same(const struct fake *fake, const char *log, const char *sent, bool cut)
{
    size_t n_log, n_sent;
    char *log_bytes = fake_read(fake, log, &n_log);
    char *sent_bytes = fake_read(fake, sent, &n_sent);

    if (cut)
        assert_in_range(n_log, 1, n_sent);
    else
        assert_int_equal(n_log, n_sent);
    assert_memory_equal(log_bytes, sent_bytes, n_log);
    free(log_bytes);
    free(sent_bytes);
}
