/* The program predict: how long programs take on boards. */
#include "board.h"
#include "database.h"
#include "fit_store.h"
#include "html.h"
#include "json.h"
#include "options.h"
#include "prediction.h"
#include "report/output/places.h"
#include "report/output/visible.h"
#include "say.h"
#include "signature/file.h"
#include "text.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct path {
    char text[4096];
};

/* Everything that one call reads and makes. */
struct work {
    const struct request *q;
    struct signature signature, old;
    const char *file; /* of SIGNATURE */
    bool damaged;     /* a part of a signature is lost */
    char **log;
    size_t n_logs;
    struct board *board;
    struct database *database; /* of each board; empty: no kernels are known */
    struct fit *fit;
    struct prediction *prediction, before;
    size_t *order;
    size_t n; /* boards that a prediction was made for */
};

/* A pipe can be read but once: it is taken for a log. */
static bool is_signature(const char *file)
{
    char begin[64] = "";
    struct stat about;
    bool is_file = stat(file, &about) == 0 && S_ISREG(about.st_mode);
    FILE *in = is_file ? fopen(file, "r") : NULL;

    if (in == NULL)
        return false;
    size_t n = fread(begin, 1, sizeof begin - 1, in);
    fclose(in);
    return n > 0 && strstr(begin, "pontoon.signature/") != NULL;
}

/* Reads FILE into S; returns 0 or the exit status after a message. */
static int read_signature(struct work *w, struct signature *s, const char *file)
{
    char message[1000];

    switch (signature_read(s, file, message, sizeof message)) {
    case SIGNATURE_WHOLE:
        return 0;
    case SIGNATURE_PARTS:
        w->damaged = true;
        say(0, file, "%s", message);
        return 0;
    default:
        return say(SAY_NOTHING, file, "%s", message);
    }
}

/* No file is a signature: it may be one that is not there. */
static int say_no_signature(const struct request *q)
{
    for (size_t i = 0; i < q->n_files; i++)
        if (access(q->file[i], F_OK) != 0)
            return say(SAY_USAGE, q->file[i], "%s", strerror(errno));
    return say(SAY_USAGE, q->file[q->n_files - 1],
               "is no signature, and no other file is (profile makes them)");
}

/* Tells logs from the signature among the files. */
static int sort_files(struct work *w)
{
    const struct request *q = w->q;

    w->log = calloc(q->n_files, sizeof *w->log);
    if (w->log == NULL)
        return say(SAY_NOTHING, "predict", "out of memory");
    for (size_t i = 0; i < q->n_files; i++) {
        if (!is_signature(q->file[i])) {
            w->log[w->n_logs++] = q->file[i];
            continue;
        }
        if (w->file != NULL)
            return say(SAY_USAGE, q->file[i], "is a second signature; --compare takes two");
        w->file = q->file[i];
    }
    if (w->file == NULL)
        return say_no_signature(q);
    return w->n_logs > 0 ? 0 : say(SAY_USAGE, w->file, "no log was given");
}

