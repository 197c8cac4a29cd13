/**
 * Numbers as people type and paste them, and as fields show them: the one place that reads and writes them. What a field
 * holds is a canonical decimal, whatever the language; a text is a number only if it is written as the screen writes numbers,
 * with or without its groups. Whatever could mean two numbers is refused and never guessed.
 */
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';

/** What a number field holds. */
export type Typed = { kind: 'empty' } | { kind: 'number'; decimal: string; cut: Cut } | Refused;

export interface Refused {
  kind: 'refused';
  /** As it was typed. */
  text: string;
  fault: TypedFault;
  /** Going on typing may still make a number of it. */
  isUnfinished: boolean;
  /** The decimal that it would be where point and group are the other way round; null where it would be none. */
  meant: string | null;
}

/** Which way what was finer than the field takes was rounded; null where nothing was. */
type Cut = 'down' | 'up' | null;

/** `unclear` has marks where the language has none, `fine` has more places than may be, `unit` counts something else. */
export type TypedFault = 'no_number' | 'unclear' | 'negative' | 'unit' | 'fine' | 'long';

export interface TypedTerms {
  /** Language tag. */
  tag: string;
  /** Places behind the point that the field takes. */
  scale: number;
  /** What becomes of further places: `refused` where nothing may be rounded. */
  beyond: 'down' | 'up' | 'refused';
  /** What the number counts: it may be typed or pasted with it. */
  unit?: string | undefined;
}

export const EMPTY: Typed = { kind: 'empty' };

/** Of two such numbers the product is still a decimal as requests have them. */
const WHOLE_DIGITS_MAX = 15;
/** Nothing that anybody means is longer. */
const TEXT_LENGTH_MAX = 120;

