#ifndef SIM_MACHINE_KEYS_H
#define SIM_MACHINE_KEYS_H

#include "machine.h"

/* The keys of a machine file as a table, and the parser that fills values in by it. */

/* Sections in the order that key_line[] counts them; numbered ones take a place for each number. */
enum {
    IN_MACHINE,
    IN_CACHE,
    IN_MEMORY = IN_CACHE + SIM_CACHES,
    IN_TLB,
    IN_WALK = IN_TLB + SIM_TLBS,
    IN_PREFETCH,
    IN_FRAMES,
    IN_NOISE,
    IN_COHERENCE,
    IN_OS,
    IN_CPU,
    IN_OP,
    OP_SECTIONS = SIM_OPS * SIM_TYPES,
    SECTIONS = IN_OP + OP_SECTIONS,
};

enum key_kind {
    KEY_COUNT,  /* whole number */
    KEY_SIZE,   /* whole number with K, M or G */
    KEY_POWER,  /* the same, a power of two or, where the minimum is 0, nothing */
    KEY_16THS,  /* decimal, kept in sixteenths */
    KEY_SHARE,  /* decimal, kept in parts per billion */
    KEY_CHOICE, /* one of the words in choices */
    KEY_FLAG,   /* yes or no */
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

enum { KEYS_MOST = 64 };
extern const struct machine_key machine_keys[];
extern const unsigned machine_keys_count;

struct machine_parser {
    struct sim_machine *machine;
    const char *path;
    unsigned line;
    int section;                     /* of the lines being read, or -1 before the first */
    unsigned section_line[SECTIONS]; /* 0: not in the file */
    unsigned key_line[SECTIONS][KEYS_MOST];
    bool failed;
    char *error;
    size_t error_bytes;
};

/* Keeps the first failure: "PATH:LINE: cause". */
__attribute__((format(printf, 3, 4))) void machine_fail(struct machine_parser *p, unsigned line,
                                                        const char *cause, ...);

/* Stores TEXT as KEY of the section under way, or fails. */
void machine_store(struct machine_parser *p, const struct machine_key *key, const char *text);

/* Index of TEXT among the words of CHOICES (blanks between), or -1. */
int machine_choice(const char *choices, const char *text);

/* Line of key NAME in SECTION, or of the section's own header where the key is left out. */
unsigned machine_line_of(const struct machine_parser *p, unsigned section, const char *name);

/* Fails unless the values fit each other. */
void machine_check(struct machine_parser *p);

#endif
