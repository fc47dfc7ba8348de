/* Source: Devicetree Specification, release 0.3, sections 2.3 (cells), 3.4 (/memory), 3.5
 * (/reserved-memory), 3.6 (/chosen), 3.8 (/cpus); Linux,
 * Documentation/devicetree/bindings/arm/psci.yaml.
 */
#include "board_facts.h"

enum place { ELSEWHERE, ROOT, MEMORY, CHOSEN, PSCI, CPUS, CPU, RESERVED, RESERVED_RANGE };

enum { MOST_DEPTH = 64 };

struct cells {
    uint32_t address, size;
};

/* Where the reader is: of each node that has begun its kind, and the cells for its children. */
struct reader {
    struct board_facts *facts;
    struct device_tree_walk walk;
    enum place place[MOST_DEPTH + 1];
    struct cells cells[MOST_DEPTH + 1];
    struct facts_core core; /* of a CPU node, until it ends */
    bool core_okay;
};

static bool same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

/* Returns whether NODE is NAME or NAME@.... */
static bool is_node(const char *node, const char *name)
{
    while (*name && *node == *name)
        node++, name++;
    return *name == '\0' && (*node == '\0' || *node == '@');
}

/* Copies printable text, cut where it does not fit. */
static void copy(char *to, size_t room, const char *from)
{
    size_t n = 0;

    for (; from[n] && n + 1 < room; n++)
        to[n] = (char)(from[n] >= ' ' && from[n] <= '~' ? from[n] : ' ');
    to[n] = '\0';
}

static enum place place_below(enum place parent, const char *node)
{
    static const struct {
        enum place parent;
        const char *name;
        enum place place;
    } places[] = {
        { ROOT, "memory", MEMORY }, { ROOT, "chosen", CHOSEN },
        { ROOT, "psci", PSCI },     { ROOT, "cpus", CPUS },
        { CPUS, "cpu", CPU },       { ROOT, "reserved-memory", RESERVED },
    };

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (places[i].parent == parent && is_node(node, places[i].name))
            return places[i].place;
    return parent == RESERVED ? RESERVED_RANGE : ELSEWHERE;
}

static void begin_node(struct reader *r)
{
    uint32_t depth = r->walk.depth;

    r->place[depth] = depth == 1 ? ROOT : place_below(r->place[depth - 1], r->walk.name);
    r->cells[depth] = (struct cells){ 2, 1 }; /* section 2.3.5 */
    if (r->place[depth] == CPU) {
        r->core = (struct facts_core){ 0 };
        r->core_okay = true;
    }
}

/* Adds the ranges of a `reg` to RANGES; what wraps or is empty is left out. */
static void add_ranges(const struct reader *r, struct facts_range *ranges, unsigned *n)
{
    struct cells cells = r->cells[r->walk.depth - 1];
    uint64_t entry_cells = (uint64_t)cells.address + cells.size;

    for (uint64_t at = 0; entry_cells > 0 && entry_cells < 8; at += entry_cells) {
        if ((at + entry_cells) * 4 > r->walk.value_bytes || *n == FACTS_RANGES)
            return;
        uint64_t start = device_tree_number(&r->walk, (uint32_t)at, cells.address);
        uint64_t size = device_tree_number(&r->walk, (uint32_t)at + cells.address, cells.size);
        if (size > 0 && start + size > start)
            ranges[(*n)++] = (struct facts_range){ start, start + size };
    }
}

static void core_property(struct reader *r)
{
    const char *name = r->walk.name;

    if (same(name, "reg"))
        r->core.id = device_tree_number(&r->walk, 0, r->cells[r->walk.depth - 1].address);
    else if (same(name, "status"))
        r->core_okay = same(device_tree_text(&r->walk), "okay");
    else if (same(name, "cpu-release-addr"))
        r->core.release_at = device_tree_number(&r->walk, 0, r->walk.value_bytes / 4);
    else if (same(name, "enable-method") && same(device_tree_text(&r->walk), "psci"))
        r->core.start = FACTS_START_PSCI;
    else if (same(name, "enable-method") && same(device_tree_text(&r->walk), "spin-table"))
        r->core.start = FACTS_START_SPIN_TABLE;
}

