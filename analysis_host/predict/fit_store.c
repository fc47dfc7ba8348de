/* Writes and reads the line of a fit. */
#include "fit.h"
#include "say.h"
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define SCHEMA "pontoon.kernels/1"

enum { MODEL = 16, LINE_MOST = 1 << 20, KERNELS_MOST = 4096 };

/* ---- which log ---- */

static uLong add_text(uLong sum, const char *text)
{
    return crc32(sum, (const unsigned char *)text, (uInt)strlen(text) + 1);
}

/* A sum of all that the log's run says of itself: where, when, and with what it was made. */
static unsigned long log_sum(const struct board *b)
{
    const struct log_run *run = &b->log.run;
    uLong sum = crc32(0, NULL, 0);

    for (size_t i = 0; i < run->n_keys; i++)
        sum = add_text(add_text(sum, run->keys[i].key), run->keys[i].value);
    return sum;
}

static const char *kernels_of(const struct board *b)
{
    const char *text = log_key_text(b->log.run.keys, b->log.run.n_keys, "kernels_crc");

    return text != NULL ? text : "";
}

/* What ends the line: the sum of all before. */
#define SUM ",\"sum\":"

static unsigned long sum_of(const char *text, size_t n)
{
    return crc32(crc32(0, NULL, 0), (const unsigned char *)text, (uInt)n);
}

/* ---- writing ---- */

static json_t *point_json(const struct database_point *p)
{
    json_t *to =
        json_pack("{s:s, s:s, s:f}", "name", p->name, "family", p->family, "measured", p->measured);
    json_t *share = json_array();

    if (!isnan(p->residual))
        json_object_set_new(to, "residual", json_real(p->residual));
    for (unsigned c = 0; c < CAUSES; c++)
        json_array_append_new(share, json_real(p->share[c]));
    json_object_set_new(to, "share", share);
    json_object_set_new(to, "per_instruction", json_real(p->per_instruction));
    json_object_set_new(to, "metrics",
                        json_pack("[f, f, f, f]", p->metrics.stability, p->metrics.parallel,
                                  p->metrics.reuse_bytes, p->metrics.volume_bytes));
    return to;
}

static json_t *fitted_json(const struct machine *m)
{
    json_t *to = json_object();

    for (unsigned i = 0; i < MACHINE_PARAMETERS; i++)
        if (m->number[i].source == MACHINE_FITTED)
            json_object_set_new(to, machine_parameter_id((enum machine_parameter)i).text,
                                json_real(m->number[i].value));
    return to;
}

static json_t *bounds_json(const struct fit *f)
{
    if (f->n < FIT_FEWEST)
        return json_null();
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "low", f->low, "high", f->high,
                     "worst_low", f->worst_low, "worst_high", f->worst_high, "apart", f->apart,
                     "error_before", f->error_before, "error_after", f->error_after);
}

int fit_store(FILE *to, const struct fit *f, const struct database *d, const struct board *b)
{
    json_t *points = json_array();

    for (size_t i = 0; i < d->n; i++)
        json_array_append_new(points, point_json(&d->point[i]));
    json_t *all =
        json_pack("{s:s, s:s, s:s, s:I, s:i, s:i, s:i, s:o, s:o, s:o}", "schema", SCHEMA, "isa",
                  b->isa, "kernels_crc", kernels_of(b), "log", (json_int_t)log_sum(b), "model",
                  MODEL, "n", (int)f->n, "tried", (int)f->tried, "bounds", bounds_json(f), "fitted",
                  fitted_json(&b->machine), "kernels", points);
    char *text = all != NULL ? json_dumps(all, JSON_COMPACT) : NULL;
    size_t n = text != NULL ? strlen(text) - 1 : 0; /* without the last brace */

    json_decref(all);
    if (text == NULL)
        return -1;
    fprintf(to, "%.*s" SUM "%lu}\n", (int)n, text, sum_of(text, n));
    free(text);
    return 0;
}

/* ---- reading ---- */

/* Reads the first line of FROM; NULL without memory, or where it is longer than any of ours. */
static char *read_line(FILE *from)
{
    char *line = malloc(LINE_MOST);

    if (line != NULL && (fgets(line, LINE_MOST, from) == NULL || strchr(line, '\n') == NULL)) {
        free(line);
        line = NULL;
    }
    return line;
}

