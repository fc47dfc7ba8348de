/* Boards that computed wrong results: probe screen says so of single runs. */
#include "fleet.h"
#include <stdlib.h>

bool fleet_is_of_screen(const struct fleet *f, size_t name)
{
    enum quantity q = f->names[name].id.quantity;

    return q == SCREEN_RESULTS || q == SCREEN_WRONG;
}

/* The runs of BOARD in which the answer to NAME is above 0. */
static struct fleet_wrong wrong_of(const struct fleet *f, size_t board, size_t name)
{
    const struct fleet_board *b = &f->boards[board];
    struct fleet_wrong wrong = { .board = (uint32_t)board, .name = (uint32_t)name };

    for (size_t i = b->first; i < b->first + b->n; i++) {
        const struct fleet_answer *a = fleet_answer(&f->runs[i], name);

        if (a == NULL || a->kind != RESULT_NUMBER || !(a->value > 0))
            continue;
        wrong.runs++;
        wrong.last = i;
    }
    return wrong;
}

bool fleet_find_wrong(struct fleet *f)
{
    for (size_t board = 0; board < f->n_boards; board++)
        for (size_t name = 0; name < f->n_names; name++) {
            if (f->names[name].id.quantity != SCREEN_WRONG)
                continue;
            struct fleet_wrong wrong = wrong_of(f, board, name);
            if (wrong.runs == 0)
                continue;
            struct fleet_wrong *more = realloc(f->wrong, (f->n_wrong + 1) * sizeof *more);
            if (more == NULL)
                return false;
            f->wrong = more;
            f->wrong[f->n_wrong++] = wrong;
        }
    return true;
}
