/** Helpers shared by all event encoders. */
import type { Entry } from '../ledger/entry';

export class CodecError extends Error {}

/** Throws for a number that JSON cannot carry exactly, before a different one is stored. */
export function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new CodecError(`${value} is not a safe integer`);
  return '' + value;
}

function intoOf({ into }: Entry): string {
  return into === undefined ? '' : ',"into":' + integer(into);
}

export function encodeEntries(entries: readonly Entry[]): string {
  if (entries.length === 0) return '[]';
  let text = '';
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    const hold = entry.hold;
    text +=
      (index === 0 ? '[{"kind":"' : ',{"kind":"') +
      entry.kind +
      '","debit":"' +
      entry.debit +
      '","credit":"' +
      entry.credit +
      '","amount":"' +
      entry.amount +
      (hold === undefined ? '"}' : '","hold":' + integer(hold) + intoOf(entry) + '}');
  }
  return text + ']';
}
