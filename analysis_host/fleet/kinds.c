/* Puts boards into kinds: those that share their build and most of their anchors, answers that only
 * another processor would change. */
#include "fleet.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Share of anchors that may contradict within a kind; numbers contradict from ANCHOR_APART on. */
#define NEAR         0.34
#define ANCHOR_APART 0.25
enum { SURE = 80, PASSES = 2 };

/* Anchors of all boards and kinds: BOARDS rows of N, NAN where not known. */
struct anchors {
    uint16_t *name; /* of each column */
    size_t n;
    size_t levels; /* column of cache.levels, or N */
    float *board;
    float *kind;     /* rows of kinds; each pass may found as many as there are boards */
    uint32_t *group; /* of each kind: text */
    size_t n_kinds;
    double *scratch; /* room for a number a board */
};

static const char *const group_keys[] = { "target", "arch",   "word",       "cores",         "os",
                                          "cc",     "cflags", "cflags_crc", "given.emulated" };
enum { GROUP_KEYS = sizeof group_keys / sizeof group_keys[0] };

static bool is_anchor(enum quantity q)
{
    static const enum quantity anchors[] = { CACHE_LEVELS, CACHE_SIZE, CACHE_LINE,  CACHE_WAYS,
                                             TLB_PAGE,     TLB_LEVELS, TLB_ENTRIES, OP_LATENCY };

    for (size_t i = 0; i < sizeof anchors / sizeof anchors[0]; i++)
        if (anchors[i] == q)
            return true;
    return false;
}

/* ---- groups: settings that boards of one kind share ---- */

static uint32_t group_of(struct fleet *f, const struct fleet_run *run, const char *by)
{
    char text[1000];
    size_t used = 0;

    for (size_t i = 0; i <= GROUP_KEYS; i++) {
        const char *key = i < GROUP_KEYS ? group_keys[i] : by;
        const char *value = key != NULL ? fleet_setting(f, run, key) : NULL;
        if (value == NULL || used >= sizeof text)
            continue;
        int more = snprintf(text + used, sizeof text - used, "%s=%s\n", key, value);
        used += more > 0 ? (size_t)more : 0;
    }
    text[used < sizeof text ? used : sizeof text - 1] = '\0';
    return fleet_text(&f->texts, used > 0 ? text : "");
}

static void find_recent(struct fleet *f, struct fleet_board *b, const char *by)
{
    b->group = group_of(f, &f->runs[b->first + b->n - 1], by);
    b->n_recent = 0;
    for (size_t i = b->n; i-- > 0 && b->n_recent < FLEET_RECENT;)
        if (group_of(f, &f->runs[b->first + i], by) == b->group)
            b->recent[b->n_recent++] = b->first + i;
    for (size_t i = 0; i < b->n_recent / 2; i++) {
        size_t late = b->recent[i];
        b->recent[i] = b->recent[b->n_recent - 1 - i];
        b->recent[b->n_recent - 1 - i] = late;
    }
}

/* ---- anchors ---- */

/* The middle of what the recent runs of B say surely of NAME, or NAN. */
static float board_anchor(const struct fleet *f, const struct fleet_board *b, size_t name)
{
    double said[FLEET_RECENT];
    size_t n = 0;

    for (size_t i = 0; i < b->n_recent; i++) {
        const struct fleet_answer *a = fleet_answer(&f->runs[b->recent[i]], name);
        if (a != NULL && a->kind == RESULT_NUMBER && a->sure >= SURE)
            said[n++] = a->value;
    }
    return n > 0 ? (float)stats_median(said, n) : NAN;
}

static void free_anchors(struct anchors *a)
{
    free(a->name);
    free(a->board);
    free(a->kind);
    free(a->group);
    free(a->scratch);
}

static bool read_anchors(struct anchors *a, const struct fleet *f)
{
    a->name = calloc(f->n_names + 1, sizeof *a->name);
    for (size_t i = 0; a->name != NULL && i < f->n_names; i++)
        if (is_anchor(f->names[i].id.quantity))
            a->name[a->n++] = (uint16_t)i;
    size_t cells = f->n_boards * a->n + 1, most_kinds = (PASSES + 1) * f->n_boards;

    a->board = malloc(cells * sizeof *a->board);
    a->kind = malloc((most_kinds * a->n + 1) * sizeof *a->kind);
    a->group = calloc(most_kinds + 1, sizeof *a->group);
    a->scratch = calloc(f->n_boards + 1, sizeof *a->scratch);
    if (a->name == NULL || a->board == NULL || a->kind == NULL || a->group == NULL ||
        a->scratch == NULL)
        return false;
    a->levels = a->n;
    for (size_t k = 0; k < a->n; k++) {
        if (f->names[a->name[k]].id.quantity == CACHE_LEVELS)
            a->levels = k;
        for (size_t i = 0; i < f->n_boards; i++)
            a->board[i * a->n + k] = board_anchor(f, &f->boards[i], a->name[k]);
    }
    return true;
}

