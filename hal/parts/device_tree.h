/* Reads a flattened device tree, word by word. */
#ifndef DEVICE_TREE_H
#define DEVICE_TREE_H

#include <stddef.h>
#include <stdint.h>

/* A device tree as boot loaders and emulators hand it over. Nothing in it is trusted: whatever it
 * says of its own lengths, no byte outside of the N_BYTES given is read, and every walk ends.
 * Source: Devicetree Specification, release 0.3, chapter 5. */

enum { DEVICE_TREE_HEADER_BYTES = 40 };

/* Zero: no tree. Offsets and lengths in bytes; the blocks lie within N_BYTES. */
struct device_tree {
    const uint8_t *at; /* borrowed */
    uint32_t n_bytes;
    uint32_t structure, structure_bytes;
    uint32_t strings, strings_bytes;
    uint32_t reservations;
};

/* Returns the bytes that a tree at AT, DEVICE_TREE_HEADER_BYTES of which may be read, says that it
 * has; 0: there is none. */
uint32_t device_tree_bytes(const void *at);

/* Fills *TREE from the tree at AT, of which N_BYTES may be read. 0, or -1 where there is none whose
 * blocks lie within N_BYTES (then *TREE is zero). */
int device_tree_open(struct device_tree *tree, const void *at, size_t n_bytes);

enum device_tree_word {
    DEVICE_TREE_NODE,     /* a node begins: .name is its name */
    DEVICE_TREE_PROPERTY, /* .name, and .value of .value_bytes */
    DEVICE_TREE_LEAVE,    /* the innermost node ends */
    DEVICE_TREE_END,      /* all nodes have ended */
    DEVICE_TREE_BROKEN,   /* what follows makes no sense: cut, or not a tree */
};

/* A walk through a tree; zero-initialise, set .tree. Names are zero-terminated. */
struct device_tree_walk {
    const struct device_tree *tree;
    uint32_t at;    /* in the structure */
    uint32_t depth; /* nodes that have begun and not ended */
    const char *name;
    const uint8_t *value;
    uint32_t value_bytes;
};

/* Returns the next word of WALK; after END or BROKEN the same again. */
enum device_tree_word device_tree_next(struct device_tree_walk *walk);

/* Returns the number in N_CELLS words of 32 bits from CELL on in WALK's value, the upper one
 * first; of more than two the last two count. What lies outside of the value counts as 0. */
uint64_t device_tree_number(const struct device_tree_walk *walk, uint32_t cell, uint32_t n_cells);

/* Returns WALK's value as text, zero-terminated, or "" where it is none. */
const char *device_tree_text(const struct device_tree_walk *walk);

/* Fills *START and *SIZE with entry I, from 0, of the memory that the tree says to leave alone.
 * 0, or -1 after the last one. */
int device_tree_reserved(const struct device_tree *tree, uint32_t i, uint64_t *start,
                         uint64_t *size);

#endif
