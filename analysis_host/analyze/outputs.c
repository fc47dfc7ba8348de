/* Writes reports, pages, plots and exports. */
#include "outputs.h"
#include "fleet/report/compare.h"
#include "record/similar_names.h"
#include "report/explain/explain.h"
#include "report/export/orders.h"
#include "report/figure/plots.h"
#include "report/html/html.h"
#include "report/html/sections.h"
#include "report/json/audit.h"
#include "report/json/json.h"
#include "report/json/suggested.h"
#include "report/output/paths.h"
#include "report/output/replace.h"
#include "report/output/visible.h"
#include "report/text/audit.h"
#include "report/text/colour.h"
#include "report/text/text.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what is read, and where it goes ---- */

static bool reads_folder(struct output_paths *p, const char *dir, char ***files, size_t *n)
{
    bool fits = true;

    *files = compare_files(dir, n, stderr);
    for (size_t i = 0; i < *n && *files != NULL && fits; i++)
        fits = output_paths_read(p, (*files)[i]);
    return fits && *files != NULL;
}

/* The folder that is read whole, or NULL. */
static const char *folder_of(const struct request *q)
{
    const char *one = q->overlay && q->n_files == 1 ? q->files[0] : q->compare;

    return one != NULL && compare_is_folder(one) ? one : NULL;
}

static bool reads_files(struct output_paths *p, const struct request *q)
{
    bool fits = true;

    for (size_t i = 0; i < q->n_files && q->overlay && fits; i++)
        fits = output_paths_read(p, q->files[i]);
    if (fits && !q->overlay)
        fits = output_paths_read(p, q->name);
    for (size_t i = 0; i < q->n_traffic && fits; i++)
        fits = output_paths_read(p, q->traffic[i]);
    if (fits && q->compare != NULL)
        fits = output_paths_read(p, q->compare);
    const char *others[] = { q->with, q->sister, q->claims };
    for (size_t i = 0; i < sizeof others / sizeof others[0] && fits; i++)
        fits = others[i] == NULL || output_paths_read(p, others[i]);
    return fits || output_say(stderr, q->file, "out of memory");
}

/* The same for --fleet: all folders, files, and the database. */
static bool reads_fleet(struct output_paths *p, const struct request *q)
{
    bool fits = q->db == NULL || output_paths_read(p, q->db);

    for (size_t i = 0; i < q->n_files && fits; i++) {
        char **files = NULL;
        size_t n = 0;
        fits = compare_is_folder(q->files[i]) ? reads_folder(p, q->files[i], &files, &n)
                                              : output_paths_read(p, q->files[i]);
        compare_files_free(files, n);
    }
    return fits;
}

static bool writes_plots(struct output_paths *p, const char *dir)
{
    char file[PATH_MAX];
    bool apart = true;

    for (size_t i = 0; apart && plots_file(file, sizeof file, dir, i); i++)
        apart = output_paths_write(p, "--plots", file, stderr);
    return apart;
}

static bool writes_files(struct output_paths *p, const struct request *q)
{
    const char *report = export_orders_to_output(&q->exports) ? "--export" : "the report";
    bool apart = q->overlay || output_paths_write(p, report, NULL, stderr);

    if (apart && q->html != NULL)
        apart = output_paths_write(p, "--html", q->html, stderr);
    for (size_t i = 0; i < q->exports.n && apart; i++)
        if (q->exports.at[i].file != NULL)
            apart = output_paths_write(p, "--export", q->exports.at[i].file, stderr);
    return apart && (q->plots == NULL || writes_plots(p, q->plots));
}

bool outputs_are_apart(const struct request *q)
{
    struct output_paths p = { 0 };
    const char *dir = folder_of(q);
    char **files = NULL;
    size_t n = 0;
    bool apart = q->fleet      ? reads_fleet(&p, q)
                 : dir != NULL ? reads_folder(&p, dir, &files, &n)
                               : reads_files(&p, q);

    apart = apart && writes_files(&p, q);
    compare_files_free(files, n);
    output_paths_free(&p);
    return apart;
}

