/* Makes sentences of remedies. */
#include "remedy.h"
#include <stdio.h>
#include <string.h>

struct result_words format_remedy(const struct remedy *m)
{
    char keys[REMEDY_KEYS * (REMEDY_KEY + REMEDY_VALUE)] = "";

    if (m->kind == REMEDY_UNSAID)
        return result_words("%s", "");
    if (m->kind == REMEDY_NEVER)
        return result_words("no remedy on this machine: %s", m->words);
    if (m->kind != REMEDY_RUN)
        return result_words("%s", m->words);
    for (unsigned i = 0; i < m->n_keys; i++) {
        size_t used = strlen(keys);

        snprintf(keys + used, sizeof keys - used, " %s=%s", m->key[i].name, m->key[i].value);
    }
    return result_words("`probes --only timer_floor,add_chain%s%s%s%s` %s", *m->probes ? "," : "",
                        m->probes, keys, m->thorough ? " --thorough" : "",
                        m->tried ? "was run and did not tell" : "would tell");
}

struct format_note format_note(const struct result *r)
{
    struct result_words remedy = format_remedy(&r->remedy);
    struct format_note note;

    snprintf(note.text, sizeof note.text, "%s%s%s", r->note, *remedy.text && *r->note ? "; " : "",
             remedy.text);
    return note;
}
