/* Writes an environment file for labgrid: how a board is reached, and its image. */
#include "labgrid.h"
#include "capture/exit_status.h"
#include "complain.h"
#include "plan.h"
#include "yaml.h"
#include <string.h>

static void put_port(const struct plan *plan)
{
    const struct port_setup *s = &plan->setup;
    struct port_usb_id id;

    if (!s->is_usb || !port_usb_id_read(&id, s->name)) {
        yaml_put("      RawSerialPort:\n        port: ", s->name, "\n");
    } else {
        (void)printf("      USBSerialPort:\n        match:\n          ID_VENDOR_ID: '%04x'\n"
                     "          ID_MODEL_ID: '%04x'\n",
                     id.vendor, id.product);
        if (id.serial[0] != '\0')
            yaml_put("          ID_SERIAL_SHORT: ", id.serial, "\n");
    }
    (void)printf("        speed: %u\n    drivers:\n      SerialDriver: {}\n", s->baud);
    if (plan->load == NULL)
        return;
    yaml_put("      UBootDriver:\n        prompt: ", board_file_text(&plan->board, BOARD_PROMPT, 0),
             "\n");
    yaml_put("        boot_command: ", plan->start, "\n");
}

static int put_ssh(const struct plan *plan)
{
    const char *host = board_file_text(&plan->board, BOARD_SSH, 0);
    char user[64];

    if (strchr(host, '@') == NULL) {
        board_file_complain(&plan->board, BOARD_SSH, 0, "labgrid wants USER@HOST");
        return EXIT_USAGE;
    }
    (void)snprintf(user, sizeof user, "%.*s", (int)strcspn(host, "@"), host);
    yaml_put("targets:\n  main:\n    resources:\n      NetworkService:\n        address: ",
             plan_host(plan), "\n");
    yaml_put("        username: ", user, "\n");
    (void)puts("    drivers:\n      SSHDriver: {}");
    return 0;
}

static int write_environment(const struct plan *plan)
{
    if (plan->link == PLAN_PROCESS) {
        complain("%s: %s is a program of this machine: there is nothing to describe",
                 plan->board.path[0], plan->board.name);
        return EXIT_USAGE;
    }
    if (plan->link == PLAN_SSH) {
        int status = put_ssh(plan);
        if (status != 0)
            return status;
    } else {
        (void)puts("targets:\n  main:\n    resources:");
        put_port(plan);
    }
    yaml_put_path("images:\n  probes: ", "",
                  plan->load != NULL ? plan_load_file(plan) : plan->image);
    return 0;
}

int labgrid_write(const struct request *request)
{
    return plan_apply(request, write_environment);
}
