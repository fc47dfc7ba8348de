/* A tool's table: its head and its rows. One struct table_tool for each tool, listed in
 * table_reader.c. Lines come without their end and hold no zero byte. */
#ifndef TABLE_TOOL_H
#define TABLE_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Columns of several parallel chains, next to the one of a single chain. */
enum { TABLE_CHAINS = 4 };

/* The head of a table: how to read its rows. */
struct table_head {
    uint64_t stride_bytes; /* distance between the loads; 0: the head does not say */
    unsigned columns;      /* fields that a row must have, where the head names them */
    unsigned column;       /* the field that is read, from 0 */
    unsigned n_chains;     /* fields of several chains at once; then each one's place and number */
    unsigned chain_column[TABLE_CHAINS];
    uint64_t chains[TABLE_CHAINS];
    char pages[24]; /* "nohugepage" ...; empty: the head does not say */
};

struct table_point {
    uint64_t bytes;      /* working set, at least 1 */
    uint64_t latency_ps; /* of one load */
    unsigned decimals;   /* digits written after the point of the latency */
    unsigned n_chains;   /* the same with several chains at once, where the table has it */
    uint64_t chains[TABLE_CHAINS], chains_ps[TABLE_CHAINS];
};

enum table_row {
    TABLE_ROW,     /* *POINT is filled */
    TABLE_BAD_ROW, /* begins as a row of this table does, but is none: *WHY says what is wrong */
    TABLE_NO_ROW,  /* something else */
};

struct table_tool {
    const char *name; /* for source= and for people */
    const char *mark; /* words of its head, which all its tables have */
    bool increment;   /* latencies are what comes on top of the first level's, and may be 0 */
    bool random;      /* loads go to places drawn at random; else each line is visited once a lap */
    bool fixed;       /* all latencies of a table have the same number of decimals */
    /* Returns true when LINE begins a table, and fills *HEAD, which comes zeroed. */
    bool (*head)(const char *line, struct table_head *head);
    /* Reads one row. CUT: the log ends inside LINE, so only what cannot be a shortened number
     * counts. WHY is a literal. */
    enum table_row (*row)(const char *line, const struct table_head *head, bool cut,
                          struct table_point *point, const char **why);
};

extern const struct table_tool table_lat_mem_rd, table_ramlat, table_tinymembench;

#endif
