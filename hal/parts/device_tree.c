/* Source: Devicetree Specification, release 0.3, sections 5.2 (header), 5.3 (memory reservation
 * block), 5.4 (structure block). */
#include "device_tree.h"

enum {
    MAGIC = 0xd00dfeed,
    AT_TOTALSIZE = 4,
    AT_OFF_DT_STRUCT = 8,
    AT_OFF_DT_STRINGS = 12,
    AT_OFF_MEM_RSVMAP = 16,
    AT_VERSION = 20,
    AT_LAST_COMP_VERSION = 24,
    AT_SIZE_DT_STRINGS = 32,
    AT_SIZE_DT_STRUCT = 36,
    VERSION = 17, /* the one that has SIZE_DT_STRUCT */
};

enum {
    FDT_BEGIN_NODE = 1,
    FDT_END_NODE = 2,
    FDT_PROP = 3,
    FDT_NOP = 4,
    FDT_END = 9,
    CELL_BYTES = 4,
    MOST_DEPTH = 64
};

static uint32_t big_endian(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

uint32_t device_tree_bytes(const void *at)
{
    const uint8_t *header = at;

    if (big_endian(header) != MAGIC)
        return 0;
    uint32_t n = big_endian(header + AT_TOTALSIZE);
    return n >= DEVICE_TREE_HEADER_BYTES ? n : 0;
}

/* Returns whether N bytes at START lie within the tree. */
static int within(const struct device_tree *tree, uint32_t start, uint32_t n)
{
    return start <= tree->n_bytes && n <= tree->n_bytes - start;
}

int device_tree_open(struct device_tree *tree, const void *at, size_t n_bytes)
{
    const uint8_t *header = at;
    uint32_t total = n_bytes < DEVICE_TREE_HEADER_BYTES ? 0 : device_tree_bytes(at);

    *tree = (struct device_tree){ 0 };
    if (total == 0 || total > n_bytes || big_endian(header + AT_VERSION) < VERSION ||
        big_endian(header + AT_LAST_COMP_VERSION) > VERSION)
        return -1;
    struct device_tree found = { .at = at,
                                 .n_bytes = total,
                                 .structure = big_endian(header + AT_OFF_DT_STRUCT),
                                 .structure_bytes = big_endian(header + AT_SIZE_DT_STRUCT),
                                 .strings = big_endian(header + AT_OFF_DT_STRINGS),
                                 .strings_bytes = big_endian(header + AT_SIZE_DT_STRINGS),
                                 .reservations = big_endian(header + AT_OFF_MEM_RSVMAP) };
    if (!within(&found, found.structure, found.structure_bytes) ||
        !within(&found, found.strings, found.strings_bytes) || found.structure % CELL_BYTES != 0)
        return -1;
    *tree = found;
    return 0;
}

/* Returns the length of the text at AT, of which N bytes may be read; N: it does not end. */
static uint32_t text_bytes(const uint8_t *at, uint32_t n)
{
    uint32_t i = 0;

    while (i < n && at[i] != '\0')
        i++;
    return i;
}

static uint32_t left(const struct device_tree_walk *walk)
{
    return walk->tree->structure_bytes - walk->at;
}

static const uint8_t *here(const struct device_tree_walk *walk)
{
    return walk->tree->at + walk->tree->structure + walk->at;
}

/* Goes on by N bytes and to the next whole cell. */
static void go_on(struct device_tree_walk *walk, uint32_t n)
{
    uint32_t whole = (n + CELL_BYTES - 1) / CELL_BYTES * CELL_BYTES;

    walk->at += whole < n || whole > left(walk) ? left(walk) : whole;
}

/* The walk stays where it is: its next word is no word either. */
static enum device_tree_word broken(struct device_tree_walk *walk)
{
    walk->at = walk->tree->structure_bytes;
    walk->depth = MOST_DEPTH;
    return DEVICE_TREE_BROKEN;
}

static enum device_tree_word begin_node(struct device_tree_walk *walk)
{
    uint32_t n = text_bytes(here(walk), left(walk));

    if (n == left(walk) || walk->depth == MOST_DEPTH)
        return broken(walk);
    walk->name = (const char *)here(walk);
    walk->depth++;
    go_on(walk, n + 1);
    return DEVICE_TREE_NODE;
}

static enum device_tree_word property(struct device_tree_walk *walk)
{
    const struct device_tree *tree = walk->tree;

    if (left(walk) < 2 * CELL_BYTES || walk->depth == 0)
        return broken(walk);
    uint32_t n = big_endian(here(walk)), name = big_endian(here(walk) + CELL_BYTES);

    go_on(walk, 2 * CELL_BYTES);
    if (n > left(walk) || name >= tree->strings_bytes)
        return broken(walk);
    const uint8_t *text = tree->at + tree->strings + name;
    if (text_bytes(text, tree->strings_bytes - name) == tree->strings_bytes - name)
        return broken(walk);
    walk->name = (const char *)text;
    walk->value = here(walk);
    walk->value_bytes = n;
    go_on(walk, n);
    return DEVICE_TREE_PROPERTY;
}

enum device_tree_word device_tree_next(struct device_tree_walk *walk)
{
    while (left(walk) >= CELL_BYTES) {
        uint32_t word = big_endian(here(walk));

        if (word == FDT_END)
            return walk->depth == 0 ? DEVICE_TREE_END : broken(walk);
        go_on(walk, CELL_BYTES);
        if (word == FDT_BEGIN_NODE)
            return begin_node(walk);
        if (word == FDT_PROP)
            return property(walk);
        if (word == FDT_END_NODE && walk->depth > 0) {
            walk->depth--;
            return DEVICE_TREE_LEAVE;
        }
        if (word != FDT_NOP)
            break;
    }
    return broken(walk);
}

uint64_t device_tree_number(const struct device_tree_walk *walk, uint32_t cell, uint32_t n_cells)
{
    uint64_t number = 0;

    for (uint32_t i = n_cells > 2 ? n_cells - 2 : 0; i < n_cells; i++) {
        uint64_t end = ((uint64_t)cell + i + 1) * CELL_BYTES;
        uint32_t word = end <= walk->value_bytes ? big_endian(walk->value + (end - CELL_BYTES)) : 0;
        number = number << 32 | word;
    }
    return number;
}

const char *device_tree_text(const struct device_tree_walk *walk)
{
    uint32_t n = text_bytes(walk->value, walk->value_bytes);

    return n < walk->value_bytes ? (const char *)walk->value : "";
}

int device_tree_reserved(const struct device_tree *tree, uint32_t i, uint64_t *start,
                         uint64_t *size)
{
    enum { ENTRY_CELLS = 4, MOST = 256 };
    uint32_t entry = i < MOST ? i * ENTRY_CELLS * CELL_BYTES : UINT32_MAX;

    if (tree->reservations > tree->n_bytes || i >= MOST ||
        tree->n_bytes - tree->reservations < entry + ENTRY_CELLS * CELL_BYTES)
        return -1;
    const struct device_tree_walk words = { .value = tree->at + tree->reservations + entry,
                                            .value_bytes = ENTRY_CELLS * CELL_BYTES };
    *start = device_tree_number(&words, 0, 2);
    *size = device_tree_number(&words, 2, 2);
    return *start == 0 && *size == 0 ? -1 : 0;
}
