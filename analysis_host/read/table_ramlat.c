#include "table_tool.h"
#include <string.h>

/* ramlat, as 7-zip's author wrote it and board benchmarks run it:
 *
 *          size:  1x32  2x32  1x64  2x64 1xPTR 2xPTR 4xPTR
 *            4k: 4.087 4.078 4.080 4.081 4.079 5.100 9.300
 *
 * Column 1xPTR is one chain of pointers, each load waiting for the last; the others run several
 * chains at once or load indexes. Latencies are in nanoseconds. */

static const char *const wanted = "1xPTR";

/* The length of the field at AT. */
static size_t field_length(const char *at)
{
    return strcspn(at, " \t");
}

static bool head(const char *line, struct table_head *head)
{
    const char *p = table_skip_blanks(line);
    bool found = false;

    if (!table_word(&p, "size:"))
        return false;
    for (p = table_skip_blanks(p); *p != '\0'; p = table_skip_blanks(p)) {
        size_t n = field_length(p);
        if (n == strlen(wanted) && strncmp(p, wanted, n) == 0) {
            head->column = head->columns;
            found = true;
        }
        head->columns++;
        p += n;
    }
    return found;
}

/* A size with its unit and colon. FITS: whether it is at least one byte and fits in 64 bits. */
static bool size(const char **at, uint64_t *bytes, bool *fits)
{
    static const char units[] = "kmg";
    const char *p = table_skip_blanks(*at);
    unsigned shift = 0;

    if (!table_integer(&p, bytes))
        return false;
    /* OR with 0x20 makes an ASCII letter lower case. */
    const char *unit = *p ? strchr(units, *p | 0x20) : NULL;
    if (unit != NULL) {
        shift = 10 * (unsigned)(unit - units + 1);
        p++;
    }
    if (!table_word(&p, ":"))
        return false;
    *fits = *bytes != 0 && *bytes <= UINT64_MAX >> shift;
    *bytes <<= shift;
    *at = p;
    return true;
}

/* All fields must be there and be numbers: a row with a hole has its columns shifted. */
static enum table_row columns(const char *p, const struct table_head *head, uint64_t *latency_ps,
                              const char **why)
{
    for (unsigned i = 0; i < head->columns; i++) {
        uint64_t ps;
        if (!table_latency(&p, &ps, why))
            return TABLE_BAD_ROW;
        if (i == head->column)
            *latency_ps = ps;
    }
    *why = "more fields than the head of the table names";
    return *table_skip_blanks(p) == '\0' ? TABLE_ROW : TABLE_BAD_ROW;
}

static enum table_row row(const char *line, const struct table_head *head, bool cut,
                          struct table_point *point, const char **why)
{
    const char *p = line;
    bool fits;

    if (!size(&p, &point->bytes, &fits))
        return TABLE_NO_ROW;
    *why = "the size is out of range";
    if (!fits)
        return TABLE_BAD_ROW;
    enum table_row answer = columns(p, head, &point->latency_ps, why);
    /* Where the log was cut only the last field can be short. */
    if (cut && answer == TABLE_ROW && head->column + 1 == head->columns) {
        *why = "the log ends inside this row";
        return TABLE_BAD_ROW;
    }
    return answer;
}

const struct table_tool table_ramlat = { .name = "ramlat", .head = head, .row = row };
