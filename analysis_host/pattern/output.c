/* The file that a command writes: made in memory, and put in its place once it is whole. */
#include "commands.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int cannot_write(const char *file, const char *why)
{
    fprintf(stderr, "patterns: %s: %s\n", file, why);
    return 4;
}

/* Returns true when the output of Q is one of the files that it reads. */
static bool is_an_input(const struct request *q)
{
    struct stat out, in;

    if (stat(q->out, &out) != 0)
        return false;
    for (unsigned i = 0; i < q->n_files; i++)
        if (stat(q->files[i], &in) == 0 && in.st_dev == out.st_dev && in.st_ino == out.st_ino)
            return true;
    return false;
}

FILE *request_open(struct request *q)
{
    if (is_an_input(q)) {
        (void)cannot_write(q->out, "is a file that is read; nothing is written");
        return NULL;
    }
    FILE *out = open_memstream(&q->text, &q->n_text);
    if (out == NULL)
        (void)cannot_write(q->out, strerror(errno));
    return out;
}

/* Writes the text of Q to FILE; 4 after a message. */
static int write_to(const struct request *q, const char *file)
{
    FILE *out = fopen(file, "w");

    if (out == NULL)
        return cannot_write(q->out, strerror(errno));
    bool whole = fwrite(q->text, 1, q->n_text, out) == q->n_text;
    if (fclose(out) == 0 && whole)
        return 0;
    return cannot_write(q->out, "could not be written");
}

/* The same by a name beside FILE, which so is never there in part. */
static int replace(const struct request *q, const char *file)
{
    char part[4096];

    if (snprintf(part, sizeof part, "%s.part", file) >= (int)sizeof part)
        return cannot_write(file, strerror(ENAMETOOLONG));
    int status = write_to(q, part);
    if (status == 0 && rename(part, file) != 0)
        status = cannot_write(file, strerror(errno));
    if (status != 0)
        (void)remove(part);
    return status;
}

int request_close(struct request *q, FILE *out, int status)
{
    struct stat about;
    bool there = stat(q->out, &about) == 0, plain = !there || S_ISREG(about.st_mode);

    if (fclose(out) != 0 && status == 0)
        status = cannot_write(q->out, "memory is short");
    if (status == 0)
        status = plain ? replace(q, q->out) : write_to(q, q->out);
    else if (there && plain)
        (void)remove(q->out); /* of an earlier text; no build shall take it */
    free(q->text);
    q->text = NULL;
    return status;
}
