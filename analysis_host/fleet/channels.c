/* Boards that differ by the bandwidth of memory alone: as with a DIMM or channel missing, one
 * thread asks for too little to show it, and caches, latencies and cores are as usual. */
#include "column.h"
#include <math.h>
#include <string.h>

#define LESS    0.92 /* of what is usual, for several threads */
#define APART   0.05 /* less than one thread gets of what is usual to it, at least */
#define SPREADS 3    /* and so many spreads of a run */

/* True where a missing channel changes an answer to ID. */
static bool is_expected(const struct result_id *id)
{
    switch (id->quantity) {
    case BANDWIDTH_ALONE:
    case BANDWIDTH_TOGETHER:
    case BANDWIDTH_TRAFFIC:
    case BANDWIDTH_SATURATION:
    case LOADED_LATENCY:
    case LOADED_RATIO:
    case LOADED_HALF:
    case LOADED_KNEE:
    case LOADED_BANDWIDTH:
        return id->level == MEMORY_LEVEL;
    case NUMA_LOCAL_BANDWIDTH:
    case NUMA_NODE_BANDWIDTH:
    case NUMA_REMOTE_BANDWIDTH:
        return true;
    default:
        return id->quantity >= ROOFLINE_RIDGE && id->quantity < QUANTITY_UNKNOWN;
    }
}

static bool reads_together(const struct result_id *id)
{
    return id->quantity == BANDWIDTH_TOGETHER && id->level == MEMORY_LEVEL &&
           strcmp(id->op, "read") == 0;
}

/* What one thread of BOARD reads from memory, as a share of the usual; 1 where that is not known.
 */
static double one_thread(const struct fleet *f, uint32_t board)
{
    const struct result_id one = id_together(MEMORY_LEVEL, "read", 1);
    unsigned way;

    for (size_t i = 0; i < f->n_names; i++) {
        if (strcmp(f->names[i].id.text, one.text) != 0)
            continue;
        const struct fleet_typical *u = &f->kinds[f->boards[board].kind].usual[i];
        double value = fleet_middle(f, board, i);
        if (isnan(value) || u->n_ways == 0)
            return 1;
        (void)fleet_spreads(u, value, &way);
        return value / u->way[way].value;
    }
    return 1;
}

/* Judges the findings FROM to END, all of one board. */
static void judge_board(struct fleet *f, size_t from, size_t end)
{
    const struct fleet_finding *most = NULL; /* of most threads */

    for (size_t i = from; i < end; i++) {
        const struct fleet_finding *found = &f->findings[i];
        const struct result_id *id = &f->names[found->name].id;

        if (found->verdict != FLEET_DIFFERENT)
            continue;
        if (!is_expected(id))
            return;
        if (!reads_together(id) || found->kind != RESULT_NUMBER || !(found->usual > 0))
            continue;
        if (most == NULL || id->contexts > f->names[most->name].id.contexts)
            most = found;
    }
    double share = most != NULL ? most->value / most->usual : 1;
    if (share < LESS && share < one_thread(f, most->board) - fmax(APART, SPREADS * most->spread))
        f->findings[most->cause].channels = true;
}

void fleet_find_channels(struct fleet *f)
{
    for (size_t from = 0, end; from < f->n_findings; from = end) {
        for (end = from; end < f->n_findings && f->findings[end].board == f->findings[from].board;
             end++)
            ;
        judge_board(f, from, end);
    }
}
