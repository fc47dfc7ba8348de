/* Items one after the other in lines as wide as the terminal; a line ends between items. */
#ifndef FORMAT_FLOW_H
#define FORMAT_FLOW_H

#include <stddef.h>
#include <stdio.h>

enum { FLOW_ITEMS = 64, FLOW_BYTES = 3000 };

struct format_flow {
    char text[FLOW_BYTES]; /* of all items, each with its end */
    size_t used, n;
    struct {
        size_t at;          /* where its text begins */
        const char *before; /* separates it from the item before */
    } item[FLOW_ITEMS];
};

/* Adds an item, printf-like, after BEFORE, a literal: ", ", "; " or blanks. What does not fit is
 * cut. */
void format_flow_add(struct format_flow *flow, const char *before, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes LEAD and the items, at most format_columns() wide; further lines are indented by INDENT,
 * less than half a line. An item is broken only where a line has no room for it. All is shown as
 * output_visible() does. Writes nothing where there are no items. */
void format_flow_print(FILE *out, const char *lead, unsigned indent,
                       const struct format_flow *flow);

#endif
