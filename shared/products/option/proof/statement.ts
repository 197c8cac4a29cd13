/** Readable and comparable content of a certificate's batches, for one second contract. Amounts are units, prices ticks. */
import type { OptionDirection, OptionRule, Outcome } from '../rules/settlement';
import type { ProofBatch, ProofEvent } from '../../../proof/batches';
import { refuse } from '../../../proof/refusal';

export interface Bought {
  position: number;
  at: number;
  user: number;
  symbol: string;
  direction: OptionDirection;
  asset: string;
  stake: string;
  durationMs: number;
  payoutPpb: number;
  fee: string;
  /** Rule of its entry and end; absent means 1. */
  rule?: OptionRule;
  /** Quotes from this time on may be its entry. By rule 1, publications. */
  from: number;
  startsAt?: number;
  takeProfit?: number;
  stopLoss?: number;
  staleMs: number;
  /** Minimum number of quotes for an entry, a level or the end; absent by rule 1. */
  sourcesMin?: number;
}

/** A publication of the index: its price, its sources' quotes, and the previous publication. */
export interface Publication {
  position: number;
  at: number;
  price: number;
  sources: { source: number; price: number; at: number }[];
  before?: number;
}

export type End = Outcome | 'take_profit' | 'stop_loss' | 'refunded' | 'cancelled';

export interface CertificateStatement {
  bought: Bought;
  /** Null if it never began. `batch` is that of the publication. */
  entry: { position: number; price: number; at: number; batch: number; endsAt: number } | null;
  result: {
    position: number;
    at: number;
    end: End;
    reason?: string;
    dueAt: number;
    /** The settling publication. */
    by?: { price: number; at: number; batch: number };
    /** `paid`: after the fee. `income`: the part beyond the stake, before the fee. */
    paid: string;
    income: string;
    fee: string;
    /** Net amount that ledger entries credited to the owner. */
    received: string;
  };
  publications: Publication[];
  /** Positions and hashes of all shown batches, for comparison with a copy of the journal. */
  batches: { position: number; hash: string }[];
}

type Fields = Readonly<Record<string, unknown>>;
interface EventInBatch<E = ProofEvent> {
  event: E;
  batch: ProofBatch;
}

export function statementOf(batches: readonly ProofBatch[], contract: number): CertificateStatement {
  const one = (type: string): EventInBatch | undefined => {
    const found = batches.flatMap((batch) =>
      batch.events
        .filter((event) => event.type === type && event['contract'] === contract)
        .map((event) => ({ event, batch })),
    );
    if (found.length > 1) refuse('order', found[1].batch.position);
    return found[0];
  };
  const purchase = one('OptionBought') ?? refuse('missing', 'OptionBought');
  const settlement = one('OptionSettled') ?? refuse('missing', 'OptionSettled');
  const bought = boughtOf(purchase);
  const entryEvent = one('OptionEntered');
  for (const { event } of entryEvent ? [entryEvent, settlement] : [settlement])
    if (event['user'] !== bought.user || event['symbol'] !== bought.symbol) refuse('missing', event.type);
  const publications = publicationsOf(batches, bought.symbol);
  return {
    bought,
    entry: entryOf(entryEvent),
    result: resultOf(settlement, bought),
    publications,
    batches: batches.map(({ position, hash }) => ({ position, hash })),
  };
}

/** Ledger entries of one contract's event. */
export function entriesOf(batches: readonly ProofBatch[], type: string, contract: number): readonly unknown[] {
  const events = batches.flatMap((batch) => batch.events);
  const found = events.find((event) => event.type === type && event['contract'] === contract);
  return found?.['entries'] as readonly unknown[];
}

function boughtOf({ event, batch: { position, at } }: EventInBatch): Bought {
  const { type: _, contract: __, entries: ___, ...terms } = event;
  return { position, at, ...(terms as unknown as Omit<Bought, 'position' | 'at'>) };
}

function entryOf(found: EventInBatch | undefined): CertificateStatement['entry'] {
  if (!found) return null;
  const { price, at, batch, endsAt } = found.event as Fields as {
    price: number;
    at: number;
    batch: number;
    endsAt: number;
  };
  return { position: found.batch.position, price, at, batch, endsAt };
}

interface Entry {
  debit: string;
  credit: string;
  amount: string;
}
type Settled = Omit<CertificateStatement['result'], 'position' | 'at' | 'received' | 'by'> & {
  price?: number;
  at?: number;
  batch?: number;
  entries: Entry[];
};

function resultOf({ event, batch }: EventInBatch, { user, asset }: Bought): CertificateStatement['result'] {
  const {
    end,
    reason,
    dueAt,
    price,
    at,
    batch: publication,
    paid,
    income,
    fee,
    entries,
  } = event as Fields as unknown as Settled;
  const available = `${user}/option/${asset}/available`;
  const received = entries.reduce((sum, entry) => {
    const amount = BigInt(entry.amount);
    return sum + (entry.credit === available ? amount : 0n) - (entry.debit === available ? amount : 0n);
  }, 0n);
  return {
    ...{ position: batch.position, at: batch.at, end },
    ...(reason === undefined ? {} : { reason }),
    dueAt,
    ...(price === undefined || at === undefined || publication === undefined
      ? {}
      : { by: { price, at, batch: publication } }),
    ...{ paid, income, fee, received: `${received}` },
  };
}

type Price = [symbol: string, price: number, sources: [source: number, price: number, at: number][], before?: number];

function publicationsOf(batches: readonly ProofBatch[], symbol: string): Publication[] {
  return batches.flatMap(({ position, at, events }) =>
    events
      .filter(({ type }) => type === 'IndexPublished')
      .flatMap((event) => (event as Fields as { prices: Price[] }).prices)
      .filter(([name]) => name === symbol)
      .map(([, price, sources, before]) => ({
        ...{ position, at, price },
        sources: sources.map(([source, sourcePrice, sourceAt]) => ({ source, price: sourcePrice, at: sourceAt })),
        ...(before === undefined ? {} : { before }),
      })),
  );
}
