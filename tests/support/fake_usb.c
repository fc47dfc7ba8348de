/* USB without a bus: preloaded into a real program that writes flash memory, it takes the place of
 * libusb and hidapi. The program sees no device, so no board that is plugged in is ever written; or
 * an ST-LINK/V2-1 on a chip of a given kind.
 *
 * FAKE_USB=none               no device
 * FAKE_USB=locked             an ST-LINK that may not be opened
 * FAKE_USB=unpowered          an ST-LINK whose chip has no power
 * FAKE_USB=silent             an ST-LINK whose chip does not answer
 * FAKE_USB=IDCODE:CHIP        an ST-LINK on a Cortex-M4 with these numbers (hexadecimal): of its
 * debug port, of DBGMCU_IDCODE FAKE_USB_WRITES=FILE        gets a line for each write of the chip's
 * memory
 *
 * Sources: libusb 1.0's API; the commands of an ST-LINK as OpenOCD 0.12.0 sends them
 * (src/jtag/drivers/stlink_usb.c). */
#include <libusb.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GET_VERSION = 0xf1,
    DEBUG = 0xf2,
    GET_MODE = 0xf5,
    GET_VOLTAGE = 0xf7,
    READMEM_32 = 0x07,
    WRITEMEM_32 = 0x08,
    READMEM_8 = 0x0c,
    WRITEMEM_8 = 0x0d,
    ENTER = 0x30,
    READREG = 0x33,
    WRITEREG = 0x34,
    READ_IDCODES = 0x31,
    WRITEDEBUG = 0x35,
    READDEBUG = 0x36,
    OK = 0x80,
    NO_IDCODE = 0x09,
    MASS_MODE = 1,
    DEBUG_MODE = 2,
    CPUID = (int)0xe000ed00,
    DHCSR = (int)0xe000edf0,
    DBGMCU_IDCODE = (int)0xe0042000,
    DBGMCU_IDC_H7 = 0x5c001000,
};

enum {
    RAM = 0x20000000,
    FLASH = 0x08000000,
    FLASH_CONTROLLER = 0x40023c00,
    FLASH_KIB_AT = 0x1fff7a22, /* a halfword */
    RAM_BYTES = 128 << 10,
    FLASH_BYTES = 512 << 10,
    HALTED = 0x00030003, /* DHCSR: S_HALT, S_REGRDY, C_HALT, C_DEBUGEN */
    RUNNING = 0x00010001,
    C_HALT = 2,
};

static uint8_t reply[8192], ram[RAM_BYTES], flash[FLASH_BYTES];
static uint32_t registers[32];
static uint32_t loads; /* bytes that the loader still waits for; it runs meanwhile */
static uint32_t data_at;
static unsigned mode = MASS_MODE, data_bytes; /* that follow a command */

static const char *way(void)
{
    const char *text = getenv("FAKE_USB");

    return text != NULL ? text : "none";
}

static int is(const char *name)
{
    return strcmp(way(), name) == 0;
}

static uint32_t number(int which)
{
    const char *colon = strchr(way(), ':');

    return (uint32_t)strtoul(which > 0 && colon != NULL ? colon + 1 : way(), NULL, 16);
}

static uint32_t get_32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void put_32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* Returns the byte of RAM or of flash memory at ADDRESS; NULL elsewhere. */
static uint8_t *byte_at(uint32_t address)
{
    return address - RAM < RAM_BYTES       ? ram + (address - RAM)
           : address - FLASH < FLASH_BYTES ? flash + (address - FLASH)
                                           : NULL;
}

/* A Cortex-M4. */
static uint32_t word_at(uint32_t address)
{
    uint8_t *byte = byte_at(address);

    if (byte != NULL)
        return get_32(byte);
    switch (address) {
    case (uint32_t)CPUID:
        return 0x410fc241;
    case (uint32_t)DHCSR:
        return loads > 0 ? RUNNING : HALTED;
    case (uint32_t)DBGMCU_IDCODE:
    case DBGMCU_IDC_H7:
        return number(1);
    case FLASH_KIB_AT - 2:
        return (uint32_t)FLASH_BYTES / 1024 << 16;
    default:
        return 0;
    }
}

/* The loader: R0 ring, whose first words are the ends of its contents, R1 end of the ring, R2 where
 * to write, R3 halfwords. */
