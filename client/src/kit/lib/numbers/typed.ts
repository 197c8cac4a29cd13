/**
 * Parses typed and pasted numbers, and formats them in fields; no other code does. A field's value is a canonical decimal in every
 * language. A text is a number only in the screen's own format, with or without groups. Ambiguous text is refused, never guessed.
 */
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';

/** Value of a number field. */
export type Typed = { kind: 'empty' } | { kind: 'number'; decimal: string; cut: RoundedDirection } | RefusedInput;

export interface RefusedInput {
  kind: 'refused';
  /** The text as typed. */
  text: string;
  fault: TypedFault;
  /** True if further typing may complete a number. */
  isUnfinished: boolean;
  /** Value with decimal point and group mark swapped; null if that is no number either. */
  meant: string | null;
}

/** Direction of rounding of excess decimals; null if exact. */
type RoundedDirection = 'down' | 'up' | null;

/** `unclear`: misplaced marks; `fine`: too many decimals; `unit`: a different unit. */
export type TypedFault = 'no_number' | 'unclear' | 'negative' | 'unit' | 'fine' | 'long';

export interface TypedTerms {
  /** Language tag. */
  tag: string;
  /** Maximum of decimals. */
  scale: number;
  /** Treatment of further places: `refused` if rounding is not permitted. */
  beyond: 'down' | 'up' | 'refused';
  /** Unit of the number: it may be typed or pasted with it. */
  unit?: string | undefined;
}

export const EMPTY: Typed = { kind: 'empty' };

/** The product of two such numbers is still a decimal that requests accept. */
const WHOLE_DIGITS_MAX = 15;
/** Longer texts are no plausible number. */
const TEXT_LENGTH_MAX = 120;

