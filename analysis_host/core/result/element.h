/* Element types as probes spell them: "i32", "f64", "v256f32". */
#ifndef RESULT_ELEMENT_H
#define RESULT_ELEMENT_H

#include <stdbool.h>

struct element {
    unsigned lanes; /* of a vector; 1: a scalar */
    unsigned bits;  /* of one of them */
    bool is_float;
};

/* Reads TYPE into *ELEMENT; false where it is no such text, or no vector of whole elements. */
bool element_read(const char *type, struct element *element);

#endif
