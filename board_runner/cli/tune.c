/* The command tune: run, ask for a plan, run again with its candidates. */
#include "tune.h"
#include "ask.h"
#include "capture/exit_status.h"
#include "complain.h"
#include "format.h"
#include "rounds.h"
#include "run.h"
#include "say.h"
#include "suggested.h"
#include "tuning_plan.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* OTHER_WORDS: bytes of a typed line that are not for candidates. */
enum { MOST_PLAN = 1 << 20, OTHER_WORDS = 64 };

/* ---- plans ---- */

/* Reads FILE whole; NULL with errno. */
static char *read_file(const char *file, size_t *n)
{
    FILE *in = fopen(file, "rb");
    char *text = in != NULL ? malloc(MOST_PLAN + 1) : NULL;

    *n = text != NULL ? fread(text, 1, MOST_PLAN + 1, in) : 0;
    if (in != NULL && (ferror(in) != 0 || *n > MOST_PLAN)) {
        free(text);
        text = NULL;
        errno = ferror(in) != 0 ? EIO : EFBIG;
    }
    if (in != NULL)
        (void)fclose(in);
    return text;
}

/* Reads the plan that the user names. 0, or the exit status after a message. */
static int read_given(const struct request *q, struct tuning_plan *plan)
{
    char why[PLAN_WHY];
    size_t n;
    char *text = read_file(q->plan, &n);
    bool right = text != NULL && tuning_plan_read(plan, text, n, why);

    if (text == NULL)
        complain("%s: %s", q->plan, strerror(errno));
    else if (!right)
        complain("%s: %s", q->plan, why);
    else if (strcmp(plan->target, q->words[0]) != 0 && !q->force) {
        complain("%s: is of %s, not of %s: its tiles may not be in this image; --force tries them",
                 q->plan, *plan->target != '\0' ? plan->target : "a board without name",
                 q->words[0]);
        right = false;
    }
    free(text);
    return right ? EXIT_COMPLETE : EXIT_USAGE;
}

/* Asks ANALYZE for the plan of LOG. 0, or the exit status after a message. */
static int ask_plan(const char *name, const char *analyze, const char *log,
                    struct tuning_plan *plan)
{
    const char *argv[] = { analyze, "--export", "tuning", "--", log, NULL };
    char why[ASK_WHY_BYTES], cause[PLAN_WHY];
    char *text;
    size_t n;
    enum ask_end end = ask_program(argv, &text, &n, why);
    bool right = end == ASK_READ && tuning_plan_read(plan, text != NULL ? text : "", n, cause);

    free(text);
    if (right)
        return EXIT_COMPLETE;
    if (end == ASK_INTERRUPTED)
        return EXIT_INTERRUPTED;
    complain("%s: nothing is tried, as there is no plan for %s: %s --export tuning: %s", name, log,
             analyze, end == ASK_READ ? cause : why);
    return EXIT_NOT_ASKED;
}

/* ---- the loop ---- */

static void say_try(const struct request *q, const char *name, unsigned n)
{
    if (!q->quiet)
        say_line(stderr, "%s: tries %u ways to build kernels, about %u s", name, n, 1 + n * 9 / 25);
}

/* What the user does next. */
static void say_next(const struct request *q, const char *name, const char *log)
{
    if (!q->quiet)
        say_line(stderr, "%s: analyze --export kernels=DIR %s writes the kernels", name, log);
}

/* Runs the board again with what PLAN proposes; ROUND is of the log. */
static int try_plan(const struct request *q, const char *log, const struct tuning_plan *plan,
                    const char *round)
{
    char tune[SUGGESTED_LINE - OTHER_WORDS], again[PLAN_WORD + 16];
    const char *words[] = { "--only=tune", again, tune, NULL };
    const char *name = q->words[0];
    unsigned left_out, n = tuning_plan_option(plan, tune, sizeof tune, &left_out);

    if (n == 0 || *round == '\0') {
        complain("%s: nothing is tried: %s", name,
                 n == 0 ? "the plan has no kernels, or more products than a line holds"
                        : "the log's beginning is lost, so no further round can name it");
        return EXIT_NOT_ASKED;
    }
    (void)snprintf(again, sizeof again, "--round=%s", round);
    if (left_out > 0)
        complain("%s: %u ways of the plan are not tried: a line holds no more", name, left_out);
    say_try(q, name, n);
    int status = rounds_again(q, name, log, words);
    if (status == EXIT_COMPLETE)
        say_next(q, name, log);
    else
        complain("%s: the model's own choice remains: analyze --export kernels=DIR %s", name, log);
    return status;
}

static int go_on(const struct request *q, const char *log, const struct tuning_plan *given)
{
    const char *program = q->analyze != NULL ? q->analyze : q->analyze_beside;
    struct tuning_plan *own = calloc(1, sizeof *own);
    int status = EXIT_NOT_STARTED;

    if (own == NULL)
        complain("%s", strerror(ENOMEM));
    else
        status = ask_plan(q->words[0], program, log, own);
    if (status == EXIT_COMPLETE)
        status = try_plan(q, log, given != NULL ? given : own, own->round);
    free(own);
    return status;
}

int tune_board(const struct request *request)
{
    struct tuning_plan *given = request->plan != NULL ? calloc(1, sizeof *given) : NULL;
    struct run_outcome first = { .log = NULL };
    int status = given != NULL ? read_given(request, given) : EXIT_COMPLETE;

    if (status == EXIT_COMPLETE)
        status = run_once(request, request->words[0], &first);
    if (status == EXIT_COMPLETE)
        status = go_on(request, first.log, given);
    free(first.log);
    free(given);
    return status;
}
