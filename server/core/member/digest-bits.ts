/** Fingerprints of payloads are 12 hex digits: as numbers they are two words. */

/** The bits of the hex digits from `start` to `end`, eight at most. */
export function bitsOf(digits: string, start: number, end: number): number {
  let bits = 0;
  for (let index = start; index < end; index++) bits = (bits << 4) | digitOf(digits.charCodeAt(index));
  return bits;
}

function digitOf(code: number): number {
  return code < LETTER_A ? code - ZERO : code - LETTER_A + 10;
}
const ZERO = 0x30;
const LETTER_A = 0x61;

export function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
