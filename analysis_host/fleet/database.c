/* The database of a fleet, in SQLite. */
#include "database.h"
#include "report/format/remedy.h"
#include "report/output/visible.h"
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { APPLICATION = 0x50544E31, BUSY_MS = 30000 };

/* Each brings the tables from the version of its index to the next. */
static const char *const steps[] = {
    "CREATE TABLE node(node INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE name(id INTEGER PRIMARY KEY, name TEXT, unit TEXT, UNIQUE(name, unit));"
    "CREATE TABLE run(run INTEGER PRIMARY KEY, node INTEGER, began INTEGER, began_from TEXT,"
    " stored INTEGER, sha256 BLOB NOT NULL UNIQUE, analyze TEXT, source TEXT, problems INTEGER,"
    " complete INTEGER);"
    "CREATE INDEX run_node ON run(node, began);"
    "CREATE TABLE setting(run INTEGER, key TEXT, value TEXT, PRIMARY KEY(run, key)) WITHOUT ROWID;"
    "CREATE TABLE answer(run INTEGER, id INTEGER, value, nominal, low REAL, high REAL,"
    " confidence REAL, note TEXT, PRIMARY KEY(run, id)) WITHOUT ROWID;",
};
enum { VERSION = sizeof steps / sizeof steps[0] };

enum statement {
    KNOWS,
    ADD_NODE,
    FIND_NODE,
    ADD_NAME,
    FIND_NAME,
    ADD_RUN,
    ADD_SETTING,
    ADD_ANSWER,
    RUNS,
    SETTINGS,
    ANSWERS,
    STATEMENTS
};

static const char *const texts[STATEMENTS] = {
    [KNOWS] = "SELECT 1 FROM run WHERE sha256 = ?1",
    [ADD_NODE] = "INSERT OR IGNORE INTO node(name) VALUES(?1)",
    [FIND_NODE] = "SELECT node FROM node WHERE name = ?1",
    [ADD_NAME] = "INSERT OR IGNORE INTO name(name, unit) VALUES(?1, ?2)",
    [FIND_NAME] = "SELECT id FROM name WHERE name = ?1 AND unit = ?2",
    [ADD_RUN] =
        "INSERT INTO run(node, began, began_from, stored, sha256, analyze, source, problems,"
        " complete) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    [ADD_SETTING] = "INSERT OR IGNORE INTO setting VALUES(?1, ?2, ?3)",
    [ADD_ANSWER] = "INSERT OR IGNORE INTO answer VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [RUNS] = "SELECT run, began, sha256, source, complete,"
             " (SELECT count(*) FROM answer WHERE answer.run = run.run), name FROM run"
             " JOIN node USING(node) WHERE began >= ?1 AND began < ?2 ORDER BY run",
    [SETTINGS] = "SELECT key, value FROM setting WHERE run = ?1",
    [ANSWERS] = "SELECT id, value, nominal, confidence, note FROM answer WHERE run = ?1",
};

struct fleet_database {
    sqlite3 *db;
    char *file;
    FILE *err;
    sqlite3_stmt *statement[STATEMENTS];
    struct fleet_texts names; /* "name unit" of those whose id is known */
    int64_t *ids;
};

/* ---- errors ---- */

static bool is_full(int code)
{
    return code == SQLITE_FULL || code == SQLITE_IOERR || code == SQLITE_READONLY ||
           code == SQLITE_CANTOPEN || code == SQLITE_NOMEM;
}

/* Says what went wrong last. Returns its status. */
static enum fleet_database_status say(struct fleet_database *s)
{
    int code = sqlite3_errcode(s->db) & 0xff;

    output_say(s->err, s->file, "%s", sqlite3_errmsg(s->db));
    return is_full(code) ? STORE_FULL : STORE_UNUSABLE;
}

