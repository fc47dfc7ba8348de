# The boot ROM reads U-Boot's first stage from byte 8192 of the card (U-Boot, doc/board/allwinner/sunxi.rst).
set(CARD_LOADER_AT 8192)
set(CARD_NEEDS_FROM "U-Boot's u-boot-sunxi-with-spl.bin (Debian: u-boot-sunxi, armhf): -DPONTOON_SD_LOADER=FILE")
