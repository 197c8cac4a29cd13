/**
 * Numbers and times as text. Amounts stay decimal strings: Intl formats them digit by digit, without floats. Display rounds towards zero, so
 * that no amount is overstated.
 */
import { byteSize } from '../../../../../shared/rules/byte-size';
import { withGrouping } from './typed';

export interface NumberFormats {
  /** Exactly `digits` decimals: `fixed('64012.5', 2)` is `64,012.50`. */
  fixed(decimal: string, digits: number): string;
  /** All digits of a decimal: `exact('64012.5')` is `64,012.5`. */
  exact(decimal: string): string;
  /** Short form for large amounts: `1.23M`. */
  compact(decimal: string): string;
  /** Ratio as a signed percentage with two decimals: `0.0123` is `+1.23%`. */
  percent(ratio: string): string;
  /** Ratio as an unsigned percentage with up to four decimals. */
  narrowPercent(ratio: string): string;
  /** Ratio as a percentage with all digits, at least `digitsMin` decimals; for charges. */
  exactPercent(ratio: string, digitsMin: number): string;
  /** File size, rounded up: `8 MB`. */
  bytes(count: number): string;
}

/** Maximum of decimals that every Intl implementation supports. */
const EXACT_PLACES_MAX = 20;

const TOWARDS_ZERO = { roundingMode: 'trunc' } as Intl.NumberFormatOptions;

/** Formats by language tag, created on first use, as creation is slow. */
export function numberFormats(tag: string): NumberFormats {
  const fixedFormat = memoised(
    (digits) =>
      new Intl.NumberFormat(tag, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: 'always',
        ...TOWARDS_ZERO,
      }),
  );
  const compactFormat = once(
    () =>
      new Intl.NumberFormat(tag, {
        notation: 'compact',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
        ...TOWARDS_ZERO,
      }),
  );
  const percentFormat = once(
    () =>
      new Intl.NumberFormat(tag, {
        style: 'percent',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
        signDisplay: 'exceptZero',
        ...TOWARDS_ZERO,
      }),
  );
  const narrowFormat = once(
    () =>
      new Intl.NumberFormat(tag, {
        style: 'percent',
        minimumFractionDigits: 2,
        maximumFractionDigits: 4,
        ...TOWARDS_ZERO,
      }),
  );
  const exactPercentFormat = memoised(
    (digitsMin) =>
      new Intl.NumberFormat(tag, {
        style: 'percent',
        minimumFractionDigits: digitsMin,
        maximumFractionDigits: EXACT_PLACES_MAX,
      }),
  );
  return {
    fixed: (decimal, digits) => fixedFormat(digits).format(exact(decimal)),
    exact: (decimal) => withGrouping(decimal, tag),
    compact: (decimal) => compactFormat().format(exact(decimal)),
    percent: (ratio) => percentFormat().format(exact(ratio)),
    narrowPercent: (ratio) => narrowFormat().format(exact(ratio)),
    exactPercent: (ratio, digitsMin) => exactPercentFormat(digitsMin).format(exact(ratio)),
    bytes: (count) => byteSize(tag, count),
  };
}

function once<Made>(make: () => Made): () => Made {
  let cached: Made | undefined;
  return () => (cached ??= make());
}

function memoised(make: (digits: number) => Intl.NumberFormat): (digits: number) => Intl.NumberFormat {
  const formatsByDigits = new Map<number, Intl.NumberFormat>();
  return (digits) => {
    const format = formatsByDigits.get(digits) ?? make(digits);
    formatsByDigits.set(digits, format);
    return format;
  };
}

/** Intl formats decimal strings at full precision, but its type admits only literals. */
function exact(decimal: string): Intl.StringNumericLiteral {
  return decimal as Intl.StringNumericLiteral;
}

/** `HH:mm:ss` in local time. */
export function timeOfDay(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

/** `YYYY-MM-DD` in local time. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
}

/** `YYYY-MM-DD HH:mm:ss` in local time. */
export function dateAndTime(at: number): string {
  return `${dayOf(at)} ${timeOfDay(at)}`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}
