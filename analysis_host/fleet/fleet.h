/* The boards of a fleet with their runs, from files or a database, and what is found about them. */
#ifndef FLEET_H
#define FLEET_H

#include "log/log.h"
#include "result/result.h"
#include "texts.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* FLEET_KIND_BOARDS: fewer boards are no kind. FLEET_RECENT: runs that a finding rests on. */
enum { FLEET_SHA = 32, FLEET_RECENT = 3, FLEET_KIND_BOARDS = 5, FLEET_KIND_NAME = 24 };
#define FLEET_NO_KIND UINT32_MAX

/* One answer of one run, in eight bytes: there are millions of them. */
struct fleet_answer {
    float value;   /* in the unit of the name; RESULT_NAME: index of its text */
    uint16_t name; /* index in fleet.names */
    uint8_t kind;  /* enum result_kind */
    uint8_t sure;  /* confidence, percent */
};

struct fleet_setting {
    uint32_t key, value; /* texts */
};

struct fleet_run {
    uint32_t node, source; /* texts: the board's name, the file that it was read from */
    int64_t began;         /* seconds since 1970 UTC */
    bool began_by_file;    /* the log does not say; it is the file's time */
    bool node_by_file;     /* the same of the name */
    bool damaged;
    uint8_t sha256[FLEET_SHA]; /* of the file, unpacked */
    struct fleet_setting *settings;
    size_t n_settings;
    struct fleet_answer *answers; /* by name, after fleet_seal() */
    size_t n_answers;
};

/* Index order is that in which reports list answers, after fleet_seal(). */
struct fleet_name {
    struct result_id id;
    char unit[16];
    bool discrete; /* names, whole numbers: equal or not; else a quantity that scatters */
};

struct fleet_board {
    uint32_t name;               /* text */
    bool by_file;                /* its name is that of a file */
    size_t first, n;             /* its runs, by time */
    size_t recent[FLEET_RECENT]; /* the last with the settings of the last one, by time */
    size_t n_recent;
    uint32_t group;           /* text: the settings that boards of one kind share */
    uint32_t kind;            /* index in kinds; FLEET_NO_KIND: it is alone */
    uint32_t nearest;         /* of one that is alone: the kind, or FLEET_NO_KIND */
    unsigned anchors, differ; /* compared with that kind, and of these unlike it */
};

enum { FLEET_WAYS = 2 };

/* One of the values that boards of a kind have. */
struct fleet_way {
    double value; /* number; index of a text */
    size_t boards;
};

/* What is usual for one answer in one kind. */
struct fleet_typical {
    size_t n;        /* boards that have it */
    size_t lack;     /* boards that measured and do not know it */
    uint8_t kind;    /* enum result_kind of ways[0] */
    double spread;   /* of a run, as a share of the value; 0 for what is discrete */
    unsigned n_ways; /* 0: no usual value; the first has most boards */
    struct fleet_way way[FLEET_WAYS];
    size_t runs, above, below; /* runs at all, and beyond 3 spreads on either side */
    size_t wavering;           /* discrete: boards whose runs disagree */
    double sure;               /* median confidence of runs that know it, percent */
};

struct fleet_kind {
    char name[FLEET_KIND_NAME];  /* "A", most boards first */
    uint32_t group;              /* text */
    size_t n;                    /* boards */
    uint32_t first;              /* one of them: the first by name */
    struct fleet_typical *usual; /* of every name */
};

/* What to look at where fleet_finding.channels is true. */
#define FLEET_LOOK_CHANNELS                                                                        \
    "DIMMs in every channel (dmidecode -t memory); the firmware's log of memory training; "        \
    "configured memory speed"

enum fleet_verdict { FLEET_DIFFERENT, FLEET_SUSPECT };

struct fleet_finding {
    uint32_t board, name;
    enum fleet_verdict verdict;
    uint8_t kind; /* enum result_kind of value */
    double value; /* of the recent runs: median number; index of a text */
    double usual; /* of the board's kind, its nearest way */
    uint8_t usual_kind;
    double spread;   /* share of the value; 0: discrete */
    size_t since;    /* run that it was first seen in */
    bool dated;      /* runs before SINCE were otherwise: something changed */
    size_t together; /* so many answers of one part say so by their middle; 0: this one does */
    size_t cause;    /* index of the finding that it follows from; its own: from none */
    bool channels;   /* several threads get less bandwidth of memory, and nothing else differs */
};

/* Wrong results of one execution unit of one board. No other board has to be right for that. */
struct fleet_wrong {
    uint32_t board, name;
    size_t runs, last; /* of the board, so many; the last of them */
};

/* A file that no board came from, and why. */
struct fleet_unread {
    char *file, *why;
};

/* Zero-initialise; fleet_free() at the end. */
struct fleet {
    struct fleet_texts texts;
    struct fleet_texts name_texts; /* of names, in the order they came */
    struct fleet_name *names;
    size_t n_names;
    struct fleet_run *runs;
    size_t n_runs, room_runs;
    struct fleet_board *boards;
    size_t n_boards;
    struct fleet_kind *kinds;
    size_t n_kinds;
    struct fleet_finding *findings; /* by board and name */
    size_t n_findings;
    struct fleet_wrong *wrong; /* by board and name */
    size_t n_wrong;
    struct fleet_unread *unread; /* by file */
    size_t n_unread;
    size_t twice; /* runs left out: their bytes, or their time on their board, came before */
    bool no_memory;
};

/* Where a run comes from. */
struct fleet_origin {
    const char *file;
    uint8_t sha256[FLEET_SHA];
    int64_t file_time, now; /* seconds since 1970 UTC; now 0: not known */
    bool damaged;
};

