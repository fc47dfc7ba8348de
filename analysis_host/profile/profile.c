/* profile: runs a program under QEMU and writes what it did. */
#include "emulator.h"
#include "finish.h"
#include "kernels/kernels.h"
#include "options.h"
#include "report/output/paths.h"
#include "report/output/replace.h"
#include "report/output/visible.h"
#include "signature/file.h"
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { WRITTEN, DOUBTS, FAILED, NOTHING, OUTPUT };

/* How the program ended, where it did not write what it did. */
static int say_lost(const struct emulator *e)
{
    if (emulator_stopped())
        return emulator_say_stopped();
    if (WIFSIGNALED(e->status))
        profile_say("%s was ended by signal %d (%s): QEMU tells nothing of such a run", e->program,
                    WTERMSIG(e->status), strsignal(WTERMSIG(e->status)));
    else
        profile_say("%s could not be run: %s ended with status %d and left no signature",
                    e->program, e->qemu, WEXITSTATUS(e->status));
    return NOTHING;
}

static void join_arguments(struct signature *s, char **command)
{
    size_t n = 0;

    for (; *command && n + 1 < sizeof s->arguments; command++)
        n += (size_t)snprintf(s->arguments + n, sizeof s->arguments - n, "%s%s", n ? " " : "",
                              *command);
}

static void name_program(struct signature *s, const struct emulator *e, const struct request *q)
{
    const char *slash = strrchr(e->program, '/');

    snprintf(s->program, sizeof s->program, "%.100s", slash ? slash + 1 : e->program);
    join_arguments(s, q->command);
}

/* Processes that the program started each wrote a signature of their own. */
static uint32_t count_forks(const struct emulator *e)
{
    char pattern[128];
    glob_t found;
    uint32_t n = 0;

    snprintf(pattern, sizeof pattern, "%s.[0-9]*", e->raw);
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            n += strstr(found.gl_pathv[i], ".maps") == NULL;
        globfree(&found);
    }
    return n;
}

/* Tells what a prediction from S cannot know. Returns true where there is something. */
static bool say_doubts(const struct signature *s, const struct emulator *e,
                       const struct finish_report *report)
{
    uint64_t waits = signature_waits(s);
    bool any = true;

    if (!report->decoded)
        profile_say("this build has no decoder for %s: operations are not in the signature",
                    s->isa);
    else if (report->unknown * 100 > s->instructions)
        profile_say("%llu of %llu instructions are not known to the decoder",
                    (unsigned long long)report->unknown, (unsigned long long)s->instructions);
    else if (s->exec)
        profile_say("%s became another program, which is not in the signature", s->program);
    else if (WIFEXITED(e->status) && WEXITSTATUS(e->status) != 0)
        profile_say("%s ended with status %d", s->program, WEXITSTATUS(e->status));
    else if (s->n_bursts < 2)
        profile_say("%s ran %llu instructions only: one sample", s->program,
                    (unsigned long long)s->instructions);
    else
        any = false;
    if (s->forks)
        profile_say("%s started %u process%s, which %s not in the signature", s->program, s->forks,
                    s->forks == 1 ? "" : "es", s->forks == 1 ? "is" : "are");
    if (waits > 0)
        profile_say("%s reads a clock or sleeps %llu time%s: under QEMU it may go another way",
                    s->program, (unsigned long long)waits, waits == 1 ? "" : "s");
    if (s->cpu_asks > SIGNATURE_USUAL_ASKS)
        profile_say("%s asks %llu times which processor it runs on: under QEMU it may choose other "
                    "code",
                    s->program, (unsigned long long)s->cpu_asks);
    return any || s->forks || waits || s->cpu_asks > SIGNATURE_USUAL_ASKS;
}

/* The file that was there stays as it was where that fails. */
static int write_signature(const struct signature *s, const struct request *q)
{
    char *bytes = NULL;
    size_t n = 0;
    FILE *to = open_memstream(&bytes, &n);
    bool good = to && signature_write_next(s, to, SIGNATURE_SMALL);
    int why = to && fclose(to) == 0 && good ? 0 : ENOMEM;

    why = why ? why : output_replace(q->output, bytes, n);
    free(bytes);
    if (why == 0)
        return WRITTEN;
    profile_say("%s: %s", q->output, strerror(why));
    return OUTPUT;
}

static void say_summary(const struct signature *s, const struct request *q)
{
    struct stat file = { 0 };

    stat(q->output, &file);
    profile_say("%s: %llu instructions, %u samples, %u loops, %llu KiB touched", s->program,
                (unsigned long long)s->instructions, s->n_bursts, s->n_loops,
                (unsigned long long)(s->lines * s->line_bytes / 1024));
    profile_say("%s: %lld KiB", q->output, (long long)(file.st_size + 1023) / 1024);
}

/* Finishes and writes what the plugin wrote. */
static int finish(struct signature *s, const struct emulator *e, const struct request *q)
{
    char maps[sizeof e->raw + 8];
    struct finish_report report;

    name_program(s, e, q);
    s->forks = count_forks(e);
    snprintf(maps, sizeof maps, "%s.maps", e->raw);
    if (s->instructions == 0) {
        profile_say("%s ran no instruction: %s ended with status %d", s->program, e->qemu,
                    WEXITSTATUS(e->status));
        return NOTHING;
    }
    if (!finish_signature(s, maps, e->program, &report)) {
        profile_say("not enough memory");
        return FAILED;
    }
    int status = write_signature(s, q);
    if (status)
        return status;
    if (!q->quiet)
        say_summary(s, q);
    return say_doubts(s, e, &report) ? DOUBTS : WRITTEN;
}

static int read_raw(struct emulator *e, const struct request *q)
{
    struct signature s;
    char message[512];
    struct stat file;

    if (stat(e->raw, &file) != 0)
        return say_lost(e);
    if (signature_read(&s, e->raw, message, sizeof message) != SIGNATURE_WHOLE) {
        profile_say("%s: %s", e->raw, message);
        signature_free(&s);
        return FAILED;
    }
    int status = finish(&s, e, q);
    signature_free(&s);
    return status;
}

static int profile_program(const struct request *q)
{
    struct emulator e;
    int status = emulator_find(&e, q);

    if (status == 0 && !output_is_apart("-o", q->output, e.program, stderr))
        status = FAILED;
    if (status == 0)
        status = emulator_run(&e, q);
    if (status == 0)
        status = read_raw(&e, q);
    emulator_clean(&e);
    return status;
}

int main(int argc, char **argv)
{
    struct request request;

    output_program = "profile";
    output_guard_end();
    options_read(&request, argc, argv);
    int why = output_check(request.output);
    if (why != 0) {
        profile_say("-o %s: %s", request.output, strerror(why));
        return OUTPUT;
    }
    return request.kernels ? profile_kernels(&request) : profile_program(&request);
}
