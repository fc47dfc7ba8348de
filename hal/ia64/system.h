/* System calls of Linux on Itanium. */
#ifndef IA64_SYSTEM_H
#define IA64_SYSTEM_H

#include <stddef.h>
#include <stdint.h>

/* The system calls of Linux on Itanium that the port needs. Each returns what the kernel does: a
 * negative number is an error's. A kernel or a simulator may lack any of them. */

long ia64_write(int file, const char *bytes, size_t n);
/* Anonymous memory that may be read and written: its address, or a negative error. */
long ia64_map(size_t size_bytes);
long ia64_unmap(void *start, size_t size_bytes);
_Noreturn void ia64_exit(int status);

/* The monotonic clock, ns; 0 when there is none. */
uint64_t ia64_clock_ns(void);

/* Free memory, bytes, or 0 when the kernel does not say. */
size_t ia64_free_bytes(void);

/* Keeps the caller on the CPU that it runs on. An error is ignored: where CPUs cannot be told
 * apart, there is one. */
void ia64_stay(void);

/* Size of a page, bytes, as the kernel passed at entry; 16 KiB, Linux's usual, where it did not. */
size_t ia64_page_bytes(void);

#endif
