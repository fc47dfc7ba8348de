/* Scheduling types (SchedWrite) of LLVM's targets, and which measured operation each is. */
#ifndef EXPORT_LLVM_TYPES_H
#define EXPORT_LLVM_TYPES_H

#include <stdbool.h>
#include <stddef.h>

/* What a type's latency is. */
enum llvm_latency {
    LLVM_OPERATION, /* op.OP.TYPE.latency */
    LLVM_LOAD,      /* cache.1.latency */
    LLVM_FP_LOAD,   /* cache.1.latency and core.bypass.fp_load */
    LLVM_NO_RESULT  /* no register waits: 1, as in LLVM's own models */
};

/* x86 pairs a type with that of the same instruction with a load, NAME "Ld". */
enum llvm_pair { LLVM_ALONE, LLVM_WITH_LOAD, LLVM_WITH_FP_LOAD };

struct llvm_type {
    const char *name;
    enum llvm_latency latency;
    const char *op, *type; /* of op.OP.TYPE; type NULL: the machine's word */
    const char *units;     /* op.UNITS.units, "_" and the word added where units_word */
    bool units_word;
    enum llvm_pair pair;
};

/* A model of LLVM's own: IssueWidth, and MicroOpBufferSize (0: in order). */
struct llvm_model {
    const char *file, *mcpu;
    double width, buffer;
};

struct llvm_target {
    const char *name; /* as LLVM spells it: "X86" */
    const struct llvm_type *type;
    size_t n_types;
    const struct llvm_model *model;
    size_t n_models;
    const char *not_measured; /* groups of types without an operation that is measured */
};

/* Returns the target of a log's `arch`, static; NULL: none. */
const struct llvm_target *llvm_target_find(const char *arch);

/* Returns the model whose width and buffer have the least sum of distances from WIDTH (above 0) and
 * BUFFER (0: in order), both as logarithms. */
const struct llvm_model *llvm_model_nearest(const struct llvm_target *t, double width,
                                            double buffer);

#endif
