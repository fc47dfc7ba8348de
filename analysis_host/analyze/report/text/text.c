/* The text report, from its sections. */
#include "text.h"
#include "sections.h"
#include <stdio.h>
#include <stdlib.h>

/* Lines of the first screen, those that say why answers are doubtful at least, and those after. */
enum { SCREEN_LINES = 46, LEAST_DOUBTS = 2, LINES_AFTER = 3 };

/* Sections of every report. */
static int the_machine(FILE *out, const struct log *log, const struct results *results,
                       bool verbose)
{
    text_head(out, log, results);
    int err = text_memory(out, log, results);
    text_core(out, results);
    if (verbose)
        text_terms(out, results);
    if (!verbose) /* else all instructions follow */
        err |= text_ops(out, results);
    text_roofline(out, results);
    err |= text_kernels(out, results);
    if (!verbose) /* else a table of all follows */
        err |= text_speedups(out, results, false);
    err |= text_traffic(out, log, results, verbose);
    err |= text_patterns(out, results);
    err |= text_core_to_core(out, results);
    text_system(out, results);
    text_others(out, &log->run, results);
    text_like(out, results, verbose);
    return err;
}

/* Sections that do not fit on a screen. */
static int the_rest(FILE *out, const struct log *log, const struct results *results)
{
    text_pairs(out, results);
    int err = text_all_ops(out, results);
    text_units(out, results);
    err |= text_bandwidth(out, results);
    err |= text_peaks(out, results);
    err |= text_all_kernels(out, results);
    err |= text_events(out, log);
    err |= text_speedups(out, results, true);
    text_pattern_texts(out, log, results);
    text_curves(out, log, results);
    text_answers(out, results);
    return err;
}

static unsigned lines_of(const char *text, size_t bytes)
{
    unsigned n = 0;

    for (size_t i = 0; i < bytes; i++)
        n += text[i] == '\n';
    return n;
}

int report_text(FILE *out, const struct log *log, const struct results *results, bool verbose)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *body = open_memstream(&text, &bytes);

    if (body == NULL)
        return -1;
    int err = the_machine(body, log, results, verbose);
    if (verbose)
        err |= the_rest(body, log, results);
    err |= fclose(body) != 0 ? -1 : 0;
    unsigned used = lines_of(text, bytes) + LINES_AFTER;
    fwrite(text, 1, bytes, out);
    free(text);
    fputc('\n', out);
    if (verbose)
        text_doubts(out, log, results);
    else
        text_few_doubts(out, log, results,
                        used + LEAST_DOUBTS < SCREEN_LINES ? SCREEN_LINES - used : LEAST_DOUBTS);
    text_next(out, log, results, verbose);
    return err;
}
