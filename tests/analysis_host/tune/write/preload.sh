#!/bin/sh
# preload.sh <library that stands in for BLAS>
# numpy's tests of linear algebra pass with the library preloaded, and numpy calls it. Status 77: there is no numpy, or it
# uses no BLAS of the system.
set -u
library=$1
python=/usr/bin/python3
[ -x "$python" ] && "$python" -c 'import numpy, pytest, hypothesis' 2>/dev/null ||
    { echo "skipped: python3-numpy, python3-pytest or python3-hypothesis is not installed"; exit 77; }
LD_DEBUG=bindings LD_PRELOAD=$library "$python" -c 'import numpy; a = numpy.ones((50, 50)); a @ a' 2>&1 |
    grep -q "to $library .*cblas_dgemm" || { echo "skipped: numpy does not call a BLAS of the system"; exit 77; }
LD_PRELOAD=$library "$python" -c '
import numpy, sys
sys.exit(not numpy.linalg.test(verbose=0, extra_argv=["-p", "no:cacheprovider", "-k", "solve or qr or lstsq or power"]))'
