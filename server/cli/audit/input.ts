/** What the verbs of `npm run audit` share: where the journal is, how far to read, and how amounts are shown. */
import path from 'node:path';
import { decimalOf } from '../../../shared/rules/units';
import { scaleOf, type Until } from '../../audit/sums';
import {
  openAhead,
  openAudited,
  openPath,
  openPathAhead,
  type AuditedAhead,
  type AuditedJournal,
  type HearPosition,
} from '../../audit/source';
import { CORE_NAME, journalConfig } from '../../compose';
import { loadConfig } from '../../platform/config/config';
import type { Progress } from '../progress';

/** Called wrong: usage, and exit status 2. */
export class UsageError extends Error {}

export interface Told {
  /** A line of the answer. */
  print: (line: string) => void;
  /** A line about the work. */
  say: (line: string) => void;
  progress: Progress;
}

export type Values = Readonly<Record<string, string | boolean | undefined>>;

export interface Verb {
  usage: string;
  does: string;
  /** How many words it takes behind its name. */
  words: readonly [least: number, most: number];
  options: readonly string[];
  /** Exit status; what it throws is 1 with its message. */
  run: (words: readonly string[], values: Values, told: Told) => Promise<0 | 1>;
}

/** The journal that `--in` names, else the one that the environment configures; verified when it is open. */
export async function withJournal(
  values: Values,
  told: Told,
  use: (journal: AuditedJournal) => Promise<void>,
  /** Positions at which the hash is asked for. */
  wanted?: ReadonlySet<number>,
): Promise<0> {
  const hear: HearPosition = (position) => told.progress(() => `${position + 1} events verified`);
  const given = values['in'];
  const journal =
    typeof given === 'string'
      ? await openPath(given, CORE_NAME, hear, wanted)
      : await openAudited(journalConfig(loadConfig({ ...process.env, DEMO: 'off' })), hear, wanted);
  try {
    await use(journal);
    return 0;
  } finally {
    await journal.close();
  }
}

/** The same for what reads it once from its beginning: what is verified is read while the rest of it is. */
export async function withJournalAhead(
  values: Values,
  told: Told,
  use: (journal: AuditedAhead) => Promise<void>,
): Promise<0> {
  const hear: HearPosition = (position) => told.progress(() => `${position + 1} events verified`);
  const given = values['in'];
  const journal =
    typeof given === 'string'
      ? await openPathAhead(given, CORE_NAME, hear)
      : await openAhead(journalConfig(loadConfig({ ...process.env, DEMO: 'off' })), hear);
  try {
    await use(journal);
    return 0;
  } finally {
    await journal.close();
  }
}

/** `12345`, or a time as `2026-11-24` or `2026-11-24T10:00:00Z`. */
export function untilOf(value: string | boolean | undefined): Until {
  if (typeof value !== 'string') return null;
  if (/^\d{1,15}$/.test(value)) return { position: Number(value) };
  const time = Date.parse(value);
  if (Number.isNaN(time)) throw new UsageError(`${value} is neither a position nor a time`);
  return { time };
}

export function idOf(value: string | undefined): number {
  if (value === undefined || !/^[1-9]\d{0,14}$/.test(value)) throw new UsageError('a number is missing');
  return Number(value);
}

export function amountOf(units: bigint, account: string, scales: ReadonlyMap<string, number>): string {
  return decimalOf(units, scaleOf(scales, account));
}

export function timeOf(at: number): string {
  return new Date(at).toISOString();
}

/** Where snapshots lie beside the journal; null for a file that was exported. */
export function dataDirOf(values: Values): string | null {
  const given = values['in'];
  if (typeof given !== 'string') return loadConfig({ ...process.env, DEMO: 'off' }).dataDir;
  return /\.jsonl(\.gz)?$/.test(given)
    ? null
    : path.basename(path.resolve(given)) === 'journal'
      ? path.dirname(path.resolve(given))
      : given;
}
