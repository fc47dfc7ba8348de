/* Tables of ramlat, as 7-zip's author wrote it and board benchmarks run it:
 *
 *          size:  1x32  2x32  1x64  2x64 1xPTR 2xPTR 4xPTR
 *            4k: 4.087 4.078 4.080 4.081 4.079 5.100 9.300
 *
 * Column 1xPTR is one chain of pointers, each load waiting for the last; 2xPTR and further ones run
 * several chains at once; the others load indexes. Latencies are in nanoseconds. */
#include "table_text.h"
#include "table_tool.h"
#include <string.h>

/* Chains of the column named by the N letters at NAME ("2xPTR": 2); 0: no column of pointers. */
static uint64_t chains_of(const char *name, size_t n)
{
    const char *at = name;
    uint64_t chains;

    if (!table_text_integer(&at, &chains) || n != (size_t)(at - name) + 4 ||
        strncmp(at, "xPTR", 4) != 0)
        return 0;
    return chains;
}

/* The length of the field at AT. */
static size_t field_length(const char *at)
{
    return strcspn(at, " \t");
}

static bool ramlat_head(const char *line, struct table_head *head)
{
    const char *p = table_text_skip_blanks(line);
    bool found = false;

    if (!table_text_word(&p, "size:"))
        return false;
    for (p = table_text_skip_blanks(p); *p != '\0'; p = table_text_skip_blanks(p)) {
        size_t n = field_length(p);
        uint64_t chains = chains_of(p, n);
        if (chains == 1) {
            head->column = head->columns;
            found = true;
        } else if (chains > 1 && head->n_chains < TABLE_CHAINS) {
            head->chain_column[head->n_chains] = head->columns;
            head->chains[head->n_chains++] = chains;
        }
        head->columns++;
        p += n;
    }
    return found;
}

/* Reads a size with its unit and colon. FITS: it is at least one byte and fits in 64 bits. */
static bool size_with_unit(const char **at, uint64_t *bytes, bool *fits)
{
    static const char units[] = "kmg";
    const char *p = table_text_skip_blanks(*at);
    unsigned shift = 0;

    if (!table_text_integer(&p, bytes))
        return false;
    /* OR with 0x20 makes an ASCII letter lower case. */
    const char *unit = *p ? strchr(units, *p | 0x20) : NULL;
    if (unit != NULL) {
        shift = 10 * (unsigned)(unit - units + 1);
        p++;
    }
    if (!table_text_word(&p, ":"))
        return false;
    *fits = *bytes != 0 && *bytes <= UINT64_MAX >> shift;
    *bytes <<= shift;
    *at = p;
    return true;
}

/* All fields must be there and be numbers: a row with a hole has its columns shifted. */
static enum table_row read_columns(const char *p, const struct table_head *head,
                                   struct table_point *point, const char **why)
{
    for (unsigned i = 0; i < head->columns; i++) {
        uint64_t ps;
        if (!table_text_latency(&p, &ps, why))
            return TABLE_BAD_ROW;
        if (i == head->column)
            point->latency_ps = ps;
        for (unsigned k = 0; k < head->n_chains; k++)
            if (i == head->chain_column[k])
                point->chains_ps[k] = ps;
    }
    point->n_chains = head->n_chains;
    memcpy(point->chains, head->chains, sizeof point->chains);
    *why = "more fields than the head of the table names";
    return *table_text_skip_blanks(p) == '\0' ? TABLE_ROW : TABLE_BAD_ROW;
}

static enum table_row ramlat_row(const char *line, const struct table_head *head, bool cut,
                                 struct table_point *point, const char **why)
{
    const char *p = line;
    bool fits;

    if (!size_with_unit(&p, &point->bytes, &fits))
        return TABLE_NO_ROW;
    *why = "the size is out of range";
    if (!fits)
        return TABLE_BAD_ROW;
    enum table_row answer = read_columns(p, head, point, why);
    if (cut && answer == TABLE_ROW) { /* the last field can be short, and nothing shows it */
        *why = "the log ends inside this row";
        return TABLE_BAD_ROW;
    }
    return answer;
}

const struct table_tool table_ramlat = {
    .name = "ramlat", .mark = "size:", .head = ramlat_head, .row = ramlat_row
};
