/* From a file to a machine. */
#include "board.h"
#include "analysis/analysis.h"
#include "log/read.h"
#include "report/output/visible.h"
#include "say.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(struct board *b, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Notes what is wrong with the log. Returns STATUS. */
static int fail(struct board *b, int status, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(b->problem, sizeof b->problem, format, values);
    va_end(values);
    return status;
}

/* Returns a descriptor, or -1. */
static int open_log(struct board *b)
{
    struct stat about;
    int fd = open(b->file, O_RDONLY | O_CLOEXEC);

    if (fd < 0 || fstat(fd, &about) != 0) {
        fail(b, 0, "%s", strerror(errno));
        return -1;
    }
    if (S_ISDIR(about.st_mode)) {
        fail(b, 0, "is a directory; a log is expected");
        close(fd);
        return -1;
    }
    return fd;
}

static const char *key(const struct board *b, const char *name)
{
    const char *text = log_key_text(b->log.run.keys, b->log.run.n_keys, name);

    return text != NULL ? text : "";
}

/* Names of processors, as logs and as signatures spell them. */
static void take_isa(struct board *b)
{
    static const char *const same[][2] = { { "i686", "i386" },
                                           { "armv7", "arm" },
                                           { "armhf", "arm" },
                                           { "amd64", "x86_64" },
                                           { "riscv", "riscv64" } };
    const char *arch = strcmp(key(b, "hal"), "sim") == 0 ? "sim" : key(b, "arch");

    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        arch = strcmp(arch, same[i][0]) == 0 ? same[i][1] : arch;
    snprintf(b->isa, sizeof b->isa, "%s", arch);
}

static void take_name(struct board *b)
{
    const char *node = key(b, "node"), *target = key(b, "target");

    if (strcmp(key(b, "hal"), "sim") == 0 && *key(b, "machine") != '\0')
        target = key(b, "machine");
    snprintf(b->name, sizeof b->name, "%.40s%s%.20s", *target != '\0' ? target : "board",
             *node != '\0' ? " " : "", node);
}

static int read_log(struct board *b)
{
    int fd = open_log(b);

    if (fd < 0)
        return SAY_USAGE;
    enum log_status got = log_read(&b->log, fd, 0);
    if (got == LOG_EMPTY)
        return fail(b, SAY_NOTHING, "is empty: no log has arrived");
    if (!b->log.has_run)
        return fail(b, SAY_NOTHING, "no record stream of the probes is in it");
    take_isa(b);
    take_name(b);
    return 0;
}

/* Analyses that need long, and whose answers neither a machine is made of nor another analysis
 * reads. */
static const char *const unread[] = { "bandwidth_sweep", "dram", "registers", "screen" };

/* Returns 0, or a status with a problem. */
static int read_board(struct board *b)
{
    const char *why;
    int status = read_log(b);

    if (status != 0)
        return status;
    why = infer_without(unread, sizeof unread / sizeof *unread, &b->log.run, METHOD_ROBUST,
                        &b->results);
    if (why != NULL)
        return fail(b, SAY_NOTHING, "%s %s", ANALYSIS_LOST, why);
    if (!machine_read(&b->machine, &b->log.run, &b->results, &why))
        return fail(b, SAY_NOTHING, "%s", why);
    return 0;
}

void board_take(struct board *b, const char *file)
{
    memset(b, 0, sizeof *b);
    b->file = file;
    b->status = read_board(b);
}

int board_say(const struct board *b)
{
    return b->status == 0 ? 0 : say(b->status, b->file, "%s", b->problem);
}

int board_read(struct board *b, const char *file)
{
    board_take(b, file);
    return board_say(b);
}

int board_change(struct board *b, const char *what_if)
{
    return what_if_take(&b->machine, &b->results, &b->log.run, what_if);
}

void board_free(struct board *b)
{
    results_free(&b->results);
    log_free(&b->log);
}