static bool contradict(float a, float b)
{
    return fabsf(a - b) > ANCHOR_APART * fminf(fabsf(a), fabsf(b));
}

/* Of caches and TLBs, and of operations: many operations do not outvote the caches. */
enum { AREAS = 2, AREA_LEAST = 4 };
struct distance {
    unsigned compared[AREAS], differ[AREAS];
};

/* Compares BOARD with KIND, rows of anchors. Where the levels differ, those of caches mean other
 * caches. */
static struct distance compare_rows(const struct anchors *a, const struct fleet *f,
                                    const float *board, const float *kind)
{
    struct distance d = { { 0 }, { 0 } };
    bool levels = a->levels == a->n || !(board[a->levels] != kind[a->levels]) ||
                  isnan(board[a->levels]) || isnan(kind[a->levels]);

    for (size_t k = 0; k < a->n; k++) {
        enum quantity q = f->names[a->name[k]].id.quantity;
        if (isnan(board[k]) || isnan(kind[k]) ||
            (!levels && (q == CACHE_SIZE || q == CACHE_LINE || q == CACHE_WAYS)))
            continue;
        d.compared[q == OP_LATENCY]++;
        d.differ[q == OP_LATENCY] += contradict(board[k], kind[k]);
    }
    return d;
}

/* The share that contradicts: of the area where it is greater, or of all where one has few. */
static double share(struct distance d)
{
    unsigned compared = d.compared[0] + d.compared[1], differ = d.differ[0] + d.differ[1];

    if (compared == 0)
        return 1;
    if (d.compared[0] < AREA_LEAST || d.compared[1] < AREA_LEAST)
        return (double)differ / compared;
    return fmax((double)d.differ[0] / d.compared[0], (double)d.differ[1] / d.compared[1]);
}

/* The nearest of A's kinds of group GROUP; FLEET_NO_KIND where none is near. */
static uint32_t nearest_kind(const struct anchors *a, const struct fleet *f, const float *row,
                             uint32_t group)
{
    uint32_t nearest = FLEET_NO_KIND;
    double least = NEAR;

    for (size_t k = 0; k < a->n_kinds; k++) {
        double s = a->group[k] == group ? share(compare_rows(a, f, row, &a->kind[k * a->n])) : 1;
        if (s < least) {
            least = s;
            nearest = (uint32_t)k;
        }
    }
    return nearest;
}

/* ---- kinds ---- */

static uint32_t found_kind(struct anchors *a, const float *row, uint32_t group)
{
    memcpy(&a->kind[a->n_kinds * a->n], row, a->n * sizeof *row);
    a->group[a->n_kinds] = group;
    return (uint32_t)a->n_kinds++;
}

static void assign_boards(struct anchors *a, struct fleet *f)
{
    for (size_t i = 0; i < f->n_boards; i++) {
        const float *row = &a->board[i * a->n];
        uint32_t near = nearest_kind(a, f, row, f->boards[i].group);
        f->boards[i].kind = near != FLEET_NO_KIND ? near : found_kind(a, row, f->boards[i].group);
    }
}

/* The usual value of anchor COLUMN in KIND: the median of its boards, where half of them know it.
 */
static float kind_anchor(const struct anchors *a, const struct fleet *f, uint32_t kind,
                         size_t column)
{
    size_t n = 0, boards = 0;

    for (size_t i = 0; i < f->n_boards; i++) {
        if (f->boards[i].kind != kind)
            continue;
        boards++;
        float v = a->board[i * a->n + column];
        if (!isnan(v))
            a->scratch[n++] = v;
    }
    return n > 0 && 2 * n >= boards ? (float)stats_median(a->scratch, n) : NAN;
}

static size_t boards_of(const struct fleet *f, uint32_t kind)
{
    size_t n = 0;

    for (size_t i = 0; i < f->n_boards; i++)
        n += f->boards[i].kind == kind;
    return n;
}

/* Kinds of one board keep that board's anchors. */
static void usual_anchors(struct anchors *a, const struct fleet *f)
{
    for (uint32_t k = 0; k < a->n_kinds; k++)
        if (boards_of(f, k) > 1)
            for (size_t c = 0; c < a->n; c++)
                a->kind[k * a->n + c] = kind_anchor(a, f, k, c);
}

