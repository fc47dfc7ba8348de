/* Reads USB identities and chooses a port by one. */
#include "port_setup.h"
#include "format.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *const port_parities[] = { "none", "odd", "even", NULL };
const char *const port_flows[] = { "none", "rtscts", "xonxoff", NULL };

static bool read_hex(const char **at, unsigned *value)
{
    char *end;
    unsigned long number = strtoul(*at, &end, 16);
    size_t n = (size_t)(end - *at);

    if (n == 0 || n > 4 || strspn(*at, "0123456789abcdefABCDEF") != n)
        return false;
    *value = (unsigned)number;
    *at = end;
    return true;
}

bool port_usb_id_read(struct port_usb_id *id, const char *text)
{
    *id = (struct port_usb_id){ .vendor = 0 };
    if (!read_hex(&text, &id->vendor) || *text++ != ':' || !read_hex(&text, &id->product))
        return false;
    if (*text == '\0')
        return true;
    if (*text++ != ':' || *text == '\0' || strlen(text) >= sizeof id->serial)
        return false;
    (void)strcpy(id->serial, text);
    return true;
}

static bool id_matches(const struct port_usb_id *have, const struct port_usb_id *want)
{
    return have->vendor == want->vendor && have->product == want->product &&
           (want->serial[0] == '\0' || strcasecmp(have->serial, want->serial) == 0);
}

static void add_name(char why[PORT_WHY_BYTES], const char *separator, const struct port_usb *usb)
{
    format_append(why, PORT_WHY_BYTES, "%s%s (%04x:%04x:%s)", separator, usb->device,
                  usb->id.vendor, usb->id.product, usb->id.serial);
}

static void say_all(char why[PORT_WHY_BYTES], const struct port_usb *list, size_t n,
                    const struct port_usb_id *want)
{
    const char *separator = " ";

    for (size_t i = 0; i < n; i++) {
        if (want != NULL && !id_matches(&list[i].id, want))
            continue;
        add_name(why, separator, &list[i]);
        separator = ", ";
    }
}

const struct port_usb *port_choose(const struct port_usb *list, size_t n,
                                   const struct port_usb_id *id, char why[PORT_WHY_BYTES])
{
    const struct port_usb *found = NULL;
    unsigned n_found = 0;

    for (size_t i = 0; i < n; i++) {
        if (!id_matches(&list[i].id, id))
            continue;
        found = &list[i];
        n_found++;
    }
    if (n_found == 1)
        return found;
    (void)snprintf(why, PORT_WHY_BYTES, "usb %04x:%04x%s%s: ", id->vendor, id->product,
                   id->serial[0] != '\0' ? ":" : "", id->serial);
    if (n_found > 1) {
        format_append(why, PORT_WHY_BYTES, "%u ports match; name one:", n_found);
        say_all(why, list, n, id);
    } else {
        format_append(why, PORT_WHY_BYTES, "no such port; there %s:", n == 1 ? "is" : "are");
        say_all(why, list, n, NULL);
        format_append(why, PORT_WHY_BYTES, "%s", n == 0 ? " none" : "");
    }
    return NULL;
}
