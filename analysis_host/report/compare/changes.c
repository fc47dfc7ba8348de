/* Changes from one report to the next. */
#include "compare.h"
#include "report/format/value.h"
#include "report/output/visible.h"
#include "result/confidence.h"
#include "result/query.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_known(const struct result *r)
{
    return r != NULL && result_is_known(r);
}

static double low_bound(const struct result *r)
{
    return r->has_bounds ? fmin(r->low, r->value) : r->value;
}

static double high_bound(const struct result *r)
{
    return r->has_bounds ? fmax(r->high, r->value) : r->value;
}

static bool is_exact(const struct result *r)
{
    return strcmp(r->unit, "count") == 0 || strcmp(r->unit, "B") == 0 ||
           strcmp(r->unit, "bool") == 0;
}

/* How far X may be from what a report says of it: half a unit of the ninth digit there, unless it
 * is integral. */
static double rounding(double x)
{
    return x == floor(x) && fabs(x) <= 9007199254740992.0 ? 0 : fabs(x) * 6e-9;
}

/* True when all that A may be is more than SLACK below all that B may be. */
static bool is_below(const struct result *a, const struct result *b, double slack)
{
    double high = high_bound(a), low = low_bound(b);

    return high + rounding(high) + rounding(low) + slack < low;
}

bool compare_differ(const struct result *a, const struct result *b)
{
    if (!is_known(a) || !is_known(b))
        return is_known(a) != is_known(b);
    if (a->kind != b->kind)
        return true;
    if (a->kind == RESULT_NAME)
        return strcmp(a->text, b->text) != 0;
    double slack = a->has_bounds || b->has_bounds || is_exact(a)
                       ? 0
                       : fmax(fabs(a->value), fabs(b->value)) / 10;
    return is_below(a, b, slack) || is_below(b, a, slack);
}

static void answer_cell(char out[FORMAT_CELL], const struct result *r)
{
    if (r == NULL)
        snprintf(out, FORMAT_CELL, "not measured");
    else
        format_value(out, r);
}

static void put_bounds(FILE *out, const struct result *r)
{
    char from[FORMAT_CELL], to[FORMAT_CELL];

    if (!is_known(r) || !r->has_bounds || r->low == r->high)
        return;
    format_number(from, r->low, r->unit);
    format_number(to, r->high, r->unit);
    fprintf(out, " [%s, %s]", from, to);
}

static void put_change(FILE *out, const char *id, const struct result *a, const struct result *b)
{
    char was[FORMAT_CELL], is[FORMAT_CELL];

    char name[26 + 1], before[FORMAT_CELL], now[FORMAT_CELL];

    answer_cell(was, a);
    answer_cell(is, b);
    fprintf(out, "  %-26s %22s -> %s\n", output_visible_cell(name, sizeof name, id),
            output_visible_cell(before, sizeof before, was),
            output_visible_cell(now, sizeof now, is));
    if ((is_known(a) && a->has_bounds && a->low < a->high) ||
        (is_known(b) && b->has_bounds && b->low < b->high)) {
        fprintf(out, "  %26s", "bounds");
        put_bounds(out, a);
        fputs(" ->", out);
        put_bounds(out, b);
        fputc('\n', out);
    }
}

/* Returns true when the report text WAS may stand for IS: where a log's text is no UTF-8, its bytes
 * beyond ASCII are '?' in a report; numbers have no leading zeros there. */
static bool is_same_text(const char *was, const char *is)
{
    const struct log_key a = { "", (char *)was }, b = { "", (char *)is };
    uint64_t n = log_key_number(&a, 1, "", UINT64_MAX);

    if (n != UINT64_MAX && n == log_key_number(&b, 1, "", UINT64_MAX))
        return true;
    for (; *was != '\0' && (*was == *is || (*was == '?' && (*is & 0x80) != 0)); was++)
        is++;
    return *was == *is;
}

static void changed_key(FILE *out, const char *key, const char *was, const char *is)
{
    char name[12 + 1], before[28 + 1], now[28 + 1];

    if (!is_same_text(was, is))
        fprintf(out, "  %-12s %s -> %s\n", output_visible_cell(name, sizeof name, key),
                output_visible_cell(before, sizeof before, was),
                output_visible_cell(now, sizeof now, is));
}

/* The value of the key that a report calls KEY, or NULL. */
static const char *key_text(const struct log_run *run, const char *key)
{
    for (size_t i = 0; i < run->n_keys; i++)
        if (is_same_text(key, run->keys[i].key))
            return run->keys[i].value;
    return NULL;
}

/* Keys of the runs that differ: no change of the machine, but perhaps the reason of one. */
static void circumstances(FILE *out, const struct compared *old, const struct log_run *run)
{
    char name[60 + 1];

    fprintf(out, "CHANGES  since %s\n", output_visible_cell(name, sizeof name, old->name));
    for (size_t i = 0; i < old->n_keys; i++) {
        const char *is = key_text(run, old->keys[i].key);
        changed_key(out, old->keys[i].key, old->keys[i].value, is == NULL ? "not said" : is);
    }
}

size_t compare_changes(FILE *out, const struct compared *old, const struct log *log,
                       const struct results *now)
{
    size_t changed = 0, asked = old->results.n;

    circumstances(out, old, &log->run);
    for (size_t i = 0; i < old->results.n; i++) {
        const struct result *a = &old->results.at[i], *b = result_find(now, a->name);
        if (!compare_differ(a, b))
            continue;
        put_change(out, a->id, a, b);
        changed++;
    }
    for (size_t i = 0; i < now->n; i++) {
        const struct result *b = &now->at[i];
        if (result_find(&old->results, b->name) != NULL)
            continue;
        asked++;
        if (!compare_differ(NULL, b))
            continue;
        put_change(out, b->id, NULL, b);
        changed++;
    }
    fprintf(out, "  %zu of %zu answers changed beyond their bounds\n", changed, asked);
    return changed;
}