static void psci_property(struct reader *r)
{
    if (!same(r->walk.name, "method"))
        return;
    if (same(device_tree_text(&r->walk), "hvc"))
        r->facts->psci = FACTS_PSCI_HVC;
    else if (same(device_tree_text(&r->walk), "smc"))
        r->facts->psci = FACTS_PSCI_SMC;
}

static void cells_property(struct reader *r)
{
    struct cells *cells = &r->cells[r->walk.depth];

    if (same(r->walk.name, "#address-cells"))
        cells->address = (uint32_t)device_tree_number(&r->walk, 0, 1);
    else if (same(r->walk.name, "#size-cells"))
        cells->size = (uint32_t)device_tree_number(&r->walk, 0, 1);
}

static void property(struct reader *r)
{
    struct board_facts *facts = r->facts;
    enum place place = r->place[r->walk.depth];
    bool reg = same(r->walk.name, "reg");

    cells_property(r);
    if (place == MEMORY && reg)
        add_ranges(r, facts->memory, &facts->n_memory);
    else if (place == RESERVED_RANGE && reg)
        add_ranges(r, facts->reserved, &facts->n_reserved);
    else if (place == ROOT && same(r->walk.name, "model"))
        copy(facts->model, sizeof facts->model, device_tree_text(&r->walk));
    else if (place == CHOSEN && same(r->walk.name, "bootargs"))
        copy(facts->line, sizeof facts->line, device_tree_text(&r->walk));
    else if (place == CPUS && same(r->walk.name, "timebase-frequency"))
        facts->timebase_hz = device_tree_number(&r->walk, 0, r->walk.value_bytes / 4);
    else if (place == PSCI)
        psci_property(r);
    else if (place == CPU)
        core_property(r);
}

/* The node that has just ended is one deeper than the walk. */
static void end_node(struct reader *r)
{
    struct board_facts *facts = r->facts;

    if (r->place[r->walk.depth + 1] != CPU)
        return;
    if (!r->core_okay)
        facts->n_disabled++;
    else if (facts->n_cores < FACTS_CORES)
        facts->core[facts->n_cores++] = r->core;
    else
        facts->n_more_cores++;
}

static void read_reservations(struct board_facts *facts, const struct device_tree *tree)
{
    uint64_t start, size;

    for (uint32_t i = 0; device_tree_reserved(tree, i, &start, &size) == 0; i++)
        if (facts->n_reserved < FACTS_RANGES && size > 0 && start + size > start)
            facts->reserved[facts->n_reserved++] = (struct facts_range){ start, start + size };
}

void board_facts_read(struct board_facts *facts, const struct device_tree *tree)
{
    struct reader r = { .facts = facts, .walk = { .tree = tree } };

    *facts = (struct board_facts){ 0 };
    read_reservations(facts, tree);
    for (;;) {
        enum device_tree_word word = device_tree_next(&r.walk);

        if (word == DEVICE_TREE_NODE)
            begin_node(&r);
        else if (word == DEVICE_TREE_PROPERTY)
            property(&r);
        else if (word == DEVICE_TREE_LEAVE)
            end_node(&r);
        else
            break;
    }
    facts->broken = r.walk.depth != 0;
}

uint64_t board_facts_free_end(const struct board_facts *facts, uint64_t image_start,
                              uint64_t image_end, uint64_t end, bool *known)
{
    *known = false;
    for (unsigned i = 0; i < facts->n_memory && !*known; i++) {
        const struct facts_range *range = &facts->memory[i];

        *known = range->start <= image_start && image_start < range->end;
        if (*known && range->end < end)
            end = range->end;
    }
    for (unsigned i = 0; i < facts->n_reserved; i++) {
        const struct facts_range *range = &facts->reserved[i];

        if (range->start >= image_end && range->start < end)
            end = range->start;
    }
    return end;
}
