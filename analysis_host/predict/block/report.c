/* A block as text and as JSON. */
#include "block.h"
#include "report/output/visible.h"
#include <jansson.h>
#include <math.h>
#include <string.h>

enum { TEXT_COLUMNS = 36 };

/* The words of a cause on the screen. */
static const char *cause_words(enum cause cause)
{
    static const char *const words[CAUSES] = {
        [CAUSE_WIDTH] = "issue width",  [CAUSE_DEPENDENCE] = "latency", [CAUSE_UNIT] = "unit",
        [CAUSE_CACHE_1] = "L1 load",    [CAUSE_BRANCH] = "mispredict",  [CAUSE_CODE] = "fetch",
        [CAUSE_STORES] = "store queue",
    };

    return words[cause] != NULL ? words[cause] : cause_name(cause);
}

static enum cause largest(const double cycles[CAUSES])
{
    enum cause most = CAUSE_WIDTH;

    for (unsigned c = 0; c < CAUSES; c++)
        if (cycles[c] > cycles[most])
            most = (enum cause)c;
    return most;
}

static void write_limits(FILE *out, const struct block *b)
{
    int column = fprintf(out, "  At least:");

    for (unsigned i = 0; i < BLOCK_LIMITS; i++) {
        char words[60];
        if (b->limit[i] < 0.005)
            continue;
        int n =
            snprintf(words, sizeof words, " %s %.2f",
                     i == BLOCK_OPERATION ? b->operation : block_limit_name((enum block_limit)i),
                     b->limit[i]);
        if (column + n + 1 > 80)
            column = fprintf(out, "\n           ") - 1;
        column += fprintf(out, "%s%s", words, i + 1 < BLOCK_LIMITS ? "," : "");
    }
    fputs(" c\n", out);
}

void block_text(FILE *out, const struct block *b, const char *name)
{
    enum cause most = largest(b->cause);

    fputs("BLOCK  ", out);
    output_visible(out, name, strlen(name));
    fprintf(out, ", %zu instruction%s\n", b->n, b->n == 1 ? "" : "s");
    fprintf(out, "  %.2f c an iteration, %.2f instructions/c, bound by %s (%.0f %%)\n", b->cycles,
            (double)b->n / fmax(b->cycles, 1e-9), cause_words(most),
            100 * b->cause[most] / fmax(b->cycles, 1e-9));
    write_limits(out, b);
    fputs("    #      c  waits for    latency    rthr  unit     instruction\n", out);
    for (size_t i = 0; i < b->n; i++) {
        const struct block_instruction *at = &b->instruction[i];
        char shown[TEXT_COLUMNS + 1];

        fprintf(out, "  %3zu %6.2f  %-11s %8.3g %7.3g  %-8s ", i + 1, at->total,
                at->total < 0.005 ? "" : cause_words(largest(at->cycles)), at->latency,
                at->rthroughput, at->unit);
        fprintf(out, "%s%s\n", output_visible_cell(shown, sizeof shown, at->text),
                at->known ? "" : " ?");
    }
    if (b->unknown > 0)
        fprintf(out, "  ? not known to the decoder, replayed as an operation of one cycle\n");
}

static json_t *causes_of(const double cycles[CAUSES])
{
    json_t *to = json_object();

    for (unsigned c = 0; c < CAUSES; c++)
        if (cycles[c] > 0)
            json_object_set_new(to, cause_name((enum cause)c), json_real(cycles[c]));
    return to;
}

bool block_list_add(struct block_list *l, const struct block *b, const char *name)
{
    json_t *rows = json_array(), *limits = json_object();
    char shown[300];

    for (size_t i = 0; i < b->n; i++) {
        const struct block_instruction *at = &b->instruction[i];
        json_array_append_new(
            rows, json_pack("{s:s, s:b, s:f, s:f, s:f, s:s, s:o}", "text", at->text, "known",
                            at->known, "cycles", at->total, "latency", at->latency, "rthroughput",
                            at->rthroughput, "unit", at->unit, "waits_for", causes_of(at->cycles)));
    }
    for (unsigned i = 0; i < BLOCK_LIMITS; i++)
        json_object_set_new(limits, block_limit_name((enum block_limit)i), json_real(b->limit[i]));
    json_t *all =
        json_pack("{s:s, s:o, s:s, s:i, s:f, s:o, s:o, s:o}", "schema", "pontoon.block/1", "block",
                  json_string(output_visible_cell(shown, sizeof shown, name)), "isa", b->board->isa,
                  "unknown", (int)b->unknown, "cycles", b->cycles, "waits_for", causes_of(b->cause),
                  "at_least", limits, "instructions", rows);

    if (l->all == NULL)
        l->all = json_array();
    return json_array_append_new(l->all, all) == 0;
}

bool block_list_write(FILE *out, const struct block_list *l, bool several)
{
    const json_t *what = several ? l->all : json_array_get(l->all, 0);

    if (what == NULL)
        return false;
    if (json_dumpf(what, out, JSON_INDENT(1)) == 0)
        fputc('\n', out);
    return true;
}

void block_list_free(struct block_list *l)
{
    json_decref(l->all);
    l->all = NULL;
}
