/* Reads boards: reports of schema pontoon.report/2, or of 1, whose ids and units have other names,
 * and logs; and says what is usual among a few. */
#include "boards.h"
#include "column.h"
#include "log/read.h"
#include "report/output/visible.h"
#include "result/query.h"
#include "result/remedy.h"
#include "result/verdict.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#ifdef PONTOON_LIBCRYPTO
#include <openssl/evp.h>
#endif

/* ---- a report ---- */

/* Where in a report something is not as it must be. */
struct place {
    size_t index; /* of the result */
    char *why;    /* COMPARE_WHY bytes; "" as long as nothing is wrong */
};

static void say_wrong(struct place *p, const char *key, const char *expected)
{
    if (*p->why == '\0')
        snprintf(p->why, COMPARE_WHY, "results[%zu].%s: %s is expected", p->index, key, expected);
}

/* Copies the text of KEY into TO; absent, or longer than SIZE - 1 bytes, is wrong. */
static void read_text(struct place *p, const json_t *o, const char *key, char *to, size_t size)
{
    const json_t *v = json_object_get(o, key);

    if (!json_is_string(v) || json_string_length(v) >= size)
        say_wrong(p, key, "a short text");
    else
        memcpy(to, json_string_value(v), json_string_length(v) + 1);
}

/* Returns true when KEY has a number; null and nothing are no number, anything else is wrong. */
static bool read_number(struct place *p, const json_t *o, const char *key, double *to)
{
    const json_t *v = json_object_get(o, key);

    if (json_is_number(v))
        *to = json_number_value(v);
    else if (v != NULL && !json_is_null(v))
        say_wrong(p, key, "a number or null");
    return json_is_number(v);
}

/* True when the answer O says that the machine has none. Reports made before answers had a kind say
 * so by the note "none", which schema pontoon.report/1 fixes for them. */
static bool has_no_such_thing(const json_t *o)
{
    const char *kind = json_string_value(json_object_get(o, "kind"));

    if (kind == NULL)
        kind = json_string_value(json_object_get(o, "note"));
    return kind != NULL && strcmp(kind, "none") == 0;
}

static void read_value(struct place *p, const json_t *o, struct result *r)
{
    const json_t *v = json_object_get(o, "value");
    char text[sizeof r->text] = "";

    r->kind = has_no_such_thing(o) ? RESULT_NONE : RESULT_NULL;
    if (json_is_string(v)) {
        r->kind = RESULT_NAME;
        read_text(p, o, "value", text, sizeof text);
        snprintf(r->text, sizeof r->text, "%s", id_word_read(&r->name, text));
    } else if (json_is_number(v) || json_is_boolean(v)) {
        r->kind = RESULT_NUMBER;
        r->value = json_is_number(v) ? json_number_value(v) : json_is_true(v);
    } else if (json_is_object(v)) {
        r->kind = RESULT_NUMBER; /* a table: as in a log's answers, how many rows it has */
        r->value = (double)json_array_size(json_object_get(v, "rows"));
    } else if (!json_is_null(v)) {
        say_wrong(p, "value", "a number, a name, true, false, a table or null");
    }
}

/* The note ends with it. Reports made before answers had a remedy have none. */
static void read_remedy(struct place *p, const json_t *o, struct result *r)
{
    char words[sizeof r->remedy.words] = "";
    const char *at;

    if (json_object_get(o, "remedy") == NULL)
        return;
    read_text(p, o, "remedy", words, sizeof words);
    r->remedy = remedy_text("%s", words);
    if (*words != '\0' && (at = strstr(r->note, words)) != NULL && at >= r->note + strlen("; "))
        r->note[at - r->note - (ptrdiff_t)strlen("; ")] = '\0';
}

