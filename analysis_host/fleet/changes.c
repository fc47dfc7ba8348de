/* Settings that changed when a finding began, or in which a board is unlike a kind. */
#include "fleet.h"
#include <string.h>

/* Settings that differ from run to run, and say nothing of the machine. */
static bool is_of_run(const char *key)
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

    if (same || n >= most || is_of_run(key))
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
