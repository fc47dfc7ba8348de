/* Writes reports, pages, plots and exports. */
#include "outputs.h"
#include "report/compare/compare.h"
#include "report/export/orders.h"
#include "report/figure/plots.h"
#include "report/html/html.h"
#include "report/json/json.h"
#include "report/text/colour.h"
#include "report/text/text.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes TEXT to standard output. Returns 0 or the exit status; a reader that left (EPIPE) wants no
 * message. */
static int put_output(const char *text, size_t n)
{
    while (n > 0) {
        ssize_t done = write(STDOUT_FILENO, text, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return errno == EPIPE ? EXIT_OUTPUT
                                  : options_refuse(EXIT_OUTPUT, "standard output", strerror(errno));
        text += done;
        n -= (size_t)done;
    }
    if (close(STDOUT_FILENO) != 0)
        return options_refuse(EXIT_OUTPUT, "standard output", strerror(errno));
    return 0;
}

/* Sets *CHANGED when the answers differ from those of the report that was asked for. */
static int compare(const struct request *q, const struct log *log, const struct results *results,
                   FILE *out, bool *changed)
{
    struct compared old = { 0 };
    int failed = compare_read_file(&old, NULL, q->compare, q->method, stderr);

    if (failed == 0)
        *changed = compare_changes(out, &old, log, results) > 0;
    compared_free(&old);
    return failed;
}

/* True when the report is a text for somebody who wants colours. */
static bool wants_colour(const struct request *q)
{
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");

    if (q->json || q->compare != NULL || q->colour != COLOUR_AUTO)
        return !q->json && q->compare == NULL && q->colour == COLOUR_ALWAYS;
    return (none == NULL || *none == '\0') && term != NULL && strcmp(term, "dumb") != 0 &&
           isatty(STDOUT_FILENO);
}

/* Puts colours into the N bytes of *TEXT, which it replaces; -1 when memory is short. */
static int colour(char **text, size_t *n)
{
    char *coloured = NULL;
    FILE *out = open_memstream(&coloured, n);

    if (out == NULL)
        return -1;
    report_colour(out, *text);
    int err = fclose(out);
    free(*text);
    *text = coloured;
    return err;
}

/* Makes the report, or the comparison that takes its place, in memory. Returns 0; EXIT_USAGE where
 * the other report cannot be read; EXIT_OUTPUT without memory. *TEXT is to be freed in any case. */
static int make_report(const struct request *q, const struct log *log,
                       const struct results *results, char **text, size_t *n, bool *changed)
{
    FILE *out = open_memstream(text, n);
    int compared = 0, err = 0;

    if (out == NULL)
        return EXIT_OUTPUT;
    if (q->compare != NULL)
        compared = compare(q, log, results, out, changed);
    else
        err = q->json ? report_json(out, log, results) : report_text(out, log, results, q->verbose);
    err |= fclose(out);
    if (compared != 0)
        return EXIT_USAGE;
    if (err == 0 && wants_colour(q))
        err = colour(text, n);
    return err == 0 && !results->no_memory ? 0 : EXIT_OUTPUT;
}

/* The whole report is made before a byte of it is written. */
static int write_report(const struct request *q, const struct log *log,
                        const struct results *results, bool *changed)
{
    char *text = NULL;
    size_t n = 0;
    int status = make_report(q, log, results, &text, &n, changed);

    if (status == EXIT_OUTPUT)
        status = options_refuse(EXIT_OUTPUT, q->file, "out of memory: no report was made");
    else if (status == 0)
        status = put_output(text, n);
    free(text);
    return status;
}

/* The page and the plots that were asked for. 0, or the exit status. */
static int write_figures(const struct request *q, const struct log *log,
                         const struct results *results)
{
    int err = q->html != NULL ? report_page(q->html, log, results, stderr) : 0;

    if (q->plots != NULL)
        err |= report_plots(q->plots, log, results, stderr);
    return err == 0 ? 0 : EXIT_OUTPUT;
}

int outputs_write(const struct request *q, const struct log *log, const struct results *results,
                  bool *changed)
{
    static const int statuses[] = {
        [EXPORT_WRITTEN] = 0, [EXPORT_REFUSED] = EXIT_NOTHING, [EXPORT_FAILED] = EXIT_OUTPUT
    };
    int status = export_orders_to_output(&q->exports) ? 0 : write_report(q, log, results, changed);
    int figures = write_figures(q, log, results);
    int exported =
        statuses[export_orders_write(&q->exports, log, results, q->file, put_output, stderr)];

    return status != 0 ? status : figures != 0 ? figures : exported;
}

int outputs_compare_boards(const struct request *q)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    int status = out == NULL ? -1 : compare_folder(out, q->compare, q->method, stderr);

    if (out != NULL && fclose(out) != 0)
        status = -1;
    int written = status < 0
                      ? options_refuse(EXIT_OUTPUT, q->compare, "out of memory: no report was made")
                      : put_output(text, n);
    free(text);
    return written != 0 ? written : status;
}