/* Adds a run with the N_KEYS KEYS and RESULTS, which stay the caller's. False where memory is
 * short, or beyond 65,535 names of answers. */
bool fleet_add(struct fleet *fleet, const struct fleet_origin *from, const struct log_key *keys,
               size_t n_keys, const struct results *results);
/* The same in parts, for runs that come without struct results: begins a run with room for
 * N_ANSWERS; NULL where memory is short. It is valid until the next. */
struct fleet_run *fleet_run_begin(struct fleet *fleet, const struct fleet_origin *from,
                                  const struct log_key *keys, size_t n_keys, size_t n_answers);
/* Returns the index of the name ID, whose id and unit may be those of schema 1; UINT32_MAX where
 * memory is short, or beyond 65,535 of them. */
uint32_t fleet_name(struct fleet *fleet, const char *id, const char *unit);
struct fleet_given {
    uint32_t name; /* fleet_name() */
    uint8_t kind;  /* enum result_kind */
    bool has_nominal;
    double value, nominal, confidence;
    const char *text; /* of RESULT_NAME */
};
/* Adds an answer to RUN, which has room for it. */
void fleet_run_answer(struct fleet *fleet, struct fleet_run *run, const struct fleet_given *given);
/* What a fleet knows of a number: the NOMINAL one, as hardware is built, where that is known of
 * what is counted; else VALUE. */
double fleet_number(const char *unit, bool has_nominal, double nominal, double value);
/* Returns true when NUMBER is whole, of a UNIT that counts: equal or not; false: it scatters. */
bool fleet_is_discrete(const char *unit, double number);
/* CONFIDENCE, 0 to 1, in percent. */
uint8_t fleet_percent(double confidence);
/* Releases what RUN owns. */
void fleet_run_free(struct fleet_run *run);
/* The name of the board whose run with these KEYS came from FILE: as they say, else the file's name
 * up to its first dot. The caller frees it; NULL where memory is short. */
char *fleet_node(const char *file, const struct log_key *keys, size_t n_keys);

/* Remembers that FILE could not be read, and WHY. */
void fleet_add_unread(struct fleet *fleet, const char *file, const char *why);

/* Orders boards, runs and names, so that nothing depends on the order in which they came, and
 * leaves out runs that came twice and boards of one name. Call it once, after the last
 * fleet_add(). False where memory is short. */
bool fleet_seal(struct fleet *fleet);

void fleet_free(struct fleet *fleet);

/* ---- after fleet_seal() ---- */

/* The value of setting KEY of RUN, or NULL. */
const char *fleet_setting(const struct fleet *fleet, const struct fleet_run *run, const char *key);
/* The answer of RUN to NAME, or NULL. */
const struct fleet_answer *fleet_answer(const struct fleet_run *run, size_t name);
/* The name of BOARD. */
const char *fleet_board_name(const struct fleet *fleet, size_t board);
/* True when answers to NAME of BOARD are of way WAY of its kind's usual ones. */
bool fleet_is_of_way(const struct fleet *fleet, size_t board, size_t name, unsigned way);

/* The middle of what the recent runs of BOARD say of NAME as a number above 0; NAN where none does.
 */
double fleet_middle(const struct fleet *fleet, size_t board, size_t name);

/* How far BOARD is from what is USUAL of each name. */
struct fleet_distance {
    unsigned compared, differ; /* anchors */
    double share;              /* that contradicts, 0 to 1 */
    bool is_near;              /* enough to be of that kind */
};
struct fleet_distance fleet_distance(const struct fleet *fleet, size_t board,
                                     const struct fleet_typical *usual);

/* A setting that was another one in the run before; texts, NULL for none. */
struct fleet_change {
    const char *key, *was, *is;
};
/* Puts at most MOST settings that changed when FOUND began into CHANGES; none where it is not
 * dated. Returns how many. */
size_t fleet_changes(const struct fleet *fleet, const struct fleet_finding *found,
                     struct fleet_change *changes, size_t most);
/* The same for settings that BOARD's last run has otherwise than the boards of KIND share. */
size_t fleet_unlike_kind(const struct fleet *fleet, size_t board, size_t kind,
                         struct fleet_change *changes, size_t most);

/* Compares two texts as people count: n9 before n10. As strcmp(). */
int fleet_natural(const char *a, const char *b);

/* True when NAME is of probe screen: how many results a run compared is no property of its board,
 * and for wrong ones no other board counts. */
bool fleet_is_of_screen(const struct fleet *fleet, size_t name);
/* Finds boards with wrong results (wrong.c), in any of their runs. False where memory is short. */
bool fleet_find_wrong(struct fleet *fleet);
/* Puts boards into kinds (kinds.c); BY, NULL for none, is a further setting that boards of one kind
 * share. Then what is usual (typical.c), and which boards differ, since when (different.c). False
 * where memory is short. */
bool fleet_find_kinds(struct fleet *fleet, const char *by);
bool fleet_find_typical(struct fleet *fleet);
bool fleet_find_different(struct fleet *fleet);
/* All in order. */
bool fleet_find(struct fleet *fleet, const char *by);

/* ---- one board against kinds that were found before (fits.c) ---- */

/* Gives FLEET, sealed, of one board and without kinds, those of FILE, a report of schema
 * pontoon.fleet/1, for the answers that the board has. 0, or -1 after a message on ERR. */
int fleet_read_kinds(struct fleet *fleet, const char *file, FILE *err);
/* Puts the one board of FLEET into its kind, or none, and finds what of its last run is unlike the
 * kind: more than 5.1 spreads away, or another name or count. False where memory is short. */
bool fleet_fit(struct fleet *fleet);

#endif
