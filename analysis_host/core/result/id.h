/* Names of answers ("cache.2.size", "op.add.i32.latency"): one table of everything that can be
 * answered, which prints a name, reads it again, and knows its unit. Nothing else makes ids. */
#ifndef ID_H
#define ID_H

#include <stdbool.h>
#include <stddef.h>

/* Of reports with these ids, and of those with the ids and units that ids.def has as `was`. */
#define REPORT_SCHEMA   "pontoon.report/2"
#define REPORT_SCHEMA_1 "pontoon.report/1"

/* Everything that can be answered, in the order in which reports list it: ids.def. The words in
 * braces of its id are the members of struct result_id that tell its answers apart. */
enum quantity {
#define QUANTITY(name, id, was, unit, kind, group, section, probe, label, term, about, limits) name,
#include "ids.def"
    QUANTITIES,
    QUANTITY_UNKNOWN = QUANTITIES /* an id that this version does not know */
};

enum quantity_kind {
    ID_MEASURED,
    ID_UNCOUNTED, /* measured, and no truth was counted for it */
    ID_DERIVED    /* another answer in another form: left out of -v and doubts */
};

/* Sections of the text report. */
enum section {
    SECTION_NONE,
    SECTION_VERBOSE,
    SECTION_HEADER,
    SECTION_MEMORY,
    SECTION_CACHES,
    SECTION_LOADED,
    SECTION_REGIONS,
    SECTION_TLB,
    SECTION_NUMA,
    SECTION_DRAM,
    SECTION_CORE,
    SECTION_MISSES,
    SECTION_REGISTERS,
    SECTION_BRANCH,
    SECTION_FORWARD,
    SECTION_STORES,
    SECTION_FETCH,
    SECTION_INSTRUCTIONS,
    SECTION_BANDWIDTH,
    SECTION_ROOFLINE,
    SECTION_KERNELS,
    SECTION_PATTERNS,
    SECTION_CORE_TO_CORE,
    SECTION_OS,
    SECTION_PAGE_FAULTS
};

/* A row of ids.def, which says what each column is; "" where a column has nothing. */
struct quantity_row {
    const char *name; /* of the enumerator */
    const char *id, *was, *unit;
    enum quantity_kind kind;
    const char *group; /* answers of one group are listed together; neighbours in the table */
    enum section section;
    const char *section_name; /* of the enumerator, without SECTION_ */
    const char *probe, *label, *term, *about, *limits;
};

/* Returns the row of QUANTITY, which is below QUANTITIES; static. */
const struct quantity_row *quantity_row(enum quantity quantity);

/* Writes the id of QUANTITY without its braces, "cache.size" for "cache.{level}.size": one word for
 * all answers of a quantity, alone or together. At most SIZE bytes. */
void quantity_word(char *to, size_t size, enum quantity quantity);

enum { ID_BYTES = 96, ID_WORD = 24, MEMORY_LEVEL = 0 };

/* Which answer. Members that the quantity's name has no braces for are 0 or "". */
struct result_id {
    enum quantity quantity;
    unsigned level;    /* of cache or TLB, from 1; MEMORY_LEVEL: beyond all caches */
    unsigned contexts; /* at once */
    unsigned context;  /* which one, from 0 */
    char op[ID_WORD];  /* "add", "read"; of PEAK_RATE the mix of operations */
    char type[ID_WORD];
    char state[ID_WORD]; /* of caches before a kernel runs: "warm" */
    char text[ID_BYTES]; /* as reports spell it; cut where it does not fit */
};

