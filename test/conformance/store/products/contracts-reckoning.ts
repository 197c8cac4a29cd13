/** Independent calculation of perpetual contracts from the journal, as a reference for their lists. */
import type { Batch, CoreEvent, EventOf, EventType } from '../../../../server/core/event';
import type { Entry } from '../../../../server/core/ledger/entry';
import type { AttachedStopPrices } from '../../../../server/products/perpetual/stored/lists';
import type { ContractPositionRow } from '../../../../server/products/perpetual/stored/tables';

export function eventsOf<T extends EventType>(batches: readonly Batch[], type: T): EventOf<T>[] {
  return batches.flatMap(({ events }) => events.filter((event): event is EventOf<T> => event.type === type));
}

interface Fill {
  tradeId: number;
  orderId: number;
  contract: number;
  act: 'open' | 'close';
  side: 'buy' | 'sell';
  price: number;
  quantity: number;
  fee: bigint;
  profit: bigint | null;
}

export function fillOf({ tradeId, orderId, contract, act, side, price, quantity, fee, profit }: Fill): Fill {
  return { tradeId, orderId, contract, act, side, price, quantity, fee, profit };
}

/** The fills of one user, oldest first. */
export function fillsOf(batches: readonly Batch[], user: number): Fill[] {
  return eventsOf(batches, 'PerpetualTraded').flatMap((event): Fill[] => {
    const { trade: tradeId, price, quantity, notional, takerSide } = event;
    const shared = { tradeId, price, quantity };
    const fills: Fill[] = [];
    const push = (is: boolean, side: 'buy' | 'sell', orderId: number, contract: number, fee: bigint, cost?: bigint) => {
      if (!is) return;
      const profit = cost === undefined ? null : side === 'sell' ? notional - cost : cost - notional;
      fills.push({ ...shared, orderId, contract, act: cost === undefined ? 'open' : 'close', side, fee, profit });
    };
    const other = takerSide === 'buy' ? 'sell' : 'buy';
    push(event.maker === user, other, event.makerOrder, event.makerPosition, event.makerFee, event.makerReleased);
    push(event.taker === user, takerSide, event.takerOrder, event.takerPosition, event.takerFee, event.takerReleased);
    return fills;
  });
}

export function costOf({ positionSide, openedQuote, closedQuote, profits }: ContractPositionRow): bigint {
  return openedQuote - closedQuote + (positionSide === 'long' ? profits : -profits);
}

export function resultOf({ profits, openFees, closeFees, funding, insured }: ContractPositionRow): bigint {
  return profits - openFees - closeFees + funding + insured;
}

/** Net change of a user's buckets by a perpetual event, without external money. */
export function broughtBy(event: CoreEvent, user: number): bigint {
  return event.type === 'FundsTransferred' || event.type === 'RechargeCredited'
    ? 0n
    : flow(entriesOf(event), `${user}/`);
}

export function entriesOf(event: CoreEvent): readonly Entry[] {
  return 'entries' in event ? event.entries : [];
}

export function touchesFund({ debit, credit }: Entry): boolean {
  return `${debit} ${credit}`.includes('house/insurance/');
}

export function flow(entries: readonly Entry[], account: string): bigint {
  return sumOfUnits(entries, ({ debit, credit, amount }) => {
    const given = credit.startsWith(account) ? amount : 0n;
    return debit.startsWith(account) ? given - amount : given;
  });
}

export function sumOf<Item>(items: readonly Item[], each: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + each(item), 0);
}
export function sumOfUnits<Item>(items: readonly Item[], each: (item: Item) => bigint): bigint {
  return items.reduce((sum, item) => sum + each(item), 0n);
}

/** Stops of a position at the journal's end, or the last ones of each kind. */
export function guardsOf(batches: readonly Batch[], position: ContractPositionRow | undefined): AttachedStopPrices {
  const all: { stop: number; kind: string; trigger: number; until: number }[] = [];
  for (const { at, events } of batches) {
    for (const event of events) {
      if (event.type === 'StopPlaced' && event.contract === position?.id) all.push({ ...event, until: Infinity });
      if (event.type !== 'StopAmended' && event.type !== 'StopEnded') continue;
      const known = all.find(({ stop }) => stop === event.stop);
      if (known) Object.assign(known, event.type === 'StopEnded' ? { until: at } : { trigger: event.trigger });
    }
  }
  const untilOf = ({ until }: { until: number }) => until;
  const guard = (kind: string): number | null => {
    const own = all.filter((stop) => stop.kind === kind);
    // Up to the position's end, or to the end of the last stop if all ended before.
    const end = Math.min(position?.closedAt ?? Infinity, position?.open ? Infinity : Math.max(...own.map(untilOf)));
    const triggers = own
      .flatMap(({ trigger, until }) => (until >= end ? trigger : []))
      .sort((one, other) => one - other);
    const isAbove = (position?.positionSide === 'long') === (kind === 'take_profit');
    return triggers.at(isAbove ? 0 : -1) ?? null;
  };
  return { takeProfit: guard('take_profit'), stopLoss: guard('stop_loss') };
}
