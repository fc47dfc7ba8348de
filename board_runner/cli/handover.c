#include "handover.h"
#include "capture/verdict.h"
#include "complain.h"
#include "plan.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* TEXT as a YAML scalar in single quotes, between BEFORE and AFTER. */
static void put(const char *before, const char *text, const char *after)
{
    (void)fputs(before, stdout);
    (void)putchar('\'');
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            (void)putchar('\'');
        (void)putchar(*text);
    }
    (void)printf("'%s", after);
}

/* Where the image is, from everywhere on this machine. */
static char *absolute(const char *file)
{
    char *path = realpath(file, NULL);

    return path != NULL ? path : strdup(file);
}

static void put_url(const char *before, const char *file)
{
    char *path = absolute(file);
    size_t n = strlen(path != NULL ? path : file) + sizeof "file://";
    char *url = malloc(n);

    if (url != NULL) {
        (void)snprintf(url, n, "file://%s", path != NULL ? path : file);
        put(before, url, "\n");
    }
    free(url);
    free(path);
}

static long minutes(const struct plan *plan)
{
    return plan->silence_ms > 0 ? (long)(plan->silence_ms / 60000) + 1 : 60;
}

static void lava_head(const struct plan *plan)
{
    const char *type = board_file_text(&plan->board, BOARD_LAVA, 0);

    put("device_type: ", type != NULL ? type : plan->board.name, "\n");
    put("job_name: ", plan->board.name, "\n");
    (void)printf("timeouts:\n"
                 "  job:\n    hours: 2\n"
                 "  action:\n    minutes: 10\n"
                 "  connection:\n    minutes: %ld\n"
                 "priority: medium\n"
                 "visibility: public\n"
                 "actions:\n",
                 minutes(plan));
}

static void lava_uboot(const struct plan *plan)
{
    char load[128];

    (void)snprintf(load, sizeof load, "tftp %s {KERNEL}", plan->load[1]);
    (void)puts("- deploy:\n    to: tftp\n    kernel:");
    put_url("      url: ", plan_load_file(plan));
    (void)puts("      type: image\n- boot:\n    method: u-boot\n    commands:");
    for (char *const *line = plan->types; *line != NULL; line++)
        put("    - ", *line, "\n");
    put("    - ", load, "\n");
    put("    - ", plan->start, "\n");
    put("    prompts:\n    - ", "PT,0,RUN", "\n");
}

static void lava_qemu(const struct plan *plan)
{
    char *options = NULL, arguments[1024] = "-kernel {kernel}"; /* the braces are LAVA's */

    if (plan->request->options[0] != NULL &&
        command_line(&options, "{options}", &plan->fill) == COMMAND_OK)
        (void)snprintf(arguments, sizeof arguments, "-kernel {kernel} -append \"%s\"", options);
    (void)puts("- deploy:\n    to: tmpfs\n    images:\n      kernel:");
    put("        image_arg: ", arguments, "\n");
    put_url("        url: ", plan->image);
    put("- boot:\n    method: qemu\n    media: tmpfs\n    prompts:\n    - ", "PT,0,RUN", "\n");
    free(options);
}

static void lava_flash(const struct plan *plan)
{
    (void)puts("- deploy:\n    to: flasher\n    images:\n      image:");
    put_url("        url: ", plan->image);
    put("- boot:\n    method: minimal\n    prompts:\n    - ", "PT,0,RUN", "\n");
}

/* What LAVA calls a monitor: the stream is the job's log, END its end. */
static void lava_tail(const struct plan *plan)
{
    (void)printf("- test:\n    timeout:\n      minutes: 110\n    monitors:\n");
    put("    - name: ", plan->board.name, "\n");
    put("      start: ", "PT,[0-9]+,RUN", "\n");
    put("      end: ", "PT,[0-9]+,END", "\n");
    put("      pattern: ", "PT,[0-9]+,DONE,(?P<test_case_id>[a-z_0-9]+),[0-9]+,(?P<result>[a-z]+)",
        "\n");
    (void)puts("      fixupdict:\n        ok: pass\n        fail: fail\n        skip: skip");
}

static bool is_qemu(const struct plan *plan)
{
    return plan->link == PLAN_PROCESS &&
           strncmp(board_file_text(&plan->board, BOARD_RUN, 0), "qemu-system-", 12) == 0;
}

static int lava(const struct plan *plan)
{
    if (plan->link != PLAN_PORT && !is_qemu(plan)) {
        complain("%s: %s has neither a serial line nor an emulator that LAVA knows",
                 plan->board.path[0], plan->board.name);
        return EXIT_USAGE;
    }
    lava_head(plan);
    if (is_qemu(plan))
        lava_qemu(plan);
    else if (plan->load != NULL)
        lava_uboot(plan);
    else
        lava_flash(plan);
    lava_tail(plan);
    return 0;
}

static void labgrid_port(const struct plan *plan)
{
    const struct port_setup *s = &plan->setup;
    struct port_usb_id id;

    if (!s->is_usb || !port_usb_id_read(&id, s->name)) {
        put("      RawSerialPort:\n        port: ", s->name, "\n");
    } else {
        (void)printf("      USBSerialPort:\n        match:\n          ID_VENDOR_ID: '%04x'\n"
                     "          ID_MODEL_ID: '%04x'\n",
                     id.vendor, id.product);
        if (id.serial[0] != '\0')
            put("          ID_SERIAL_SHORT: ", id.serial, "\n");
    }
    (void)printf("        speed: %u\n    drivers:\n      SerialDriver: {}\n", s->baud);
    if (plan->load == NULL)
        return;
    put("      UBootDriver:\n        prompt: ", board_file_text(&plan->board, BOARD_PROMPT, 0),
        "\n");
    put("        boot_command: ", plan->start, "\n");
}

static int labgrid_ssh(const struct plan *plan)
{
    const char *host = board_file_text(&plan->board, BOARD_SSH, 0);
    char user[64];

    if (strchr(host, '@') == NULL) {
        board_file_complain(&plan->board, BOARD_SSH, 0, "labgrid wants USER@HOST");
        return EXIT_USAGE;
    }
    (void)snprintf(user, sizeof user, "%.*s", (int)strcspn(host, "@"), host);
    put("targets:\n  main:\n    resources:\n      NetworkService:\n        address: ",
        plan_host(plan), "\n");
    put("        username: ", user, "\n");
    (void)puts("    drivers:\n      SSHDriver: {}");
    return 0;
}

static int labgrid(const struct plan *plan)
{
    if (plan->link == PLAN_PROCESS) {
        complain("%s: %s is a program of this machine: there is nothing to describe",
                 plan->board.path[0], plan->board.name);
        return EXIT_USAGE;
    }
    if (plan->link == PLAN_SSH) {
        int status = labgrid_ssh(plan);
        if (status != 0)
            return status;
    } else {
        (void)puts("targets:\n  main:\n    resources:");
        labgrid_port(plan);
    }
    char *path = absolute(plan->load != NULL ? plan_load_file(plan) : plan->image);
    put("images:\n  probes: ", path != NULL ? path : plan->image, "\n");
    free(path);
    return 0;
}

static int describe(const struct request *request, int (*write)(const struct plan *plan))
{
    struct plan plan;
    int status = plan_make(&plan, request, request->words[0]);

    if (status == 0)
        status = write(&plan);
    plan_free(&plan);
    if (fflush(stdout) == 0)
        return status;
    complain("standard output: %s", strerror(errno));
    return EXIT_LOG_LOST;
}

int handover_lava(const struct request *request)
{
    return describe(request, lava);
}

int handover_labgrid(const struct request *request)
{
    return describe(request, labgrid);
}
