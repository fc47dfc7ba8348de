/* Since when a board has what was found, and which settings changed then. */
#include "column.h"
#include <math.h>
#include <string.h>

/* Of the board's own runs, spreads between those before and those after. */
#define CHANGED 3

/* Cost of one run that says A where the others say what FOUND says: 0 or 1, or how far it is. */
static double cost(const struct fleet_finding *found, const struct fleet_answer *a, double value)
{
    bool is_number = a->kind == RESULT_NUMBER && found->kind == RESULT_NUMBER;

    if (found->spread <= 0 || !is_number || a->value <= 0 || value <= 0)
        return fleet_equal(a->kind, a->value, found->kind, found->value) ? 0 : 1;
    return fmin(fabs(log(a->value / value)) / found->spread, 2 * CHANGED);
}

/* Cost of one run that is as its kind. */
static double cost_as_usual(const struct fleet_finding *found, const struct fleet_answer *a)
{
    if (found->spread <= 0 || a->kind != RESULT_NUMBER)
        return fleet_equal(a->kind, a->value, found->usual_kind, found->usual) ? 0 : 1;
    return cost(found, a, found->usual);
}

/* The run from which on the board says what was found, by least cost: those before it are as the
 * kind, those from it on as the finding. */
static void find_since(const struct fleet *f, struct fleet_finding *found)
{
    const struct fleet_board *b = &f->boards[found->board];
    double sum = 0, least = 0;
    size_t first = b->first + b->n;

    for (size_t i = b->first + b->n; i-- > b->first;) {
        const struct fleet_answer *a = fleet_answer(&f->runs[i], found->name);
        if (a == NULL)
            continue;
        sum += cost(found, a, found->value) - cost_as_usual(found, a);
        if (sum >= least && first < b->first + b->n)
            continue;
        least = sum;
        first = i;
    }
    found->since = first < b->first + b->n ? first : b->recent[0];
    found->dated = found->since > b->first;
}

void fleet_find_since(struct fleet *f)
{
    for (size_t i = 0; i < f->n_findings; i++)
        if (f->findings[i].verdict == FLEET_DIFFERENT)
            find_since(f, &f->findings[i]);
        else
            f->findings[i].since =
                f->boards[f->findings[i].board].first + f->boards[f->findings[i].board].n - 1;
}

/* ---- settings ---- */

/* Settings that differ from run to run, and say nothing of the machine. */
static bool is_of_a_run(const char *key)
{
    static const char *const keys[] = { "node",     "began", "boot", "tick_hz",
                                        "tick_min", "round", "of",   "effort" };

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return strncmp(key, "took.", 5) == 0 || strncmp(key, "given.", 6) == 0;
}

static size_t add_change(struct fleet_change *changes, size_t n, size_t most, const char *key,
                         const char *was, const char *is)
{
    bool same = was != NULL && is != NULL && strcmp(was, is) == 0;

    if (same || n >= most || is_of_a_run(key))
        return n;
    changes[n] = (struct fleet_change){ key, was, is };
    return n + 1;
}

size_t fleet_changes(const struct fleet *f, const struct fleet_finding *found,
                     struct fleet_change *changes, size_t most)
{
    const struct fleet_run *is = &f->runs[found->since], *was = is - 1;
    size_t n = 0;

    if (!found->dated)
        return 0;
    for (size_t i = 0; i < is->n_settings; i++) {
        const char *key = f->texts.at[is->settings[i].key];
        n = add_change(changes, n, most, key, fleet_setting(f, was, key),
                       f->texts.at[is->settings[i].value]);
    }
    for (size_t i = 0; i < was->n_settings; i++) {
        const char *key = f->texts.at[was->settings[i].key];
        if (fleet_setting(f, is, key) == NULL)
            n = add_change(changes, n, most, key, f->texts.at[was->settings[i].value], NULL);
    }
    return n;
}

/* True when GROUP, lines of KEY=VALUE, has KEY. */
static bool group_has(const char *group, const char *key)
{
    size_t n = strlen(key);

    for (; *group != '\0'; group += strcspn(group, "\n") + (strchr(group, '\n') != NULL))
        if (strncmp(group, key, n) == 0 && group[n] == '=')
            return true;
    return false;
}

size_t fleet_unlike_kind(const struct fleet *f, size_t board, size_t kind,
                         struct fleet_change *changes, size_t most)
{
    const struct fleet_board *b = &f->boards[board], *first = &f->boards[f->kinds[kind].first];
    const struct fleet_run *own = &f->runs[b->first + b->n - 1];
    const struct fleet_run *other = &f->runs[first->first + first->n - 1];
    size_t n = 0;

    for (size_t i = 0; i < other->n_settings; i++) {
        const char *key = f->texts.at[other->settings[i].key];
        if (group_has(f->texts.at[f->kinds[kind].group], key))
            n = add_change(changes, n, most, key, f->texts.at[other->settings[i].value],
                           fleet_setting(f, own, key));
    }
    return n;
}
