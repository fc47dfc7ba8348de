/* A folder for files that are in nobody's way. */
#define _GNU_SOURCE
#include "scratch.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int scratch_make(struct scratch *scratch, const char *keep)
{
    const char *folder = getenv("TMPDIR");

    scratch->kept = keep != NULL;
    int n = keep ? snprintf(scratch->path, sizeof scratch->path, "%s", keep)
                 : snprintf(scratch->path, sizeof scratch->path, "%s/accuracy.XXXXXX",
                            folder && *folder ? folder : "/tmp");
    if (n < 0 || n >= 512) {
        fprintf(stderr, "%s: the path is too long\n", keep ? keep : folder);
        return -1;
    }
    bool made = keep ? mkdir(keep, 0777) == 0 || errno == EEXIST : mkdtemp(scratch->path) != NULL;
    if (!made)
        fprintf(stderr, "%s: %s\n", scratch->path, strerror(errno));
    return made ? 0 : -1;
}

void scratch_remove(const struct scratch *scratch)
{
    DIR *folder = scratch->kept ? NULL : opendir(scratch->path);

    if (!folder)
        return;
    for (struct dirent *e = readdir(folder); e; e = readdir(folder))
        if (e->d_name[0] != '.')
            unlinkat(dirfd(folder), e->d_name, 0);
    closedir(folder);
    rmdir(scratch->path);
}
