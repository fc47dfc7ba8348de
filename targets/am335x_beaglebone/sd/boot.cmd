# Options come from options.env on the card, a text file.
if load mmc 0:1 @IMAGE_START@ options.env; then env import -t @IMAGE_START@ ${filesize} options; fi
if load mmc 0:1 @IMAGE_START@ pontoon.bin; then go @IMAGE_START@ ${options}; fi
