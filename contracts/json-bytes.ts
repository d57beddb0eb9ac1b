/** The bytes of the punctuation of JSON. All are ASCII, which occurs in UTF-8 only as itself. */
export const quoteMark = 0x22;
export const backslash = 0x5c;
export const comma = 0x2c;
export const colon = 0x3a;
/** `[` and `{`, and `]` and `}`, differ in this bit only. */
export const braceBit = 0x20;
export const opening = 0x5b;
export const closing = 0x5d;
