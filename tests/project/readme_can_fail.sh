#!/bin/sh
# sh readme_can_fail.sh <cmake> <source tree> <build folder> <scratch folder>: readme.cmake finds what is wrong with a page.
mkdir -p "$4" || exit 1
page=$4/planted.md
cat >"$page" <<'PAGE'
# A heading, here
`cmake/test.sh`, `targets/<board>`, [that](#a-heading-here) and `build/host/analyze --format json` are right.
`probes/no_such_probe`, `build/host/no_such_program`, `--no-such-option`, [this](no_such_page.md),
[that heading](#no-such-heading), `nosuchkey=SIZE` and `-DPONTOON_NO_SUCH_VARIABLE=ON` are not; `max=SIZE` and
`-DPONTOON_TARGET=sim` are. Of these the last is not:

    build/host/board_runner run sim -o sim.log -- --quick max=64K nokey=4
PAGE
said=$("$1" -DROOT="$2" -DBUILD="$3" -DPAGE="$page" -P "$2/tests/project/readme.cmake" 2>&1) && {
    echo "nothing is found to be wrong"
    exit 1
}
wrong=0
for word in probes/no_such_probe no_such_program --no-such-option no_such_page.md no-such-heading nosuchkey=SIZE nokey= \
    PONTOON_NO_SUCH_VARIABLE; do
    case $said in
    *"$word"*) ;;
    *) echo "not found: $word" && wrong=1 ;;
    esac
done
case $said in
*"8 statements"*) ;;
*) echo "$said" && wrong=1 ;;
esac
exit $wrong
