/* Changes from one report to the next. */
#include "compare.h"
#include "report/format/value.h"
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
    return high_bound(a) + slack < low_bound(b) || high_bound(b) + slack < low_bound(a);
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

    answer_cell(was, a);
    answer_cell(is, b);
    fprintf(out, "  %-26s %22s -> %s\n", id, was, is);
    if ((is_known(a) && a->has_bounds && a->low < a->high) ||
        (is_known(b) && b->has_bounds && b->low < b->high)) {
        fprintf(out, "  %26s", "bounds");
        put_bounds(out, a);
        fputs(" ->", out);
        put_bounds(out, b);
        fputc('\n', out);
    }
}

static void changed_key(FILE *out, const char *key, const char *was, const char *is)
{
    if (strcmp(was, is) != 0)
        fprintf(out, "  %-12s %.28s -> %.28s\n", key, was, is);
}

/* Keys of the runs that differ: no change of the machine, but perhaps the reason of one. */
static void circumstances(FILE *out, const struct compared *old, const struct log_run *run)
{
    fprintf(out, "CHANGES  since %.60s\n", old->name);
    for (size_t i = 0; i < old->n_keys; i++) {
        const char *is = log_key_text(run->keys, run->n_keys, old->keys[i].key);
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
