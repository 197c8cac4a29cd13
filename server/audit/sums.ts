/** Balances at any position or time, statements and trial balances of a stored journal, by addition alone. */
import { assetOf, Sums, SumsError, type SummedBatch, type SummedEntry } from '../../shared/proof/sums';
import type { StoredText } from '../journal/port';
import type { AuditedJournal, HearPosition } from './source';

/** Up to where: a position, or a time; absent for everything there is. */
export type Until = { position: number } | { time: number } | null;

export interface SumsAt {
  sums: Sums;
  /** Of the last batch that was added, −1 for none. */
  position: number;
}

/** A stored batch as it is added up. */
export type PlainBatch = SummedBatch & { command: { type: string }; actor: string };

export interface PlainStored extends StoredText {
  batch: PlainBatch;
}

/** The batches up to there, parsed but not decoded: whatever shape their events have, entries are entries. */
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

/** @throws a SumsError that names the position of the first batch that cannot be */
export async function sumsAt(
  journal: Pick<AuditedJournal, 'readStored' | 'opening'>,
  until: Until,
  hear: HearPosition = ignored,
): Promise<SumsAt> {
  const { position: before } = journal.opening;
  if (before >= 0)
    throw new Error(`it begins behind position ${before}: balances need everything from the first event on`);
  const sums = new Sums();
  let position = -1;
  for await (const stored of plainBatches(journal, until)) {
    addTo(sums, stored.position, stored.batch);
    position = stored.position;
    hear(position);
  }
  return { sums, position };
}

export interface StatementLine {
  /** Of the batch. */
  position: number;
  at: number;
  kind: string;
  account: string;
  /** The other side. */
  against: string;
  /** What it brought, below zero for what it took. */
  change: bigint;
  /** What the account has then. */
  balance: bigint;
}

export interface Statement {
  /** By account, before the first line and behind the last. */
  opening: ReadonlyMap<string, bigint>;
  closing: ReadonlyMap<string, bigint>;
  scales: ReadonlyMap<string, number>;
  /** Of the last batch that was read. */
  position: number;
}

export interface HearStatement {
  /** Balances by account before the first line; scales grow as assets are listed. */
  open: (opening: ReadonlyMap<string, bigint>, scales: ReadonlyMap<string, number>) => void;
  line: (line: StatementLine, scales: ReadonlyMap<string, number>) => void;
}

/** Of all accounts whose names begin so, from a position or time on: opening balance + lines = closing balance. */
export async function statementOf(
  journal: Pick<AuditedJournal, 'readStored'>,
  prefix: string,
  from: Until,
  until: Until,
  told: HearStatement,
  hear: HearPosition = ignored,
): Promise<Statement> {
  const sums = new Sums();
  let opening: Map<string, bigint> | null = null;
  let balances = new Map<string, bigint>();
  let position = -1;
  const isOf = (account: string): boolean => isBelow(account, prefix);
  for await (const stored of plainBatches(journal, until)) {
    const { batch } = stored;
    const isBefore = from !== null && ('position' in from ? stored.position < from.position : batch.at < from.time);
    if (!isBefore && !opening) {
      opening = new Map([...sums.balances].filter(([account]) => isOf(account)));
      balances = new Map(opening);
      told.open(opening, sums.scales);
    }
    addTo(sums, stored.position, batch);
    position = stored.position;
    if (opening) for (const line of linesIn(stored, balances, isOf)) told.line(line, sums.scales);
    hear(position);
  }
  if (!opening) {
    opening = balances = new Map([...sums.balances].filter(([account]) => isOf(account)));
    told.open(opening, sums.scales);
  }
  return { opening, closing: balances, scales: sums.scales, position };
}

/** `10000003` has `10000003/spot/USDT/available` below it, and `100` has not. */
export function isBelow(account: string, prefix: string): boolean {
  return account === prefix || account.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}

function* linesIn(
  { position, batch }: PlainStored,
  balances: Map<string, bigint>,
  isOf: (account: string) => boolean,
): Generator<StatementLine> {
  const entries = batch.events.flatMap((event) => (event.entries ?? []) as SummedEntry[]);
  for (const { kind, debit, credit, amount } of entries) {
    for (const [account, against, change] of [
      [debit, credit, -BigInt(amount)],
      [credit, debit, BigInt(amount)],
    ] as const) {
      if (!isOf(account)) continue;
      const balance = (balances.get(account) ?? 0n) + change;
      balances.set(account, balance);
      yield { position, at: batch.at, kind, account, against, change, balance };
    }
  }
}

/** @throws a SumsError that names the position of a batch that cannot be */
export function addTo(sums: Sums, position: number, batch: SummedBatch): void {
  try {
    sums.add(batch);
  } catch (error) {
    if (error instanceof SumsError) throw new SumsError(`the batch at position ${position}: ${error.message}`);
    throw error;
  }
}

/** Digits behind the point of what an account holds. */
export function scaleOf(scales: ReadonlyMap<string, number>, account: string): number {
  return scales.get(assetOf(account)) ?? 0;
}

const ignored = (): void => undefined;
