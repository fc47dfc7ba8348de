/* Lists boards, and what a run of one would do. */
#include "list.h"
#include "capture/exit_status.h"
#include "option_check.h"
#include "output.h"
#include "plan.h"
#include "say.h"
#include <stdio.h>
#include <stdlib.h>

/* What a board is begins in this column. */
enum { INDENT = 21, LINE_BYTES = 1024 };

static int list_one(const struct request *q, const char *name)
{
    struct plan plan;
    char link[640], line[LINE_BYTES];
    int status = plan_make(&plan, q, name);

    if (status == 0) {
        const char *about = board_file_text(&plan.board, BOARD_ABOUT, 0);

        plan_link_text(&plan, link, sizeof link);
        snprintf(line, sizeof line, "%-20s %s", name, about != NULL ? about : "");
        say_wrapped(stdout, INDENT, line);
        snprintf(line, sizeof line, "%-20s by %s%s", "", link,
                 plan.load != NULL ? ", from its boot loader" : "");
        say_wrapped(stdout, INDENT, line);
        (void)plan_missing(stdout, "                     ", &plan);
    }
    plan_free(&plan);
    return status;
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
    return output_flush(status);
}

static int check_plan(const struct plan *plan)
{
    plan_print(stdout, plan);
    int missing = plan_missing(stdout, "  ", plan) > 0 ? EXIT_NOT_STARTED : EXIT_COMPLETE;

    return missing != 0 ? missing : option_check(plan);
}

int list_check(const struct request *request)
{
    return plan_apply(request, check_plan);
}
