/* Runs machines under variants on the simulated board and holds the answers against the machine
 * files. */
#define _GNU_SOURCE
#include "campaign.h"
#include "log/read.h"
#include "result/query.h"
#include "truth_topology.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char suffix[] = ".machine";

/* ---- machine files ---- */

static bool has_suffix(const char *name)
{
    size_t n = strlen(name), n_suffix = sizeof suffix - 1;

    return n > n_suffix && strcmp(name + n - n_suffix, suffix) == 0;
}

static struct outcome *room(struct campaign *c)
{
    struct outcome *grown = realloc(c->outcomes, (c->n_outcomes + 1) * sizeof *grown);

    if (!grown) {
        fprintf(stderr, "not enough memory for %zu machines\n", c->n_outcomes + 1);
        return NULL;
    }
    c->outcomes = grown;
    grown += c->n_outcomes++;
    memset(grown, 0, sizeof *grown);
    return grown;
}

/* Makes the label: the file's name without folder and suffix, and the variant's name. */
static void set_label(struct outcome *o, const char *file, const struct variant *variant)
{
    const char *slash = strrchr(file, '/');
    const char *name = slash ? slash + 1 : file;
    int n = (int)strlen(name) - (has_suffix(name) ? (int)sizeof suffix - 1 : 0);

    snprintf(o->label, sizeof o->label, "%.*s%s%s", n, name,
             variant && variant->name[0] ? ", " : "", variant ? variant->name : "");
}

/* Makes the path FOLDER/N-LABEL.ENDING, without blanks or commas. */
static void set_path(const struct campaign *c, const struct outcome *o, const char *ending,
                     char path[PATH_BYTES])
{
    int n = snprintf(path, PATH_BYTES, "%s/", c->folder);

    if (n >= PATH_BYTES)
        n = PATH_BYTES - 1;
    snprintf(path + n, (size_t)(PATH_BYTES - n), "%zu-%.200s%s", c->n_outcomes, o->label, ending);
    for (char *p = path + n; *p; p++)
        if (*p == ' ' || *p == ',')
            *p = '_';
}

/* Reads *O's file again, as VARIANT changes it, from a copy in the campaign's folder. */
static int make_copy(const struct campaign *c, struct outcome *o, const char *file,
                     const struct variant *variant, char *error, size_t error_bytes)
{
    set_path(c, o, suffix, o->machine_file);
    if (variant_write(variant, o->machine.mhz, file, o->machine_file) != 0) {
        snprintf(error, error_bytes, "%.500s:0: %s", o->machine_file, strerror(errno));
        return -1;
    }
    return sim_machine_read(&o->machine, o->machine_file, error, error_bytes);
}

static int add_one(struct campaign *c, const char *file, size_t i)
{
    const struct variant *variant = c->n_variants ? &c->variants[i] : NULL;
    char error[PATH_BYTES];
    struct outcome *o = room(c);

    if (!o)
        return -1;
    o->variant = i;
    set_label(o, file, variant);
    snprintf(o->machine_file, sizeof o->machine_file, "%s", file);
    set_path(c, o, ".log", o->log_file);
    int bad = sim_machine_read(&o->machine, file, error, sizeof error);
    if (bad == 0 && variant && variant_changes(variant))
        bad = make_copy(c, o, file, variant, error, sizeof error);
    if (bad != 0)
        fprintf(stderr, "%s\n", error);
    return bad;
}

static int add_file(struct campaign *c, const char *file)
{
    for (size_t i = 0; i < (c->n_variants ? c->n_variants : 1); i++)
        if (add_one(c, file, i) != 0)
            return -1;
    return 0;
}

static int is_machine(const struct dirent *entry)
{
    return has_suffix(entry->d_name);
}

static int add_folder(struct campaign *c, const char *folder)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, is_machine, alphasort), bad = n > 0 ? 0 : -1;

    if (n <= 0)
        fprintf(stderr, "%s:0: %s\n", folder, n < 0 ? strerror(errno) : "no *.machine file in it");
    for (int i = 0; i < n; i++) {
        char file[PATH_BYTES];
        snprintf(file, sizeof file, "%s/%s", folder, entries[i]->d_name);
        if (bad == 0)
            bad = add_file(c, file);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    return bad;
}