static void read_result(struct place *p, const json_t *o, struct results *out)
{
    char id[sizeof out->at->id] = "", unit[ID_WORD] = "";
    double low = 0, high = 0;

    if (!json_is_object(o)) {
        say_wrong(p, "", "an object");
        return;
    }
    read_text(p, o, "id", id, sizeof id);
    struct result *r = result_add(out, id_read(id));

    read_text(p, o, "unit", unit, sizeof unit);
    id_unit_read(r->unit, sizeof r->unit, &r->name, unit);
    read_text(p, o, "note", r->note, sizeof r->note);
    read_remedy(p, o, r);
    read_value(p, o, r);
    r->has_nominal = read_number(p, o, "nominal", &r->nominal);
    r->has_bounds = read_number(p, o, "low", &low) && read_number(p, o, "high", &high);
    r->low = low;
    r->high = high;
    read_number(p, o, "confidence", &r->confidence);
    r->damaged = json_is_true(json_object_get(o, "damaged"));
}

static char *as_text(const json_t *v)
{
    char text[40];

    if (json_is_string(v))
        return strdup(json_string_value(v));
    if (!json_is_real(v))
        return json_dumps(v, JSON_ENCODE_ANY);
    snprintf(text, sizeof text, "%.2f", json_real_value(v)); /* as the record stream has it */
    return strdup(text);
}

static int read_keys(struct compared *c, json_t *run)
{
    const char *key;
    json_t *v;

    c->keys = calloc(json_object_size(run) + 1, sizeof *c->keys);
    if (c->keys == NULL)
        return -1;
    json_object_foreach(run, key, v)
    {
        struct log_key *k = &c->keys[c->n_keys];
        k->key = strdup(key);
        k->value = as_text(v);
        c->n_keys++;
        if (k->key == NULL || k->value == NULL)
            return -1;
    }
    return 0;
}

static bool has_cost(const json_t *problems)
{
    for (size_t i = 0; i < json_array_size(problems); i++) {
        const char *cost = json_string_value(json_object_get(json_array_get(problems, i), "cost"));
        if (cost != NULL && *cost != '\0')
            return true;
    }
    return false;
}

/* Reads what O says into C. Returns NULL, or "" where WHY has the cause, or the cause. */
static const char *read_whole(struct compared *c, const json_t *o, char why[COMPARE_WHY])
{
    static const char family[] = "pontoon.report/";
    const char *said = json_string_value(json_object_get(o, "schema"));
    const json_t *results = json_object_get(o, "results");
    struct place p = { .why = why };

    if (said == NULL || (strcmp(said, REPORT_SCHEMA_1) != 0 && strcmp(said, REPORT_SCHEMA) != 0)) {
        bool newer = said != NULL && strncmp(said, family, strlen(family)) == 0;
        snprintf(why, COMPARE_WHY,
                 "is no report of schema " REPORT_SCHEMA_1 " or " REPORT_SCHEMA "%s%.40s%s",
                 said != NULL ? ", but of " : "", said != NULL ? said : "",
                 newer ? ": a newer analyze reads it" : "");
        return why;
    }
    if (!json_is_array(results) || !json_is_object(json_object_get(o, "run")))
        return "a report has an object \"run\" and an array \"results\"";
    for (; p.index < json_array_size(results) && *why == '\0'; p.index++)
        read_result(&p, json_array_get(results, p.index), &c->results);
    c->n_problems = json_array_size(json_object_get(o, "problems"));
    c->damaged = has_cost(json_object_get(o, "problems"));
    if (*why != '\0')
        return why;
    bool whole = read_keys(c, json_object_get(o, "run")) == 0 && !c->results.no_memory;
    return whole ? NULL : "out of memory";
}

int compare_parse_report(struct compared *c, const char *name, const char *bytes, size_t n,
                         char why[COMPARE_WHY])
{
    json_error_t at;
    json_t *o = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, &at);

    *why = '\0';
    c->name = strdup(name);
    if (o == NULL) {
        snprintf(why, COMPARE_WHY, "%d:%d: %s", at.line, at.column, at.text);
        return -1;
    }
    const char *wrong = c->name == NULL ? "out of memory" : read_whole(c, o, why);
    if (wrong != NULL && wrong != why)
        snprintf(why, COMPARE_WHY, "%s", wrong);
    json_decref(o);
    return wrong == NULL ? 0 : -1;
}

