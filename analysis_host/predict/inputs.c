/* Logs and signatures, told apart by how they begin. */
#include "inputs.h"
#include "say.h"
#include "signature/file.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A pipe can be read but once: it is taken for a log. */
static bool is_signature(const char *file)
{
    char begin[64] = "";
    struct stat about;
    bool is_file = stat(file, &about) == 0 && S_ISREG(about.st_mode);
    FILE *in = is_file ? fopen(file, "r") : NULL;

    if (in == NULL)
        return false;
    size_t n = fread(begin, 1, sizeof begin - 1, in);
    fclose(in);
    return n > 0 && strstr(begin, "pontoon.signature/") != NULL;
}

/* Returns why FILE cannot be a signature, whatever is in it; NULL: it might be one. */
static const char *refuse(const char *file)
{
    struct stat about;
    const char *end = strrchr(file, '.');

    if (stat(file, &about) != 0 || access(file, R_OK) != 0)
        return strerror(errno);
    if (S_ISDIR(about.st_mode))
        return "is a directory";
    if (!S_ISREG(about.st_mode))
        return "is no file: a log may come through a pipe, a signature not";
    if (end != NULL && strcmp(end, ".gz") == 0 && strstr(file, ".sig") != NULL)
        return "is compressed: gunzip it, as signatures are read as profile wrote them";
    return NULL;
}

/* No file is a signature: it may be one that cannot be read. */
static int say_no_signature(const struct request *q)
{
    for (size_t i = 0; i < q->n_files; i++) {
        const char *why = refuse(q->file[i]);

        if (why != NULL)
            return say(SAY_USAGE, q->file[i], "%s", why);
    }
    return say(SAY_USAGE, q->file[q->n_files - 1],
               "is no signature, and no other file is (profile makes them)");
}

int inputs_sort(struct inputs *in, const struct request *q)
{
    in->log = calloc(q->n_files, sizeof *in->log);
    in->program = calloc(q->n_files, sizeof *in->program);
    if (in->log == NULL || in->program == NULL)
        return say(SAY_NOTHING, "predict", "out of memory");
    for (size_t i = 0; i < q->n_files; i++) {
        if (is_signature(q->file[i]))
            in->program[in->n_programs++].file = q->file[i];
        else
            in->log[in->n_logs++] = q->file[i];
    }
    if (in->n_programs == 0)
        return say_no_signature(q);
    if (in->n_logs == 0)
        return say(SAY_USAGE, in->program[0].file, "no log was given");
    if (q->compare != NULL && (in->n_programs > 1 || in->n_logs > 1))
        return say(SAY_USAGE, "--compare", "is for one LOG and one signature");
    return 0;
}

int inputs_signature(struct inputs *in, struct signature *s, const char *file)
{
    char message[1000];

    if (access(file, R_OK) != 0)
        return say(SAY_USAGE, file, "%s", strerror(errno));
    switch (signature_read(s, file, message, sizeof message)) {
    case SIGNATURE_WHOLE:
        return 0;
    case SIGNATURE_PARTS:
        in->damaged = true;
        say(0, file, "%s", message);
        return 0;
    default:
        return say(SAY_NOTHING, file, "%s: profile the program again", message);
    }
}

/* Two programs for one ISA leave open which is meant. */
static int check_isa(const struct inputs *in, const struct input_program *one)
{
    for (const struct input_program *p = in->program; p < one; p++)
        if (strcmp(p->signature.isa, one->signature.isa) == 0)
            return say(SAY_USAGE, one->file,
                       "is a second signature for %s, as %s is; --compare takes two",
                       one->signature.isa, p->file);
    return 0;
}

int inputs_read(struct inputs *in)
{
    int status = 0;

    for (size_t i = 0; i < in->n_programs && status == 0; i++) {
        struct input_program *p = &in->program[i];

        status = inputs_signature(in, &p->signature, p->file);
        if (status == 0)
            status = check_isa(in, p);
    }
    return status;
}

const struct input_program *inputs_program(const struct inputs *in, const char *isa)
{
    for (size_t i = 0; i < in->n_programs; i++)
        if (strcmp(isa, "sim") == 0 || strcmp(isa, in->program[i].signature.isa) == 0)
            return &in->program[i];
    return NULL;
}

void inputs_free(struct inputs *in)
{
    for (size_t i = 0; i < in->n_programs; i++)
        signature_free(&in->program[i].signature);
    free(in->program);
    free(in->log);
    *in = (struct inputs){ 0 };
}
