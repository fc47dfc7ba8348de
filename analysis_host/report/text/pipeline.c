/* Sections of the text about what happens inside a processor and in its operating system: a line
 * each, left out where none of their answers is there. */
#include "report/format/line.h"
#include "report/format/wrap.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>

enum { TITLE = 12, MOST_PARTS = 14 };

struct part {
    const char *before, *after; /* NULL ends the parts of a line */
    enum quantity quantity;
};

static const struct {
    const char *title;
    struct part parts[MOST_PARTS];
} lines[] = {
    { "PIPELINE",
      { { "starts ", "", ISSUE_WIDTH },
        { "shared ", "", ISSUE_SHARED },
        { "operations under way ", "", WINDOW_SIZE },
        { "of which wait ", "", WINDOW_WAITING },
        { "of floating point ", "", WINDOW_WAITING_REAL },
        { "one starts past ", " that wait", WINDOW_AHEAD },
        { "of floating point ", "", WINDOW_AHEAD_REAL },
        { "a store every ", "", ISSUE_STORE },
        { "to other lines every ", "", ISSUE_STORE_LINE },
        { "to ", " lines in turn as fast as to one", ISSUE_STORE_LINES },
        { "to lines that were evicted every ", "", FORWARD_EVICTED },
        { "a load of floating point every ", "", ISSUE_LOAD_REAL },
        { "a call and its return ", "", ISSUE_CALL } } },
    { "FORWARDING",
      { { "store to load ", "", FORWARD_LATENCY },
        { "on the stack ", "", FORWARD_SAME },
        { "of a wider load ", "", FORWARD_PART },
        { "floating point ", "", FORWARD_REAL },
        { "word to floating point ", "", BYPASS_CROSS },
        { "add to mul +", "", BYPASS_ADD_MUL },
        { "load to floating point +", "", BYPASS_LOAD_VECTOR } } },
    { "JUMPS",
      { { "a wrong target costs ", "", BRANCH_INDIRECT_PENALTY },
        { "patterns learnt up to ", "", BRANCH_INDIRECT_PATTERN },
        { "targets in turn up to ", "", BRANCH_INDIRECT_TARGETS },
        { "one of several places +", "", BRANCH_INDIRECT_SEVERAL } } },
    { "SYSTEM",
      { { "first touch of a page ", "", FIRST_TOUCH_PAGE },
        { "one that reads ", "", FIRST_TOUCH_READ },
        { "a store after that ", "", FIRST_TOUCH_COPIED },
        { "its return ", "", FIRST_TOUCH_RETURN },
        { "a page of a file ", "", FIRST_TOUCH_FILE },
        { "a call ", "", OS_CALL },
        { "a page of a file mapped and back ", "", OS_MAP } } },
    { "FILES",
      { { "a few bytes read ", "", OS_READ },
        { "written ", "", OS_WRITE },
        { "a path looked up ", "", OS_FIND },
        { "opened and closed ", "", OS_OPEN },
        { "an entry listed ", "", OS_LIST },
        { "a page appended ", "", OS_GROW },
        { "one of many at once ", "", OS_GROW_MANY } } },
};

static void print(FILE *out, const char *title, const struct part *parts,
                  const struct results *results)
{
    struct format_line line = { 0 };
    char lead[TITLE], before[64];

    for (unsigned i = 0; i < MOST_PARTS && parts[i].before != NULL; i++) {
        snprintf(before, sizeof before, "%s%s", line.used > 0 ? ", " : "", parts[i].before);
        format_line_answer(&line, results, before, id_of(parts[i].quantity), parts[i].after);
    }
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

/* "CODE  a line at random from L1 1.0 cy, L2 2.9 cy, memory 60 cy; in order from L1 1.0 cy, ...".
 */
static void print_code(FILE *out, const struct results *results)
{
    struct format_line line = { 0 };

    add_code(&line, results, CODE_LINE, "a line at random from ");
    add_code(&line, results, CODE_IN_ORDER, line.used > 0 ? "; in order from " : "in order from ");
    if (line.used > 0)
        format_wrap(out, "CODE       ", line.text);
}

void text_pipeline(FILE *out, const struct results *results)
{
    print_code(out, results);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        print(out, lines[i].title, lines[i].parts, results);
}
