/* The program predict: how long programs take on boards. */
#include "analysis/parallel.h"
#include "answer.h"
#include "block/block.h"
#include "board.h"
#include "database.h"
#include "fit.h"
#include "formats.h"
#include "inputs.h"
#include "leave_one_out.h"
#include "options.h"
#include "prediction.h"
#include "report/output/paths.h"
#include "report/output/visible.h"
#include "say.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char buffer[4 << 20]; /* of standard output: more than most answers */

struct path {
    char text[4096];
};

/* Everything that one call reads and makes. */
struct work {
    const struct request *q;
    struct inputs in;
    struct signature old;
    struct board *board;       /* of each prediction */
    struct database *database; /* of each board; empty: no kernels are known */
    struct fit *fit;
    struct answers to;
    struct prediction before;
    int signatures; /* status of reading them */
    bool ahead;     /* the first board was taken, and is not used yet */
};

static int make_room(struct work *w)
{
    size_t n = w->in.n_logs;

    w->board = calloc(n, sizeof *w->board);
    w->database = calloc(n, sizeof *w->database);
    w->fit = calloc(n, sizeof *w->fit);
    w->to.prediction = calloc(n, sizeof *w->to.prediction);
    w->to.order = calloc(n, sizeof *w->to.order);
    w->to.lacking = calloc(n, sizeof *w->to.lacking);
    w->to.several = n > 1;
    if (w->board == NULL || w->database == NULL || w->fit == NULL || w->to.prediction == NULL ||
        w->to.order == NULL || w->to.lacking == NULL)
        return say(SAY_NOTHING, "predict", "out of memory");
    return 0;
}

/* Writes the name of the file of kernels beside LOG to TO: with .kernels in place of .log or of
 * .log.gz, else at its end. False where there is no such file. */
static bool find_kernels(struct path *to, const char *log)
{
    size_t n = strlen(log);

    n -= n > 3 && strcmp(log + n - 3, ".gz") == 0 ? 3 : 0;
    n -= n > 4 && strncmp(log + n - 4, ".log", 4) == 0 ? 4 : 0;
    snprintf(to->text, sizeof to->text, "%.*s.kernels", (int)n, log);
    if (access(to->text, R_OK) == 0)
        return true;
    snprintf(to->text, sizeof to->text, "%s.kernels", log);
    return access(to->text, R_OK) == 0;
}

/* Adds to P all files that are read. */
static bool add_inputs(struct output_paths *p, const struct work *w)
{
    const struct request *q = w->q;
    struct path beside;
    bool fits = q->compare == NULL || output_paths_read(p, q->compare);

    fits = fits && (q->kernels == NULL || output_paths_read(p, q->kernels));
    for (size_t i = 0; i < q->n_files && fits; i++)
        fits = output_paths_read(p, q->file[i]);
    for (size_t i = 0; i < w->in.n_logs && q->kernels == NULL && fits; i++)
        fits = !find_kernels(&beside, w->in.log[i]) || output_paths_read(p, beside.text);
    return fits || output_say(stderr, "predict", "out of memory");
}

/* Returns 0; or the exit status after a message, where the answer would go to a file that is read.
 */
static int check_outputs(const struct work *w)
{
    struct output_paths p = { 0 };
    const char *html = w->q->html;
    bool apart = add_inputs(&p, w) && output_paths_write(&p, "the answer", NULL, stderr) &&
                 (html == NULL || output_paths_write(&p, "--html", html, stderr));

    output_paths_free(&p);
    return apart ? 0 : SAY_USAGE;
}

/* Reads the signatures of FROM and fits board I to them. */
static int fit_anew(struct work *w, size_t i, FILE *from, const char *file)
{
    struct board *b = &w->board[i];
    int status = database_read(&w->database[i], from, file, b);

    if (status != 0)
        return status;
    if (w->database[i].n < FIT_FEWEST)
        say(0, file, "%zu kernels are timed in %s at the same size (%zu are not): too few to fit",
            w->database[i].n, b->file, w->database[i].refused);
    if (isatty(STDERR_FILENO))
        say(0, file, "fitting to %zu kernels, which takes some seconds", w->database[i].n);
    return fit_make(&w->fit[i], &w->database[i], &b->machine, prediction_predictor(b)) == 0
               ? 0
               : say(SAY_NOTHING, file, "out of memory");
}

