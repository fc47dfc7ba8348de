/* analyze --fleet, from files to reports. */
#include "fleets.h"
#include "fleet/database.h"
#include "fleet/fleet.h"
#include "fleet/gather.h"
#include "fleet/html/page.h"
#include "fleet/report/fleet.h"
#include "outputs.h"
#include "record/similar_names.h"
#include "report/html/page.h"
#include "report/output/replace.h"
#include "report/output/visible.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOG_SECONDS = 60 };

/* ---- from files ---- */

static bool take_run(void *of, const struct fleet_read *read)
{
    return fleet_add(of, &read->from, read->keys, read->n_keys, read->results);
}

static void take_unread(void *of, const char *file, const char *why)
{
    output_say(stderr, file, "%s", why);
    fleet_add_unread(of, file, why);
}

/* By way of the database: stores what is new and loads all, or writes a part in place of a report.
 */
static int use_database(const struct request *q, struct fleet *f)
{
    const struct fleet_database_use use = { q->db,     q->files,    q->n_files,
                                            q->method, LOG_SECONDS, take_unread,
                                            q->part,   q->from,     q->until };
    enum fleet_database_status status = fleet_database_use(&use, f, stderr);

    return status == STORE_OK ? 0 : status == STORE_FULL ? EXIT_OUTPUT : EXIT_USAGE;
}

static int gather(const struct request *q, struct fleet *f)
{
    const struct fleet_sink taker = { f, NULL, take_run, take_unread };

    if (fleet_gather(&taker, q->files, q->n_files, q->method, LOG_SECONDS, stderr) >= 0)
        return 0;
    return f->no_memory ? options_refuse(EXIT_OUTPUT, "--fleet", "out of memory") : EXIT_USAGE;
}

/* ---- what is written ---- */

static size_t board_called(const struct fleet *f, const char *name)
{
    size_t i = 0;

    while (i < f->n_boards && strcmp(fleet_board_name(f, i), name) != 0)
        i++;
    return i;
}

static int make_report(const struct request *q, const struct fleet *f, FILE *out)
{
    if (q->fits != NULL)
        return report_fleet_fits(out, f), 0;
    if (q->json)
        return report_fleet_json(out, f);
    if (q->board != NULL)
        return report_fleet_board(out, f, board_called(f, q->board));
    return report_fleet_text(out, f);
}

static int make_openmetrics(const struct request *q, const struct fleet *f, FILE *out)
{
    (void)q;
    report_fleet_openmetrics(out, f);
    return 0;
}

/* Writes what MAKE makes of F to FILE, NULL for standard output; messages are about OPTION. Returns
 * 0, or the exit status. */
static int write_made(const struct request *q, const struct fleet *f, const char *option,
                      const char *file,
                      int (*make)(const struct request *q, const struct fleet *f, FILE *out))
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    int failed = out == NULL || make(q, f, out) != 0;

    if (out != NULL)
        failed |= fclose(out) != 0;
    int why = !failed && file != NULL ? output_replace(file, text, n) : 0;
    int status = failed ? options_refuse(EXIT_OUTPUT, option, "out of memory: no report was made")
                 : why != 0     ? options_refuse(EXIT_OUTPUT, file, strerror(why))
                 : file == NULL ? outputs_put(text, n)
                                : 0;
    free(text);
    return status;
}

/* The report, unless an export takes its place, and exports. The worst that happened. */
static int write_all(const struct request *q, const struct fleet *f)
{
    int status =
        export_orders_to_output(&q->exports) ? 0 : write_made(q, f, "--fleet", NULL, make_report);

    for (size_t i = 0; i < q->exports.n; i++) {
        int exported = write_made(q, f, "--export", q->exports.at[i].file, make_openmetrics);
        status = status != 0 ? status : exported;
    }
    if (q->html != NULL && html_put(q->html, html_fleet_page, f, stderr) != 0)
        status = status != 0 ? status : EXIT_OUTPUT;
    return status;
}

/* 1 where a board differs or computed wrong results, or something was not read. */
static int verdict_of(const struct fleet *f)
{
    for (size_t i = 0; i < f->n_findings; i++)
        if (f->findings[i].verdict == FLEET_DIFFERENT)
            return EXIT_DAMAGED;
    return f->n_unread > 0 || f->n_wrong > 0 ? EXIT_DAMAGED : EXIT_ANSWERED;
}

static int no_such_board(const struct fleet *f, const char *name)
{
    struct similar_names near = { .typed = name };
    char question[300];

    for (size_t i = 0; i < f->n_boards; i++)
        similar_names_add(&near, fleet_board_name(f, i), NULL);
    bool asks = similar_names_question(&near, "", question, sizeof question);
    output_say(stderr, name, "no run of a board of this name%s%s", asks ? "; " : "", question);
    return EXIT_USAGE;
}

static int report_fleet(const struct request *q, struct fleet *f)
{
    if (!fleet_seal(f) || !fleet_find(f, q->by))
        return options_refuse(EXIT_OUTPUT, "--fleet", "out of memory: no report was made");
    if (f->n_boards == 0)
        return options_refuse(EXIT_NOTHING, q->db != NULL ? q->db : q->files[0],
                              "holds no report and no log of a board");
    if (q->board != NULL && board_called(f, q->board) == f->n_boards)
        return no_such_board(f, q->board);
    int status = write_all(q, f);

    return status != 0 ? status : verdict_of(f);
}

int fleets_write(const struct request *q)
{
    struct fleet f = { 0 };
    int status = q->db != NULL ? use_database(q, &f) : gather(q, &f);

    if (status == 0 && q->part == NULL)
        status = report_fleet(q, &f);
    fleet_free(&f);
    return outputs_close(status);
}

/* ---- one board ---- */

static int fit(const struct request *q, struct fleet *f)
{
    if (f->n_boards == 0)
        return options_refuse(EXIT_NOTHING, q->name, "is no report and no log of a board");
    if (f->n_boards > 1)
        return options_refuse(EXIT_USAGE, "--fits", "one board at a time; --fleet takes several");
    if (fleet_read_kinds(f, q->fits, stderr) != 0)
        return EXIT_USAGE;
    if (!fleet_fit(f))
        return options_refuse(EXIT_OUTPUT, "--fits", "out of memory: no report was made");
    int status = write_made(q, f, "--fits", NULL, make_report);

    return status != 0                                              ? status
           : f->boards[0].kind == FLEET_NO_KIND                     ? EXIT_NOTHING
           : f->n_findings > 0 || f->n_unread > 0 || f->n_wrong > 0 ? EXIT_DAMAGED
                                                                    : EXIT_ANSWERED;
}

int fleets_fit(const struct request *q)
{
    struct fleet f = { 0 };
    const struct fleet_sink taker = { &f, NULL, take_run, take_unread };
    char *file = (char *)q->name;
    long files = fleet_gather(&taker, &file, 1, q->method, LOG_SECONDS, stderr);
    int status = files < 0 ? EXIT_USAGE
                 : fleet_seal(&f)
                     ? fit(q, &f)
                     : options_refuse(EXIT_OUTPUT, "--fits", "out of memory: no report was made");

    fleet_free(&f);
    return outputs_close(status);
}
