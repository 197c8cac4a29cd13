/** What the batches of a certificate say of one second contract, to be read and to be compared. Amounts are units, prices ticks. */
import type { OptionDirection, OptionRule, Outcome } from '../products/option/rules/settlement';
import type { ProofBatch, ProofEvent } from './batches';
import { refuse } from './refusal';

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
  /** By which it began and ended; absent: 1. */
  rule?: OptionRule;
  /** Quotes told from here on may be its entry; by rule 1 publications. */
  from: number;
  startsAt?: number;
  takeProfit?: number;
  stopLoss?: number;
  staleMs: number;
  /** As many quotes make an entry, reach a level or end it; absent by rule 1. */
  sourcesMin?: number;
}

/** A publication of the index: its price, what the sources showed that it is the median of, and which one was before it. */
export interface Publication {
  position: number;
  at: number;
  price: number;
  sources: { source: number; price: number; at: number }[];
  before?: number;
}

export type End = Outcome | 'take_profit' | 'stop_loss' | 'refunded' | 'cancelled';

export interface Told {
  bought: Bought;
  /** Null of one that never began. `batch` is the publication's. */
  entry: { position: number; price: number; at: number; batch: number; endsAt: number } | null;
  result: {
    position: number;
    at: number;
    end: End;
    reason?: string;
    dueAt: number;
    /** The publication that it was settled by. */
    by?: { price: number; at: number; batch: number };
    /** After the fee; of it beyond the stake and before the fee. */
    paid: string;
    income: string;
    fee: string;
    /** What the entries of the ledger brought the owner, less what they took again. */
    received: string;
  };
  publications: Publication[];
  /** Positions and hashes of all batches that are shown: what a holder of the journal compares. */
  batches: { position: number; hash: string }[];
}

type Fields = Readonly<Record<string, unknown>>;
interface Found<E = ProofEvent> {
  event: E;
  batch: ProofBatch;
}

export function told(batches: readonly ProofBatch[], contract: number): Told {
  const one = (type: string): Found | undefined => {
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
  const entered = one('OptionEntered');
  for (const { event } of entered ? [entered, settlement] : [settlement])
    if (event['user'] !== bought.user || event['symbol'] !== bought.symbol) refuse('missing', event.type);
  const shown = publicationsOf(batches, bought.symbol);
  return {
    bought,
    entry: entryOf(entered),
    result: resultOf(settlement, bought),
    publications: shown,
    batches: batches.map(({ position, hash }) => ({ position, hash })),
  };
}

/** What an event of one contract moves. */
export function entriesOf(batches: readonly ProofBatch[], type: string, contract: number): readonly unknown[] {
  const events = batches.flatMap((batch) => batch.events);
  const found = events.find((event) => event.type === type && event['contract'] === contract);
  return found?.['entries'] as readonly unknown[];
}

function boughtOf({ event, batch: { position, at } }: Found): Bought {
  const { type: _, contract: __, entries: ___, ...terms } = event;
  return { position, at, ...(terms as unknown as Omit<Bought, 'position' | 'at'>) };
}

function entryOf(found: Found | undefined): Told['entry'] {
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
type Settled = Omit<Told['result'], 'position' | 'at' | 'received' | 'by'> & {
  price?: number;
  at?: number;
  batch?: number;
  entries: Entry[];
};

function resultOf({ event, batch }: Found, { user, asset }: Bought): Told['result'] {
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
        sources: sources.map(([source, shown, when]) => ({ source, price: shown, at: when })),
        ...(before === undefined ? {} : { before }),
      })),
  );
}