static bool run_text(struct fleet_database *s, const char *sql)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* The number that PRAGMA gives; -1 where it fails. */
static int64_t pragma(struct fleet_database *s, const char *sql)
{
    sqlite3_stmt *st = NULL;
    int64_t value = -1;

    if (sqlite3_prepare_v2(s->db, sql, -1, &st, NULL) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW)
        value = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return value;
}

/* ---- opening ---- */

/* Copies the database before it is changed, to FILE.vN. */
static bool keep_copy(struct fleet_database *s, int64_t version)
{
    char *sql = sqlite3_mprintf("VACUUM INTO '%q.v%d'", s->file, (int)version);
    bool kept = sql != NULL && run_text(s, sql);

    sqlite3_free(sql);
    return kept;
}

static bool take_step(struct fleet_database *s, int64_t version)
{
    char after[100];

    snprintf(after, sizeof after, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
             APPLICATION, (int)version + 1);
    if ((version == 0 || keep_copy(s, version)) && run_text(s, "BEGIN IMMEDIATE") &&
        (pragma(s, "PRAGMA user_version") != version /* another process was faster */
             ? run_text(s, "COMMIT")
             : run_text(s, steps[version]) && run_text(s, after)))
        return true;
    sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* Makes or renews the tables. An empty file is a new database. */
static enum fleet_database_status bring_up_to_date(struct fleet_database *s)
{
    int64_t application = pragma(s, "PRAGMA application_id");
    int64_t version = pragma(s, "PRAGMA user_version");
    int64_t tables = pragma(s, "SELECT count(*) FROM sqlite_master");

    if (application < 0 || version < 0 || tables < 0)
        return say(s), STORE_UNUSABLE;
    if ((application != APPLICATION && tables > 0) ||
        (application == APPLICATION && version == 0)) {
        output_say(s->err, s->file, "is no database of a fleet");
        return STORE_UNUSABLE;
    }
    if (version > VERSION) {
        output_say(s->err, s->file, "is of a newer analyze: version %d; this one knows %d",
                   (int)version, (int)VERSION);
        return STORE_UNUSABLE;
    }
    for (; version < VERSION; version++)
        if (!take_step(s, version))
            return say(s);
    return STORE_OK;
}

static bool prepare_all(struct fleet_database *s)
{
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v2(s->db, texts[i], -1, &s->statement[i], NULL) != SQLITE_OK)
            return false;
    return true;
}

static enum fleet_database_status open_file(struct fleet_database *s, bool may_make)
{
    int flags = SQLITE_OPEN_READWRITE | (may_make ? SQLITE_OPEN_CREATE : 0);
    struct stat about;

    if (stat(s->file, &about) == 0 && !S_ISREG(about.st_mode)) { /* a pipe would be waited for */
        output_say(s->err, s->file, "is no regular file");
        return STORE_UNUSABLE;
    }

    if (sqlite3_open_v2(s->file, &s->db, flags, NULL) != SQLITE_OK) {
        output_say(s->err, s->file, "%s", s->db != NULL ? sqlite3_errmsg(s->db) : "out of memory");
        return STORE_UNUSABLE;
    }
    sqlite3_busy_timeout(s->db, BUSY_MS);
    enum fleet_database_status status = bring_up_to_date(s);
    if (status != STORE_OK)
        return status;
    /* readers beside the writer; where the file system cannot, the mode stays as it was */
    sqlite3_exec(s->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", NULL, NULL, NULL);
    return prepare_all(s) ? STORE_OK : (say(s), STORE_UNUSABLE);
}

static enum fleet_database_status open_database(struct fleet_database **store, const char *file,
                                                bool may_make, FILE *err)
{
    struct fleet_database *s = calloc(1, sizeof *s);

    *store = s;
    if (s == NULL || (s->file = strdup(file)) == NULL) {
        output_say(err, file, "out of memory");
        return STORE_FULL;
    }
    s->err = err;
    return open_file(s, may_make);
}

static void close_database(struct fleet_database *s)
{
    if (s == NULL)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->db);
    fleet_texts_free(&s->names);
    free(s->ids);
    free(s->file);
    free(s);
}

