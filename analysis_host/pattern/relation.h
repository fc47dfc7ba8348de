/* A pattern as sets and relations: which instances there are, what they touch, the text's order.
 *
 * Work of the library is bounded: once a pattern is too hard, every set is NULL, every function of
 * the library takes NULL and returns NULL or an error, and relation_failed() is true. */
#ifndef RELATION_H
#define RELATION_H

#include "pattern.h"
#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

struct touch {
    const struct access *access;
    bool writes;
    isl_map *map; /* from instances to elements */
};

struct instances {
    const struct statement *statement;
    isl_set *domain; /* for all sizes from 1 on */
    unsigned n_touches;
    struct touch *touches; /* the target, then the reads, equal ones once */
};

struct relation {
    isl_ctx *ctx;
    const struct pattern *pattern;
    isl_set *sizes; /* that the pattern is for */
    unsigned n;
    struct instances at[MOST_STATEMENTS];
    isl_union_set *domain; /* all instances, for the pattern's sizes */
    isl_union_map *reads, *writes;
    isl_union_map *conflicts;   /* pairs that touch one element, one of them writing */
    isl_union_map *dependences; /* those whose first is first in the text's order */
};

/* Fills in R from P; the caller frees it, whatever became of it. Statements that are broken are
 * left out, and then there are no conflicts and dependences. */
void relation_make(struct relation *r, const struct pattern *p);
void relation_free(struct relation *r);

/* Returns true when the work became too much. */
bool relation_failed(const struct relation *r);
/* Forgets a failure, and allows as much work again as a whole pattern. */
void relation_more(struct relation *r);

/* The expression A on the instances of STATEMENT, a number of R's statements. */
isl_aff *relation_aff(const struct relation *r, unsigned statement, const struct affine *a);
/* The instances of DOMAIN for which the conditions hold; takes DOMAIN. */
isl_set *relation_where(const struct relation *r, unsigned statement, isl_set *domain,
                        const struct condition *conditions);
/* The elements that instances of STATEMENT touch by ACCESS. By an index array it may be any of its
 * range. */
isl_map *relation_touch(const struct relation *r, unsigned statement, const struct access *access);
/* The expression A, of the size alone, in SPACE. */
isl_aff *relation_size_aff(const struct affine *a, isl_local_space *space);
/* Elements 0 <= x < extent of an array, for all sizes. */
isl_set *relation_box(const struct relation *r, unsigned array);

/* An instance, or an element, at one size. */
struct instance {
    unsigned statement;
    int64_t size;
    int64_t at[MOST_ITERATORS];
};

/* Sets A and B to the first pair of PAIRS, by size; false where there is none or work failed.
 * Takes PAIRS. */
bool relation_first_pair(const struct relation *r, isl_union_map *pairs, struct instance *a,
                         struct instance *b);
/* The same of a set of instances of any statements. */
bool relation_first(const struct relation *r, isl_union_set *set, struct instance *a);
/* Writes "S(t=1, i=2)" into TEXT of SIZE bytes. */
const char *instance_text(const struct relation *r, const struct instance *a, char *text,
                          size_t size);

#endif
