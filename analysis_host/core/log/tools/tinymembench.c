/* Tables of tinymembench's latency test:
 *
 *     block size : single random read / dual random read, [MADV_NOHUGEPAGE]
 *           1024 :    0.0 ns          /     0.0 ns
 *          65536 :    4.5 ns          /     7.0 ns
 *
 * Sizes are in bytes; the nanoseconds are what comes on top of the first level's latency, of one
 * read and of two at once. */
#include "table_text.h"
#include "table_tool.h"
#include <string.h>

/* The text between the brackets, without MADV_ and in lower case. */
static void read_pages(const char *p, struct table_head *head)
{
    size_t n = 0;

    p = strchr(p, '[');
    if (p == NULL)
        return;
    p++;
    table_text_word(&p, "MADV_");
    for (; *p != ']' && *p > ' ' && n + 1 < sizeof head->pages; p++)
        head->pages[n++] = *p >= 'A' && *p <= 'Z' ? (char)(*p | 0x20) : *p;
}

static bool tinymembench_head(const char *line, struct table_head *head)
{
    const char *p = table_text_skip_blanks(line);

    if (!table_text_word(&p, "block size : single random read / dual random read"))
        return false;
    read_pages(p, head);
    return true;
}

/* "1.5 ns" */
static bool read_nanoseconds(const char **at, uint64_t *ps, const char **why)
{
    if (!table_text_latency(at, ps, why))
        return false;
    *why = "the unit ns is missing";
    *at = table_text_skip_blanks(*at);
    return table_text_word(at, "ns");
}

static enum table_row tinymembench_row(const char *line, const struct table_head *head, bool cut,
                                       struct table_point *point, const char **why)
{
    const char *p = table_text_skip_blanks(line);

    (void)head;
    (void)cut; /* the unit after the first number shows that it is whole */
    if (!table_text_integer(&p, &point->bytes))
        return TABLE_NO_ROW;
    p = table_text_skip_blanks(p);
    if (!table_text_word(&p, ":"))
        return TABLE_NO_ROW;
    point->decimals = table_text_decimals(p);
    *why = "the size is out of range";
    if (point->bytes == 0 || !read_nanoseconds(&p, &point->latency_ps, why))
        return TABLE_BAD_ROW;
    p = table_text_skip_blanks(p);
    *why = "not the two latencies of this table";
    if (!table_text_word(&p, "/") || !read_nanoseconds(&p, &point->chains_ps[0], why))
        return TABLE_BAD_ROW;
    point->n_chains = 1;
    point->chains[0] = 2;
    *why = "more than two latencies";
    return *table_text_skip_blanks(p) == '\0' ? TABLE_ROW : TABLE_BAD_ROW;
}

const struct table_tool table_tinymembench = {
    .name = "tinymembench",
    .mark = "block size :",
    .increment = true,
    .fixed = true,
    .random = true,
    .head = tinymembench_head,
    .row = tinymembench_row,
};
