/* bench <analyze> <recording, gzip> <scratch folder> [MB]: how fast analyze reads logs of so many
 * MB (1000), beside `wc -l` on the same file, in turn, each from the page cache; not a test, since
 * it reads a clock. The log is the recording again and again, between what a boot loader and a
 * kernel say; then one run that has each point of the recording so many times more, in a row; then
 * one with as many, where each series sends its points pass by pass, each time in another order. A
 * long run is read for text, for every detail (-v), and for the page. */
#define _GNU_SOURCE
#include "policy/splitmix.h"
#include "record/record.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

enum { BYTES = 1 << 22, LOG_MB = 1000, ROUNDS = 3 };

static char recording[BYTES];
static size_t n_recording;

static void die(const char *what)
{
    perror(what);
    exit(2);
}

static void read_recording(const char *path)
{
    gzFile in = gzopen(path, "rb");
    int n = in == NULL ? -1 : gzread(in, recording, BYTES);

    if (n <= 0 || n == BYTES || gzclose(in) != Z_OK)
        die(path);
    n_recording = (size_t)n;
}

/* ---- the logs ---- */

static void put_many_runs(FILE *out, uint64_t n_bytes)
{
    static const char foreign[] =
        "\r\nU-Boot SPL 2023.01 (Jan 09 2023)\r\nTrying to boot from MMC1\r\n"
        "[    0.000000] Booting Linux on physical CPU 0x0\r\n";

    for (uint64_t n = 0; n < n_bytes; n += n_recording) {
        (void)fwrite(recording, 1, n_recording, out);
        for (unsigned line = 0; line < 10; line++)
            (void)fputs(foreign, out);
    }
}

enum { POINTS = 1 << 12, SENTENCE_BYTES = 256 };

/* The recording, with each S and E so many TIMES. */
struct longer {
    struct record_out out;
    uint64_t times;
    bool shuffled;
    /* Where they are shuffled, S and E of the series under way: type and fields, each with its
     * zero byte, up to an empty one. */
    char points[POINTS][SENTENCE_BYTES];
    size_t n_points;
    uint64_t rng;
};

static int put(void *file, const char *bytes, size_t n)
{
    return fwrite(bytes, 1, n, file) == n ? 0 : -1;
}

static void put_sentence(struct longer *l, const struct record_sentence *s, bool counts)
{
    uint64_t n;

    if (s->seq == 0)
        record_begin_run(&l->out);
    else
        record_begin(&l->out, s->type);
    for (unsigned i = 0; i < s->n_fields; i++)
        if (counts && i == 1 && record_parse_number(s->field[i], &n))
            record_number(&l->out, n * l->times);
        else if (strcmp(s->type, "END") == 0 && i == 0)
            record_number(&l->out, l->out.seq);
        else if (s->has_sum && i + 1 == s->n_fields)
            record_sum(&l->out);
        else
            record_text(&l->out, s->field[i]);
    record_end(&l->out);
}

/* A sentence is shorter than SENTENCE_BYTES. */
static void keep_point(struct longer *l, const struct record_sentence *s)
{
    if (l->n_points == POINTS)
        die("a series of the recording is longer than the bench has room for");
    char *at = stpcpy(l->points[l->n_points++], s->type) + 1;

    for (unsigned i = 0; i < s->n_fields; i++)
        at = stpcpy(at, s->field[i]) + 1;
    *at = '\0';
}

static void put_point(struct longer *l, const char *point)
{
    record_begin(&l->out, point);
    while (*(point += strlen(point) + 1) != '\0')
        record_text(&l->out, point);
    record_end(&l->out);
}

/* Sends the points that were kept in so many passes, each in another order. */
static void put_passes(struct longer *l)
{
    for (uint64_t pass = 0; pass < l->times; pass++)
        for (size_t left = l->n_points; left > 0; left--) {
            size_t i = (size_t)(splitmix(&l->rng) % left);
            char taken[SENTENCE_BYTES];

            memcpy(taken, l->points[i], sizeof taken);
            memcpy(l->points[i], l->points[left - 1], sizeof taken);
            memcpy(l->points[left - 1], taken, sizeof taken);
            put_point(l, taken);
        }
    l->n_points = 0;
}

static void lengthen(void *longer, const struct record_sentence *s)
{
    struct longer *l = longer;
    bool is_point = strcmp(s->type, "S") == 0 || strcmp(s->type, "E") == 0;
    bool counts = strcmp(s->type, "DONE") == 0 || strcmp(s->type, "PLAN") == 0;

    if (l->shuffled && is_point) {
        keep_point(l, s);
        return;
    }
    put_passes(l);
    for (uint64_t i = 0; i < (is_point ? l->times : 1); i++)
        put_sentence(l, s, counts);
}

static void put_longer(FILE *out, uint64_t n_bytes, bool shuffled)
{
    static struct longer l;
    struct record_reader_calls calls = { .sentence = lengthen, .ctx = &l };

    l = (struct longer){ .out = { .put = put, .ctx = out },
                         .times = n_bytes / n_recording,
                         .shuffled = shuffled };
    struct record_reader *r = record_reader_new(&calls);

    if (r == NULL)
        die("the reader");
    record_reader_feed(r, recording, n_recording);
    record_reader_free(r);
    if (l.out.err != 0)
        die("the longer run");
}