/* ---- storing ---- */

static sqlite3_stmt *fresh(struct fleet_database *s, enum statement which)
{
    sqlite3_reset(s->statement[which]);
    sqlite3_clear_bindings(s->statement[which]);
    return s->statement[which];
}

static bool step_done(sqlite3_stmt *st)
{
    int code = sqlite3_step(st);

    sqlite3_reset(st);
    return code == SQLITE_DONE;
}

static void bind_text(sqlite3_stmt *st, int at, const char *text)
{
    if (text != NULL)
        sqlite3_bind_text(st, at, text, -1, SQLITE_TRANSIENT);
}

/* True when a run with this sum is stored. */
static bool knows_run(void *store, const uint8_t sha256[FLEET_SHA])
{
    struct fleet_database *s = store;
    sqlite3_stmt *st = fresh(s, KNOWS);

    sqlite3_bind_blob(st, 1, sha256, FLEET_SHA, SQLITE_TRANSIENT);
    bool known = sqlite3_step(st) == SQLITE_ROW;
    sqlite3_reset(st);
    return known;
}

/* The number that table ADD and FIND keep for A and B, B NULL for none; -1 where that fails. */
static int64_t number_of(struct fleet_database *s, enum statement add, enum statement find,
                         const char *a, const char *b)
{
    sqlite3_stmt *st = fresh(s, add);
    int64_t id = -1;

    bind_text(st, 1, a);
    bind_text(st, 2, b);
    if (!step_done(st))
        return -1;
    st = fresh(s, find);
    bind_text(st, 1, a);
    bind_text(st, 2, b);
    if (sqlite3_step(st) == SQLITE_ROW)
        id = sqlite3_column_int64(st, 0);
    sqlite3_reset(st);
    return id;
}

/* The same of a name of answers, from memory where it was asked before. */
static int64_t name_of(struct fleet_database *s, const struct result *r)
{
    char both[sizeof r->id + sizeof r->unit + 1];

    snprintf(both, sizeof both, "%s %s", r->id, r->unit);
    uint32_t at = fleet_text_find(&s->names, both);
    if (at != UINT32_MAX)
        return s->ids[at];
    int64_t id = number_of(s, ADD_NAME, FIND_NAME, r->id, r->unit);
    int64_t *more = realloc(s->ids, (s->names.n + 1) * sizeof *more);
    if (more == NULL)
        return id;
    s->ids = more;
    s->ids[s->names.n] = id;
    fleet_text(&s->names, both);
    return id;
}

static bool put_answer(struct fleet_database *s, int64_t run, const struct result *r)
{
    int64_t name = name_of(s, r);
    sqlite3_stmt *st = fresh(s, ADD_ANSWER);

    sqlite3_bind_int64(st, 1, run);
    sqlite3_bind_int64(st, 2, name);
    if (r->kind == RESULT_NUMBER)
        sqlite3_bind_double(st, 3, r->value);
    else if (r->kind == RESULT_NAME)
        bind_text(st, 3, r->text);
    else
        bind_text(st, 8, r->kind == RESULT_NONE ? "none" : format_note(r).text);
    if (r->has_nominal)
        sqlite3_bind_double(st, 4, r->nominal);
    if (r->has_bounds) {
        sqlite3_bind_double(st, 5, r->low);
        sqlite3_bind_double(st, 6, r->high);
    }
    sqlite3_bind_double(st, 7, r->confidence);
    return name >= 0 && step_done(st);
}

static bool put_setting(struct fleet_database *s, int64_t run, const struct log_key *key)
{
    sqlite3_stmt *st = fresh(s, ADD_SETTING);

    sqlite3_bind_int64(st, 1, run);
    bind_text(st, 2, key->key);
    bind_text(st, 3, key->value);
    return step_done(st);
}