/** Parses a text by the terms of its field. */
export function readTyped(text: string, terms: TypedTerms): Typed {
  const normalizedText = normalizeText(text);
  if (normalizedText === '') return EMPTY;
  if (normalizedText.length > TEXT_LENGTH_MAX) return refusedInput(text, 'long');
  const marks = marksOf(terms.tag);
  const figure = withoutUnit(normalizedText, terms.unit);
  const decimal = parseDecimal(figure, marks);
  if (decimal !== null) return fitToScale(decimal, terms) ?? refusedInput(text, isTooLong(decimal) ? 'long' : 'fine');
  if (figure === marks.point) return { ...refusedInput(text, 'no_number'), isUnfinished: true };
  if (/\d/.test(figure) && /^[\d., ']+$/.test(figure))
    return {
      ...refusedInput(text, 'unclear'),
      isUnfinished: isIncompleteGroup(figure, marks),
      meant: suggestionFor(figure, terms),
    };
  if (figure.startsWith('-')) return refusedInput(text, 'negative');
  const isOfAnother = terms.unit !== undefined && parseDecimal(withoutWords(figure), marks) !== null;
  return refusedInput(text, isOfAnother ? 'unit' : 'no_number');
}

function refusedInput(text: string, errorKind: TypedFault): RefusedInput {
  return { kind: 'refused', text, fault: errorKind, isUnfinished: false, meant: null };
}

/** Field value for a decimal of the exchange; empty for null. */
export function typedOf(decimal: string | null): Typed {
  return decimal === null ? EMPTY : { kind: 'number', decimal, cut: null };
}

/** Canonical decimal; null if empty or refused. */
export function decimalOfTyped(input: Typed | undefined): string | null {
  return input?.kind === 'number' ? input.decimal : null;
}

/** Plain decimal with all digits in the screen's format: `64000.5` is `64.000,5` in Spanish. */
export function withGrouping(decimal: string, tag: string): string {
  const { point, group } = marksOf(tag);
  const [integer, fraction] = decimal.split('.');
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : grouped + point + fraction;
}

/** Without groups, for a focused field: a further digit would misplace all group marks. */
export function withDecimalPoint(decimal: string, tag: string): string {
  return decimal.replace('.', marksOf(tag).point);
}

interface Marks {
  /** Decimal mark. */
  point: string;
  /** Group mark. */
  group: string;
}

const knownMarks = new Map<string, Marks>();

export function marksOf(tag: string): Marks {
  const marks =
    knownMarks.get(tag) ?? marksIn(new Intl.NumberFormat(tag, { useGrouping: 'always' }).formatToParts(1234.5));
  knownMarks.set(tag, marks);
  return marks;
}

function marksIn(parts: readonly Intl.NumberFormatPart[]): Marks {
  const mark = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value;
  return { point: mark('decimal') ?? '.', group: mark('group') ?? ',' };
}

/** Canonical decimal; null unless the text uses these marks. Spaces and apostrophes group digits in every language. */
function parseDecimal(text: string, marks: Marks): string | null {
  const point = escaped(marks.point);
  // Either no groups, or all of them: one to three digits, then three each, with the same mark.
  const integerPattern = `\\d+|[1-9]\\d{0,2}(?<mark>${anyGroup(marks)})\\d{3}(?:\\k<mark>\\d{3})*`;
  const number = `^(?:(?<whole>${integerPattern})(?:${point}(?<fraction>\\d*))?|${point}(?<alone>\\d+))$`;
  const groups = new RegExp(number).exec(text)?.groups;
  if (!groups) return null;
  const digits = (groups.whole ?? '0').replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  const fraction = (groups.fraction ?? groups.alone ?? '').replace(/0+$/, '');
  return digits + (fraction && `.${fraction}`);
}

/** Whether further digits would complete a group. */
function isIncompleteGroup(text: string, marks: Marks): boolean {
  const group = anyGroup(marks);
  return new RegExp(`^[1-9]\\d{0,2}(?:${group}\\d{3})*${group}\\d{0,2}$`).test(text);
}

function anyGroup({ group }: Marks): string {
  return `[${escaped(group)} ']`;
}

/** Number with decimal point and group mark swapped, as in many other languages. */
function suggestionFor(text: string, terms: TypedTerms): string | null {
  const { point } = marksOf(terms.tag);
  const decimal = parseDecimal(text, { point: point === '.' ? ',' : '.', group: point });
  return decimal === null ? null : decimalOfTyped(fitToScale(decimal, terms) ?? EMPTY);
}

/** Null if too long or with too many decimals. */
function fitToScale(decimal: string, { scale, beyond }: TypedTerms): Typed | null {
  if (isTooLong(decimal)) return null;
  const places = scaleOf(decimal);
  if (places <= scale) return typedOf(decimal);
  if (beyond === 'refused') return null;
  const width = 10n ** BigInt(places - scale);
  const truncated = BigInt(decimal.replace('.', '')) / width;
  return { kind: 'number', decimal: decimalOf(beyond === 'up' ? truncated + 1n : truncated, scale), cut: beyond };
}

function isTooLong(decimal: string): boolean {
  return decimal.split('.')[0].length > WHOLE_DIGITS_MAX;
}

/** Full-width characters have a constant offset to ASCII. */
const FULL_WIDTH_OFFSET = 0xff01 - 0x21;
const THAI_ZERO = 0x0e50;

/** Normalises characters from some keyboards and copied pages. */
function normalizeText(text: string): string {
  return (
    text
      // Invisible characters from copied pages.
      .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
      .replace(/[\uff01-\uff5e]/g, (fullWidthCharacter) =>
        String.fromCharCode(fullWidthCharacter.charCodeAt(0) - FULL_WIDTH_OFFSET),
      )
      .replace(/[\u0e50-\u0e59]/g, (thai) => String(thai.charCodeAt(0) - THAI_ZERO))
      .replace(/[\u3002\uff61]/g, '.')
      .replace(/[\u3001\uff64]/g, ',')
      .replace(/[\u2018\u2019\u02bc]/g, "'")
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
      .trim()
  );
}

/** Removes the field's own unit before or after the number, by name or sign. */
function withoutUnit(text: string, unit: string | undefined): string {
  for (const name of unit === undefined ? [] : namesOf(unit)) {
    const [start, end] = [text.slice(0, name.length), text.slice(-name.length)].map((part) => part.toUpperCase());
    const [textAfter, textBefore] = [text.slice(name.length), text.slice(0, -name.length)];
    // A unit name may contain digits.
    if (start === name && !(isDigit(name.at(-1)) && isDigit(textAfter[0]))) return textAfter.trim();
    if (end === name && !(isDigit(name[0]) && isDigit(textBefore.at(-1)))) return textBefore.trim();
  }
  return text;
}

const knownNames = new Map<string, readonly string[]>();

function namesOf(unit: string): readonly string[] {
  const names = knownNames.get(unit) ?? namesIn(unit);
  knownNames.set(unit, names);
  return names;
}

/** The unit's name, and its currency sign; dollar stablecoins accept `$`. */
function namesIn(unit: string): string[] {
  const currency = unit.startsWith('USD') ? 'USD' : unit;
  const isCurrency = /^[A-Z]{3}$/.test(currency);
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const symbolPart =
    isCurrency && new Intl.NumberFormat('en', format).formatToParts(1).find(({ type }) => type === 'currency');
  return [unit.toUpperCase(), ...(symbolPart ? [symbolPart.value.toUpperCase()] : [])];
}

function withoutWords(text: string): string {
  return text.replace(/^[\p{L}\p{Sc}]+ *| *[\p{L}\p{Sc}]+$/gu, '');
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && /\d/.test(character);
}

function escaped(mark: string): string {
  return mark.replace(/[.^$*+?()[\]{}|\\-]/g, '\\$&');
}
