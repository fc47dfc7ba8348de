/* Gathers what the boards of a kind say of one answer. */
#include "column.h"
#include <stdlib.h>
#include <string.h>

void fleet_column_free(struct fleet_column *c)
{
    free(c->cell);
    free(c->scratch);
    free(c->values);
    *c = (struct fleet_column){ 0 };
}

bool fleet_column_of_kind(struct fleet_column *c, const struct fleet *f, uint32_t kind)
{
    c->cell = calloc(f->n_boards + 1, sizeof *c->cell);
    c->scratch = calloc(FLEET_RECENT * f->n_boards + 1, sizeof *c->scratch);
    c->values = calloc(f->n_boards + 1, sizeof *c->values);
    if (c->cell == NULL || c->scratch == NULL || c->values == NULL)
        return false;
    for (size_t i = 0; i < f->n_boards; i++)
        if (f->boards[i].kind == kind)
            c->cell[c->n++] =
                (struct column_cell){ .board = (uint32_t)i, .n = f->boards[i].n_recent };
    return true;
}

/* Caches of a board with fewer or more levels than its kind are other caches. */
static bool is_of_level(const struct fleet_name *name)
{
    return name->id.level > 0 && name->id.quantity != QUANTITY_UNKNOWN &&
           strstr(name->id.text, "cache.") != NULL;
}

static double levels_of(const struct fleet *f, const struct fleet_run *run)
{
    for (size_t i = 0; i < f->n_names && f->names[i].id.quantity <= CACHE_LEVELS; i++)
        if (f->names[i].id.quantity == CACHE_LEVELS) {
            const struct fleet_answer *a = fleet_answer(run, i);
            return a != NULL && a->kind == RESULT_NUMBER ? a->value : -1;
        }
    return -1;
}

static double kind_levels(const struct fleet *f, uint32_t kind)
{
    const struct fleet_kind *k = &f->kinds[kind];

    for (size_t i = 0; i < f->n_names && k->usual != NULL; i++)
        if (f->names[i].id.quantity == CACHE_LEVELS && k->usual[i].n_ways > 0)
            return k->usual[i].way[0].value;
    return -1;
}

static void fill_cell(struct column_cell *cell, const struct fleet *f, size_t name)
{
    const struct fleet_board *b = &f->boards[cell->board];

    for (size_t i = 0; i < cell->n; i++) {
        const struct fleet_answer *a = fleet_answer(&f->runs[b->recent[i]], name);
        cell->run[i] = (struct column_value){ .there = a != NULL };
        if (a != NULL)
            cell->run[i] = (struct column_value){ true, a->kind, a->sure, a->value };
    }
}

void fleet_column_fill(struct fleet_column *c, const struct fleet *f, size_t name)
{
    bool of_level = is_of_level(&f->names[name]);
    double levels = of_level && c->n > 0 ? kind_levels(f, f->boards[c->cell[0].board].kind) : -1;

    for (size_t i = 0; i < c->n; i++) {
        struct column_cell *cell = &c->cell[i];
        fill_cell(cell, f, name);
        if (levels < 0)
            continue;
        for (size_t k = 0; k < cell->n; k++) {
            double own = levels_of(f, &f->runs[f->boards[cell->board].recent[k]]);
            if (own >= 0 && own != levels)
                cell->run[k] = (struct column_value){ 0 };
        }
    }
}