static void put_one_run(FILE *out, uint64_t n_bytes)
{
    put_longer(out, n_bytes, false);
}

static void put_passes_run(FILE *out, uint64_t n_bytes)
{
    put_longer(out, n_bytes, true);
}

/* ---- what is timed ---- */

struct took {
    double s, cpu_s;
    long peak_kb;
};

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static void start(char *const words[])
{
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

    if (null >= 0 && dup2(null, STDOUT_FILENO) >= 0 && dup2(null, STDERR_FILENO) >= 0)
        (void)execvp(words[0], words);
    _exit(127);
}

/* Runs WORDS and returns the time; ends the program when the status is not that of an answer. */
static struct took run(char *const words[])
{
    struct timespec begin, end;
    struct rusage used;
    int status = 0;

    clock_gettime(CLOCK_MONOTONIC, &begin);
    pid_t child = fork();
    if (child == 0)
        start(words);
    if (child < 0 || wait4(child, &status, 0, &used) != child)
        die(words[0]);
    clock_gettime(CLOCK_MONOTONIC, &end);
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
        (void)fprintf(stderr, "%s failed (status %d)\n", words[0], status);
        exit(1);
    }
    return (struct took){ .s = (double)(end.tv_sec - begin.tv_sec) +
                               1e-9 * (double)(end.tv_nsec - begin.tv_nsec),
                          .cpu_s = seconds(used.ru_utime) + seconds(used.ru_stime),
                          .peak_kb = used.ru_maxrss };
}

static void keep_better(struct took *best, struct took now)
{
    if (best->s == 0 || now.s < best->s)
        best->s = now.s;
    if (best->cpu_s == 0 || now.cpu_s < best->cpu_s)
        best->cpu_s = now.cpu_s;
    if (now.peak_kb > best->peak_kb)
        best->peak_kb = now.peak_kb;
}

/* OPTION: of analyze; NULL: none. */
static void compare(const char *what, char *analyze, char *option, char *log)
{
    char *count[] = { (char[]){ "wc" }, (char[]){ "-l" }, log, NULL };
    char *read_it[] = { analyze, log, option, NULL };
    struct took counting = { 0 }, reading = { 0 };
    struct stat about;

    if (stat(log, &about) != 0)
        die(log);
    double mb = 1e-6 * (double)about.st_size;
    for (unsigned round = 0; round < ROUNDS; round++) {
        keep_better(&counting, run(count));
        keep_better(&reading, run(read_it));
    }
    printf("%-11s %6.0f %8.0f %12.0f %6.3f %12.0f %8.1f %8.1f\n", what, mb, mb / counting.s,
           mb / reading.s, counting.s / reading.s, mb / reading.cpu_s, reading.cpu_s,
           1e-3 * (double)reading.peak_kb);
    (void)fflush(stdout);
}

static void bench(const char *what, void (*make)(FILE *out, uint64_t n_bytes), bool one_run,
                  char *analyze, char *log, uint64_t mb)
{
    FILE *out = fopen(log, "w");
    char page[4200];

    if (out == NULL || snprintf(page, sizeof page, "--html=%s.html", log) >= (int)sizeof page)
        die(log);
    make(out, mb * 1000000);
    if (fclose(out) != 0)
        die(log);
    compare(what, analyze, NULL, log);
    if (one_run) {
        compare("with -v", analyze, (char[]){ "-v" }, log);
        compare("with --html", analyze, page, log);
    }
    (void)unlink(log);
    (void)unlink(page + strlen("--html="));
}

int main(int argc, char **argv)
{
    char log[4096];
    uint64_t mb = LOG_MB;

    if (argc < 4 || argc > 5 || (argc == 5 && (!record_parse_number(argv[4], &mb) || mb == 0))) {
        (void)fprintf(stderr, "usage: %s <analyze> <recording, gzip> <scratch folder> [MB]\n",
                      argv[0]);
        return 2;
    }
    read_recording(argv[2]);
    if (snprintf(log, sizeof log, "%s/long.log", argv[3]) >= (int)sizeof log)
        die(argv[3]);
    (void)mkdir(argv[3], 0777);
    printf("best of %d; rates in MB/s, CPU time in s, the peak of memory in MB\n", ROUNDS);
    printf("goals for one run of 1000 MB: 20 s of CPU time, 200 MB of memory\n");
    printf("%-11s %6s %8s %12s %6s %12s %8s %8s\n", "log", "MB", "wc -l", "analyze", "ratio",
           "of CPU time", "CPU", "peak");
    bench("many runs", put_many_runs, false, argv[1], log, mb);
    bench("in a row", put_one_run, true, argv[1], log, mb);
    bench("in passes", put_passes_run, true, argv[1], log, mb);
    (void)rmdir(argv[3]);
    return 0;
}