static int take_kernels(struct work *w, size_t i, FILE *from, const char *file)
{
    struct board *b = &w->board[i];

    switch (fit_restore(&w->fit[i], &w->database[i], b, from, file)) {
    case FIT_KEPT_TAKEN:
        return 0;
    case FIT_KEPT_WRONG:
        return SAY_NOTHING;
    case FIT_KEPT_STALE:
        say(0, file, "holds no fit of this version to %s: it is made anew", b->file);
        break;
    case FIT_KEPT_NONE:
        break;
    }
    return fit_anew(w, i, from, file);
}

/* Fits board I to its kernels, where some are known. */
static int fit_board(struct work *w, size_t i)
{
    struct path beside;
    const char *file = w->q->kernels;

    if (file == NULL && find_kernels(&beside, w->board[i].file))
        file = beside.text;
    if (file == NULL || w->board[i].machine.serial)
        return 0;
    FILE *from = fopen(file, "r");
    if (from == NULL)
        return say(SAY_USAGE, file, "%s", strerror(errno));
    int status = take_kernels(w, i, from, file);
    fclose(from);
    return status;
}

/* Notes that no signature is for B. */
static void lack(struct work *w, const struct board *b)
{
    struct lacking *l = &w->to.lacking[w->to.n_lacking++];

    memcpy(l->board, b->name, sizeof l->board);
    memcpy(l->isa, b->isa, sizeof l->isa);
    l->file = b->file;
}

/* Predicts for the board of LOG, as number I. Returns 0, also where it was noted as lacking a
 * signature; *DONE tells which. */
static int predict_one(struct work *w, size_t i, const char *log, bool *done)
{
    struct board *b = &w->board[i];
    struct prediction *p = &w->to.prediction[i];
    if (!w->ahead)
        board_take(b, log);
    w->ahead = false;
    int status = board_say(b);
    const struct input_program *program = inputs_program(&w->in, b->isa);

    *done = false;
    if (status == 0 && program == NULL) {
        lack(w, b);
        return 0;
    }
    if (status == 0)
        status = fit_board(w, i);
    if (status == 0 && w->q->what_if != NULL)
        status = board_change(b, w->q->what_if);
    if (status == 0)
        status =
            prediction_make(p, b, &program->signature, program->file, &w->fit[i], &w->database[i]);
    if (status == 0 && w->q->paper)
        status = prediction_by_paper(p, &w->database[i], w->q->like, program->file);
    *done = status == 0;
    return status;
}

static void free_board(struct work *w, size_t i)
{
    prediction_free(&w->to.prediction[i]);
    database_free(&w->database[i]);
    board_free(&w->board[i]);
}

/* No board has a signature: says what each would want. Returns the exit status. */
static int say_lacking(const struct work *w)
{
    const struct input_program *first = &w->in.program[0];

    for (size_t i = 0; i < w->to.n_lacking; i++) {
        const struct lacking *l = &w->to.lacking[i];

        if (w->in.n_programs == 1)
            say(0, first->file, "is of a program for %s; the board of %s is %s",
                first->signature.isa, l->file, l->isa);
        else
            say(0, l->file, "its board is %s, and none of the %zu signatures is for that", l->isa,
                w->in.n_programs);
    }
    return SAY_NOTHING;
}

/* Predicts for each log; one that cannot be used is named, and fails all only where none can. */
static int predict_all(struct work *w)
{
    int worst = 0;

    for (size_t i = 0; i < w->in.n_logs; i++) {
        bool done;
        int status = predict_one(w, w->to.n, w->in.log[i], &done);

        if (done) {
            w->to.n++;
            continue;
        }
        free_board(w, w->to.n);
        worst = status > worst ? status : worst;
    }
    if (w->to.n > 0)
        return 0;
    return w->to.n_lacking > 0 ? say_lacking(w) : worst;
}

