/* Answers as their labels in ids.def show them. */
#ifndef TEXT_ITEMS_H
#define TEXT_ITEMS_H

#include "report/format/flow.h"
#include "result/result.h"

/* A label is text with these parts:
 *   |        what is before it is the head, which items one after the other with the same share
 *   %        the value; %# without its unit; %r with its range where that is another text
 *   [...]    only where the answer is no name
 *   {level}  L1, L1i, DRAM ...   {type}  the type; types one after the other with one value share
 * it   {op}, {state} ...  the same brace of the id
 */
struct text_items {
    struct format_flow flow;
    const char *between; /* items with different heads; a literal, "; " where NULL */
    char head[64];       /* of the last item; "": none */
};

/* Adds R; nothing where it is NULL or the machine has no such thing. */
void text_item(struct text_items *items, const struct result *r);
/* Adds all answers of SECTION, in the order of ids.def. */
void text_items(struct text_items *items, const struct results *results, enum section section);

/* Writes "L1d", "L2", "DRAM" to TO, 16 bytes: the level of ID. */
void text_level(char to[16], const struct result_id *id);
/* Writes what the field calls R, "L2 TLB entries", to TO, SIZE bytes. */
void text_term(char *to, size_t size, const struct result_id *id);

#endif
