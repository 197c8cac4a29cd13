/** Balances at any position or time, statements and trial balances of a stored journal, by addition alone. */
import { assetOf, LedgerSums, SumsError, type SummedBatch, type SummedEntry } from '../../shared/proof/sums';
import type { StoredText } from '../journal/port';
import type { AuditedJournal, OnProgress } from './source';

/** End of a range: a position or a time; null for the whole journal. */
export type Until = { position: number } | { time: number } | null;

export interface SumsAt {
  sums: LedgerSums;
  /** Position of the last batch added, −1 for none. */
  position: number;
}

/** A parsed batch for summing. */
export type PlainBatch = SummedBatch & { command: { type: string }; actor: string };

export interface PlainStored extends StoredText {
  batch: PlainBatch;
}

/** Batches up to there, parsed but not decoded: entries have the same shape in all versions. */
export async function* plainBatches(
  journal: Pick<AuditedJournal, 'readStored'>,
  until: Until,
  from = 0,
): AsyncIterable<PlainStored> {
  for await (const stored of journal.readStored(from)) {
    const batch = (stored.plain ?? JSON.parse(stored.text)) as PlainBatch;
    if (until && ('position' in until ? stored.position > until.position : batch.at > until.time)) return;
    yield { ...stored, batch };
  }
}

/** @throws a SumsError that names the position of the first invalid batch */
export async function sumsAt(
  journal: Pick<AuditedJournal, 'readStored' | 'opening'>,
  until: Until,
  onProgress: OnProgress = ignored,
): Promise<SumsAt> {
  const { position: before } = journal.opening;
  if (before >= 0)
    throw new Error(`it begins behind position ${before}: balances need everything from the first event on`);
  const sums = new LedgerSums();
  let position = -1;
  for await (const stored of plainBatches(journal, until)) {
    addTo(sums, stored.position, stored.batch);
    position = stored.position;
    onProgress(position);
  }
  return { sums, position };
}

export interface StatementLine {
  /** Position of the batch. */
  position: number;
  at: number;
  kind: string;
  account: string;
  /** The counter-account. */
  counterAccount: string;
  /** Change of the balance; negative for a debit. */
  change: bigint;
  /** Balance of the account after this line. */
  balance: bigint;
}

export interface Statement {
  /** By account, before the first line and after the last. */
  opening: ReadonlyMap<string, bigint>;
  closing: ReadonlyMap<string, bigint>;
  scales: ReadonlyMap<string, number>;
  /** Position of the last batch read. */
  position: number;
}

export interface StatementListener {
  /** Balances by account before the first line; scales grow as assets are listed. */
  open: (opening: ReadonlyMap<string, bigint>, scales: ReadonlyMap<string, number>) => void;
  line: (line: StatementLine, scales: ReadonlyMap<string, number>) => void;
}

/**
 * Statement of all accounts whose names begin with `prefix`, from a position or time on: opening balance + lines =
 * closing balance.
 */
export async function statementOf(
  journal: Pick<AuditedJournal, 'readStored'>,
  prefix: string,
  from: Until,
  until: Until,
  listener: StatementListener,
  onProgress: OnProgress = ignored,
): Promise<Statement> {
  const sums = new LedgerSums();
  let opening: Map<string, bigint> | null = null;
  let balances = new Map<string, bigint>();
  let position = -1;
  const isOf = (account: string): boolean => isUnderAccount(account, prefix);
  for await (const stored of plainBatches(journal, until)) {
    const { batch } = stored;
    const isBefore = from !== null && ('position' in from ? stored.position < from.position : batch.at < from.time);
    if (!isBefore && !opening) {
      opening = new Map([...sums.balances].filter(([account]) => isOf(account)));
      balances = new Map(opening);
      listener.open(opening, sums.scales);
    }
    addTo(sums, stored.position, batch);
    position = stored.position;
    if (opening) for (const line of linesIn(stored, balances, isOf)) listener.line(line, sums.scales);
    onProgress(position);
  }
  if (!opening) {
    opening = balances = new Map([...sums.balances].filter(([account]) => isOf(account)));
    listener.open(opening, sums.scales);
  }
  return { opening, closing: balances, scales: sums.scales, position };
}

/** `10000003` has `10000003/spot/USDT/available` below it, and `100` has not. */
export function isUnderAccount(account: string, prefix: string): boolean {
  return account === prefix || account.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}

function* linesIn(
  { position, batch }: PlainStored,
  balances: Map<string, bigint>,
  isOf: (account: string) => boolean,
): Generator<StatementLine> {
  const entries = batch.events.flatMap((event) => (event.entries ?? []) as SummedEntry[]);
  for (const { kind, debit, credit, amount } of entries) {
    for (const [account, counterAccount, change] of [
      [debit, credit, -BigInt(amount)],
      [credit, debit, BigInt(amount)],
    ] as const) {
      if (!isOf(account)) continue;
      const balance = (balances.get(account) ?? 0n) + change;
      balances.set(account, balance);
      yield { position, at: batch.at, kind, account, counterAccount, change, balance };
    }
  }
}

/** @throws a SumsError that names the position of an invalid batch */
export function addTo(sums: LedgerSums, position: number, batch: SummedBatch): void {
  try {
    sums.add(batch);
  } catch (error) {
    if (error instanceof SumsError) throw new SumsError(`the batch at position ${position}: ${error.message}`);
    throw error;
  }
}

/** Decimal places of an account's asset. */
export function scaleOf(scales: ReadonlyMap<string, number>, account: string): number {
  return scales.get(assetOf(account)) ?? 0;
}

const ignored = (): void => undefined;
