/* Items in lines. */
#include "flow.h"
#include "report/output/visible.h"
#include "wrap.h"
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

void format_flow_add(struct format_flow *f, const char *before, const char *format, ...)
{
    size_t room = FLOW_BYTES - f->used;
    va_list args;

    if (f->n == FLOW_ITEMS || room < 2)
        return;
    f->item[f->n].at = f->used;
    f->item[f->n++].before = before;
    va_start(args, format);
    int n = vsnprintf(f->text + f->used, room, format, args);
    va_end(args);
    f->used += n < 0 ? 1 : (size_t)n + 1 < room ? (size_t)n + 1 : room;
}

/* A line that is being written. */
struct line {
    FILE *out;
    size_t used;   /* columns */
    size_t indent; /* of the next line */
    bool begun;    /* it has more than its indentation */
};

static void next_line(struct line *l)
{
    fprintf(l->out, "\n%*s", (int)l->indent, "");
    l->used = l->indent;
    l->begun = false;
}

static void put(struct line *l, const char *text, size_t n)
{
    output_visible(l->out, text, n);
    l->used += output_visible_bytes(text, n);
    l->begun = true;
}

/* N bytes of TEXT after BEFORE, on the next line where they do not fit on this one. AFTER: columns
 * that have to follow them. */
static void put_piece(struct line *l, const char *before, const char *text, size_t n, size_t after)
{
    size_t gap = l->begun ? strlen(before) : 0, wide = output_visible_bytes(text, n);

    if ((l->begun || l->used > l->indent) && l->used + gap + wide + after > format_columns()) {
        put(l, before, strspn(before, ",;"));
        next_line(l);
        gap = 0;
    }
    put(l, before, gap);
    for (size_t fit; l->used + output_visible_bytes(text, n) > format_columns(); n -= fit) {
        fit = output_visible_fit(text, n, format_columns() - l->used);
        put(l, text, fit);
        next_line(l);
        text += fit;
    }
    put(l, text, n);
}

/* An item that no line has room for: word by word. */
static void put_words(struct line *l, const char *before, const char *text)
{
    for (size_t n; *text != '\0'; text += n + strspn(text + n, " "), before = " ") {
        n = strcspn(text, " ");
        put_piece(l, before, text, n, 0);
    }
}

void format_flow_print(FILE *out, const char *lead, unsigned indent, const struct format_flow *f)
{
    struct line l = { .out = out, .used = strlen(lead), .indent = indent };

    if (f->n == 0)
        return;
    fputs(lead, out);
    for (size_t i = 0; i < f->n; i++) {
        const char *text = f->text + f->item[i].at, *before = f->item[i].before;
        size_t n = strlen(text);
        size_t after = i + 1 < f->n ? strspn(f->item[i + 1].before, ",;") : 0;

        if (output_visible_bytes(text, n) + after > format_columns() - indent)
            put_words(&l, before, text);
        else
            put_piece(&l, before, text, n, after);
    }
    fputc('\n', out);
}