/* Returns the number of the new run, or -1. */
static int64_t put_head(struct fleet_database *s, const struct fleet_read *read,
                        const struct fleet_run *whose, const char *node_name)
{
    int64_t node = number_of(s, ADD_NODE, FIND_NODE, node_name, NULL);
    sqlite3_stmt *st = fresh(s, ADD_RUN);

    sqlite3_bind_int64(st, 1, node);
    sqlite3_bind_int64(st, 2, whose->began);
    bind_text(st, 3, whose->began_by_file ? "file" : "log");
    sqlite3_bind_int64(st, 4, (int64_t)time(NULL));
    sqlite3_bind_blob(st, 5, read->from.sha256, FLEET_SHA, SQLITE_TRANSIENT);
    bind_text(st, 6, log_key_text(read->keys, read->n_keys, "build"));
    bind_text(st, 7, read->from.file);
    sqlite3_bind_int64(st, 8, (int64_t)read->n_problems);
    sqlite3_bind_int(st, 9, !read->from.damaged);
    return node >= 0 && step_done(st) ? sqlite3_last_insert_rowid(s->db) : -1;
}

static bool put_all(struct fleet_database *s, const struct fleet_read *read,
                    const struct fleet_run *whose, const char *node)
{
    int64_t run = put_head(s, read, whose, node);
    bool whole = run >= 0;

    for (size_t i = 0; whole && i < read->n_keys; i++)
        whole = put_setting(s, run, &read->keys[i]);
    for (size_t i = 0; whole && i < read->results->n; i++) {
        const struct result *r = &read->results->at[i];
        whole = r->damaged || strcmp(r->unit, "table") == 0 || put_answer(s, run, r);
    }
    return whole;
}

static enum fleet_database_status put_run(struct fleet_database *s, const struct fleet_read *read)
{
    struct fleet one = { 0 }; /* knows whose run it is, and when it began */
    struct fleet_run *whose = fleet_run_begin(&one, &read->from, read->keys, read->n_keys, 0);
    enum fleet_database_status status = STORE_OK;

    if (whose == NULL)
        return output_say(s->err, s->file, "out of memory"), STORE_FULL;
    if (!run_text(s, "BEGIN IMMEDIATE") || !put_all(s, read, whose, one.texts.at[whose->node]) ||
        !run_text(s, "COMMIT")) {
        status = say(s);
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
        fleet_texts_free(&s->names); /* names that were new are not there any more */
    }
    fleet_free(&one);
    return status;
}

/* ---- loading ---- */

/* Names of fleet answers by the database's numbers. */
struct name_map {
    uint32_t *at; /* UINT32_MAX: none */
    int64_t n;
};

static bool map_names(struct fleet_database *s, struct fleet *f, struct name_map *map)
{
    sqlite3_stmt *st = NULL;
    int code =
        sqlite3_prepare_v2(s->db, "SELECT id, name, unit FROM name ORDER BY id", -1, &st, NULL);

    map->n = pragma(s, "SELECT coalesce(max(id), 0) FROM name") + 1;
    map->at = map->n > 0 && map->n < 1 << 24 ? calloc((size_t)map->n, sizeof *map->at) : NULL;
    bool fits = map->at != NULL && code == SQLITE_OK;
    while (fits && (code = sqlite3_step(st)) == SQLITE_ROW) {
        int64_t id = sqlite3_column_int64(st, 0);
        const char *name = (const char *)sqlite3_column_text(st, 1);
        const char *unit = (const char *)sqlite3_column_text(st, 2);
        if (id < 0 || id >= map->n || name == NULL || unit == NULL || strlen(name) >= ID_BYTES)
            continue;
        map->at[id] = fleet_name(f, name, unit) + 1;
    }
    sqlite3_finalize(st);
    return fits && code == SQLITE_DONE;
}

