/* Section of the text: which documented core the answers resemble. */
#include "like.h"
#include "items.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

enum { TERM = 160, FEWEST = 3, MOST_DIFFERENCES = 6 };

void like_sentence(struct format_line *line, const struct likeness *like)
{
    static const char *const others[] = {
        [LIKE_NO_CORE] = "no documented core is close",
        [LIKE_EMULATED] = "not compared: the board is emulated, and its times are the emulator's",
        [LIKE_NO_ARCH] = "not compared: no documented core runs this architecture",
    };

    if (like->verdict == LIKE_FEW) {
        format_line_add(line, "too few answers: the nearest core documents fewer than %u of them",
                        like_least_compared);
    } else if (like->verdict != LIKE_FOUND) {
        format_line_add(line, "%s", others[like->verdict]);
    } else {
        format_line_add(line, "answers resemble ");
        for (size_t i = 0; i < like->n_alike; i++)
            format_line_add(line, "%s%s (%u of %u)", i > 0 ? " or " : "", like->at[i].core->name,
                            like->at[i].agreed, like->at[i].compared);
        if (like->n_alike < like->n && like->at[like->n_alike].compared >= FEWEST)
            format_line_add(line, "; next %s (%u of %u)", like->at[like->n_alike].core->name,
                            like->at[like->n_alike].agreed, like->at[like->n_alike].compared);
    }
}

/* "L2 TLB entries ~2048, documented 1536". */
static void add_difference(struct format_line *line, const struct like_difference *d)
{
    char term[TERM], measured[FORMAT_CELL];

    text_term(term, sizeof term, &d->answer->name);
    format_answer(measured, d->answer);
    format_line_add(line, "%s%s %s, documented %s", line->used > 0 ? "; " : "", term, measured,
                    d->documented->text);
}

void like_differences(struct format_line *line, const struct likeness *like, size_t most)
{
    size_t n = like->n_differs < most ? like->n_differs : most;

    for (size_t i = 0; i < n; i++)
        add_difference(line, &like->differs[i]);
    if (n < like->n_differs)
        format_line_add(line, "; %zu more", like->n_differs - n);
}

void text_like(FILE *out, const struct results *results, bool verbose)
{
    struct format_line sentence = { 0 }, differs = { 0 };
    const struct likeness *like = results->like;

    if (like == NULL)
        return;
    like_sentence(&sentence, like);
    format_wrap(out, "LIKE  ", sentence.text);
    like_differences(&differs, like, verbose ? LIKE_DIFFERENCES : MOST_DIFFERENCES);
    if (differs.used > 0)
        format_wrapf(out, "  differs: ", "%s", differs.text);
    if (like->verdict == LIKE_FOUND)
        format_wrap(out, "  ", "A comparison with makers' documents: no answer rests on it.");
}
