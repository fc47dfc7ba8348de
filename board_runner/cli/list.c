#include "list.h"
#include "capture/verdict.h"
#include "complain.h"
#include "plan.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int list_one(const struct request *q, const char *name)
{
    struct plan plan;
    char link[640];
    int status = plan_make(&plan, q, name);

    if (status == 0) {
        const char *about = board_file_text(&plan.board, BOARD_ABOUT, 0);

        plan_link_text(&plan, link, sizeof link);
        (void)printf("%-20s %s\n%-20s by %s%s\n", name, about != NULL ? about : "", "", link,
                     plan.load != NULL ? ", from its boot loader" : "");
        (void)plan_missing(stdout, "                     ", &plan);
    }
    plan_free(&plan);
    return status;
}

static int flush(int status)
{
    if (fflush(stdout) == 0 && ferror(stdout) == 0)
        return status;
    complain("standard output: %s", strerror(errno));
    return EXIT_LOG_LOST;
}

int list_boards(const struct request *request)
{
    char **names;
    int status = EXIT_COMPLETE;
    long n = board_file_names(&names, &request->places, false);

    if (n < 0)
        return EXIT_USAGE;
    for (long i = 0; i < n; i++) {
        int one = list_one(request, names[i]);

        status = one != 0 ? one : status;
        free(names[i]);
    }
    free(names);
    return flush(status);
}

int list_check(const struct request *request)
{
    struct plan plan;
    int status = plan_make(&plan, request, request->words[0]);

    if (status == 0) {
        plan_print(stdout, &plan);
        status = plan_missing(stdout, "  ", &plan) > 0 ? EXIT_NOT_STARTED : EXIT_COMPLETE;
    }
    plan_free(&plan);
    return flush(status);
}
