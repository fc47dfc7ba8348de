/* Section of the text: patterns, each with its variants by speed. */
#include "report/format/line.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "report/output/visible.h"
#include "result/confidence.h"
#include "result/pattern_texts.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

enum { MOST_VARIANTS = 32, LEAD = 26 };

/* Above this sharing and a barrier are worth a word. */
#define WORTH_TELLING 1.2

/* Returns true when R is the first answer about pattern R->name.op. */
static bool is_first(const struct results *results, const struct result *r)
{
    for (const struct result *at = results->at; at < r; at++)
        if (at->name.quantity == PATTERN_RATE && strcmp(at->name.op, r->name.op) == 0)
            return false;
    return r->name.quantity == PATTERN_RATE;
}

/* The outermost level in which any variant of NAME is known; 0 is memory. */
static unsigned outermost(const struct results *results, const char *name)
{
    unsigned most = 1;

    for (const struct result *r = results->at; r < results->at + results->n; r++) {
        if (r->name.quantity != PATTERN_RATE || strcmp(r->name.op, name) != 0)
            continue;
        if (r->name.level == MEMORY_LEVEL)
            return MEMORY_LEVEL;
        most = r->name.level > most ? r->name.level : most;
    }
    return most;
}

/* Fills BY with the variants of NAME in LEVEL, the fastest first; how many. */
static size_t by_speed(const struct result *by[MOST_VARIANTS], const struct results *results,
                       const char *name, unsigned level)
{
    size_t n = 0;

    for (const struct result *r = results->at; r < results->at + results->n; r++) {
        if (r->name.quantity != PATTERN_RATE || r->name.level != level || n == MOST_VARIANTS ||
            strcmp(r->name.op, name) != 0)
            continue;
        size_t at = n++;
        for (; at > 0 && by[at - 1]->value < r->value; at--)
            by[at] = by[at - 1];
        by[at] = r;
    }
    return n;
}

static void add_costs(struct format_line *line, const struct results *results, const char *name)
{
    const struct result *sharing = result_find(results, id_op(PATTERN_SHARING, name, NULL));
    const struct result *barrier = result_find(results, id_op(PATTERN_BARRIER, name, NULL));

    if (result_is_number(sharing) && sharing->value > WORTH_TELLING)
        format_line_add(line, "; lines shared %.3g times%s", sharing->value,
                        confidence_is_low(sharing) ? "!" : "");
    if (result_is_number(barrier) && barrier->value > WORTH_TELLING)
        format_line_answer(line, results, "; barrier ", barrier->name, "");
}

static void print_pattern(FILE *out, const struct results *results, const char *name)
{
    const struct result *by[MOST_VARIANTS];
    unsigned level = outermost(results, name);
    size_t n = by_speed(by, results, name, level);
    struct format_line line = { .used = 0 };
    char lead[LEAD], place[16];

    id_level_text(place, sizeof place, level);
    snprintf(lead, sizeof lead, "  %s ", name);
    for (size_t i = 0; i < n; i++)
        format_line_add(&line, "%s%s %.3g%s", i > 0 ? ", " : "", by[i]->name.type, by[i]->value,
                        confidence_is_low(by[i]) ? "!" : "");
    format_line_add(&line, " B/cy in %s", place);
    add_costs(&line, results, name);
    format_wrap(out, lead, line.text);
}

/* Numbers of streams are one pattern each and one line together. */
static bool is_streams(const struct result *r)
{
    return strncmp(r->name.op, "streams_", strlen("streams_")) == 0;
}

static void print_streams(FILE *out, const struct results *results)
{
    struct format_line line = { .used = 0 };

    for (const struct result *r = results->at; r < results->at + results->n; r++) {
        char place[16];

        if (r->name.quantity != PATTERN_STREAMS_BEST)
            continue;
        id_level_text(place, sizeof place, r->name.level);
        format_line_add(&line, "%s%.0f%s in %s", line.used > 0 ? ", " : "best number of arrays ",
                        r->value, confidence_is_low(r) ? "!" : "", place);
    }
    if (line.used > 0)
        format_wrap(out, "  streams ", line.text);
}

/* Variants that compute something else are known by nothing but that. */
static void print_wrong(FILE *out, const struct results *results)
{
    for (const struct result *r = results->at; r < results->at + results->n; r++)
        if ((r->name.quantity == KERNEL_BEST || r->name.quantity == KERNEL_BEST_TOGETHER) &&
            r->kind == RESULT_NULL && r->contradicts)
            format_wrapf(out, "  ", "%s.%s %.*s", r->name.op, r->name.type,
                         (int)result_reason_bytes(r), r->note);
}

void text_patterns(FILE *out, const struct results *results)
{
    bool begun = false;

    if (results->n == 0) /* then there is no array to point into */
        return;
    for (const struct result *r = results->at; r < results->at + results->n; r++) {
        if (!is_first(results, r))
            continue;
        if (!begun)
            fputs("PATTERNS   orders of a kernel, the fastest first, beyond the caches\n", out);
        begun = true;
        if (!is_streams(r))
            print_pattern(out, results, r->name.op);
    }
    print_streams(out, results);
    print_wrong(out, results);
}

/* A text of several lines, indented. */
static void print_text(FILE *out, const char *title, const char *text)
{
    if (*text == '\0')
        return;
    fprintf(out, "    %s\n", title);
    while (*text != '\0') {
        size_t n = strcspn(text, "\n");

        fputs("      ", out);
        output_visible(out, text, n);
        fputc('\n', out);
        text += n + (text[n] == '\n');
    }
}

/* The first series of pattern NAME in LOG, if its text is that of PATTERN. */
static bool is_of_log(const struct log *log, const struct pattern_text *pattern)
{
    for (size_t i = log_find_series(&log->run, "pattern", 0); i < log->run.n_series;
         i = log_find_series(&log->run, "pattern", i + 1)) {
        const struct log_series *s = &log->run.series[i];
        const char *name = log_key_text(s->keys, s->n_keys, "name");
        const char *spec = log_key_text(s->keys, s->n_keys, "spec");

        if (name != NULL && spec != NULL && strcmp(name, pattern->name) == 0)
            return strcmp(spec, pattern->spec) == 0;
    }
    return false;
}

void text_pattern_texts(FILE *out, const struct log *log, const struct results *results)
{
    const struct pattern_texts *texts = results->patterns;

    for (size_t i = 0; texts != NULL && i < texts->n; i++) {
        const struct pattern_text *p = &texts->at[i];

        if (!is_of_log(log, p))
            continue;
        fputs("  ", out);
        output_visible(out, p->name, strlen(p->name));
        fputs(": ", out);
        output_visible(out, p->about, strlen(p->about));
        fputc('\n', out);
        print_text(out, "text", p->text);
        for (size_t k = 0; k < p->n_variants; k++) {
            fputs("    variant ", out);
            output_visible(out, p->variant[k].name, strlen(p->variant[k].name));
            fputc('\n', out);
            print_text(out, "relation", p->variant[k].relation);
            print_text(out, "loops", p->variant[k].loops);
        }
    }
}