int campaign_add(struct campaign *campaign, const char *file)
{
    struct stat status;

    if (strlen(file) >= PATH_BYTES - 256) {
        fprintf(stderr, "%s:0: the path is too long\n", file);
        return -1;
    }
    if (stat(file, &status) == 0 && S_ISDIR(status.st_mode))
        return add_folder(campaign, file);
    return add_file(campaign, file);
}

/* ---- running ---- */

static void keep_value(struct answer *a, const struct result *r, const struct truth *t)
{
    bool number = t->kind != TRUTH_NAME && t->kind != TRUTH_NULL;

    counts_line(a->counted, r, truth_recovered(a->verdict), number ? t->value : NAN);
    snprintf(a->note, sizeof a->note, "%.100s", r->note);
}

static void judge(struct outcome *o, struct log_run *run, enum method method)
{
    struct results results = { 0 };

    if (run)
        infer_all(run, method, &results);
    truth_topology_answers(&o->machine, &results);
    if (results.no_memory) {
        fprintf(stderr, "%s: not enough memory for every result\n", o->label);
        o->failed = true;
    }
    for (size_t i = 0; i < o->n_truths; i++) {
        const struct result *r = result_find_text(&results, o->truth[i].id);
        struct answer *a = &o->answer[method][i];

        a->there = r != NULL;
        a->valued = r && (r->kind == RESULT_NUMBER || r->kind == RESULT_NAME);
        a->confidence = r ? r->confidence : 0;
        a->verdict = truth_verdict(&o->truth[i], r);
        truth_answer_text(r, a->text);
        if (a->valued)
            keep_value(a, r, &o->truth[i]);
    }
    results_free(&results);
}

static void analyse(const struct campaign *c, struct outcome *o)
{
    struct log log = { 0 };
    int fd = open(o->log_file, O_RDONLY | O_CLOEXEC);
    enum log_status status = fd < 0 ? LOG_READ : log_read(&log, fd, 0);

    if (status != LOG_OK || !log.has_run || !log.run.complete || log.n_problems > 0) {
        fprintf(stderr, "%s: the log is %s\n", o->label,
                status == LOG_OK && log.has_run ? "damaged or incomplete" : "unusable");
        o->failed = true;
    }
    for (unsigned m = 0; m < METHODS; m++)
        if (c->method[m])
            judge(o, status == LOG_OK && log.has_run ? &log.run : NULL, (enum method)m);
    if (fd >= 0) {
        log_free(&log);
        close(fd);
    }
}

struct running {
    struct campaign *campaign;
    struct board *board;
};

static void board_done(void *ctx, size_t i)
{
    struct running *r = ctx;
    struct outcome *o = &r->campaign->outcomes[i];

    o->failed = r->board[i].failed;
    analyse(r->campaign, o);
}

int campaign_run(struct campaign *campaign)
{
    size_t n = campaign->n_outcomes;
    struct running r = { campaign, calloc(n + 1, sizeof *r.board) };

    if (!r.board) {
        fprintf(stderr, "not enough memory for %zu machines\n", n);
        return -1;
    }
    for (size_t i = 0; i < n; i++) {
        struct outcome *o = &campaign->outcomes[i];

        o->n_truths =
            truth_of(&o->machine, o->truth); /* they refer to the machine, which stays here now */
        r.board[i] = (struct board){ .label = o->label,
                                     .machine_file = o->machine_file,
                                     .log_file = o->log_file };
    }
    int result = boards_run(&campaign->boards, r.board, n, board_done, &r);
    for (size_t i = 0; i < n; i++)
        campaign->outcomes[i].failed |= r.board[i].failed;
    free(r.board);
    return result;
}

bool campaign_failed(const struct campaign *campaign)
{
    for (size_t i = 0; i < campaign->n_outcomes; i++)
        if (campaign->outcomes[i].failed)
            return true;
    return false;
}

void campaign_free(struct campaign *campaign)
{
    free(campaign->outcomes);
    campaign->outcomes = NULL;
    campaign->n_outcomes = 0;
}
