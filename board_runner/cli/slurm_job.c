/* Writes a job script for Slurm: measure this node, keep log and report. */
#include "slurm_job.h"
#include "capture/exit_status.h"
#include "complain.h"
#include "option_check.h"
#include "plan.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes TEXT as one word of a shell that expands nothing in it. */
static void put_quoted(const char *text)
{
    (void)putchar('\'');
    for (; *text != '\0'; text++)
        if (*text == '\'')
            (void)fputs("'\\''", stdout);
        else
            (void)putchar(*text);
    (void)putchar('\'');
}

/* The absolute path of FILE, to be freed; what is not there stays as it is. */
static char *absolute(const char *file)
{
    char *path = realpath(file, NULL);

    return path != NULL ? path : strdup(file);
}

/* Writes NAME= and the absolute path of FILE. Returns 0, or an exit status after a message. */
static int put_path(const char *name, const char *file)
{
    char *path = absolute(file);

    if (path == NULL) {
        complain("%s", strerror(errno));
        return EXIT_NOT_STARTED;
    }
    (void)printf("%s=", name);
    put_quoted(path);
    (void)putchar('\n');
    free(path);
    return 0;
}

/* The program analyze that stands beside this one; nodes may have another in their path. */
static int put_analyze(void)
{
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - sizeof "analyze");

    if (n < 0)
        n = 0;
    path[n] = '\0';
    char *slash = strrchr(path, '/');
    (void)strcpy(slash != NULL ? slash + 1 : path, "analyze");
    return put_path("analyze", path);
}

/* Writes the words that start the image, each quoted; the image itself by its absolute path. */
static int put_command(const struct plan *plan)
{
    char **words = NULL;
    int status = plan_words(plan, BOARD_RUN, 0, &words);

    for (char **word = words; status == 0 && *word != NULL; word++) {
        char *path = strcmp(*word, plan->image) == 0 ? absolute(*word) : strdup(*word);
        put_quoted(path != NULL ? path : *word);
        (void)putchar(' ');
        free(path);
    }
    command_free(words);
    return status;
}

static int write_job(const struct plan *plan)
{
    if (plan->link != PLAN_PROCESS) {
        complain("%s: %s is no program of a node: Slurm cannot start it", plan->board.path[0],
                 plan->board.name);
        return EXIT_USAGE;
    }
    int refused = option_check(plan);
    if (refused != 0)
        return refused;
    (void)printf("#!/bin/sh\n"
                 "# One run on the node that this job comes to. For each idle node:\n"
                 "#   for n in $(sinfo -hN -t idle -o %%N); do sbatch -w $n pontoon.job; done\n"
                 "#SBATCH --job-name=pontoon --nodes=1 --ntasks=1 --exclusive\n"
                 "#SBATCH --time=60 --output=/dev/null\n"
                 "set -u\n");
    int status = put_path("dir", plan->request->output_dir);
    if (status == 0)
        status = put_analyze();
    (void)puts(
        "node=${SLURMD_NODENAME:-$(hostname)}\n"
        "mkdir -p \"$dir\" || exit 7\n"
        "name=$dir/$node.$(date -u +%Y%m%d-%H%M%S).${SLURM_JOB_ID:-$$}\n"
        "# A name ends in .part until the file is whole; analyze --fleet reads no such file.");
    if (status == 0)
        status = put_command(plan);
    (void)puts(">\"$name.log.part\" 2>\"$name.err.part\"\n"
               "status=$?\n"
               "# A log begins with a sentence: what else came stays in the .part.\n"
               "if ! grep -q '^\\$PT,' \"$name.log.part\"; then\n"
               "    [ -s \"$name.log.part\" ] || rm -f \"$name.log.part\"\n"
               "    [ $status -eq 0 ] && exit 5 || exit $status\n"
               "fi\n"
               "mv \"$name.log.part\" \"$name.log\" || exit 7\n"
               "[ -s \"$name.err.part\" ] || rm -f \"$name.err.part\"\n"
               "# The node reads its log itself: a collector of many nodes reads reports.\n"
               "[ -x \"$analyze\" ] || analyze=$(command -v analyze) || exit $status\n"
               "\"$analyze\" --format json \"$name.log\" >\"$name.json.part\" 2>/dev/null\n"
               "if [ $? -le 1 ]; then mv \"$name.json.part\" \"$name.json\"; else rm -f "
               "\"$name.json.part\"; fi\n"
               "exit $status");
    return status;
}

int slurm_job_write(const struct request *request)
{
    if (request->output_dir == NULL) {
        complain("slurm: --output-dir=DIR says where the nodes write their logs");
        return EXIT_USAGE;
    }
    return plan_apply(request, write_job);
}
