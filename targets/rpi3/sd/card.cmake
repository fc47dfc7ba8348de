# The boot ROM reads bootcode.bin from the first FAT partition.
set(CARD_NEEDS bootcode.bin start.elf fixup.dat)
set(CARD_NEEDS_FROM "Raspberry Pi's firmware, from a card of Raspberry Pi OS or Debian's raspi-firmware: -DPONTOON_SD_FILES=FOLDER")
