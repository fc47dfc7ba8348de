/* Kernels predicted from other kernels. */
#include "leave_one_out.h"
#include "paper.h"
#include "report/output/visible.h"
#include "series/kernels.h"
#include "stats/stats.h"
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The size in a point's name, "fft.radix2 n=512"; 0: it has none. */
static unsigned long long size_of(const struct database_point *p)
{
    const char *at = strstr(p->name, " n=");

    return at != NULL ? strtoull(at + 3, NULL, 10) : 0;
}

/* The place in the log of the variant of P on one thread. */
static size_t place_of(const struct kernels *k, const struct database_point *p)
{
    size_t family = strlen(p->family);

    for (size_t i = 0; i < k->n; i++) {
        size_t n = strlen(k->run[i].variant);

        if (k->run[i].contexts == 1 && strcmp(k->run[i].name, p->family) == 0 &&
            p->name[family] == '.' && strncmp(p->name + family + 1, k->run[i].variant, n) == 0 &&
            p->name[family + 1 + n] == ' ')
            return i;
    }
    return k->n;
}

/* True when another point is the same kernel at the same size, of a variant that comes first in the
 * log, or in the database where both come at once: one of them is enough. */
static bool is_listed(const struct database *d, const struct kernels *k, size_t i)
{
    size_t place = place_of(k, &d->point[i]);

    for (size_t j = 0; j < d->n; j++) {
        size_t other = place_of(k, &d->point[j]);

        if (j != i && strcmp(d->point[j].family, d->point[i].family) == 0 &&
            size_of(&d->point[j]) == size_of(&d->point[i]) &&
            (other < place || (other == place && j < i)))
            return true;
    }
    return false;
}

static void add_time(struct left_out *to, const char *model, unsigned n, double measured,
                     double predicted)
{
    if (to->n_times < LEFT_OUT_TIMES)
        to->time[to->n_times++] = (struct left_out_time){ model, n, measured, predicted };
}

/* Adds the models and numbers of threads that both kernels were timed on. */
static void add_threads(struct left_out *to, const struct kernels *k)
{
    struct contexts_speedup own[CONTEXTS_MOST], of_match[CONTEXTS_MOST];
    double measured = to->time[0].measured, predicted = to->time[0].predicted;
    size_t n = contexts_of_kernel(own, k, to->kernel->family, size_of(to->kernel), true);
    size_t n_match = contexts_of_kernel(of_match, k, to->match->family, size_of(to->match), false);

    for (size_t i = 0; i < n; i++) {
        double speedup = contexts_find(of_match, n_match, own[i].model, own[i].n);

        if (speedup > 0)
            add_time(to, own[i].model, own[i].n, measured / own[i].speedup, predicted / speedup);
    }
}

static void leave_out(struct leave_one_out *l, const struct database *d, const struct kernels *k,
                      size_t i, bool fitted)
{
    struct left_out left = { .kernel = &d->point[i], .replay = NAN };
    double measured = d->point[i].measured;

    left.match = paper_nearest_other(d, left.kernel, &left.distance, &left.good);
    if (left.match == NULL || !(left.kernel->per_instruction > 0))
        return;
    if (fitted && !isnan(left.kernel->residual))
        left.replay = exp(-left.kernel->residual) - 1;
    add_time(&left, "seq", 1, measured,
             measured / left.kernel->per_instruction * left.match->per_instruction);
    add_threads(&left, k);
    l->at[l->n++] = left;
}

int leave_one_out_make(struct leave_one_out *l, const struct board *b, const struct database *d,
                       bool fitted)
{
    struct kernels k;

    *l = (struct leave_one_out){ .board = b, .at = calloc(d->n + 1, sizeof *l->at) };
    int err = kernels_read(&k, &b->log.run, "kernels", METHOD_ROBUST);
    for (size_t i = 0; i < d->n && err == 0 && l->at != NULL; i++)
        if (!is_listed(d, &k, i))
            leave_out(l, d, &k, i, fitted);
    kernels_free(&k);
    return l->at != NULL ? err : -1;
}

void leave_one_out_free(struct leave_one_out *l)
{
    free(l->at);
    *l = (struct leave_one_out){ 0 };
}

double left_out_error(const struct left_out_time *t)
{
    return t->predicted / t->measured - 1;
}

static const struct left_out_time *time_of(const struct left_out *l, const char *model, unsigned n)
{
    for (size_t i = 0; i < l->n_times; i++)
        if (l->time[i].n == n && strcmp(l->time[i].model, model) == 0)
            return &l->time[i];
    return NULL;
}

double leave_one_out_median(const struct leave_one_out *l, const char *model, unsigned n,
                            size_t *of)
{
    double *error = calloc(l->n + 1, sizeof *error), median = NAN;

    *of = 0;
    for (size_t i = 0; i < l->n && error != NULL; i++) {
        const struct left_out_time *t = time_of(&l->at[i], model, n);

        if (t != NULL)
            error[(*of)++] = fabs(left_out_error(t));
    }
    if (*of > 0)
        median = stats_median(error, *of);
    free(error);
    return median;
}

