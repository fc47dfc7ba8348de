/* Types of elements. */
#include "pattern.h"

static const struct {
    const char *word;
    unsigned bytes;
    bool is_float;
} types[TYPES] = {
    [TYPE_F64] = { "f64", 8, true },
    [TYPE_F32] = { "f32", 4, true },
    [TYPE_I32] = { "i32", 4, false },
    [TYPE_I64] = { "i64", 8, false },
};

const char *type_word(enum element_type type)
{
    return types[type].word;
}

unsigned type_bytes(enum element_type type)
{
    return types[type].bytes;
}

static enum element_type narrowed(enum element_type type)
{
    return type == TYPE_F64 ? TYPE_F32 : type;
}

void pattern_size_indexes(struct pattern *p)
{
    for (unsigned i = 0; i < p->n_arrays; i++)
        if (p->arrays[i].index)
            p->arrays[i].type = type_bytes(p->statements[0].type) == 8 ? TYPE_I64 : TYPE_I32;
}

void pattern_narrow(struct pattern *p)
{
    for (unsigned i = 0; i < p->n_arrays; i++)
        p->arrays[i].type = narrowed(p->arrays[i].type);
    for (unsigned i = 0; i < p->n_statements; i++)
        p->statements[i].type = narrowed(p->statements[i].type);
    pattern_size_indexes(p);
}

bool type_is_float(enum element_type type)
{
    return types[type].is_float;
}
