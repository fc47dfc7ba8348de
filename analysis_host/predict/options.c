/* The command line of predict. */
#include "options.h"
#include "record/similar_names.h"
#include "report/output/arguments.h"
#include "say.h"
#include <argp.h>
#include <string.h>

const char *argp_program_version = "predict (pontoon) " PONTOON_VERSION;

static const char args[] =
    "LOG... PROGRAM.sig...\n--compare=OLD.sig NEW.sig LOG\n--leave-one-out LOG\n--block LOG "
    "[FILE...]";

static const char doc[] =
    "Says how long a program takes on a board, and why: from the board's LOG and the program's "
    "signature, which "
    "`profile` takes without the board. Several logs are ranked, the fastest board first; each "
    "takes the signature for its processor, "
    "of which several may be given.\v"
    "Kernels that the board has timed are taken from BOARD.kernels beside BOARD.log, where there "
    "is such a file. "
    "Exit status: 0 predicted, with doubts perhaps, which the answer names; 1 predicted, but the "
    "log is damaged, one of several logs could not be used, or there are doubts (--strict); 2 "
    "wrong usage, or a file cannot be read; 3 nothing to predict from: a signature for another "
    "processor, a log without operations, a damaged signature; 4 the answer could not be written.";

enum {
    KEY_METHOD = 300,
    KEY_ASSEMBLER,
    KEY_BLOCK,
    KEY_HTML,
    KEY_FORMAT = 256,
    KEY_COMPARE,
    KEY_KERNELS,
    KEY_LEAVE_ONE_OUT,
    KEY_LIKE,
    KEY_STRICT,
    KEY_SYMBOL,
    KEY_WHAT_IF,
    KEY_VERBOSE = 'v'
};

static const struct argp_option options[] = {
    { "format", KEY_FORMAT, "text|json", 0, "What to write (default: text)", 0 },
    { "block", KEY_BLOCK, NULL, 0,
      "Cycles an iteration of the instructions in each FILE (assembler text or an object file; "
      "default: "
      "standard input) with all data in L1, and what each instruction waits for",
      0 },
    { "symbol", KEY_SYMBOL, "NAME", 0, "With --block: the code of this symbol of an object file",
      0 },
    { "assembler", KEY_ASSEMBLER, "COMMAND", 0,
      "With --block: what translates assembler text, as \"as --64\" (default: GNU as for the "
      "board's processor)",
      0 },
    { "compare", KEY_COMPARE, "OLD.sig", 0, "What the program gains over OLD.sig on the board", 0 },
    { "html", KEY_HTML, "FILE", 0, "Write a page, too: each loop's cycles by cause", 0 },
    { "kernels", KEY_KERNELS, "BOARD.kernels", 0,
      "Signatures of the kernels that the log has timed (default: beside the log)", 0 },
    { "leave-one-out", KEY_LEAVE_ONE_OUT, NULL, 0,
      "How far off --method=paper is: predict each kernel of the log from the others, on one "
      "thread "
      "and on several",
      0 },
    { "like", KEY_LIKE, "KERNEL", 0,
      "With --method=paper: take the program's kernels for this one of the board, as gemm "
      "(default: "
      "each for the most similar)",
      0 },
    { "method", KEY_METHOD, "replay|paper", 0,
      "replay: every instruction of samples; paper: by the board's kernels alone, after Guerre, "
      "Acquaviva and Lhuillier (default: replay)",
      0 },
    { "what-if", KEY_WHAT_IF, "ID=VALUE,...", 0,
      "Predict for a board whose answers are these; `analyze --explain=list` names the ids", 0 },
    { "strict", KEY_STRICT, NULL, 0, "Status 1 where the answer has doubts", 0 },
    { "verbose", KEY_VERBOSE, NULL, 0, "Add every number of the machine and where it is from", 0 },
    ARGUMENTS_HELP,
    { 0 },
};

static void refuse_word(struct argp_state *state, const char *option, const char *arg,
                        const char *first, const char *second)
{
    struct similar_names near = { .typed = arg };
    char question[100];

    similar_names_add(&near, first, NULL);
    similar_names_add(&near, second, NULL);
    bool asks = similar_names_question(&near, "", question, sizeof question);
    argp_error(state, "--%s=%.60s: there are %s and %s%s%s", option, arg, first, second,
               asks ? "; " : "", question);
}

static bool second_word(struct argp_state *state, const char *option, const char *arg,
                        const char *first, const char *second)
{
    if (strcmp(arg, first) != 0 && strcmp(arg, second) != 0)
        refuse_word(state, option, arg, first, second);
    return strcmp(arg, second) == 0;
}

static void check_block(struct argp_state *state, const struct request *q)
{
    if (q->n_files < 1)
        argp_error(state, "--block takes a LOG and FILEs of code");
    if (q->leave_one_out || q->compare || q->html || q->like || q->paper || q->kernels)
        argp_error(state,
                   "--block goes with --symbol, --assembler, --what-if, --format, --strict and "
                   "--verbose alone");
}

static void check(struct argp_state *state, const struct request *q)
{
    if (q->block)
        check_block(state, q);
    if (!q->block && (q->symbol != NULL || q->assembler != NULL))
        argp_error(state, "--%s is for --block", q->symbol != NULL ? "symbol" : "assembler");
    if (q->n_files == 0)
        argp_error(state, q->leave_one_out || q->block ? "a LOG is expected"
                                                       : "a LOG and a signature are expected");
    if (q->leave_one_out && q->n_files > 1)
        argp_error(state, "--leave-one-out takes one LOG: it predicts the kernels of that board");
    if (q->leave_one_out && (q->compare || q->html || q->like || q->what_if || q->paper))
        argp_error(state, "--leave-one-out goes with --kernels and --format alone");
    if (q->like != NULL && !q->paper)
        argp_error(state, "--like is for --method=paper");
    if (q->compare != NULL && q->paper)
        argp_error(state, "--compare tells causes, which --method=paper has not");
    if (q->what_if != NULL && q->paper)
        argp_error(state, "--what-if changes what a replay reads; --method=paper takes the board's "
                          "kernels as they were timed");
}

static error_t take_key(int key, char *arg, struct argp_state *state)
{
    struct request *q = state->input;

    arguments_check(state, options, key, arg);
    switch (key) {
    case KEY_FORMAT:
        q->json = second_word(state, "format", arg, "text", "json");
        return 0;
    case KEY_METHOD:
        q->paper = second_word(state, "method", arg, "replay", "paper");
        return 0;
    case KEY_HTML:
        q->html = arg;
        return 0;
    case KEY_COMPARE:
        q->compare = arg;
        return 0;
    case KEY_KERNELS:
        q->kernels = arg;
        return 0;
    case KEY_BLOCK:
        q->block = true;
        return 0;
    case KEY_SYMBOL:
        q->symbol = arg;
        return 0;
    case KEY_ASSEMBLER:
        q->assembler = arg;
        return 0;
    case KEY_LEAVE_ONE_OUT:
        q->leave_one_out = true;
        return 0;
    case KEY_LIKE:
        q->like = arg;
        return 0;
    case KEY_WHAT_IF:
        q->what_if = arg;
        return 0;
    case KEY_STRICT:
        q->strict = true;
        return 0;
    case KEY_VERBOSE:
        q->verbose = true;
        return 0;
    case ARGP_KEY_ARGS:
        q->file = state->argv + state->next;
        q->n_files = (size_t)(state->argc - state->next);
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
    const struct argp argp = { options, take_key, args, doc, NULL, NULL, NULL };

    argp_err_exit_status = SAY_USAGE;
    argp_parse(&argp, argc, argv, 0, NULL, q);
}
