/* Writes the page of all answers. */
#include "reference.h"
#include "result/id.h"
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const char *kind_note(enum quantity_kind kind)
{
    switch (kind) {
    case ID_UNCOUNTED:
        return "; its confidence is at most 90 %, as no truth was counted for it yet";
    case ID_DERIVED:
        return "; derived from other answers";
    default:
        return "";
    }
}

static void put_braces(FILE *out)
{
    const char *word, *about;

    fputs("| in an id | stands for |\n| --- | --- |\n", out);
    for (size_t i = 0; id_brace(i, &word, &about); i++)
        fprintf(out, "| `{%s}` | %s |\n", word, about);
}

static void put_row(FILE *out, const struct quantity_row *row)
{
    fprintf(out, "\n### `%s`\n\n", row->id);
    fprintf(out, "**%s**, unit `%s`, probe [`%s`](../../probes/%s/NOTE.md)%s", row->term, row->unit,
            row->probe, row->probe, kind_note(row->kind));
    if (*row->was != '\0')
        fprintf(out, "; in reports of schema 1 `%s`", row->was);
    fprintf(out, ".\n%s\n", row->about);
    if (*row->limits != '\0')
        fprintf(out, "\nLimits: %s\n", row->limits);
}

/* "Core to core" of CORE_TO_CORE. */
static void put_heading(FILE *out, const char *group)
{
    static const char *const whole[] = { "TLB", "NUMA", "OS", "MLP" };
    bool upper = false;

    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        upper |= strcmp(group, whole[i]) == 0;
    fputs("\n## ", out);
    for (size_t i = 0; group[i] != '\0'; i++) {
        bool letter = group[i] >= 'A' && group[i] <= 'Z';
        fputc(group[i] == '_'             ? ' '
              : i > 0 && letter && !upper ? group[i] - 'A' + 'a'
                                          : group[i],
              out);
    }
    fputc('\n', out);
}

int reference_ids(FILE *out)
{
    const char *group = "";

    fputs("# Answers: ids, units, meaning\n\n"
          "<!-- Generated from analysis_host/core/result/ids.def: cmake --build BUILD --target "
          "reference "
          "-->\n"
          "`analyze --explain ID` prints the same for one answer, and with a log what the log has "
          "of it.\n"
          "The note of its probe says how each is measured, [json.md](json.md) how reports in JSON "
          "hold it.\n\n",
          out);
    put_braces(out);
    for (enum quantity q = 0; q < QUANTITIES; q++) {
        const struct quantity_row *row = quantity_row(q);
        if (strcmp(row->group, group) != 0)
            put_heading(out, row->group);
        group = row->group;
        put_row(out, row);
    }
    return 0;
}
