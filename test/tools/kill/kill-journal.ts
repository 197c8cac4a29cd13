/** The journal as read from its files, and comparisons with it. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORE_NAME } from '../../../server/compose';
import { decodeBatch } from '../../../server/products/core';
import type { Batch } from '../../../server/core/event';

/** A statement or stored value of the exchange is wrong. */
export class KillError extends Error {}

export function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new KillError(what);
}

/** Compares by JSON, which is the same for values from another process; the error shows the first difference. */
export function same(real: unknown, expected: unknown, what: string): void {
  const [told, wanted] = [text(real), text(expected)];
  if (told === wanted) return;
  let at = 0;
  while (told[at] === wanted[at]) at++;
  const around = (whole: string): string => whole.slice(Math.max(0, at - 200), at + 200);
  throw new KillError(`${what}: …${around(told)}…, expected …${around(wanted)}…`);
}

export function text(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? 'nothing';
}

/* One line of the journal's files */

export interface JournalLine {
  batch: Batch;
  hash: string;
}

const LINE = /^\{"hash":"([0-9a-f]{64})","group":(\d+),"place":(\d+),"count":(\d+),"batch":(\{.*\})\}$/s;

/** Reads every batch; checks the chain, complete groups and line ends. */
export function readJournalFiles(directory: string): JournalLine[] {
  const lines: JournalLine[] = [];
  let hash = createHash('sha256').update(CORE_NAME).digest('hex');
  let group = 0;
  let place = 0;
  let count = 0;
  let position = -1;
  for (const name of readdirSync(directory).sort()) {
    if (!/^\d{20}\.jsonl$/.test(name)) continue;
    const content = readFileSync(join(directory, name), 'utf8');
    check(content === '' || content.endsWith('\n'), `${name} ends in the middle of a line`);
    check(Number(name.slice(0, 20)) === position + 1, `${name} does not follow position ${position}`);
    for (const line of content.split('\n').slice(0, -1)) {
      const match = LINE.exec(line);
      check(match !== null, `${name} has a line that is none, behind position ${position}`);
      const [, claimed, inGroup, atPlace, ofCount, bytes] = match;
      const computed = createHash('sha256').update(hash).update(bytes).digest('hex');
      check(computed === claimed, `the chain breaks behind position ${position}`);
      check(bytes.endsWith(`,"prev":"${hash}"}`), `a batch behind position ${position} names another link`);
      if (place === count) {
        check(Number(inGroup) === group + 1, `group ${inGroup} follows group ${group}`);
        [group, place, count] = [group + 1, 0, Number(ofCount)];
      }
      check(
        Number(inGroup) === group && Number(atPlace) === place && Number(ofCount) === count,
        `group ${group} is torn at place ${place}`,
      );
      place++;
      const { batch } = decodeBatch(bytes);
      check(batch.first === position + 1 && batch.events.length > 0, `a batch at ${batch.first} follows ${position}`);
      position = batch.first + batch.events.length - 1;
      hash = computed;
      lines.push({ batch, hash });
    }
    check(place === count, `${name} ends in the middle of group ${group}`);
  }
  return lines;
}
