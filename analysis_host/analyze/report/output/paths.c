/* What a program reads, and where it is going to write. */
#include "paths.h"
#include "replace.h"
#include "visible.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file is its device and inode; one that is yet to be made, those of its folder and its name. */
struct output_path {
    const char *option; /* that writes it; NULL: it is read */
    char *name;         /* owned once it is added */
    dev_t device;
    ino_t inode;
    char missing[NAME_MAX + 1]; /* empty: it is there */
    bool shared;                /* several outputs may go there, one after the other */
};

static void take_file(struct output_path *at, const struct stat *about)
{
    at->device = about->st_dev;
    at->inode = about->st_ino;
    at->shared = S_ISCHR(about->st_mode);
}

/* PATH is not there; false where its folder is not either. */
static bool take_missing(struct output_path *at, char *path)
{
    char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    struct stat about;

    if (strlen(name) >= sizeof at->missing)
        return false;
    strcpy(at->missing, name);
    if (slash != NULL)
        slash[1] = '\0';
    if (stat(slash == NULL ? "." : path, &about) != 0)
        return false;
    take_file(at, &about);
    return true;
}

/* Finds out which file NAME is. Returns false where that cannot be told: reading or writing it will
 * say why. */
static bool find_file(struct output_path *at, const char *name)
{
    struct stat about;

    if (stat(name, &about) == 0) {
        take_file(at, &about);
        at->shared |= output_descriptor(name) >= 0;
        return true;
    }
    char *path = errno == ENOENT ? output_behind_links(name) : NULL;
    bool found = path != NULL && take_missing(at, path);
    free(path);
    return found;
}

static bool find_descriptor(struct output_path *at, int fd)
{
    struct stat about;

    if (fstat(fd, &about) != 0)
        return false;
    take_file(at, &about);
    at->shared |= !S_ISREG(about.st_mode);
    return true;
}

static bool is_same(const struct output_path *a, const struct output_path *b)
{
    return a->device == b->device && a->inode == b->inode && strcmp(a->missing, b->missing) == 0;
}

/* Returns the place in P that output A must not be, or NULL. */
static const struct output_path *clash(const struct output_paths *p, const struct output_path *a)
{
    for (size_t i = 0; i < p->n; i++)
        if (is_same(&p->at[i], a) && !(p->at[i].option == NULL ? a->shared && p->at[i].shared
                                                               : a->shared || p->at[i].shared))
            return &p->at[i];
    return NULL;
}

static bool add(struct output_paths *p, const struct output_path *one, const char *name)
{
    struct output_path *more = realloc(p->at, (p->n + 1) * sizeof *more);

    if (more == NULL)
        return false;
    p->at = more;
    more[p->n] = *one;
    more[p->n].name = strdup(name);
    if (more[p->n].name == NULL)
        return false;
    p->n++;
    return true;
}

bool output_paths_read(struct output_paths *p, const char *name)
{
    struct output_path one = { 0 };
    bool found = name == NULL ? find_descriptor(&one, STDIN_FILENO) : find_file(&one, name);

    return !found || *one.missing != '\0' || add(p, &one, name == NULL ? "standard input" : name);
}

bool output_paths_write(struct output_paths *p, const char *option, const char *name, FILE *err)
{
    struct output_path one = { .option = option };
    bool found = name == NULL ? find_descriptor(&one, STDOUT_FILENO) : find_file(&one, name);
    const struct output_path *other = found ? clash(p, &one) : NULL;

    if (name == NULL)
        name = "standard output";
    if (other == NULL)
        return !found || add(p, &one, name) || output_say(err, name, "out of memory");
    if (other->option == NULL)
        return output_say(err, name, "%s would write over the input %s; nothing was written",
                          option, other->name);
    return output_say(err, name, "%s and %s would write to one file, %s; nothing was written",
                      other->option, option, other->name);
}

void output_paths_free(struct output_paths *p)
{
    for (size_t i = 0; i < p->n; i++)
        free(p->at[i].name);
    free(p->at);
    *p = (struct output_paths){ 0 };
}

bool output_is_apart(const char *option, const char *name, const char *input, FILE *err)
{
    struct output_paths p = { 0 };
    bool apart = output_paths_read(&p, input) || output_say(err, input, "out of memory");

    apart = apart && output_paths_write(&p, option, name, err);
    output_paths_free(&p);
    return apart;
}