int compare_read_report(struct compared *c, const char *name, const char *bytes, size_t n,
                        FILE *err)
{
    char why[COMPARE_WHY], at[PATH_MAX];
    int failed = compare_parse_report(c, name, bytes, n, why);
    size_t place = strspn(why, "0123456789:"); /* a place in the text belongs to the file's name */

    if (failed == 0)
        return 0;
    snprintf(at, sizeof at, "%s%s%.*s", name, place > 0 ? ":" : "",
             (int)(place > 0 ? place - 1 : 0), why);
    output_say(err, at, "%s", why + place + (place > 0));
    return -1;
}

void compared_free(struct compared *c)
{
    for (size_t i = 0; i < c->n_keys; i++) {
        free(c->keys[i].key);
        free(c->keys[i].value);
    }
    free(c->keys);
    free(c->name);
    results_free(&c->results);
    *c = (struct compared){ 0 };
}

/* ---- a file ---- */

enum { READ_BYTES = 1 << 13, MOST_REPORT_BYTES = 1 << 28 };

/* What tells whether two files have the same bytes. */
struct sum {
#ifdef PONTOON_LIBCRYPTO
    EVP_MD_CTX *of;
#else
    uint64_t bytes, crc, adler;
#endif
};

#ifdef PONTOON_LIBCRYPTO
static bool sum_begin(struct sum *s)
{
    s->of = EVP_MD_CTX_new();
    return s->of != NULL && EVP_DigestInit_ex(s->of, EVP_sha256(), NULL) == 1;
}

static void sum_add(struct sum *s, const char *bytes, size_t n)
{
    (void)EVP_DigestUpdate(s->of, bytes, n);
}

static void sum_end(struct sum *s, uint8_t to[FLEET_SHA])
{
    if (s->of != NULL)
        (void)EVP_DigestFinal_ex(s->of, to, NULL);
    EVP_MD_CTX_free(s->of);
}
#else
/* Without libcrypto: enough for files of one call. There is no database then. */
static bool sum_begin(struct sum *s)
{
    *s = (struct sum){ 0, crc32(0, NULL, 0), adler32(0, NULL, 0) };
    return true;
}

static void sum_add(struct sum *s, const char *bytes, size_t n)
{
    s->bytes += n;
    s->crc = crc32(s->crc, (const Bytef *)bytes, (uInt)n);
    s->adler = adler32(s->adler, (const Bytef *)bytes, (uInt)n);
}

static void sum_end(struct sum *s, uint8_t to[FLEET_SHA])
{
    memcpy(to, s, sizeof *s);
}
#endif

/* Reads all that FD unpacks to: adds it up, and keeps it where it begins as a report does. Returns
 * NULL, or why that failed. */
static const char *scan(struct board_file *f)
{
    gzFile in = gzdopen(dup(f->fd), "rb");
    char bytes[READ_BYTES];
    struct sum sum;
    size_t room = 0;
    bool report = false, fits = sum_begin(&sum) && in != NULL;
    int got = 0;

    for (bool first = true; fits && (got = gzread(in, bytes, sizeof bytes)) > 0; first = false) {
        report = first ? bytes[0] == '{' : report;
        sum_add(&sum, bytes, (size_t)got);
        if (report && f->n + (size_t)got >= room) {
            room = 2 * (f->n + (size_t)got);
            char *more = room <= MOST_REPORT_BYTES ? realloc(f->report, room) : NULL;
            f->report = more != NULL ? more : f->report;
            fits = more != NULL;
        }
        if (report && fits) {
            memcpy(f->report + f->n, bytes, (size_t)got);
            f->n += (size_t)got;
        }
    }
    sum_end(&sum, f->sha256);
    if (in != NULL)
        gzclose(in);
    if (!fits)
        return "is too large";
    return got < 0 && report                ? "cannot be unpacked"
           : lseek(f->fd, 0, SEEK_SET) != 0 ? strerror(errno)
                                            : NULL;
}

