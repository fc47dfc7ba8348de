/* The command line of profile. */
#include "options.h"
#include "report/output/arguments.h"
#include <argp.h>
#include <stdlib.h>
#include <string.h>

const char *argp_program_version = "profile (pontoon) " PONTOON_VERSION;

static const char args[] = "-o FILE.sig -- PROGRAM [ARGUMENT...]\n--kernels=LOG -o BOARD.kernels";

static const char doc[] =
    "Runs a Linux program under QEMU and writes what it did, its signature: code, loops, branches, "
    "and how far from each other it touched which memory. No board is needed; PROGRAM is built for "
    "the board's processor (x86-64, i386, AArch64, ARM, RISC-V 64). `predict` says from a board's "
    "log and a signature how long the program takes there. With --kernels it runs the kernels that "
    "the board's LOG has timed (probes --also kernels), and fits to them what no probe measures: "
    "once for a log.\v"
    "Exit status: 0 written; 1 written, with doubts that were told; 2 wrong usage, or something "
    "is missing; 3 nothing to profile: the program could not be run, ran no instruction, or was "
    "ended by a signal; 4 the file could not be written; 128 and the number of the signal that "
    "stopped this program itself.";

enum {
    KEY_QEMU = 256,
    KEY_CPU,
    KEY_LINE,
    KEY_PAGE,
    KEY_KERNELS,
    KEY_IMAGE,
    KEY_RUN,
    KEY_JOBS = 'j',
    KEY_QUIET = 'q',
    KEY_OUTPUT = 'o'
};

static const struct argp_option options[] = {
    { "output", KEY_OUTPUT, "FILE", 0, "Where to write the signature", 0 },
    { "qemu", KEY_QEMU, "PROGRAM", 0, "The emulator (default: qemu-x86_64 and its like)", 0 },
    { "cpu", KEY_CPU, "MODEL", 0,
      "The processor to emulate, as `qemu-x86_64 -cpu help` lists them: libraries choose their "
      "code "
      "by it (default: max)",
      0 },
    { "line", KEY_LINE, "BYTES", 0, "Count distances in lines of BYTES (default: 64)", 0 },
    { "page", KEY_PAGE, "BYTES", 0, "Count distances in pages of BYTES (default: 4096)", 0 },
    { "kernels", KEY_KERNELS, "LOG", 0, "Profile the kernels that this log of a board has timed",
      0 },
    { "image", KEY_IMAGE, "FILE", 0,
      "The probe image of the board (default: probes beside this program for host_posix, else in "
      "the folder TARGET beside that)",
      0 },
    { "run", KEY_RUN, "COMMAND", 0,
      "How to run an image of a bare board: qemu-system-... with {image} and {options}, as in its "
      "board.txt",
      0 },
    { "jobs", KEY_JOBS, "N", 0,
      "Run N kernels of --kernels at once (default: as many as there are processors)", 0 },
    { "quiet", KEY_QUIET, NULL, 0, "Tell neither progress nor a summary", 0 },
    ARGUMENTS_HELP,
    { 0 },
};

/* A power of two from LEAST to MOST. */
static unsigned power_of_two(struct argp_state *state, const char *option, const char *arg,
                             unsigned least, unsigned most)
{
    char *end;
    unsigned long n = strtoul(arg, &end, 10);

    if (*end || end == arg || n < least || n > most || (n & (n - 1)) != 0)
        argp_error(state, "--%s=%.60s: a power of two from %u to %u is expected", option, arg,
                   least, most);
    return (unsigned)n;
}

static unsigned count_of(struct argp_state *state, const char *arg)
{
    char *end;
    unsigned long n = strtoul(arg, &end, 10);

    if (*end || end == arg || *arg == '-' || n < 1 || n > JOBS_MOST)
        argp_error(state, "--jobs=%.60s: a number from 1 to %d is expected", arg, JOBS_MOST);
    return (unsigned)n;
}

static void check(struct argp_state *state, const struct request *q)
{
    bool program = q->command && q->command[0];

    if (!q->output)
        argp_error(state, "-o FILE is missing: where to write the signature");
    if (q->kernels && program)
        argp_error(state, "--kernels takes no PROGRAM: it runs the board's image");
    if (!q->kernels && (q->image || q->run || q->jobs))
        argp_error(state, "--image, --run and --jobs belong to --kernels=LOG");
    if (!q->kernels && !program)
        argp_error(state, "a PROGRAM is expected");
    if (q->run && (!strstr(q->run, "{image}") || !strstr(q->run, "{options}")))
        argp_error(state, "--run names no {image} or no {options}");
}

static error_t take_key(int key, char *arg, struct argp_state *state)
{
    struct request *q = state->input;

    arguments_check(state, options, key, arg);
    switch (key) {
    case KEY_OUTPUT:
        q->output = arg;
        return 0;
    case KEY_QEMU:
        q->qemu = arg;
        return 0;
    case KEY_CPU:
        q->cpu = arg;
        return 0;
    case KEY_LINE:
        q->line = power_of_two(state, "line", arg, 16, 1024);
        return 0;
    case KEY_PAGE:
        q->page = power_of_two(state, "page", arg, 1024, 1 << 30);
        return 0;
    case KEY_KERNELS:
        q->kernels = arg;
        return 0;
    case KEY_IMAGE:
        q->image = arg;
        return 0;
    case KEY_RUN:
        q->run = arg;
        return 0;
    case KEY_JOBS:
        q->jobs = count_of(state, arg);
        return 0;
    case KEY_QUIET:
        q->quiet = true;
        return 0;
    case ARGP_KEY_ARGS:
        q->command = state->argv + state->next;
        state->next = state->argc;
        return 0;
    case ARGP_KEY_END:
        check(state, q);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

void options_read(struct request *q, int argc, char **argv)
{
    static const struct argp argp = {
        .options = options, .parser = take_key, .args_doc = args, .doc = doc
    };

    *q = (struct request){ .line = 64, .page = 4096 };
    argp_err_exit_status = 2;
    argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, q);
}
