/* Sections of the text about what happens inside a processor and in its operating system: a line
 * each, left out where none of their answers is there. */
#include "report/format/line.h"
#include "report/format/wrap.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

enum { TITLE = 12 };

/* Lines, and whose answers they hold; ids.def has their labels. */
static const struct {
    const char *title;
    enum section section;
} lines[] = { { "CORE", SECTION_CORE },
              { "FORWARDING", SECTION_FORWARD },
              { "BRANCHES", SECTION_BRANCH },
              { "OS COSTS", SECTION_OS },
              { "FILES", SECTION_FILES } };

/* Adds QUANTITY's label with its answer in place of %. */
static void add(struct format_line *line, const struct results *results, enum quantity quantity)
{
    const char *label = quantity_row(quantity)->label;
    size_t n = strcspn(label, "%");
    char before[64];

    snprintf(before, sizeof before, "%s%.*s", line->used > 0 ? ", " : "", (int)n, label);
    format_line_answer(line, results, before, id_of(quantity), label + n + 1);
}

static void print(FILE *out, const char *title, enum section section, const struct results *results)
{
    struct format_line line = { 0 };
    char lead[TITLE];

    for (enum quantity q = 0; q < QUANTITIES; q++)
        if (quantity_row(q)->section == section)
            add(&line, results, q);
    snprintf(lead, sizeof lead, "%-11s", title);
    if (line.used > 0)
        format_wrap(out, lead, line.text);
}

/* Appends the answers to QUANTITY, level by level, after ORDER. */
static void add_code(struct format_line *line, const struct results *results,
                     enum quantity quantity, const char *order)
{
    for (size_t i = 0; i < results->n; i++) {
        const struct result_id *id = &results->at[i].name;
        char before[64], level[24] = "memory";

        if (id->quantity != quantity)
            continue;
        if (id->level != MEMORY_LEVEL)
            snprintf(level, sizeof level, "L%u", id->level);
        snprintf(before, sizeof before, "%s%s%s ", line->used > 0 && *order == '\0' ? ", " : "",
                 order, level);
        format_line_answer(line, results, before, *id, "");
        order = "";
    }
}

/* "FETCH  random line from L1 1.0 cy, L2 2.9 cy, memory 60 cy; sequential from L1 1.0 cy, ...". */
static void print_code(FILE *out, const struct results *results)
{
    struct format_line line = { 0 };

    add_code(&line, results, FETCH_LATENCY, "random line from ");
    add_code(&line, results, FETCH_SEQUENTIAL,
             line.used > 0 ? "; sequential from " : "sequential from ");
    if (line.used > 0)
        format_wrap(out, "FETCH      ", line.text);
}

void text_pipeline(FILE *out, const struct results *results)
{
    print_code(out, results);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        print(out, lines[i].title, lines[i].section, results);
}