const char *board_file_open(struct board_file *f, const char *file)
{
    struct stat about;

    *f = (struct board_file){ .fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK) };
    if (f->fd < 0 && errno != ENXIO)
        return strerror(errno);
    if (f->fd < 0 || fstat(f->fd, &about) != 0 || !S_ISREG(about.st_mode))
        return "is no regular file; a report or a log is expected";
    f->time = (int64_t)about.st_mtime;
    return scan(f);
}

void board_file_close(struct board_file *f)
{
    if (f->fd >= 0)
        close(f->fd);
    free(f->report);
    *f = (struct board_file){ .fd = -1 };
}

/* Writes "analyze: FILE: WHY" to ERR. Returns -1. */
static int refuse(FILE *err, const char *file, const char *why)
{
    output_say(err, file, "%s", why);
    return -1;
}

/* Reads a log, and analyses it. */
static int read_log(struct compared *c, struct log *log, const char *file, int fd,
                    enum method method, FILE *err)
{
    enum log_status got = log_read(log, fd, 0);

    if (!log->has_run || (got != LOG_OK && got != LOG_READ))
        return refuse(err, file, "is no report and no log that can be read");
    if (log_key_text(log->run.keys, log->run.n_keys, "source") != NULL && log->run.n_series > 1)
        output_say(err, file, "%zu tables: the one that begins at line %llu is read",
                   log->run.n_series, (unsigned long long)log->run.series[0].first_line);
    const char *lost = infer_all(&log->run, method, &c->results);
    if (lost != NULL)
        return refuse(err, ANALYSIS_LOST, lost);
    c->n_problems = problems_count(log, &c->results);
    c->damaged = got != LOG_OK || !log->run.complete;
    for (size_t i = 0; i < log->n_problems; i++)
        c->damaged = c->damaged || *log->problems[i].cost != '\0';
    c->name = strdup(file);
    c->keys = calloc(log->run.n_keys + 1, sizeof *c->keys);
    bool whole = c->name != NULL && c->keys != NULL && !c->results.no_memory;
    for (size_t i = 0; whole && i < log->run.n_keys; i++) {
        struct log_key *k = &c->keys[c->n_keys++];
        *k = (struct log_key){ strdup(log->run.keys[i].key), strdup(log->run.keys[i].value) };
        whole = k->key != NULL && k->value != NULL;
    }
    return whole ? 0 : refuse(err, file, "out of memory");
}

int compare_read_file(struct compared *c, struct log *log, const char *file, enum method method,
                      FILE *err)
{
    struct log own = { 0 };
    struct board_file f;
    const char *why = board_file_open(&f, file);
    int failed = why != NULL ? refuse(err, file, why)
                 : f.report != NULL
                     ? compare_read_report(c, file, f.report, f.n, err)
                     : read_log(c, log != NULL ? log : &own, file, f.fd, method, err);

    log_free(&own);
    board_file_close(&f);
    return failed;
}

