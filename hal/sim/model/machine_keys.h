/* The keys of a machine file as a table, and the parser that fills values in by it. */
#ifndef SIM_MACHINE_KEYS_H
#define SIM_MACHINE_KEYS_H

#include "machine_parser.h"

enum key_kind {
    KEY_COUNT,  /* whole number */
    KEY_SIZE,   /* whole number with K, M or G */
    KEY_POWER,  /* the same, a power of two or, where the minimum is 0, nothing */
    KEY_16THS,  /* decimal, kept in sixteenths */
    KEY_SHARE,  /* decimal, kept in parts per billion */
    KEY_CHOICE, /* one of the words in choices */
    KEY_FLAG,   /* yes or no */
    KEY_PORTS,  /* different numbers with blanks between, kept as bits */
    KEY_TEXT,
};

struct machine_key {
    const char *name;
    unsigned section; /* IN_..., the first of a numbered kind */
    enum key_kind kind;
    bool required;
    size_t offset;        /* in struct sim_machine, or in the numbered struct */
    uint64_t least, most; /* of the value as kept */
    const char *choices;  /* words with blanks between, in the order of the enum */
};

extern const struct machine_key machine_keys[];
extern const unsigned machine_keys_count;

/* Stores TEXT as KEY of the section under way, or fails. */
void machine_store(struct machine_parser *p, const struct machine_key *key, const char *text);

/* Index of TEXT among the words of CHOICES (blanks between), or -1. */
int machine_choice(const char *choices, const char *text);

#endif