/* ---- the medians: each model and number of threads once ---- */

/* True when no kernel before number I, nor a time before number K of it, is of the same. */
static bool is_new(const struct leave_one_out *l, size_t i, size_t k)
{
    const struct left_out_time *t = &l->at[i].time[k];

    for (size_t j = 0; j < i; j++)
        if (time_of(&l->at[j], t->model, t->n) != NULL)
            return false;
    return time_of(&l->at[i], t->model, t->n) == t;
}

/* ---- text ---- */

static void write_time(FILE *out, const struct left_out *l, const struct left_out_time *t)
{
    double one = l->time[0].measured;
    char kernel[40], match[40];

    fprintf(out, "  %-26s %-26s %-6s %3u %9.3g %9.3g %+6.0f %%",
            output_visible_cell(kernel, sizeof kernel, l->kernel->name),
            output_visible_cell(match, sizeof match, l->match->name), t->model, t->n,
            t->measured / one, t->predicted / one, 100 * left_out_error(t));
    if (t == l->time && !isnan(l->replay))
        fprintf(out, "  replay %+.0f %%", 100 * l->replay);
    if (t == l->time && !l->good)
        fputs("  like none", out);
    fputc('\n', out);
}

void leave_one_out_text(FILE *out, const struct leave_one_out *l)
{
    fprintf(out,
            "EACH KERNEL FROM THE OTHERS  times by the measured one on one thread\n"
            "  %-26s %-26s %-6s %3s %9s %9s %8s\n",
            "KERNEL", "FROM", "MODEL", "ON", "MEASURED", "PREDICTED", "ERROR");
    for (size_t i = 0; i < l->n; i++)
        for (size_t k = 0; k < l->at[i].n_times; k++)
            write_time(out, &l->at[i], &l->at[i].time[k]);
    fputs("MEDIAN ERROR", out);
    for (size_t i = 0; i < l->n; i++)
        for (size_t k = 0; k < l->at[i].n_times; k++) {
            const struct left_out_time *t = &l->at[i].time[k];
            size_t of;

            if (is_new(l, i, k))
                fprintf(out, "  %s on %u: %.0f %%", t->model, t->n,
                        100 * leave_one_out_median(l, t->model, t->n, &of));
        }
    fputc('\n', out);
}

/* ---- JSON ---- */

static json_t *text_json(const char *text)
{
    char shown[400];

    return json_string(output_visible_cell(shown, sizeof shown, text));
}

static json_t *time_json(const struct left_out *l, const struct left_out_time *t)
{
    double one = l->time[0].measured;

    return json_pack("{s:s, s:i, s:f, s:f, s:f}", "model", t->model, "n", (int)t->n, "measured",
                     t->measured / one, "predicted", t->predicted / one, "error",
                     left_out_error(t));
}

static json_t *kernel_json(const struct left_out *l)
{
    json_t *times = json_array();

    for (size_t i = 0; i < l->n_times; i++)
        json_array_append_new(times, time_json(l, &l->time[i]));
    return json_pack("{s:o, s:I, s:o, s:o, s:f, s:b, s:o, s:o}", "family",
                     text_json(l->kernel->family), "size", (json_int_t)size_of(l->kernel), "kernel",
                     text_json(l->kernel->name), "from", text_json(l->match->name), "distance",
                     l->distance, "good", l->good, "replay",
                     isnan(l->replay) ? json_null() : json_real(l->replay), "times", times);
}

static json_t *medians_json(const struct leave_one_out *l)
{
    json_t *to = json_array();

    for (size_t i = 0; i < l->n; i++)
        for (size_t k = 0; k < l->at[i].n_times; k++) {
            const struct left_out_time *t = &l->at[i].time[k];
            size_t of;
            double median = is_new(l, i, k) ? leave_one_out_median(l, t->model, t->n, &of) : NAN;

            if (!isnan(median))
                json_array_append_new(to, json_pack("{s:s, s:i, s:f, s:I}", "model", t->model, "n",
                                                    (int)t->n, "median", median, "kernels",
                                                    (json_int_t)of));
        }
    return to;
}

bool leave_one_out_json(FILE *out, const struct leave_one_out *l)
{
    json_t *kernels = json_array();

    for (size_t i = 0; i < l->n; i++)
        json_array_append_new(kernels, kernel_json(&l->at[i]));
    json_t *all =
        json_pack("{s:s, s:o, s:o, s:o}", "schema", "pontoon.leave_one_out/1", "board",
                  text_json(l->board->name), "kernels", kernels, "medians", medians_json(l));
    char *text = all != NULL ? json_dumps(all, JSON_INDENT(1) | JSON_PRESERVE_ORDER) : NULL;
    bool whole = text != NULL;

    if (whole)
        fprintf(out, "%s\n", text);
    free(text);
    json_decref(all);
    return whole;
}
