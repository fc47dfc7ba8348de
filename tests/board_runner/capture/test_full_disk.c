/* The disk is full after each number of bytes of a short run: what fitted is kept and analysed. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* test_full_disk <board_runner> <analyze> <probes> <step>: a run of the probes is the board. Its
 * log may grow to 0, STEP, 2 STEP ... bytes, and to one byte before and after the end of each
 * sentence. */

enum { MOST_BYTES = 1 << 16, SAID_BYTES = 1 << 16, NO_LIMIT = -1 };

static const char *runner, *analyze;
static char run[MOST_BYTES], said[SAID_BYTES];
static size_t n_run;

static void need(bool good, const char *what)
{
    if (good)
        return;
    perror(what);
    exit(98);
}

/* Becomes ARGV, whose files may grow to LIMIT bytes; standard error goes to the pipe FD. */
static void become(char *const *argv, long limit, int fd)
{
    const struct rlimit most = { (rlim_t)limit, (rlim_t)limit };
    int nothing = open("/dev/null", O_WRONLY);

    if (nothing < 0 || dup2(nothing, STDOUT_FILENO) < 0 || dup2(fd, STDERR_FILENO) < 0)
        _exit(97);
    if (limit != NO_LIMIT && setrlimit(RLIMIT_FSIZE, &most) != 0)
        _exit(97);
    (void)execv(argv[0], argv);
    _exit(97);
}

/* Runs ARGV and fills SAID with its standard error. Returns its status, 128 + the signal that ended
 * it. */
static int run_so(const char *const *argv, long limit)
{
    size_t n = 0;
    int ends[2], status = 0;

    need(pipe(ends) == 0, "pipe");
    pid_t pid = fork();
    need(pid >= 0, "fork");
    if (pid == 0)
        become((char *const *)(uintptr_t)argv, limit, ends[1]);
    (void)close(ends[1]);
    for (ssize_t got;
         n < SAID_BYTES - 1 && (got = read(ends[0], said + n, SAID_BYTES - 1 - n)) > 0;)
        n += (size_t)got;
    said[n] = '\0';
    (void)close(ends[0]);
    need(waitpid(pid, &status, 0) == pid, "waitpid");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static size_t read_file(const char *path, char *bytes)
{
    FILE *in = fopen(path, "re");
    size_t n = in != NULL ? fread(bytes, 1, MOST_BYTES, in) : 0;

    if (in != NULL)
        (void)fclose(in);
    return n;
}

/* Returns NULL when analyze says the truth about the log's first N bytes, else what is wrong. */
static const char *judge_analysis(size_t n)
{
    const char *const words[] = { analyze, "full.log", NULL };
    int status = run_so(words, NO_LIMIT);

    if (n + 1 >= n_run) /* all but the last line end: nothing is missing */
        return status == 0 || status == 1 ? NULL : "analyze takes nothing of a whole run";
    if (status != 1 && status != 3)
        return "analyze does not say by its status that something is missing";
    return strstr(said, "full.log") != NULL &&
                   (strstr(said, "is not complete") != NULL ||
                    strstr(said, "the log ends") != NULL || strstr(said, "no sentence") != NULL ||
                    strstr(said, "is empty") != NULL)
               ? NULL
               : "analyze does not say what is missing";
}

/* Returns NULL when all is well with a log that may grow to N bytes, fewer than the run has. */
static const char *try_limit(size_t n)
{
    const char *const words[] = { runner, "--targets", "full.targets", "--image",  "full.run", "-q",
                                  "run",  "board",     "-o",           "full.log", NULL };
    static char kept[MOST_BYTES];

    (void)unlink("full.log");
    int status = run_so(words, (long)n);
    if (status != 7)
        return "status 7 is promised";
    if (strstr(said, "the log cannot be written: File too large") == NULL ||
        strstr(said, "full.log") == NULL)
        return "file or cause are not said";
    if (read_file("full.log", kept) != n || memcmp(kept, run, n) != 0)
        return "the log is not what fitted";
    return judge_analysis(n);
}

static bool is_edge(size_t n)
{
    return (n > 0 && run[n - 1] == '\n') || run[n] == '\n' || (n > 1 && run[n - 2] == '\n');
}

/* Returns how many limits failed, and counts those that were tried. */
static unsigned try_all(size_t step, unsigned *n_tried)
{
    unsigned failed = 0;

    for (size_t n = 0; n < n_run; n++) {
        if (n % step != 0 && !is_edge(n))
            continue;
        const char *why = try_limit(n);
        ++*n_tried;
        if (why == NULL)
            continue;
        failed++;
        (void)fprintf(stderr, "%zu of %zu bytes: %s\n%s", n, n_run, why, said);
    }
    return failed;
}

static void write_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "we");

    need(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0, path);
}

int main(int argc, char **argv)
{
    char command[1024];
    unsigned n_tried = 0;

    if (argc != 5 || strtoul(argv[4], NULL, 10) == 0)
        return 2;
    runner = argv[1];
    analyze = argv[2];
    (void)snprintf(command, sizeof command, "'%s' --quick --only timer_floor >full.run", argv[3]);
    need(system(command) == 0, command);
    (void)mkdir("full.targets", 0777);
    (void)mkdir("full.targets/board", 0777);
    write_file("full.targets/board/board.txt", "run = cat {image}\n");
    n_run = read_file("full.run", run);
    unsigned failed = try_all(strtoul(argv[4], NULL, 10), &n_tried);
    (void)unlink("full.log");
    (void)unlink("full.run");
    (void)printf("%u lengths of a log of %zu bytes, %u failed\n", n_tried, n_run, failed);
    return failed > 0 || n_tried == 0;
}
