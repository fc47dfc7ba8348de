/* Finds out whether the log is one of the run's inputs, by whatever name. */
#include "input_check.h"
#include "format.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns true if PATH (NULL or "": no file) names the file or the device that FACTS is of. */
static bool is_same_file(const char *path, const struct stat *facts)
{
    struct stat other;

    if (path == NULL || *path == '\0' || stat(path, &other) != 0)
        return false;
    if (S_ISCHR(facts->st_mode))
        return S_ISCHR(other.st_mode) && other.st_rdev == facts->st_rdev;
    return other.st_dev == facts->st_dev && other.st_ino == facts->st_ino;
}

/* Returns the input of PLAN that FACTS is of; NULL where there is none. */
static const char *input_of(const struct plan *plan, const struct stat *facts)
{
    const char *const inputs[] = {
        plan_needs_image(plan) ? plan->image : NULL,
        plan_load_file(plan),
        plan->board.path[0],
        plan->board.path[1],
        plan->link == PLAN_PORT && !plan->setup.is_usb ? plan->setup.name : NULL,
    };

    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++)
        if (is_same_file(inputs[i], facts))
            return inputs[i];
    return NULL;
}

const char *input_check_log(const struct plan *plan, const char *log)
{
    static const char *const written[] = { "", ".new", ".previous" }; /* capture/log_file.h */
    const char *input = NULL;
    struct stat facts;

    if (log == NULL)
        return fstat(STDOUT_FILENO, &facts) == 0 ? input_of(plan, &facts) : NULL;
    for (size_t i = 0; i < sizeof written / sizeof written[0] && input == NULL; i++) {
        char *path = format_text("%s%s", log, written[i]);

        if (path != NULL && stat(path, &facts) == 0 && (i == 0 || S_ISREG(facts.st_mode)))
            input = input_of(plan, &facts);
        free(path);
    }
    return input;
}
