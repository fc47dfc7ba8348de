/* Notes of start-up, and faults of the processor. */
#ifndef HAL_REPORT_H
#define HAL_REPORT_H

/* Sentences of a port that are no measurement, for people who read the log. */

/* Sentence number I, from 0, about what start-up found and turned on (caches, MMU, cores). NULL
 * after the last one. Printable ASCII without a line end, zero-terminated, in memory that stays.
 * Ports under an operating system have none. */
const char *hal_report_note(unsigned i);

/* Names the function that is called when the processor faults from now on: TELL gets one sentence
 * with the exception, its PC and its address, in memory that stays. It runs on the stack of the
 * exception and may write to the console; then it leaves by hal_console_exit(). A fault inside
 * TELL, or before anybody is named, is written to the console as plain text, and the program ends
 * with HAL_REPORT_FAULT_STATUS. Where an operating system ends programs that fault, TELL is never
 * called. */
void hal_report_faults_to(void (*tell)(const char *text));

/* Exit status of a program that faulted. */
enum { HAL_REPORT_FAULT_STATUS = 3 };

#endif
