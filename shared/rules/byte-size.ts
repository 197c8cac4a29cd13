/** Sizes of files as text, in steps of 1,024. */

const STEP = 1_024;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** In the language of the tag, with at most one decimal. Rounded up, so that no file is shown smaller than it is. */
export function byteSize(tag: string, bytes: number): string {
  const step = UNITS.findLastIndex((_, power) => bytes >= STEP ** power);
  const power = Math.max(0, step);
  const options = { style: 'unit', unit: UNITS[power], maximumFractionDigits: 1, roundingMode: 'ceil' };
  return new Intl.NumberFormat(tag, options as Intl.NumberFormatOptions).format(bytes / STEP ** power);
}
