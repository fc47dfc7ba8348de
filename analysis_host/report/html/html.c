/* The page of one board, from its sections. */
#include "html.h"
#include "figure_data.h"
#include "page.h"
#include "report/export/orders.h"
#include "report/figure/figures.h"
#include "report/json/json.h"
#include "sections.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct page {
    const struct log *log;
    const struct results *results;
};

static const char *target_of(const struct log *log)
{
    const char *name = log_key_text(log->run.keys, log->run.n_keys, "target");

    return name != NULL ? name : "a log";
}

/* Puts the report of --format json into the page, for the button that saves it. */
static int report_data(FILE *out, const struct log *log, const struct results *results)
{
    char *text = NULL;
    size_t n = 0;
    FILE *memory = open_memstream(&text, &n);

    if (memory == NULL)
        return -1;
    int err = report_json_compact(memory, log, results);
    err |= fclose(memory);
    if (err == 0)
        err = html_packed(out, "report", text);
    free(text);
    return err;
}

/* Puts exports for compilers into the page, for buttons that save them: the kinds that do not
 * refuse. */
static int export_data(FILE *out, const struct log *log, const struct results *results)
{
    static const char *const kinds[][2] = { { "header", "hardware.h" },
                                            { "gcc", "gcc.options" },
                                            { "cmake", "hardware.cmake" } };
    json_t *all = json_object();

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char *text = export_text(kinds[i][0], log, results);
        if (text != NULL)
            json_object_set_new(all, kinds[i][1], json_string(text));
        free(text);
    }
    char *text = json_dumps(all, JSON_COMPACT | JSON_ESCAPE_SLASH);
    json_decref(all);
    if (text == NULL)
        return -1;
    html_data(out, "exports", text);
    free(text);
    return 0;
}

static int write_body(FILE *out, const struct log *log, const struct results *results,
                      const struct figures *figures)
{
    html_header(out, log, results);
    html_memory(out, results);
    html_regions(out, log, results);
    html_figures(out, figures);
    html_patterns(out, log, results);
    html_locality(out, results);
    html_ops(out, results);
    html_evidence(out, log, results);
    html_log(out, log, results);
    fputs("</main>\n", out);
    const struct html_board board = { target_of(log), figures };
    int err = report_data(out, log, results) | export_data(out, log, results);
    err |= html_figure_data(out, &board, 1, false);
    html_end(out);
    return err;
}

static int write_page(FILE *out, const void *of, size_t dots)
{
    const struct page *p = of;
    struct figures figures;

    figures_make(&figures, &p->log->run, p->results, dots);
    html_begin(out, target_of(p->log));
    int err = write_body(out, p->log, p->results, &figures) | figures.no_memory;
    figures_free(&figures);
    return err;
}

int report_html(FILE *out, const struct log *log, const struct results *results)
{
    const struct page p = { log, results };

    return html_fit(out, write_page, &p);
}

int report_page(const char *file, const struct log *log, const struct results *results, FILE *err)
{
    const struct page p = { log, results };

    return html_put(file, write_page, &p, err);
}