static int make_room(struct work *w)
{
    w->board = calloc(w->n_logs, sizeof *w->board);
    w->database = calloc(w->n_logs, sizeof *w->database);
    w->fit = calloc(w->n_logs, sizeof *w->fit);
    w->prediction = calloc(w->n_logs, sizeof *w->prediction);
    w->order = calloc(w->n_logs, sizeof *w->order);
    if (w->board == NULL || w->database == NULL || w->fit == NULL || w->prediction == NULL ||
        w->order == NULL)
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
static bool add_inputs(struct output_places *p, const struct work *w)
{
    const struct request *q = w->q;
    struct path beside;
    bool fits = q->compare == NULL || output_places_read(p, q->compare);

    fits = fits && (q->kernels == NULL || output_places_read(p, q->kernels));
    for (size_t i = 0; i < q->n_files && fits; i++)
        fits = output_places_read(p, q->file[i]);
    for (size_t i = 0; i < w->n_logs && q->kernels == NULL && fits; i++)
        fits = !find_kernels(&beside, w->log[i]) || output_places_read(p, beside.text);
    return fits || output_say(stderr, "predict", "out of memory");
}

/* Returns 0; or the exit status after a message, where the answer would go to a file that is read.
 */
static int check_outputs(const struct work *w)
{
    struct output_places p = { 0 };
    const char *html = w->q->html;
    bool apart = add_inputs(&p, w) && output_places_write(&p, "the answer", NULL, stderr) &&
                 (html == NULL || output_places_write(&p, "--html", html, stderr));

    output_places_free(&p);
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

static int predict_one(struct work *w, size_t i, const char *log)
{
    int status = board_read(&w->board[i], log, w->q->what_if);

    if (status == 0)
        status = fit_board(w, i);
    if (status == 0)
        status = prediction_make(&w->prediction[i], &w->board[i], &w->signature, w->file,
                                 &w->fit[i], &w->database[i]);
    if (status == 0 && w->q->paper)
        status = prediction_by_paper(&w->prediction[i], w->file);
    return status;
}

static void free_board(struct work *w, size_t i)
{
    prediction_free(&w->prediction[i]);
    database_free(&w->database[i]);
    board_free(&w->board[i]);
}

/* Predicts for each log; one that cannot be used is named, and fails all only where none can. */
static int predict_all(struct work *w)
{
    int worst = 0;

    for (size_t i = 0; i < w->n_logs; i++) {
        int status = predict_one(w, w->n, w->log[i]);

        if (status == 0) {
            w->n++;
            continue;
        }
        free_board(w, w->n);
        worst = status;
    }
    return w->n > 0 ? 0 : worst;
}

static const struct prediction *ranked;

static int by_seconds(const void *a, const void *b)
{
    double x = ranked[*(const size_t *)a].seconds, y = ranked[*(const size_t *)b].seconds;

    return (x > y) - (x < y);
}

static void rank(struct work *w)
{
    for (size_t i = 0; i < w->n; i++)
        w->order[i] = i;
    ranked = w->prediction;
    qsort(w->order, w->n, sizeof *w->order, by_seconds);
}

static int compare(struct work *w)
{
    int status = read_signature(w, &w->old, w->q->compare);

    if (status == 0)
        status = prediction_make(&w->before, &w->board[0], &w->old, w->q->compare, &w->fit[0],
                                 &w->database[0]);
    if (status == 0)
        text_comparison(stdout, &w->before, &w->prediction[0]);
    return status;
}

static int answer(struct work *w)
{
    rank(w);
    if (w->q->html != NULL && html_predictions(w->q->html, w->prediction, w->order, w->n) != 0)
        return SAY_USAGE;
    if (w->q->json)
        return json_predictions(stdout, w->prediction, w->n) == 0
                   ? 0
                   : say(SAY_NOTHING, "predict", "out of memory");
    if (w->q->compare != NULL)
        return compare(w);
    if (w->n > 1) {
        text_ranking(stdout, w->prediction, w->order, w->n);
    } else {
        text_prediction(stdout, &w->prediction[0], w->q->verbose);
    }
    return 0;
}

static bool is_doubted(const struct work *w)
{
    bool doubted = w->damaged || w->n < w->n_logs;

    for (size_t i = 0; i < w->n; i++)
        doubted |= w->prediction[i].doubted;
    return doubted;
}

static int run(struct work *w)
{
    int status = sort_files(w);

    if (status == 0)
        status = check_outputs(w);
    if (status == 0)
        status = read_signature(w, &w->signature, w->file);
    if (status == 0)
        status = make_room(w);
    if (status == 0)
        status = predict_all(w);
    if (status == 0)
        status = answer(w);
    if (status == 0 && (fflush(stdout) != 0 || ferror(stdout)) && errno != EPIPE)
        status = say(SAY_USAGE, "standard output", "%s", strerror(errno));
    return status != 0 ? status : is_doubted(w) ? SAY_DOUBTS : SAY_ANSWERED;
}

static void free_work(struct work *w)
{
    for (size_t i = 0; i < w->n; i++)
        free_board(w, i);
    prediction_free(&w->before);
    signature_free(&w->signature);
    signature_free(&w->old);
    free(w->log);
    free(w->board);
    free(w->database);
    free(w->fit);
    free(w->prediction);
    free(w->order);
}

int main(int argc, char **argv)
{
    struct request q = { 0 };
    struct work work = { .q = &q };

    output_program = "predict";
    signal(SIGPIPE, SIG_IGN);
    output_guard_errors();
    options_read(&q, argc, argv);
    int status = run(&work);
    free_work(&work);
    return status;
}
