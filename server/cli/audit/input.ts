/** Shared by the verbs of `npm run audit`: the journal's location, how far to read, and the format of amounts. */
import path from 'node:path';
import { decimalOf } from '../../../shared/rules/units';
import { scaleOf, type Until } from '../../audit/sums';
import {
  openVerifying,
  openVerified,
  openPath,
  openPathVerifying,
  type VerifyingJournal,
  type AuditedJournal,
  type OnProgress,
} from '../../audit/source';
import { CORE_NAME, journalConfig } from '../../compose';
import { loadConfig } from '../../platform/config/config';
import type { Progress } from '../progress';

/** Usage error: prints the usage, exit status 2. */
export class UsageError extends Error {}

export interface CliOutput {
  /** Prints a line of the answer. */
  print: (line: string) => void;
  /** Prints a line about the progress. */
  log: (line: string) => void;
  progress: Progress;
}

export type Values = Readonly<Record<string, string | boolean | undefined>>;

export interface AuditCommand {
  usage: string;
  does: string;
  /** Number of arguments after the verb. */
  argumentCount: readonly [least: number, most: number];
  options: readonly string[];
  /** Returns the exit status; an error is status 1 with its message. */
  run: (verbArguments: readonly string[], values: Values, output: CliOutput) => Promise<0 | 1>;
}

/** The journal named by `--in`, else the configured one; verified when open. */
export async function withJournal(
  values: Values,
  output: CliOutput,
  use: (journal: AuditedJournal) => Promise<void>,
  /** Positions whose hashes are requested. */
  requestedPositions?: ReadonlySet<number>,
): Promise<0> {
  const onProgress: OnProgress = (position) => output.progress(() => `${position + 1} events verified`);
  const source = values['in'];
  const journal =
    typeof source === 'string'
      ? await openPath(source, CORE_NAME, onProgress, requestedPositions)
      : await openVerified(journalConfig(loadConfig({ ...process.env, DEMO: 'off' })), onProgress, requestedPositions);
  try {
    await use(journal);
    return 0;
  } finally {
    await journal.close();
  }
}

/** The same for a single pass from the beginning: verified batches are read while the rest is verified. */
export async function withJournalSinglePass(
  values: Values,
  output: CliOutput,
  use: (journal: VerifyingJournal) => Promise<void>,
): Promise<0> {
  const onProgress: OnProgress = (position) => output.progress(() => `${position + 1} events verified`);
  const source = values['in'];
  const journal =
    typeof source === 'string'
      ? await openPathVerifying(source, CORE_NAME, onProgress)
      : await openVerifying(journalConfig(loadConfig({ ...process.env, DEMO: 'off' })), onProgress);
  try {
    await use(journal);
    return 0;
  } finally {
    await journal.close();
  }
}

/** A position such as `12345`, or a time such as `2026-11-24` or `2026-11-24T10:00:00Z`. */
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

/** Data directory with the snapshots beside the journal; null for an exported file. */
export function dataDirOf(values: Values): string | null {
  const source = values['in'];
  if (typeof source !== 'string') return loadConfig({ ...process.env, DEMO: 'off' }).dataDir;
  return /\.jsonl(\.gz)?$/.test(source)
    ? null
    : path.basename(path.resolve(source)) === 'journal'
      ? path.dirname(path.resolve(source))
      : source;
}
