/* Writes a job definition for LAVA: deploy the image, start it, wait for END. */
#include "lava_job.h"
#include "capture/exit_status.h"
#include "complain.h"
#include "plan.h"
#include "yaml.h"
#include <stdlib.h>
#include <string.h>

static long silence_minutes(const struct plan *plan)
{
    return plan->silence_ms > 0 ? (long)(plan->silence_ms / 60000) + 1 : 60;
}

static void put_head(const struct plan *plan)
{
    const char *type = board_file_text(&plan->board, BOARD_LAVA, 0);

    yaml_put("device_type: ", type != NULL ? type : plan->board.name, "\n");
    yaml_put("job_name: ", plan->board.name, "\n");
    (void)printf("timeouts:\n"
                 "  job:\n    hours: 2\n"
                 "  action:\n    minutes: 10\n"
                 "  connection:\n    minutes: %ld\n"
                 "priority: medium\n"
                 "visibility: public\n"
                 "actions:\n",
                 silence_minutes(plan));
}

static void put_uboot(const struct plan *plan)
{
    char load[128];

    (void)snprintf(load, sizeof load, "tftp %s {KERNEL}", plan->load[1]);
    (void)puts("- deploy:\n    to: tftp\n    kernel:");
    yaml_put_path("      url: ", "file://", plan_load_file(plan));
    (void)puts("      type: image\n- boot:\n    method: u-boot\n    commands:");
    for (char *const *line = plan->types; *line != NULL; line++)
        yaml_put("    - ", *line, "\n");
    yaml_put("    - ", load, "\n");
    yaml_put("    - ", plan->start, "\n");
    yaml_put("    prompts:\n    - ", "PT,0,RUN", "\n");
}

static void put_qemu(const struct plan *plan)
{
    char *options = NULL, arguments[1024] = "-kernel {kernel}"; /* the braces are LAVA's */

    if (plan->request->options[0] != NULL &&
        command_line(&options, "{options}", &plan->fill) == COMMAND_OK)
        (void)snprintf(arguments, sizeof arguments, "-kernel {kernel} -append \"%s\"", options);
    (void)puts("- deploy:\n    to: tmpfs\n    images:\n      kernel:");
    yaml_put("        image_arg: ", arguments, "\n");
    yaml_put_path("        url: ", "file://", plan->image);
    yaml_put("- boot:\n    method: qemu\n    media: tmpfs\n    prompts:\n    - ", "PT,0,RUN", "\n");
    free(options);
}

static void put_flash(const struct plan *plan)
{
    (void)puts("- deploy:\n    to: flasher\n    images:\n      image:");
    yaml_put_path("        url: ", "file://", plan->image);
    yaml_put("- boot:\n    method: minimal\n    prompts:\n    - ", "PT,0,RUN", "\n");
}

/* LAVA calls it a monitor: it reads the stream in the job's log, and END ends it. */
static void put_tail(const struct plan *plan)
{
    (void)printf("- test:\n    timeout:\n      minutes: 110\n    monitors:\n");
    yaml_put("    - name: ", plan->board.name, "\n");
    yaml_put("      start: ", "PT,[0-9]+,RUN", "\n");
    yaml_put("      end: ", "PT,[0-9]+,END", "\n");
    yaml_put("      pattern: ",
             "PT,[0-9]+,DONE,(?P<test_case_id>[a-z_0-9]+),[0-9]+,(?P<result>[a-z]+)", "\n");
    (void)puts("      fixupdict:\n        ok: pass\n        fail: fail\n        skip: skip");
}

static bool is_qemu(const struct plan *plan)
{
    return plan->link == PLAN_PROCESS &&
           strncmp(board_file_text(&plan->board, BOARD_RUN, 0), "qemu-system-", 12) == 0;
}

static int write_job(const struct plan *plan)
{
    if (plan->link != PLAN_PORT && !is_qemu(plan)) {
        complain("%s: %s has neither a serial line nor an emulator that LAVA knows",
                 plan->board.path[0], plan->board.name);
        return EXIT_USAGE;
    }
    put_head(plan);
    if (is_qemu(plan))
        put_qemu(plan);
    else if (plan->load != NULL)
        put_uboot(plan);
    else
        put_flash(plan);
    put_tail(plan);
    return 0;
}

int lava_job_write(const struct request *request)
{
    return plan_apply(request, write_job);
}
