/**
 * Encodes events as stored text. Each row is compiled into one function of straight-line code, like
 * `fast-json-stringify`: encoding is the largest cost of an order, and a loop over the row takes twice as long.
 */
import { encodeEntries, integer } from './encoding';
import { encodePrices } from '../index-price/price-codec';
import type { Code, Message } from './message';

type Encode = (event: { type: string }) => string;

/** Code that writes the expression `at`. */
const WRITERS: Readonly<Record<Exclude<Code, 'objects'>, (at: string) => string[]>> = {
  word: (at) => [`'"'`, at, `'"'`],
  text: (at) => [`JSON.stringify(${at})`],
  integer: (at) => [`integer(${at})`],
  integers: (at) => [`'['`, `${at}.map(integer).join(',')`, `']'`],
  amount: (at) => [`'"'`, at, `'"'`],
  amounts: (at) => [`'['`, `${at}.map(quoted).join(',')`, `']'`],
  entries: (at) => [`encodeEntries(${at})`],
  prices: (at) => [`encodePrices(${at})`],
};

/** @throws {Error} for a field that events cannot hold */
export function compileEncoder({ type, fields }: Message): Encode {
  const names = Object.keys(fields);
  const parts = [literal(`{"type":"${type}"`)];
  for (const name of names) {
    const { code, presence } = fields[name];
    if (code === 'objects') throw new Error(`${type}: events hold no lists of objects`);
    const fragments = [literal(`,"${name}":`), ...WRITERS[code](`event.${name}`)];
    if (presence === 'required') parts.push(...fragments);
    else parts.push(`(event.${name} === undefined ? '' : ${joined(fragments)})`);
  }
  parts.push(literal('}'));
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the code is made of names of our own rows
  const make = new Function(
    'integer',
    'quoted',
    'encodeEntries',
    'encodePrices',
    `return (event) => ${joined(parts)};`,
  ) as (...helpers: unknown[]) => Encode;
  return make(integer, quoted, encodeEntries, encodePrices);
}

function literal(text: string): string {
  return `'${text}'`;
}

/** Merges neighbouring literals. */
function joined(parts: readonly string[]): string {
  return parts.join(' + ').replaceAll(`' + '`, '');
}

function quoted(amount: bigint): string {
  return `"${amount}"`;
}