/** What a text says in a field of these terms. */
export function readTyped(text: string, terms: TypedTerms): Typed {
  const plain = plainOf(text);
  if (plain === '') return EMPTY;
  if (plain.length > TEXT_LENGTH_MAX) return refused(text, 'long');
  const marks = marksOf(terms.tag);
  const figure = withoutUnit(plain, terms.unit);
  const decimal = decimalIn(figure, marks);
  if (decimal !== null) return fitted(decimal, terms) ?? refused(text, isTooLong(decimal) ? 'long' : 'fine');
  if (figure === marks.point) return { ...refused(text, 'no_number'), isUnfinished: true };
  if (/\d/.test(figure) && /^[\d., ']+$/.test(figure))
    return { ...refused(text, 'unclear'), isUnfinished: isBegun(figure, marks), meant: meantBy(figure, terms) };
  if (figure.startsWith('-')) return refused(text, 'negative');
  const isOfAnother = terms.unit !== undefined && decimalIn(withoutWords(figure), marks) !== null;
  return refused(text, isOfAnother ? 'unit' : 'no_number');
}

function refused(text: string, fault: TypedFault): Refused {
  return { kind: 'refused', text, fault, isUnfinished: false, meant: null };
}

/** What a field holds that shows a decimal of the exchange; of nothing it shows nothing. */
export function typedOf(decimal: string | null): Typed {
  return decimal === null ? EMPTY : { kind: 'number', decimal, cut: null };
}

/** The canonical decimal; null where there is none. */
export function decimalOfTyped(typed: Typed | undefined): string | null {
  return typed?.kind === 'number' ? typed.decimal : null;
}

/** A plain decimal with every digit it has, as the screen writes it: `64000.5` is `64.000,5` in Spanish. */
export function written(decimal: string, tag: string): string {
  const { point, group } = marksOf(tag);
  const [whole, fraction] = decimal.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : grouped + point + fraction;
}

/** The same without groups, for a field that is being typed in: one digit more would put every group in the wrong place. */
export function editable(decimal: string, tag: string): string {
  return decimal.replace('.', marksOf(tag).point);
}

interface Marks {
  /** Before the fraction. */
  point: string;
  /** Between every three digits of the whole part. */
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

/** Canonical; null unless the text is written with these marks. Spaces and apostrophes are groups in every language. */
function decimalIn(text: string, marks: Marks): string | null {
  const point = escaped(marks.point);
  // No groups at all, or all of them: three digits each behind one to three, parted alike.
  const whole = `\\d+|[1-9]\\d{0,2}(?<mark>${anyGroup(marks)})\\d{3}(?:\\k<mark>\\d{3})*`;
  const number = `^(?:(?<whole>${whole})(?:${point}(?<fraction>\\d*))?|${point}(?<alone>\\d+))$`;
  const parts = new RegExp(number).exec(text)?.groups;
  if (!parts) return null;
  const digits = (parts.whole ?? '0').replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  const fraction = (parts.fraction ?? parts.alone ?? '').replace(/0+$/, '');
  return digits + (fraction && `.${fraction}`);
}

/** Whether further digits would complete a group. */
function isBegun(text: string, marks: Marks): boolean {
  const group = anyGroup(marks);
  return new RegExp(`^[1-9]\\d{0,2}(?:${group}\\d{3})*${group}\\d{0,2}$`).test(text);
}

function anyGroup({ group }: Marks): string {
  return `[${escaped(group)} ']`;
}

/** What it would be if point and group were the other way round, as in many other languages. */
function meantBy(text: string, terms: TypedTerms): string | null {
  const { point } = marksOf(terms.tag);
  const decimal = decimalIn(text, { point: point === '.' ? ',' : '.', group: point });
  return decimal === null ? null : decimalOfTyped(fitted(decimal, terms) ?? EMPTY);
}

/** Null for what is too long, or finer than may be. */
function fitted(decimal: string, { scale, beyond }: TypedTerms): Typed | null {
  if (isTooLong(decimal)) return null;
  const places = scaleOf(decimal);
  if (places <= scale) return typedOf(decimal);
  if (beyond === 'refused') return null;
  const width = 10n ** BigInt(places - scale);
  const cut = BigInt(decimal.replace('.', '')) / width;
  return { kind: 'number', decimal: decimalOf(beyond === 'up' ? cut + 1n : cut, scale), cut: beyond };
}

function isTooLong(decimal: string): boolean {
  return decimal.split('.')[0].length > WHOLE_DIGITS_MAX;
}

/** Full-width characters are in the order of the plain ones. */
const FULL_WIDTH_OFFSET = 0xff01 - 0x21;
const THAI_ZERO = 0x0e50;

/** What stands for a character that fields take: keyboards of some languages give others, and so do pages one copies from. */
function plainOf(text: string): string {
  return (
    text
      // Invisible, left by pages and documents.
      .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
      .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET))
      .replace(/[\u0e50-\u0e59]/g, (thai) => String(thai.charCodeAt(0) - THAI_ZERO))
      .replace(/[\u3002\uff61]/g, '.')
      .replace(/[\u3001\uff64]/g, ',')
      .replace(/[\u2018\u2019\u02bc]/g, "'")
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
      .trim()
  );
}

/** The text without the field's own unit before or behind it, by its name or its sign. */
function withoutUnit(text: string, unit: string | undefined): string {
  for (const name of unit === undefined ? [] : namesOf(unit)) {
    const [start, end] = [text.slice(0, name.length), text.slice(-name.length)].map((part) => part.toUpperCase());
    const [behind, before] = [text.slice(name.length), text.slice(0, -name.length)];
    // A name may have digits of its own: those belong to no number.
    if (start === name && !(isDigit(name.at(-1)) && isDigit(behind[0]))) return behind.trim();
    if (end === name && !(isDigit(name[0]) && isDigit(before.at(-1)))) return before.trim();
  }
  return text;
}

const knownNames = new Map<string, readonly string[]>();

function namesOf(unit: string): readonly string[] {
  const names = knownNames.get(unit) ?? namesIn(unit);
  knownNames.set(unit, names);
  return names;
}

/** Its own, and the sign of a currency: coins that stand for a dollar are written as dollars. */
function namesIn(unit: string): string[] {
  const currency = unit.startsWith('USD') ? 'USD' : unit;
  const isCurrency = /^[A-Z]{3}$/.test(currency);
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const sign =
    isCurrency && new Intl.NumberFormat('en', format).formatToParts(1).find(({ type }) => type === 'currency');
  return [unit.toUpperCase(), ...(sign ? [sign.value.toUpperCase()] : [])];
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