static void load(void)
{
    const uint32_t ring = registers[0];
    uint32_t from = word_at(ring + 4);

    while (loads > 0 && from != word_at(ring) && byte_at(from) != NULL &&
           byte_at(registers[2]) != NULL) {
        *byte_at(registers[2]++) = *byte_at(from++);
        from = from == registers[1] ? ring + 8 : from;
        loads--;
    }
    put_32(byte_at(ring + 4), from);
    const char *path = getenv("FAKE_USB_FLASH");
    FILE *out = path != NULL && loads == 0 ? fopen(path, "wb") : NULL;
    if (out == NULL)
        return;
    (void)fwrite(flash, 1, sizeof flash, out);
    (void)fclose(out);
}

/* The processor is let go. */
static void start(void)
{
    if (registers[4] == FLASH_CONTROLLER && byte_at(registers[0]) != NULL &&
        byte_at(registers[15]) != NULL)
        loads = 2 * registers[3];
}

static void write_bytes(uint32_t address, const uint8_t *bytes, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (byte_at(address + i) != NULL && address - RAM < RAM_BYTES)
            *byte_at(address + i) = bytes[i];
    if (loads > 0)
        load();
}

static void note_write(uint32_t address)
{
    const char *path = getenv("FAKE_USB_WRITES");
    FILE *out = path != NULL ? fopen(path, "a") : NULL;

    if (out == NULL)
        return;
    (void)fprintf(out, "%08x\n", address);
    (void)fclose(out);
}

static void answer_debug(const uint8_t *command)
{
    uint32_t address = get_32(command + 2), n = command[6] | (uint32_t)command[7] << 8;

    reply[0] = OK;
    switch (command[1]) {
    case ENTER:
        reply[0] = is("silent") || is("unpowered") ? NO_IDCODE : OK;
        mode = reply[0] == OK ? DEBUG_MODE : mode;
        break;
    case READ_IDCODES:
        put_32(reply + 4, number(0));
        break;
    case READDEBUG:
        put_32(reply + 4, word_at(address));
        break;
    case WRITEDEBUG:
        note_write(address);
        if (address == (uint32_t)DHCSR && (get_32(command + 6) & C_HALT) == 0)
            start();
        break;
    case READREG:
        put_32(reply + 4, registers[command[2] % 32]);
        break;
    case WRITEREG:
        registers[command[2] % 32] = get_32(command + 3);
        break;
    case READMEM_32:
    case READMEM_8:
        for (uint32_t i = 0; i < n && i < sizeof reply; i++)
            reply[i] = (uint8_t)(word_at((address + i) & ~3u) >> 8 * ((address + i) & 3));
        break;
    case WRITEMEM_32:
    case WRITEMEM_8:
        note_write(address);
        data_at = address;
        data_bytes = n;
        break;
    }
}

static void take_command(const uint8_t *command)
{
    static const uint8_t version[] = {
        0x25, 0x44, 0x83, 0x04, 0x4b, 0x37
    }; /* V2 J21 M4, 0483:374b */

    memset(reply, 0, sizeof reply);
    if (command[0] == GET_VERSION)
        memcpy(reply, version, sizeof version);
    else if (command[0] == GET_MODE)
        reply[0] = (uint8_t)mode;
    else if (command[0] == DEBUG)
        answer_debug(command);
    else if (command[0] == GET_VOLTAGE) {
        put_32(reply, 1200);
        put_32(reply + 4, is("unpowered") ? 0 : 1650); /* 3.3 V */
    }
}

static void move(unsigned char endpoint, unsigned char *bytes, int n)
{
    if (endpoint & LIBUSB_ENDPOINT_IN)
        memcpy(bytes, reply, (size_t)n < sizeof reply ? (size_t)n : sizeof reply);
    else if (data_bytes > 0) {
        data_bytes = 0;
        write_bytes(data_at, bytes, (uint32_t)n);
    } else
        take_command(bytes);
}

/* ---- libusb ---- */

static char device, handle;
static libusb_device *list[2];

int libusb_init(libusb_context **ctx)
{
    if (ctx != NULL)
        *ctx = NULL;
    return 0;
}

void libusb_exit(libusb_context *ctx)
{
    (void)ctx;
}

int libusb_set_option(libusb_context *ctx, enum libusb_option option, ...)
{
    (void)ctx;
    (void)option;
    return 0;
}

ssize_t libusb_get_device_list(libusb_context *ctx, libusb_device ***devices)
{
    (void)ctx;
    list[0] = is("none") ? NULL : (libusb_device *)&device;
    *devices = list;
    return list[0] != NULL;
}

void libusb_free_device_list(libusb_device **devices, int unref)
{
    (void)devices;
    (void)unref;
}

