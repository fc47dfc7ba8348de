/* Tables of lmbench's lat_mem_rd:
 *
 *     "stride=64
 *     0.00049 1.250
 *     0.00098 1.250
 *
 * Sizes are in MiB with five decimals, latencies in nanoseconds with three. */
#include "table_text.h"
#include "table_tool.h"

enum { SIZE_DECIMALS = 5, LATENCY_DECIMALS = 3 };

static bool lat_mem_rd_head(const char *line, struct table_head *head)
{
    const char *p = table_text_skip_blanks(line);

    if (!table_text_word(&p, "\"stride=") || !table_text_integer(&p, &head->stride_bytes))
        return false;
    table_text_word(&p, "\"");
    return *table_text_skip_blanks(p) == '\0' && head->stride_bytes != 0;
}

/* The roundest number of bytes that prints as D: the tool's sizes are multiples of 512, and five
 * decimals of a MiB leave 11 bytes open. */
static bool exact_bytes(const struct table_text_decimal *d, uint64_t *bytes)
{
    /* Half a unit of the last decimal, 10^-5 * 2^20 / 2 bytes; both ends are rounded inwards. */
    if (d->digits == 0 || d->digits > UINT64_MAX >> 24)
        return false;
    uint64_t low = (((2 * d->digits - 1) << 20) + 199999) / 200000;
    uint64_t high = ((2 * d->digits + 1) << 20) / 200000;
    for (unsigned shift = 40; shift > 0; shift--) {
        *bytes = high >> shift << shift;
        if (*bytes != 0 && *bytes >= low)
            return true;
    }
    *bytes = high;
    return true;
}

static bool size_in_mib(const char **at, struct table_text_decimal *d)
{
    return table_text_decimal(at, d) && d->decimals == SIZE_DECIMALS &&
           d->exponent == -SIZE_DECIMALS && (**at == ' ' || **at == '\t');
}

/* A last line without its end may have lost digits; the tool prints all three or the line was cut.
 */
static bool was_cut(const char *latency)
{
    struct table_text_decimal d;
    const char *p = table_text_skip_blanks(latency);

    return !table_text_decimal(&p, &d) || d.decimals != LATENCY_DECIMALS;
}

static enum table_row lat_mem_rd_row(const char *line, const struct table_head *head, bool cut,
                                     struct table_point *point, const char **why)
{
    const char *p = table_text_skip_blanks(line);
    struct table_text_decimal d;

    (void)head;
    if (!size_in_mib(&p, &d))
        return TABLE_NO_ROW;
    *why = "the size is out of range";
    if (!exact_bytes(&d, &point->bytes))
        return TABLE_BAD_ROW;
    *why = "the log ends inside this row";
    if (cut && was_cut(p))
        return TABLE_BAD_ROW;
    point->decimals = table_text_decimals(p);
    if (!table_text_latency(&p, &point->latency_ps, why))
        return TABLE_BAD_ROW;
    *why = "more than two fields";
    return *table_text_skip_blanks(p) == '\0' ? TABLE_ROW : TABLE_BAD_ROW;
}

const struct table_tool table_lat_mem_rd = { .name = "lat_mem_rd",
                                             .mark = "\"stride=",
                                             .fixed = true,
                                             .head = lat_mem_rd_head,
                                             .row = lat_mem_rd_row };
