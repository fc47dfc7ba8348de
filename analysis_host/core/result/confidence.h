/* How far an answer can be trusted: the one limit that all reports go by. */
#ifndef RESULT_CONFIDENCE_H
#define RESULT_CONFIDENCE_H

#include "result.h"
#include <stdbool.h>

/* Least confidence (0 to 1) of an answer that is called sure. */
#define CONFIDENCE_SURE_FROM 0.8
/* Most confidence of an answer that contradicts another one: either may be wrong. */
#define CONFIDENCE_CONTRADICTED 0.75

/* Width of a range, as a share of its value, from which on an answer is doubtful whatever was
 * counted: such a range does not choose between parts that a user would. */
#define CONFIDENCE_WIDE_FROM 0.25
/* Most confidence of an answer of an emulated board, whose times mean nothing. */
#define CONFIDENCE_EMULATED 0.5

/* Returns whether R holds an answer: a number or a name. */
bool result_is_known(const struct result *r);

/* Returns whether R holds an answer whose confidence is below CONFIDENCE_SURE_FROM. */
bool confidence_below_limit(const struct result *r);

/* Returns whether R holds an answer not to rely on: its confidence is below the limit, or it rests
 * on a damaged series. Reports mark it. */
bool confidence_is_low(const struct result *r);

#endif