bool compare_is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool compare_is_report(const char *path)
{
    struct stat about;

    if (path == NULL || stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return false;
    gzFile in = gzopen(path, "rb");
    bool is = in != NULL && gzgetc(in) == '{';
    if (in != NULL)
        gzclose(in);
    return is;
}

/* ---- several ---- */

static int is_visible(const struct dirent *d)
{
    return d->d_name[0] != '.';
}

char **compare_files(const char *dir, size_t *n, FILE *err)
{
    struct dirent **names = NULL;
    int n_names = scandir(dir, &names, is_visible, alphasort);
    char **files = n_names < 0 ? NULL : calloc((size_t)n_names + 1, sizeof *files);
    bool whole = files != NULL;

    *n = 0;
    for (int i = 0; i < n_names; i++) {
        size_t room = strlen(dir) + strlen(names[i]->d_name) + 2;
        char *path = whole ? malloc(room) : NULL;
        whole = path != NULL;
        if (path != NULL)
            snprintf(path, room, "%s/%s", dir, names[i]->d_name);
        if (path != NULL && !compare_is_folder(path))
            files[(*n)++] = path;
        else
            free(path);
        free(names[i]);
    }
    free(names);
    if (whole)
        return files;
    output_say(err, dir, "%s", strerror(n_names < 0 ? errno : ENOMEM));
    compare_files_free(files, *n);
    return NULL;
}

void compare_files_free(char **files, size_t n)
{
    for (size_t i = 0; i < n && files != NULL; i++)
        free(files[i]);
    free(files);
}

int compare_read_boards(struct compared_boards *b, char *const *files, size_t n, enum method method,
                        FILE *err)
{
    int status = 0;

    b->at = calloc(n + 1, sizeof *b->at);
    b->log = calloc(n + 1, sizeof *b->log);
    if (b->at == NULL || b->log == NULL)
        return -1;
    for (size_t i = 0; i < n; i++) {
        struct compared *c = &b->at[b->n];
        if (compare_read_file(c, &b->log[b->n], files[i], method, err) != 0) {
            compared_free(c);
            log_free(&b->log[b->n]);
            b->log[b->n] = (struct log){ 0 };
            status = 1;
            continue;
        }
        if (c->damaged)
            output_say(err, files[i], "is damaged; analyze it alone for the problems");
        status |= c->damaged;
        b->n++;
    }
    return status;
}

void compared_boards_free(struct compared_boards *b)
{
    for (size_t i = 0; i < b->n; i++) {
        compared_free(&b->at[i]);
        log_free(&b->log[i]);
    }
    free(b->at);
    free(b->log);
    *b = (struct compared_boards){ 0 };
}

/* ---- what is usual among a few ---- */

enum { USUAL_FROM = 3 }; /* boards: fewer have no usual value */

/* R as a run of a fleet has it; names by their hash, which tells them apart. */
static struct column_value run_value(const struct result *r)
{
    struct column_value v = { 0 };

    if (r == NULL)
        return v;
    v = (struct column_value){ true, (uint8_t)r->kind, fleet_percent(r->confidence), 0 };
    if (r->kind == RESULT_NUMBER)
        v.value = fleet_number(r->unit, r->has_nominal, r->nominal, r->value);
    else if (r->kind == RESULT_NAME)
        v.value = (double)(uint32_t)result_hash(r->text);
    return v;
}

struct fleet_typical compare_usual(const struct compared *boards, size_t n,
                                   const struct result_id *id)
{
    struct column_cell cell[COMPARE_MOST];
    struct column_value values[COMPARE_MOST];
    double scratch[FLEET_RECENT * COMPARE_MOST + 1];
    struct fleet_column column = { cell, n, scratch, values };
    struct fleet_typical usual;
    bool discrete = true;

    for (size_t i = 0; i < n; i++) {
        const struct result *r = result_find(&boards[i].results, *id);
        cell[i] = (struct column_cell){ .board = (uint32_t)i, .n = 1, .run = { run_value(r) } };
        discrete &= r == NULL || r->kind != RESULT_NUMBER ||
                    fleet_is_discrete(r->unit, cell[i].run[0].value);
    }
    fleet_typical_of(&usual, &column, discrete);
    fleet_typical_borrow(&usual, n, 0);
    return usual;
}

bool compare_far(const struct fleet_typical *u, const struct result *r)
{
    struct column_value v = run_value(r);
    bool number = v.kind == RESULT_NUMBER, ranged = v.there && number && r->has_bounds;
    size_t usual = 0;
    unsigned way;

    if (!v.there || u->n < USUAL_FROM || (!number && v.kind != RESULT_NAME))
        return false;
    for (unsigned i = 0; i < u->n_ways; i++) {
        double at = u->way[i].value;
        usual += u->way[i].boards;
        if (fleet_equal(v.kind, v.value, u->kind, at) ||
            (ranged && u->kind == RESULT_NUMBER && r->low <= at && at <= r->high))
            return false;
    }
    if (u->spread > 0)
        return fabs(fleet_spreads(u, v.value, &way)) > 3;
    return 2 * usual > u->n;
}

bool compare_has(const struct compared *boards, size_t n, const struct result_id *id)
{
    for (size_t i = 0; i < n; i++)
        if (result_find(&boards[i].results, *id) != NULL)
            return true;
    return false;
}
