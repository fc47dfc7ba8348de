/* Faults with their place, the line itself and a caret. */
#include "fault.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINE = 160, CARET_AT = 100 };

static bool is_known(const struct faults *faults, const struct fault *f)
{
    for (unsigned i = 0; i < faults->n; i++)
        if (faults->at[i].at.line == f->at.line && faults->at[i].at.column == f->at.column &&
            strcmp(faults->at[i].text, f->text) == 0)
            return true;
    return false;
}

void fault_add(struct faults *faults, struct place at, const char *format, ...)
{
    struct fault f = { .at = at };
    va_list args;

    va_start(args, format);
    (void)vsnprintf(f.text, sizeof f.text, format, args);
    va_end(args);
    if (is_known(faults, &f))
        return;
    if (faults->n == MOST_FAULTS)
        faults->more = true;
    else
        faults->at[faults->n++] = f;
}

static int by_place(const void *a, const void *b)
{
    const struct fault *x = a, *y = b;

    if (x->at.line != y->at.line)
        return x->at.line < y->at.line ? -1 : 1;
    return (x->at.column > y->at.column) - (x->at.column < y->at.column);
}

void faults_sort(struct faults *faults)
{
    qsort(faults->at, faults->n, sizeof faults->at[0], by_place);
}

/* Finds line LINE of the text; N: its bytes without the end. NULL where there is none. */
static const char *find_line(const struct faults *faults, unsigned line, size_t *n)
{
    const char *p = faults->text, *end = p + faults->n_bytes;

    for (; line > 1 && p < end; line--) {
        const char *next = memchr(p, '\n', (size_t)(end - p));
        p = next == NULL ? end : next + 1;
    }
    const char *stop = p < end ? memchr(p, '\n', (size_t)(end - p)) : NULL;
    *n = (size_t)((stop == NULL ? end : stop) - p);
    return line > 1 ? NULL : p;
}

/* A byte as one column, which commands no terminal. */
static int harmless(unsigned char c)
{
    return c == '\t' ? ' ' : c < ' ' || c >= 0x7f ? '?' : c;
}

/* Of a long line, what is around the column. */
static void write_line(const struct faults *faults, struct place at, FILE *out)
{
    size_t n, from = at.column > CARET_AT ? at.column - CARET_AT : 0;
    const char *line = find_line(faults, at.line, &n);

    if (line == NULL)
        return;
    fputs("    ", out);
    for (size_t i = from; i < n && i < from + MOST_LINE; i++)
        if (line[i] != '\r')
            fputc(harmless((unsigned char)line[i]), out);
    fputs("\n    ", out);
    for (size_t i = from; i + 1 < at.column && i < n; i++)
        fputc(' ', out);
    fputs("^\n", out);
}

void faults_write(const struct faults *faults, FILE *out)
{
    for (unsigned i = 0; i < faults->n; i++) {
        const struct fault *f = &faults->at[i];
        fprintf(out, "%s:%u:%u: %s\n", faults->file, f->at.line, f->at.column, f->text);
        write_line(faults, f->at, out);
    }
    if (faults->more)
        fprintf(out, "%s: more faults than these %d\n", faults->file, MOST_FAULTS);
}