static void load_answer(struct fleet *f, struct fleet_run *run, sqlite3_stmt *st,
                        const struct name_map *map)
{
    int64_t id = sqlite3_column_int64(st, 0);
    const char *note = (const char *)sqlite3_column_text(st, 4);
    struct fleet_given given = { .kind = RESULT_NULL };

    if (id < 0 || id >= map->n || map->at[id] == 0)
        return;
    given.name = map->at[id] - 1;
    given.has_nominal = sqlite3_column_type(st, 2) != SQLITE_NULL;
    given.nominal = sqlite3_column_double(st, 2);
    given.confidence = sqlite3_column_double(st, 3);
    if (sqlite3_column_type(st, 1) == SQLITE_TEXT) {
        given.kind = RESULT_NAME;
        given.text = (const char *)sqlite3_column_text(st, 1);
    } else if (sqlite3_column_type(st, 1) != SQLITE_NULL) {
        given.kind = RESULT_NUMBER;
        given.value = sqlite3_column_double(st, 1);
    } else if (note != NULL && strcmp(note, "none") == 0) {
        given.kind = RESULT_NONE;
    }
    fleet_run_answer(f, run, &given);
}

static void free_keys(struct log_key *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free(keys[i].key);
        free(keys[i].value);
    }
    free(keys);
}

/* The settings of RUN, to be freed; *N is SIZE_MAX where that failed. */
static struct log_key *load_settings(struct fleet_database *s, int64_t run, size_t *n)
{
    sqlite3_stmt *st = fresh(s, SETTINGS);
    struct log_key *keys = NULL;

    *n = 0;
    sqlite3_bind_int64(st, 1, run);
    while (sqlite3_step(st) == SQLITE_ROW) {
        struct log_key *more = realloc(keys, (*n + 1) * sizeof *keys);
        const char *key = (const char *)sqlite3_column_text(st, 0);
        const char *value = (const char *)sqlite3_column_text(st, 1);
        if (more == NULL || key == NULL || value == NULL)
            break;
        keys = more;
        keys[*n] = (struct log_key){ strdup(key), strdup(value) };
        if (keys[*n].key == NULL || keys[*n].value == NULL)
            break;
        (*n)++;
    }
    sqlite3_reset(st);
    return keys;
}

/* Adds the run in the row of ROW; false where memory is short. */
static bool load_run(struct fleet_database *s, struct fleet *f, sqlite3_stmt *row,
                     const struct name_map *map)
{
    int64_t number = sqlite3_column_int64(row, 0);
    const void *sum = sqlite3_column_blob(row, 2);
    size_t n_keys, n_answers = (size_t)sqlite3_column_int64(row, 5);
    struct log_key *keys = load_settings(s, number, &n_keys);
    struct fleet_origin from = { .file = (const char *)sqlite3_column_text(row, 3),
                                 .file_time = sqlite3_column_int64(row, 1),
                                 .damaged = !sqlite3_column_int(row, 4) };

    if (sum != NULL && sqlite3_column_bytes(row, 2) == FLEET_SHA)
        memcpy(from.sha256, sum, FLEET_SHA);
    from.file = from.file != NULL ? from.file : "";
    struct fleet_run *run = fleet_run_begin(f, &from, keys, n_keys, n_answers);
    free_keys(keys, n_keys);
    if (run == NULL)
        return false;
    sqlite3_stmt *st = fresh(s, ANSWERS);
    sqlite3_bind_int64(st, 1, number);
    while (run->n_answers < n_answers && sqlite3_step(st) == SQLITE_ROW)
        load_answer(f, run, st, map);
    sqlite3_reset(st);
    return true;
}

