/* Evidence: how well the samples bear out an answer, 0 to 1, by their spread, by how many agree,
 * and by how far the rival answer is. It ranks answers; what share of answers of one rank is right,
 * and so the confidence, says stats/calibration.h. */
#ifndef STATS_EVIDENCE_H
#define STATS_EVIDENCE_H

#include <stddef.h>

/* Returns the chance that one more of N observations agrees where AGREE of them do: Laplace's rule
 * of succession. */
double evidence_agreement(size_t agree, size_t n);

/* Returns the smaller of A and B as a share of the larger: 1 where they are the same. 0 where
 * either is not above 0 or not finite. */
double evidence_near(double a, double b);

/* Returns how far RIVAL's misfit is beyond BEST's, as a share of RIVAL's: 0 where it is no worse, 1
 * where BEST fits exactly or RIVAL is infinite. */
double evidence_margin(double best, double rival);

/* Returns half of EVIDENCE: something that was observed is left unexplained. */
double evidence_doubted(double evidence);

/* Returns EVIDENCE between 0 and 1; 0 where it is NaN. */
double evidence_clamp(double evidence);

#endif
