/* The text report, from its sections. */
#include "text.h"
#include "report/format/wrap.h"
#include "sections.h"
#include <stdio.h>

/* Sections that do not fit on a screen. */
static int the_rest(FILE *out, const struct log *log, const struct results *results)
{
    text_pairs(out, results);
    int err = text_all_ops(out, results);
    err |= text_bandwidth(out, results);
    err |= text_ceilings(out, results);
    err |= text_all_kernels(out, results);
    text_pattern_texts(out, log, results);
    text_curves(out, log, results);
    text_evidence(out, log, results);
    return err;
}

static int the_processor(FILE *out, const struct log *log, const struct results *results,
                         bool verbose)
{
    text_lines(out, log, results);
    text_pipeline(out, results);
    int err = text_locality(out, log, results);
    err |= text_ops(out, log, results);
    text_roofline(out, results);
    err |= text_kernels(out, results);
    err |= text_traffic(out, log, results, verbose);
    return err | text_patterns(out, results);
}

int report_text(FILE *out, const struct log *log, const struct results *results, bool verbose)
{
    text_machine(out, log, results);
    int err = text_memory(out, log, results);
    err |= text_regions(out, log, results);
    if (log_key_text(log->run.keys, log->run.n_keys, "source") == NULL)
        err |= the_processor(out, log, results, verbose);
    else
        format_wrap(out, "THE REST   ",
                    "not measured (another tool's table of latencies has no more)");
    err |= text_others(out, results, verbose);
    if (verbose)
        err |= the_rest(out, log, results);
    fputc('\n', out);
    text_doubts(out, log, results, verbose);
    text_next(out, log, results, verbose);
    return err;
}