struct result_id id_of(enum quantity quantity);
struct result_id id_at(enum quantity quantity, unsigned level);
/* CORE_TO_CORE_STATE or CORE_TO_CORE_FAR of lines in STATE in LEVEL, from 1. */
struct result_id id_placed(enum quantity quantity, const char *state, unsigned level);
/* ATOMIC_CONTENDED of operation OP, or CPU_FREQUENCY_CONTEXTS of none (NULL), by CONTEXTS. */
struct result_id id_busy(enum quantity quantity, const char *op, unsigned contexts);
/* NUMA_NODE_LATENCY or NUMA_NODE_BANDWIDTH of a thread of node FROM in memory of node TO. */
struct result_id id_nodes(enum quantity quantity, unsigned from, unsigned to);
/* OP and TYPE are cut at ID_WORD - 1 bytes; NULL is "". */
struct result_id id_op(enum quantity quantity, const char *op, const char *type);
struct result_id id_type(enum quantity quantity, const char *type);
/* What moves data in LEVEL by operation OP. */
struct result_id id_moving(enum quantity quantity, unsigned level, const char *op);
/* BANDWIDTH_ALONE of 1, else BANDWIDTH_TOGETHER of CONTEXTS. */
struct result_id id_together(unsigned level, const char *op, unsigned contexts);

/* CONTEXT_CYCLE or CONTEXT_LATENCY of CONTEXT, from 0. */
struct result_id id_context(enum quantity quantity, unsigned context);

/* PEAK_RATE of 1 context, else PEAK_TOGETHER of CONTEXTS. */
struct result_id id_peak(const char *mix, const char *type, unsigned contexts);

/* KERNEL_BEST to KERNEL_LIMIT of 1 context, else its TOGETHER of CONTEXTS; KERNEL_SPEEDUP and
 * KERNEL_SPEEDUP_AT of CONTEXTS, 2 or more. */
struct result_id id_kernel(enum quantity quantity, const char *name, const char *variant,
                           const char *state, unsigned contexts);
/* PATTERN_RATE of VARIANT of pattern NAME in LEVEL. */
struct result_id id_pattern_rate(const char *name, const char *variant, unsigned level);

/* The id whose name is TEXT, in this report's schema or in pontoon.report/1's; where no quantity is
 * called so, of QUANTITY_UNKNOWN with this text. */
struct result_id id_read(const char *text);

/* True when both name the same answer. */
bool id_same(const struct result_id *a, const struct result_id *b);

/* What one brace of an id stands for. */
struct id_part {
    const char *word; /* "level", "op" ...; static */
    const char *text; /* as the id spells it: the id's or the part's; NULL: NUMBER holds it */
    unsigned number;
    char place[ID_WORD]; /* "cache.2" or "memory", of word "place" */
};
enum { ID_PARTS = 4 };

/* Fills PARTS, room for ID_PARTS, with what the braces of ID stand for, in their order; the texts
 * are *ID's and PARTS'. Returns how many; 0 of QUANTITY_UNKNOWN. */
size_t id_parts(const struct result_id *id, struct id_part *parts);

/* What stands in braces: word I of all, and what it is; false where there are no more. */
bool id_brace(size_t i, const char **word, const char **about);

/* "B", "cycle", "B/cycle", "name" ...: the unit of its answers; "" of QUANTITY_UNKNOWN. Writes
 * at most SIZE bytes. */
void id_unit(char *to, size_t size, const struct result_id *id);

/* Writes the unit that a report calls TEXT for answer ID: today's word for it where TEXT is what
 * reports of schema pontoon.report/1 call that, else TEXT itself. At most SIZE bytes. */
void id_unit_read(char *to, size_t size, const struct result_id *id, const char *text);

/* Returns today's word for TEXT, the value of an answer ID, where reports of schema
 * pontoon.report/1 have another; else TEXT itself. */
const char *id_word_read(const struct result_id *id, const char *text);

/* Writes the enumerator's name of ID's quantity and, where it has a level, ".1", ".2", ".3" for all
 * beyond the second, or ".memory": what answers of one kind have in common, whatever ids are
 * called. Of QUANTITY_UNKNOWN its text. At most SIZE bytes. */
void id_kind(char *to, size_t size, const struct result_id *id);

/* "cache.2", or "memory" for MEMORY_LEVEL: how ids spell LEVEL. Writes at most SIZE bytes. */
void id_level_text(char *to, size_t size, unsigned level);

#endif