int libusb_get_device_descriptor(libusb_device *dev, struct libusb_device_descriptor *facts)
{
    (void)dev;
    *facts = (struct libusb_device_descriptor){ .bLength = 18,
                                                .bDescriptorType = LIBUSB_DT_DEVICE,
                                                .idVendor = 0x0483,
                                                .idProduct = 0x374b,
                                                .iSerialNumber = 3,
                                                .bNumConfigurations = 1 };
    return 0;
}

int libusb_get_config_descriptor(libusb_device *dev, uint8_t index,
                                 struct libusb_config_descriptor **config)
{
    static struct libusb_config_descriptor facts = { .bConfigurationValue = 1 };

    (void)dev;
    (void)index;
    *config = &facts;
    return 0;
}

void libusb_free_config_descriptor(struct libusb_config_descriptor *config)
{
    (void)config;
}

static const char serial_number[] = "066BFF000000000000000000";

int libusb_get_string_descriptor_ascii(libusb_device_handle *h, uint8_t index, unsigned char *text,
                                       int room)
{
    (void)h;
    (void)index;
    return snprintf((char *)text, (size_t)room, "%s", serial_number);
}

/* Answers a request for the languages (index 0) or for the serial number; refuses all others. */
int libusb_control_transfer(libusb_device_handle *h, uint8_t type, uint8_t request, uint16_t value,
                            uint16_t index, unsigned char *bytes, uint16_t n, unsigned timeout)
{
    static const uint8_t languages[] = { 4, LIBUSB_DT_STRING, 0x09, 0x04 };
    uint8_t text[2 * sizeof serial_number] = { sizeof text, LIBUSB_DT_STRING };

    (void)h, (void)type, (void)index, (void)timeout;
    if (request != LIBUSB_REQUEST_GET_DESCRIPTOR || value >> 8 != LIBUSB_DT_STRING)
        return LIBUSB_ERROR_PIPE;
    for (size_t i = 0; serial_number[i] != '\0'; i++)
        text[2 + 2 * i] = (uint8_t)serial_number[i];
    size_t has = (value & 0xff) == 0 ? sizeof languages : sizeof text;
    memcpy(bytes, (value & 0xff) == 0 ? languages : text, has < n ? has : n);
    return (int)(has < n ? has : n);
}

int libusb_open(libusb_device *dev, libusb_device_handle **h)
{
    (void)dev;
    *h = (libusb_device_handle *)&handle;
    return is("locked") ? LIBUSB_ERROR_ACCESS : 0;
}

void libusb_close(libusb_device_handle *h)
{
    (void)h;
}

libusb_device *libusb_get_device(libusb_device_handle *h)
{
    (void)h;
    return (libusb_device *)&device;
}

uint8_t libusb_get_bus_number(libusb_device *dev)
{
    (void)dev;
    return 1;
}

uint8_t libusb_get_device_address(libusb_device *dev)
{
    (void)dev;
    return 1;
}

int libusb_get_configuration(libusb_device_handle *h, int *config)
{
    (void)h;
    *config = 1;
    return 0;
}

static int fine(libusb_device_handle *h)
{
    (void)h;
    return 0;
}

int libusb_set_configuration(libusb_device_handle *h, int config)
{
    (void)config;
    return fine(h);
}

int libusb_claim_interface(libusb_device_handle *h, int interface)
{
    (void)interface;
    return fine(h);
}

int libusb_release_interface(libusb_device_handle *h, int interface)
{
    (void)interface;
    return fine(h);
}

int libusb_kernel_driver_active(libusb_device_handle *h, int interface)
{
    (void)interface;
    return fine(h);
}

int libusb_set_auto_detach_kernel_driver(libusb_device_handle *h, int enable)
{
    (void)enable;
    return fine(h);
}

int libusb_reset_device(libusb_device_handle *h)
{
    return fine(h);
}

int libusb_bulk_transfer(libusb_device_handle *h, unsigned char endpoint, unsigned char *bytes,
                         int n, int *done, unsigned timeout)
{
    (void)h;
    (void)timeout;
    move(endpoint, bytes, n);
    if (done != NULL)
        *done = n;
    return 0;
}

int libusb_submit_transfer(struct libusb_transfer *t)
{
    move(t->endpoint, t->buffer, t->length);
    t->status = LIBUSB_TRANSFER_COMPLETED;
    t->actual_length = t->length;
    t->callback(t);
    return 0;
}

/* ---- hidapi: no device ---- */

int hid_init(void);
void *hid_enumerate(unsigned short vendor, unsigned short product);

int hid_init(void)
{
    return 0;
}

void *hid_enumerate(unsigned short vendor, unsigned short product)
{
    (void)vendor;
    (void)product;
    return NULL;
}