static double real_at(const json_t *from, const char *key)
{
    const json_t *value = json_object_get(from, key);

    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void text_at(char *to, size_t size, const json_t *from, const char *key)
{
    const char *text = json_string_value(json_object_get(from, key));

    snprintf(to, size, "%s", text != NULL ? text : "");
}

static void take_point(struct database_point *p, const json_t *from)
{
    const json_t *share = json_object_get(from, "share");
    const json_t *metrics = json_object_get(from, "metrics");

    text_at(p->name, sizeof p->name, from, "name");
    text_at(p->family, sizeof p->family, from, "family");
    p->measured = real_at(from, "measured");
    p->residual = real_at(from, "residual");
    for (unsigned c = 0; c < CAUSES; c++)
        p->share[c] = json_number_value(json_array_get(share, c));
    p->per_instruction = fmax(1e-6, real_at(from, "per_instruction"));
    p->metrics = (struct paper_metrics){
        .stability = json_number_value(json_array_get(metrics, 0)),
        .parallel = json_number_value(json_array_get(metrics, 1)),
        .reuse_bytes = json_number_value(json_array_get(metrics, 2)),
        .volume_bytes = json_number_value(json_array_get(metrics, 3)),
    };
}

static bool take_points(struct database *d, const json_t *from)
{
    size_t n = json_array_size(from);

    if (n == 0 || n > KERNELS_MOST || (d->point = calloc(n, sizeof *d->point)) == NULL)
        return n == 0;
    for (d->n = 0; d->n < n; d->n++)
        take_point(&d->point[d->n], json_array_get(from, d->n));
    return true;
}

/* A number that is measured stays; one out of its bounds is not ours. */
static bool take_numbers(struct machine *m, const json_t *from)
{
    for (unsigned i = 0; i < MACHINE_PARAMETERS; i++) {
        const double *bounds = machine_parameter_bounds((enum machine_parameter)i);
        double value = real_at(from, machine_parameter_id((enum machine_parameter)i).text);

        if (isnan(value) || m->number[i].source == MACHINE_MEASURED)
            continue;
        if (value < bounds[0] || value > bounds[1])
            return false;
        m->number[i] = (struct machine_number){ value, MACHINE_FITTED };
    }
    return true;
}

static bool take_bounds(struct fit *f, const json_t *all)
{
    const json_t *from = json_object_get(all, "bounds");

    f->n = (size_t)fmax(0, fmin(KERNELS_MOST, real_at(all, "n")));
    f->tried = (unsigned)fmax(0, fmin(1e6, real_at(all, "tried")));
    f->low = real_at(from, "low");
    f->high = real_at(from, "high");
    f->worst_low = real_at(from, "worst_low");
    f->worst_high = real_at(from, "worst_high");
    f->apart = real_at(from, "apart");
    f->error_before = real_at(from, "error_before");
    f->error_after = real_at(from, "error_after");
    return f->n < FIT_FEWEST ||
           (f->low > 0 && f->low <= f->high && f->worst_low > 0 && f->worst_low <= f->worst_high &&
            f->high < 1e3 && f->worst_high < 1e3 && f->apart >= 0);
}

/* What line ALL is worth to B. */
static enum fit_kept judge(const json_t *all, const struct board *b, const char *named)
{
    char isa[16], kernels[16];

    text_at(isa, sizeof isa, all, "isa");
    text_at(kernels, sizeof kernels, all, "kernels_crc");
    if (strcmp(isa, b->isa) != 0) {
        say(0, named, "its kernels are for %s; the board of %s is %s", isa, b->file, b->isa);
        return FIT_KEPT_WRONG;
    }
    if (*kernels != '\0' && *kernels_of(b) != '\0' && strcmp(kernels, kernels_of(b)) != 0) {
        say(0, named, "its kernels are of another build (%s) than those of %s (%s)", kernels,
            b->file, kernels_of(b));
        return FIT_KEPT_WRONG;
    }
    return json_integer_value(json_object_get(all, "log")) == (json_int_t)log_sum(b) &&
                   real_at(all, "model") == MODEL
               ? FIT_KEPT_TAKEN
               : FIT_KEPT_STALE;
}

/* Returns where the sum of LINE stands; NULL: it has none. */
static const char *find_sum(const char *line)
{
    const char *last = NULL;

    for (const char *at = line; (at = strstr(at, SUM)) != NULL; at++)
        last = at;
    return last;
}

static enum fit_kept take_line(struct fit *f, struct database *d, struct board *b, const char *line,
                               const char *named)
{
    json_t *all = json_loads(line, 0, NULL);
    const char *sum = find_sum(line);
    bool whole = all != NULL && (sum == NULL || json_integer_value(json_object_get(all, "sum")) ==
                                                    (json_int_t)sum_of(line, (size_t)(sum - line)));
    enum fit_kept kept = whole ? judge(all, b, named) : FIT_KEPT_WRONG;

    if (!whole)
        say(0, named, "its first line is damaged: make it anew (profile --kernels)");
    if (kept == FIT_KEPT_TAKEN && sum == NULL) /* of before it had one */
        kept = FIT_KEPT_STALE;
    if (kept == FIT_KEPT_TAKEN &&
        !(take_bounds(f, all) && take_points(d, json_object_get(all, "kernels")) &&
          take_numbers(&b->machine, json_object_get(all, "fitted")))) {
        say(0, named, "its first line tells a fit that cannot be");
        kept = FIT_KEPT_WRONG;
    }
    json_decref(all);
    return kept;
}

enum fit_kept fit_restore(struct fit *f, struct database *d, struct board *b, FILE *from,
                          const char *named)
{
    char begin[32] = "";
    size_t n = fread(begin, 1, sizeof begin - 1, from);

    *f = (struct fit){ 0 };
    *d = (struct database){ 0 };
    rewind(from);
    if (n < sizeof begin - 1 || strstr(begin, SCHEMA) == NULL)
        return FIT_KEPT_NONE;
    char *line = read_line(from);
    if (line == NULL) {
        say(0, named, "its first line is cut, or there is no memory");
        return FIT_KEPT_WRONG;
    }
    enum fit_kept kept = take_line(f, d, b, line, named);
    free(line);
    return kept;
}