/* ---- standard output ---- */

int outputs_put(const char *text, size_t n)
{
    int why = output_bytes(STDOUT_FILENO, text, n);

    if (why == 0 || why == EPIPE)
        return why == 0 ? 0 : EXIT_OUTPUT;
    return options_refuse(EXIT_OUTPUT, "standard output", strerror(why));
}

int outputs_close(int status)
{
    if (close(STDOUT_FILENO) == 0 || errno == EBADF)
        return status;
    int failed = options_refuse(EXIT_OUTPUT, "standard output", strerror(errno));
    return status != 0 ? status : failed;
}

/* Sets *CHANGED when the answers differ from those of the report that was asked for, or may, as it
 * is of a damaged log. */
static int compare(const struct request *q, const struct log *log, const struct results *results,
                   FILE *out, bool *changed)
{
    struct compared old = { 0 };
    int failed = compare_read_file(&old, NULL, q->compare, q->method, stderr);

    if (failed == 0)
        *changed = compare_changes(out, &old, q->file, log, results, q->verbose) > 0 || old.damaged;
    if (failed == 0 && old.damaged)
        output_say(stderr, q->compare, "is damaged; analyze it alone for the problems");
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

/* Replaces the N bytes of *TEXT by what WRITE makes of them; -1 when memory is short. */
static int rewrite(char **text, size_t *n, void (*write)(FILE *, const char *, size_t))
{
    char *written = NULL;
    size_t bytes = *n;
    FILE *out = open_memstream(&written, n);

    if (out == NULL)
        return -1;
    write(out, *text, bytes);
    int err = fclose(out);
    free(*text);
    *text = written;
    return err;
}

static void put_colour(FILE *out, const char *text, size_t n)
{
    (void)n;
    report_colour(out, text);
}

static int put_audit(const struct request *q, const struct log *log, const struct results *results,
                     FILE *out)
{
    if (q->json)
        return audit_json(out, results->audit,
                          log_key_text(log->run.keys, log->run.n_keys, "target"));
    report_audit(out, results->audit, html_machine(log), q->verbose);
    return 0;
}

/* Makes the report, or the comparison or validation that takes its place, in memory. Returns 0;
 * EXIT_USAGE where the other report cannot be read, or nothing is called as --explain asks;
 * EXIT_NOTHING without kernels; EXIT_OUTPUT without memory. *TEXT is to be freed in any case. */
static int make_report(const struct request *q, const struct log *log,
                       const struct results *results, char **text, size_t *n, bool *changed)
{
    FILE *out = open_memstream(text, n);
    int compared = 0, err = 0;

    if (out == NULL)
        return EXIT_OUTPUT;
    size_t rows = 1, found = 1;
    if (q->compare != NULL)
        compared = compare(q, log, results, out, changed);
    else if (q->explain != NULL)
        found = explain(out, q->explain, q->file, log, results, stderr);
    else if (q->validation)
        err = report_validation(out, log, &rows);
    else if (q->found)
        report_found(out, log, results, q->probe);
    else if (q->audit)
        err = put_audit(q, log, results, out);
    else if (q->suggest || q->wanted)
        err = suggested_json(out, log, results,
                             q->suggest ? SUGGESTED_SCHEMA : SUGGESTED_SCHEMA_FORMER);
    else
        err = q->json ? report_json(out, log, results) : report_text(out, log, results, q->verbose);
    err |= fclose(out);
    if (compared != 0 || found == 0)
        return EXIT_USAGE;
    if (rows == 0)
        return options_refuse(EXIT_NOTHING, q->file,
                              "no kernel ran cold, or on several contexts: "
                              "nothing to validate");
    if (err == 0 && !q->json)
        err = rewrite(text, n, output_visible_lines);
    if (err == 0 && wants_colour(q))
        err = rewrite(text, n, put_colour);
    return err == 0 && !results->no_memory ? 0 : EXIT_OUTPUT;
}

/* Returns true where LOG has a series of the probe that --found asks for; else says what is near.
 */
static bool is_there(const struct request *q, const struct log *log)
{
    const struct log_run *run = &log->run;
    struct similar_names near = { .typed = q->probe };
    char question[200], why[300];

    if (log_find_series(run, q->probe, 0) < run->n_series)
        return true;
    for (size_t i = 0; i < run->n_series; i++)
        if (log_find_series(run, run->series[i].probe, 0) == i)
            similar_names_add(&near, run->series[i].probe, NULL);
    bool asks = similar_names_question(&near, "", question, sizeof question);
    snprintf(why, sizeof why, "--found=%.60s: the log has no such probe%s%s", q->probe,
             asks ? "; " : "", asks ? question : "");
    (void)options_refuse(EXIT_USAGE, q->file, why);
    return false;
}

/* The whole report is made before a byte of it is written. */
static int write_report(const struct request *q, const struct log *log,
                        const struct results *results, bool *changed)
{
    char *text = NULL;
    size_t n = 0;

    if (q->found && q->probe != NULL && !is_there(q, log))
        return EXIT_USAGE;
    int status = make_report(q, log, results, &text, &n, changed);
    if (status == EXIT_OUTPUT)
        status = options_refuse(EXIT_OUTPUT, q->file, "out of memory: no report was made");
    else if (status == 0)
        status = outputs_put(text, n);
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
        statuses[export_orders_write(&q->exports, log, results, q->file, outputs_put, stderr)];

    return outputs_close(status != 0 ? status : figures != 0 ? figures : exported);
}

/* Writes what changed from OLD to NOW, both reports. Returns the exit status. */
static int write_changes(const struct request *q, const struct compared *old,
                         const struct compared *now)
{
    const struct log log = { .run = { .keys = now->keys, .n_keys = now->n_keys } };
    char *text = NULL;
    size_t n = 0, changed = 0;
    FILE *out = open_memstream(&text, &n);

    if (out != NULL)
        changed = compare_changes(out, old, now->name, &log, &now->results, q->verbose);
    int failed = out == NULL || fclose(out) != 0 || rewrite(&text, &n, output_visible_lines) != 0;
    int status = failed ? options_refuse(EXIT_OUTPUT, q->file, "out of memory: no report was made")
                        : outputs_put(text, n);
    free(text);
    return status != 0                                   ? status
           : changed > 0 || old->damaged || now->damaged ? EXIT_DAMAGED
                                                         : EXIT_ANSWERED;
}

int outputs_explain(const struct request *q)
{
    char *text = NULL;
    size_t n = 0, found = 0;
    FILE *out = open_memstream(&text, &n);

    if (out != NULL)
        found = explain(out, q->explain, q->file, NULL, NULL, stderr);
    int status = out == NULL || fclose(out) != 0
                     ? options_refuse(EXIT_OUTPUT, "--explain", "out of memory")
                     : outputs_put(text, n);
    free(text);
    return outputs_close(status != 0 ? status : found == 0 ? EXIT_USAGE : EXIT_ANSWERED);
}

int outputs_compare_reports(const struct request *q)
{
    struct compared old = { 0 }, now = { 0 };
    int status = EXIT_USAGE;

    if (compare_read_file(&old, NULL, q->compare, q->method, stderr) == 0 &&
        compare_read_file(&now, NULL, q->name, q->method, stderr) == 0)
        status = write_changes(q, &old, &now);
    compared_free(&old);
    compared_free(&now);
    return outputs_close(status);
}

int outputs_compare_boards(const struct request *q)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    int status = out == NULL ? -1 : compare_folder(out, q->compare, q->method, stderr);

    if (out != NULL && fclose(out) != 0)
        status = -1;
    if (status >= 0 && rewrite(&text, &n, output_visible_lines) != 0)
        status = -1;
    int written = status < 0
                      ? options_refuse(EXIT_OUTPUT, q->compare, "out of memory: no report was made")
                      : outputs_put(text, n);
    free(text);
    return outputs_close(written != 0 ? written : status);
}