static int compare(struct work *w)
{
    const struct prediction *after = &w->to.prediction[0];
    int status = inputs_signature(&w->in, &w->old, w->q->compare);

    if (status == 0)
        status = prediction_make(&w->before, &w->board[0], &w->old, w->q->compare, &w->fit[0],
                                 &w->database[0]);
    if (status != 0)
        return status;
    if (w->q->html != NULL && html_comparison(w->q->html, &w->before, after) != 0)
        return SAY_OUTPUT;
    if (!w->q->json)
        text_comparison(stdout, &w->before, after, w->q->verbose);
    else if (!json_comparison(stdout, &w->before, after))
        return say(SAY_NOTHING, "predict", "out of memory");
    return 0;
}

static int answer(struct work *w)
{
    const struct answers *to = &w->to;

    answers_rank(&w->to);
    if (w->q->compare != NULL)
        return compare(w);
    if (w->q->html != NULL && html_predictions(w->q->html, to) != 0)
        return SAY_OUTPUT;
    if (w->q->json)
        return json_predictions(stdout, to) ? 0 : say(SAY_NOTHING, "predict", "out of memory");
    if (to->several)
        text_ranking(stdout, to, w->q->verbose);
    else
        text_prediction(stdout, &to->prediction[0], w->q->verbose);
    return 0;
}

/* All is written here, so that what fails is told; a longer answer may have failed before. */
static int end_output(void)
{
    bool failed = ferror(stdout);

    errno = 0;
    failed |= fflush(stdout) != 0;
    if (!failed || errno == EPIPE)
        return 0;
    return say(SAY_OUTPUT, "standard output", "%s",
               errno != 0 ? strerror(errno) : "could not be written");
}

/* True where the answer rests on less than was given, or, for --strict, is doubted. */
static bool is_doubted(const struct work *w)
{
    bool doubted = w->before.doubted;

    if (w->in.damaged || w->to.n < w->in.n_logs || !w->q->strict)
        return w->in.damaged || w->to.n < w->in.n_logs;

    for (size_t i = 0; i < w->to.n; i++)
        doubted |= w->to.prediction[i].doubted;
    return doubted;
}

static void read_signatures(void *data)
{
    struct work *w = data;

    w->signatures = inputs_read(&w->in);
}

/* A pipe may bring its log late: what is wrong with signatures is said before. */
static bool is_file(const char *log)
{
    struct stat about;

    return stat(log, &about) == 0 && S_ISREG(about.st_mode);
}

/* Reads the signatures, and beside them the first log, of which nothing is said before these. */
static int read_inputs(struct work *w)
{
    struct parallel signatures;
    const char *log = w->in.log[0];

    parallel_start(&signatures, read_signatures, w);
    w->ahead = is_file(log);
    if (w->ahead)
        board_take(&w->board[0], log);
    parallel_end(&signatures);
    return w->signatures;
}

/* Answers how well the kernels of the one log predict each other. */
static int leave_each_out(struct work *w)
{
    struct leave_one_out l = { 0 };
    struct board *b = &w->board[0];

    board_take(b, w->q->file[0]);
    w->ahead = true;
    int status = board_say(b);
    if (status == 0)
        status = fit_board(w, 0);
    if (status == 0 && leave_one_out_make(&l, b, &w->database[0], w->fit[0].n >= FIT_FEWEST) != 0)
        status = say(SAY_NOTHING, "predict", "out of memory");
    if (status == 0 && l.n == 0)
        status = say(SAY_NOTHING, b->file,
                     "has no kernels of two names with signatures: time them (probes --also "
                     "kernels), then run profile --kernels");
    if (status == 0 && !w->q->json)
        leave_one_out_text(stdout, &l);
    if (status == 0 && w->q->json && !leave_one_out_json(stdout, &l))
        status = say(SAY_NOTHING, "predict", "out of memory");
    leave_one_out_free(&l);
    database_free(&w->database[0]);
    return status;
}

