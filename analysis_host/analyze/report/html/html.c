/* The page of one board, from its sections. */
#include "html.h"
#include "figure_data.h"
#include "log/log.h"
#include "page.h"
#include "report/export/orders.h"
#include "report/figure/figures.h"
#include "report/json/json.h"
#include "report/text/like.h"
#include "sections.h"
#include "write.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- why there is no answer ---- */

/* Writes to TO, SIZE bytes, why nothing is known of what PROBE measures: "not measured (PROBE did
 * not run)" ... */
static void format_missing(char *to, size_t size, const struct log *log, const char *probe)
{
    const struct log_run *run = &log->run;
    size_t at = log_find_series(run, probe, 0);
    const char *status = at < run->n_series ? run->series[at].status : NULL;
    const char *why = status != NULL ? strchr(status, ':') : NULL;

    if (log_key_text(run->keys, run->n_keys, "source") != NULL)
        snprintf(to, size, "not measured (another tool's table)");
    else if (at == run->n_series)
        snprintf(to, size, "not measured (%s did not run)", probe);
    else if (why != NULL)
        snprintf(to, size, "not measured (%s: %.60s)", probe, why + 1);
    else
        snprintf(to, size, "not measured (no usable sample of %s)", probe);
}

struct page {
    const struct log *log;
    const struct results *results;
};

/* What the page shows, in its order; PROBE measures most of it. */
static const struct {
    const char *id, *title, *probe;
    html_section *write;
} sections[] = {
    { "memory", "Caches and memory", "cache_size", html_memory },
    { "bandwidth", "Bandwidth", "bandwidth", html_bandwidth_bars },
    { "topology", "Topology", "core_to_core", html_topology },
    { "core", "Core", "issue", html_core },
    { "os", "OS costs", "os_costs", html_os },
    { "instructions", "Instructions", "ops", html_instructions },
    { "loaded", "Loaded latency", "loaded_latency", html_loaded },
    { "roofline", "Roofline", "peaks", html_roofline },
    { "kernels", "Kernels", "kernels", html_kernels },
};
enum { SECTIONS = sizeof sections / sizeof sections[0] };

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

/* Fills TEXT with what each section writes, to be freed; "" of one that has nothing to show. -1
 * where memory is short. */
static int write_sections(char *text[SECTIONS], const struct html_parts *parts)
{
    int err = 0;

    for (size_t i = 0; i < SECTIONS; i++) {
        size_t n = 0;
        FILE *memory = open_memstream(&text[i], &n);

        if (memory == NULL)
            return -1;
        sections[i].write(memory, parts);
        err |= fclose(memory);
    }
    return err;
}

/* Links to the sections that have something to show, and to what is folded. */
static void put_links(FILE *out, char *const text[SECTIONS])
{
    fputs("<nav>", out);
    for (size_t i = 0; i < SECTIONS; i++)
        if (*text[i] != '\0')
            fprintf(out, "<a href=\"#%s\">%s</a> ", sections[i].id, sections[i].title);
    fputs("<a href=\"#evidence\">Evidence</a> <a href=\"#log\">Log</a></nav>\n", out);
}

static void put_sections(FILE *out, char *const text[SECTIONS])
{
    for (size_t i = 0; i < SECTIONS; i++)
        if (*text[i] != '\0')
            fprintf(out, "<section id=\"%s\"><h2>%s</h2>\n%s</section>\n", sections[i].id,
                    sections[i].title, text[i]);
}

/* Why a section of PROBE is not there: "did not run". */
static void missing_reason(char *to, size_t size, const struct log *log, const char *probe)
{
    static const char lead[] = "not measured (", silent[] = "did not run)";
    char why[200];

    format_missing(why, sizeof why, log, probe);
    const char *reason = strncmp(why, lead, strlen(lead)) == 0 ? why + strlen(lead) : why;
    const char *end = strstr(reason, silent);
    snprintf(to, size, "%s", end != NULL ? silent : reason); /* whichever probe it is */
    if (strlen(to) > 0 && to[strlen(to) - 1] == ')')
        to[strlen(to) - 1] = '\0';
}

/* One line for all sections that have nothing to show; those with the same reason together. */
static void put_missing(FILE *out, char *const text[SECTIONS], const struct log *log)
{
    char last[200] = "", why[200];

    for (size_t i = 0; i < SECTIONS; i++) {
        if (*text[i] != '\0')
            continue;
        missing_reason(why, sizeof why, log, sections[i].probe);
        if (*last == '\0') {
            fputs("<p id=\"missing\" class=\"missing\">Not measured: ", out);
        } else if (strcmp(last, why) != 0) {
            fputs(" (", out);
            html_text(out, last);
            fputs("); ", out);
        } else {
            fputs(", ", out);
        }
        fputs(sections[i].title, out);
        strcpy(last, why);
    }
    if (*last == '\0')
        return;
    fputs(" (", out);
    html_text(out, last);
    fputs(").</p>\n", out);
}

/* Which documented core the answers resemble, where it was asked for. */
static void put_like(FILE *out, const struct likeness *like)
{
    struct format_line sentence = { 0 }, differs = { 0 };

    if (like == NULL)
        return;
    like_sentence(&sentence, like);
    like_differences(&differs, like, LIKE_DIFFERENCES);
    fputs("<p id=\"like\">Compared with documented cores: ", out);
    html_text(out, sentence.text);
    if (differs.used > 0) {
        fputs(". Differs: ", out);
        html_text(out, differs.text);
    }
    fputs(". No answer rests on this comparison.</p>\n", out);
}

static int write_body(FILE *out, const struct html_parts *parts)
{
    char *text[SECTIONS] = { NULL };
    int err = write_sections(text, parts);

    if (err == 0) {
        fputs("<header>\n", out);
        html_identity(out, parts);
        html_read_first(out, parts);
        put_like(out, parts->results->like);
        put_links(out, text);
        html_controls(out, parts);
        fputs("</header>\n", out);
        html_audit(out, parts);
        put_sections(out, text);
        put_missing(out, text, parts->log);
        fputs("<div id=\"folded\">\n", out);
        html_analysis(out, parts);
        html_evidence(out, parts);
        html_log(out, parts);
        fputs("</div>\n</main>\n", out);
    }
    for (size_t i = 0; i < SECTIONS; i++)
        free(text[i]);
    return err;
}

static int write_data(FILE *out, const struct html_parts *parts)
{
    const struct html_board board = { html_machine(parts->log), parts->figures };
    int err =
        report_data(out, parts->log, parts->results) | export_data(out, parts->log, parts->results);

    err |= html_figure_data(out, &board, 1, false);
    html_end(out);
    return err;
}

static int write_page(FILE *out, const void *of, size_t dots)
{
    const struct page *p = of;
    struct figures figures;

    figures_make(&figures, &p->log->run, p->results, dots);
    const struct html_parts parts = { p->log, p->results, &figures };
    html_begin(out, html_machine(p->log));
    int err = write_body(out, &parts);
    err |= write_data(out, &parts) | figures.no_memory;
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
