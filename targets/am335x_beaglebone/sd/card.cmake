# The boot ROM reads MLO, U-Boot's first stage, from the first FAT partition if that is active.
set(CARD_NEEDS MLO u-boot.img)
set(CARD_NEEDS_FROM "U-Boot's am335x_evm (Debian: u-boot-omap, armhf): -DPONTOON_SD_FILES=FOLDER")