static int run_alone(struct work *w)
{
    w->in.n_logs = 1;
    int status = make_room(w);

    if (status == 0)
        status = leave_each_out(w);
    if (status == 0)
        status = end_output();
    return status;
}

/* Answers how long an iteration of the block in FILE takes on board B; its object goes to ALL where
 * that is not NULL. Returns 0, or a status after a message. */
static int time_block(const struct request *q, const struct board *b, const char *file,
                      struct block_list *all, bool *doubted)
{
    struct block_code code;
    struct block block = { 0 };
    int status = block_code_read(&code, b->isa, file, q->symbol, q->assembler);

    if (status == 0)
        status = block_make(&block, &code, b);
    if (status == 0 && !q->json)
        block_text(stdout, &block, code.name);
    if (status == 0 && q->json && !block_list_add(all, &block, code.name))
        status = say(SAY_NOTHING, "predict", "out of memory");
    *doubted |= block.unknown > 0;
    block_free(&block);
    block_code_free(&code);
    return status;
}

/* Reads the log; then times each block. One that cannot be used is named, and fails all only where
 * none can. */
static int time_blocks(struct work *w, bool *doubted)
{
    const struct request *q = w->q;
    struct board *b = &w->board[0];
    struct block_list all = { 0 };
    size_t done = 0;

    board_take(b, q->file[0]);
    w->ahead = true;
    int status = board_say(b);
    if (status == 0 && b->machine.serial)
        status = say(SAY_NOTHING, b->file,
                     "its board is simulated, which runs no instructions that a file could hold");
    if (status == 0 && q->what_if != NULL)
        status = board_change(b, q->what_if);
    if (status != 0)
        return status;
    for (size_t i = 1; i < (q->n_files > 1 ? q->n_files : 2); i++) {
        int one = time_block(q, b, q->n_files > 1 ? q->file[i] : "-", &all, doubted);
        done += one == 0;
        status = one > status ? one : status;
    }
    *doubted |= done > 0 && status != 0;
    if (q->json && done > 0 && !block_list_write(stdout, &all, q->n_files > 2))
        status = say(SAY_NOTHING, "predict", "out of memory");
    else if (done > 0)
        status = *doubted && status != 0 ? SAY_DOUBTS : 0;
    block_list_free(&all);
    return status;
}

static int run_block(struct work *w)
{
    bool doubted = false;

    w->in.n_logs = 1;
    int status = make_room(w);
    if (status == 0)
        status = time_blocks(w, &doubted);
    if (status <= SAY_DOUBTS && end_output() != 0)
        return SAY_OUTPUT;
    return status == 0 && w->q->strict && doubted ? SAY_DOUBTS : status;
}

static int run(struct work *w)
{
    if (w->q->block)
        return run_block(w);
    if (w->q->leave_one_out)
        return run_alone(w);
    int status = inputs_sort(&w->in, w->q);

    if (status == 0)
        status = check_outputs(w);
    if (status == 0)
        status = make_room(w);
    if (status == 0)
        status = read_inputs(w);
    if (status == 0)
        status = predict_all(w);
    if (status == 0)
        status = answer(w);
    if (status == 0)
        status = end_output();
    return status != 0 ? status : is_doubted(w) ? SAY_DOUBTS : SAY_ANSWERED;
}

static void free_work(struct work *w)
{
    for (size_t i = 0; i < w->to.n; i++)
        free_board(w, i);
    if (w->ahead)
        board_free(&w->board[0]);
    prediction_free(&w->before);
    signature_free(&w->old);
    inputs_free(&w->in);
    free(w->board);
    free(w->database);
    free(w->fit);
    free(w->to.prediction);
    free(w->to.order);
    free(w->to.lacking);
}

int main(int argc, char **argv)
{
    struct request q = { 0 };
    struct work work = { .q = &q };

    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    output_program = "predict";
    signal(SIGPIPE, SIG_IGN);
    output_guard_errors();
    output_guard_end();
    options_read(&q, argc, argv);
    int status = run(&work);
    free_work(&work);
    return status;
}