static enum fleet_database_status load_runs(struct fleet_database *s, struct fleet *f, int64_t from,
                                            int64_t until)
{
    struct name_map map = { 0 };
    sqlite3_stmt *row = fresh(s, RUNS);
    /* one view of all tables, whatever a writer does meanwhile */
    bool fits = run_text(s, "BEGIN") && map_names(s, f, &map);
    int code = SQLITE_DONE;

    sqlite3_bind_int64(row, 1, from);
    sqlite3_bind_int64(row, 2, until);
    while (fits && (code = sqlite3_step(row)) == SQLITE_ROW)
        fits = load_run(s, f, row, &map);
    enum fleet_database_status status = STORE_OK;
    if (!fits || code != SQLITE_DONE)
        status = f->no_memory ? STORE_FULL : (say(s), STORE_UNUSABLE);
    sqlite3_reset(row);
    sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL);
    free(map.at);
    return status;
}

/* ---- a part of it ---- */

static bool copy_tables(struct fleet_database *s, int64_t from, int64_t until)
{
    char sql[1200];

    snprintf(sql, sizeof sql,
             "BEGIN;"
             "INSERT INTO part.run SELECT * FROM run WHERE began >= %lld AND began < %lld;"
             "INSERT INTO part.node SELECT * FROM node WHERE node IN (SELECT node FROM part.run);"
             "INSERT INTO part.setting SELECT * FROM setting"
             " WHERE run IN (SELECT run FROM part.run);"
             "INSERT INTO part.answer SELECT * FROM answer WHERE run IN (SELECT run FROM part.run);"
             "INSERT INTO part.name SELECT * FROM name WHERE id IN (SELECT id FROM part.answer);"
             "COMMIT",
             (long long)from, (long long)until);
    return run_text(s, sql);
}

static enum fleet_database_status copy_runs(struct fleet_database *s, const char *file,
                                            int64_t from, int64_t until)
{
    struct fleet_database *part = NULL;
    enum fleet_database_status status = STORE_UNUSABLE;

    if (access(file, F_OK) == 0)
        return output_say(s->err, file, "is there already"), STORE_UNUSABLE;
    status = open_database(&part, file, true, s->err);
    close_database(part);
    char *attach = sqlite3_mprintf("ATTACH '%q' AS part", file);
    if (status == STORE_OK &&
        (attach == NULL || !run_text(s, attach) || !copy_tables(s, from, until)))
        status = say(s);
    sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_exec(s->db, "DETACH part", NULL, NULL, NULL);
    sqlite3_free(attach);
    return status;
}

/* ---- all of it ---- */

/* What comes from files goes to STORE; what cannot be read is told of FLEET. */
struct collector {
    struct fleet *fleet;
    struct fleet_database *store;
    const struct fleet_database_use *use;
    enum fleet_database_status status;
};

static bool collector_knows(void *of, const uint8_t sha256[FLEET_SHA])
{
    return knows_run(((struct collector *)of)->store, sha256);
}

static bool collector_take(void *of, const struct fleet_read *read)
{
    struct collector *c = of;

    /* the same bytes may come twice before the first are stored */
    if (!knows_run(c->store, read->from.sha256))
        c->status = put_run(c->store, read);
    return c->status == STORE_OK;
}

static void collector_unread(void *of, const char *file, const char *why)
{
    const struct collector *c = of;

    c->use->unread(c->fleet, file, why);
}

enum fleet_database_status fleet_database_use(const struct fleet_database_use *use, struct fleet *f,
                                              FILE *err)
{
    struct collector c = { .fleet = f, .use = use };
    const struct fleet_sink taker = { &c, collector_knows, collector_take, collector_unread };

    c.status = open_database(&c.store, use->file, use->n_files > 0, err);
    if (c.status == STORE_OK && use->n_files > 0 &&
        fleet_gather(&taker, use->files, use->n_files, use->method, use->seconds, err) < 0 &&
        c.status == STORE_OK)
        c.status = STORE_UNUSABLE;
    if (c.status == STORE_OK)
        c.status = use->part != NULL ? copy_runs(c.store, use->part, use->from, use->until)
                                     : load_runs(c.store, f, use->from, use->until);
    close_database(c.store);
    return c.status;
}
