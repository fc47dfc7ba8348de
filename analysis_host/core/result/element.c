/* Reads element types. */
#include "element.h"
#include <stdio.h>

bool element_read(const char *type, struct element *e)
{
    unsigned vector_bits = 0, bits = 0;
    char kind, end;
    bool vector = sscanf(type, "v%4u%c%2u%c", &vector_bits, &kind, &bits, &end) == 3;

    if (!vector && sscanf(type, "%c%2u%c", &kind, &bits, &end) != 2)
        return false;
    if ((kind != 'i' && kind != 'f') || bits == 0 || (vector && vector_bits < bits))
        return false;
    *e = (struct element){ vector ? vector_bits / bits : 1, bits, kind == 'f' };
    return true;
}