/* Boards whose kind is near an earlier one go there: a noisy board founded it. */
static void merge_kinds(struct anchors *a, struct fleet *f)
{
    for (uint32_t k = 1; k < a->n_kinds; k++) {
        size_t all = a->n_kinds;
        a->n_kinds = k;
        uint32_t near = nearest_kind(a, f, &a->kind[k * a->n], a->group[k]);
        a->n_kinds = all;
        for (size_t i = 0; near != FLEET_NO_KIND && i < f->n_boards; i++)
            if (f->boards[i].kind == k)
                f->boards[i].kind = near;
    }
}

/* ---- what stays ---- */

static int by_boards(const void *a, const void *b)
{
    const struct fleet_kind *x = a, *y = b;

    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Makes F's kinds of A's that have boards enough, the largest first, and gives boards their kind;
 * one without a kind gets the nearest, whatever its settings. False where memory is short. */
static bool settle(const struct anchors *a, struct fleet *f)
{
    uint32_t *row_of = calloc(a->n_kinds + 1, sizeof *row_of); /* of each kind that stays */

    f->kinds = calloc(a->n_kinds + 1, sizeof *f->kinds);
    if (f->kinds == NULL || row_of == NULL)
        return free(row_of), false;
    for (uint32_t k = 0; k < a->n_kinds; k++) {
        struct fleet_kind *kind = &f->kinds[f->n_kinds];
        *kind = (struct fleet_kind){ .group = a->group[k], .n = boards_of(f, k) };
        while (kind->n > 0 && f->boards[kind->first].kind != k)
            kind->first++;
        f->n_kinds += kind->n >= FLEET_KIND_BOARDS;
    }
    if (f->n_kinds > 0)
        qsort(f->kinds, f->n_kinds, sizeof *f->kinds, by_boards);
    for (size_t k = 0; k < f->n_kinds; k++) {
        row_of[k] = f->boards[f->kinds[k].first].kind;
        if (k < 26) /* "A" to "Z", "A1" and so on */
            snprintf(f->kinds[k].name, FLEET_KIND_NAME, "%c", (char)('A' + k));
        else
            snprintf(f->kinds[k].name, FLEET_KIND_NAME, "%c%zu", (char)('A' + k % 26), k / 26);
    }
    for (size_t i = 0; i < f->n_boards; i++) {
        struct fleet_board *b = &f->boards[i];
        uint32_t row = b->kind;
        double least = 2;

        b->kind = FLEET_NO_KIND;
        for (uint32_t k = 0; k < f->n_kinds; k++)
            if (row_of[k] == row)
                b->kind = k;
        for (uint32_t k = 0; k < f->n_kinds && b->kind == FLEET_NO_KIND; k++) {
            struct distance d = compare_rows(a, f, &a->board[i * a->n], &a->kind[row_of[k] * a->n]);
            if (share(d) >= least)
                continue;
            least = share(d);
            b->nearest = k;
            b->anchors = d.compared[0] + d.compared[1];
            b->differ = d.differ[0] + d.differ[1];
        }
    }
    free(row_of);
    return true;
}

bool fleet_find_kinds(struct fleet *f, const char *by)
{
    struct anchors a = { 0 };

    for (size_t i = 0; i < f->n_boards; i++)
        find_recent(f, &f->boards[i], by);
    bool fits = read_anchors(&a, f) && !f->texts.no_memory;
    if (fits) {
        assign_boards(&a, f);
        for (int pass = 0; pass < PASSES; pass++) {
            usual_anchors(&a, f);
            merge_kinds(&a, f);
            usual_anchors(&a, f);
            assign_boards(&a, f);
        }
        fits = settle(&a, f);
    }
    free_anchors(&a);
    return fits;
}

struct fleet_distance fleet_distance(const struct fleet *f, size_t board,
                                     const struct fleet_typical *usual)
{
    struct anchors a = { 0 };
    struct fleet_distance d = { .share = 1 };

    if (read_anchors(&a, f)) {
        for (size_t k = 0; k < a.n; k++) {
            const struct fleet_typical *u = &usual[a.name[k]];
            bool known = u->n_ways > 0 && u->kind == RESULT_NUMBER;
            a.kind[k] = known ? (float)u->way[0].value : NAN;
        }
        struct distance rows = compare_rows(&a, f, &a.board[board * a.n], a.kind);
        d = (struct fleet_distance){ rows.compared[0] + rows.compared[1],
                                     rows.differ[0] + rows.differ[1], share(rows),
                                     share(rows) < NEAR };
    }
    free_anchors(&a);
    return d;
}
