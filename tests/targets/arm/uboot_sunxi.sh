#!/bin/sh
# uboot_sunxi.sh <folder>: unpacks Debian's U-Boot for the Cubieboard there, a package of another architecture, which is not
# installed. apt's lists of that architecture are in the folder, too.
set -eu
mkdir -p "$1/lists/partial" "$1/cache/archives/partial"
cd "$1"
if [ ! -e usr/lib/u-boot/Cubieboard/u-boot-sunxi-with-spl.bin ]; then
    options="-o Dir::State::Lists=$PWD/lists -o Dir::Cache=$PWD/cache -o APT::Architecture=armhf -o APT::Architectures::=armhf"
    # shellcheck disable=SC2086 # words
    {
        apt-get $options update || true # a source without this architecture is none
        apt-get $options download u-boot-sunxi:armhf
    }
    dpkg-deb -x u-boot-sunxi_*.deb .
    rm -rf lists cache u-boot-sunxi_*.deb
fi
