#include "html.h"
#include "exports.h"
#include "plots.h"
#include "report.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A page is less than a megabyte, whatever the log: it then has fewer dots. */
enum { MOST_BYTES = 1000000, MOST_DOTS = 4000, FEWEST_DOTS = 200 };

/* What scripts are allowed to do: nothing but what stands in the page. */
static const char policy[] =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

static const char *target(const struct log *log)
{
    const char *name = log_key_text(log->run.keys, log->run.n_keys, "target");

    return name != NULL ? name : "a log";
}

static void head(FILE *out, const struct log *log)
{
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
    fprintf(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n", policy);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
          out);
    html_text(out, target(log));
    fprintf(out, " - Pontoon</title>\n<style>\n%s</style>\n</head>\n", (const char *)html_style);
}

static void script(FILE *out, const unsigned char *text)
{
    if (*text != '\0')
        fprintf(out, "<script>\n%s</script>\n", (const char *)text);
}

/* What --format json writes, for the button that saves it. */
static int report_data(FILE *out, const struct log *log, const struct results *results)
{
    char *text = NULL;
    size_t n = 0;
    FILE *memory = open_memstream(&text, &n);

    if (memory == NULL)
        return -1;
    int err = report_json(memory, log, results);
    err |= fclose(memory);
    if (err == 0) {
        fputs("<script type=\"application/json\" id=\"report\">", out);
        html_json(out, text);
        fputs("</script>\n", out);
    }
    free(text);
    return err;
}

/* What compilers take, for buttons that save it: those kinds that do not refuse. */
static int export_data(FILE *out, const struct log *log, const struct results *results)
{
    static const char *const kinds[][2] = { { "header", "hardware.h" },
                                            { "gcc", "gcc.options" },
                                            { "cmake", "hardware.cmake" } };
    json_t *all = json_object();

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char *text = exports_text(kinds[i][0], log, results);
        if (text != NULL)
            json_object_set_new(all, kinds[i][1], json_string(text));
        free(text);
    }
    char *text = json_dumps(all, JSON_COMPACT | JSON_ESCAPE_SLASH);
    json_decref(all);
    if (text == NULL)
        return -1;
    fputs("<script type=\"application/json\" id=\"exports\">", out);
    html_json(out, text);
    fputs("</script>\n", out);
    free(text);
    return 0;
}

static int figure_data(FILE *out, const struct figures *figures)
{
    json_t *o = html_figures_json(figures);
    char *text =
        o == NULL ? NULL : json_dumps(o, JSON_COMPACT | JSON_ESCAPE_SLASH | JSON_REAL_PRECISION(5));

    json_decref(o);
    if (text == NULL)
        return -1;
    fputs("<script type=\"application/json\" id=\"figures\">", out);
    html_json(out, text);
    fputs("</script>\n", out);
    free(text);
    return 0;
}

static int body(FILE *out, const struct log *log, const struct results *results,
                const struct figures *figures)
{
    fputs("<body>\n<main>\n", out);
    html_header(out, log, results);
    html_memory(out, results);
    html_figures(out, figures);
    html_locality(out, results);
    html_ops(out, results);
    html_evidence(out, log, results);
    html_log(out, log, results);
    fputs("</main>\n", out);
    int err = report_data(out, log, results) | export_data(out, log, results);
    if (*html_figure_script != '\0')
        err |= figure_data(out, figures);
    script(out, html_page_script);
    script(out, html_figure_script);
    fputs("</body>\n</html>\n", out);
    return err;
}

/* The page with at most DOTS dots a figure, to be freed; NULL when memory is short. */
static char *page(const struct log *log, const struct results *results, size_t dots, size_t *n)
{
    struct figures figures;
    char *text = NULL;
    FILE *out = open_memstream(&text, n);

    if (out == NULL)
        return NULL;
    figures_make(&figures, &log->run, results, dots);
    head(out, log);
    int err = body(out, log, results, &figures);
    err |= fclose(out) | figures.no_memory;
    figures_free(&figures);
    if (err == 0)
        return text;
    free(text);
    return NULL;
}

int report_html(FILE *out, const struct log *log, const struct results *results)
{
    size_t n = 0, dots = MOST_DOTS;
    char *text = page(log, results, dots, &n);

    while (text != NULL && n > MOST_BYTES && dots > FEWEST_DOTS) {
        free(text);
        dots /= 2;
        text = page(log, results, dots, &n);
    }
    if (text == NULL)
        return -1;
    fwrite(text, 1, n, out);
    free(text);
    return 0;
}

int report_page(const char *file, const struct log *log, const struct results *results, FILE *err)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    int why = out == NULL ? ENOMEM : 0;

    if (out != NULL && (report_html(out, log, results) | fclose(out)) != 0)
        why = ENOMEM;
    if (why == 0)
        why = exports_replace(file, text, n);
    free(text);
    if (why != 0)
        fprintf(err, "analyze: %s: %s\n", file, strerror(why));
    return why == 0 ? 0 : -1;
}

int report_plots(const char *dir, const struct log *log, const struct results *results, FILE *err)
{
    struct figures figures;

    figures_make(&figures, &log->run, results, MOST_DOTS);
    int status = plots_write(&figures, dir, err);
    figures_free(&figures);
    return status;
}
