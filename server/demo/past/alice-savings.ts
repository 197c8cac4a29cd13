/** A past for alice in financial products and mining, which is longer than that of the markets: one that ran its term, one that was left, one that was taken back. */
import type { CommandOf } from '../../core/command';
import type { CommandEnvelope, CommandPort } from '../../engine/port';
import type { DemoClock } from '../demo-clock';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UNIT = 100_000_000n;
/** So long before the markets open it begins. */
export const SAVINGS_MS = 10 * DAY_MS;

interface Wish extends Pick<CommandOf<'BuyFinancial'>, 'product' | 'amount' | 'renew'> {
  /** After its beginning. */
  at: number;
  ends?: { how: 'CancelFinancial' | 'LeaveFinancial'; at: number };
}

const WISHES: readonly Wish[] = [
  { at: HOUR_MS, product: 'USDT-7', amount: 2_000n * UNIT, renew: 'off' },
  { at: 2 * HOUR_MS, product: 'USDT-30', amount: 10_000n * UNIT, renew: 'on' },
  { at: DAY_MS, product: 'BTC-90', amount: UNIT / 4n, renew: 'off' },
  {
    ...{ at: 2 * DAY_MS, product: 'USDT-30', amount: 1_000n * UNIT, renew: 'off' },
    ends: { how: 'CancelFinancial', at: 2 * DAY_MS + 60_000 },
  },
  {
    ...{ at: 2 * DAY_MS + HOUR_MS, product: 'USDT-7', amount: 1_500n * UNIT, renew: 'off' },
    ends: { how: 'LeaveFinancial', at: 5 * DAY_MS },
  },
  { at: 6 * DAY_MS, product: 'USDT-7', amount: 3_000n * UNIT, renew: 'on' },
];

/** Of coins that bring themselves: there is no index yet. */
const MINED: readonly (Pick<CommandOf<'BuyMining'>, 'product' | 'amount'> & { at: number })[] = [
  { at: 3 * HOUR_MS, product: 'ETH-MINE-7', amount: 2n * UNIT },
  { at: 4 * HOUR_MS, product: 'USDT-MINE-30', amount: 5_000n * UNIT },
  { at: 7 * DAY_MS, product: 'ETH-MINE-7', amount: UNIT },
];

interface Act {
  at: number;
  /** `purchases`: the numbers of those she has bought so far, by their place among the wishes. */
  make: (user: number, purchases: ReadonlyMap<number, number>) => CommandEnvelope;
  /** The place among the wishes of what it buys. */
  buys?: number;
}

function actsOf({ at, ends, ...wish }: Wish, place: number): Act[] {
  const clientId = `demo-alice-savings-${place + 1}`;
  const buy: Act = {
    at,
    buys: place,
    make: (user) => ({ actor: `user/${user}`, clientId, command: { type: 'BuyFinancial', user, ...wish } }),
  };
  if (!ends) return [buy];
  const end: Act = {
    at: ends.at,
    make: (user, purchases) => {
      const command = { type: ends.how, user, purchase: purchases.get(place) ?? 0 } as const;
      return { actor: `user/${user}`, clientId: `${clientId}-end`, command };
    },
  };
  return [buy, end];
}

function minedIn({ at, ...wish }: (typeof MINED)[number], place: number): Act {
  const clientId = `demo-alice-mining-${place + 1}`;
  return {
    at,
    make: (user) => ({ actor: `user/${user}`, clientId, command: { type: 'BuyMining', user, ...wish } }),
  };
}

/** With a client id each: what a start that was killed has done is not done again. What is refused by now is left out. */
export async function saveInThePast(
  engine: Pick<CommandPort, 'submit'>,
  clock: Pick<DemoClock, 'pretend'>,
  alice: number,
  from: number,
): Promise<void> {
  const purchases = new Map<number, number>();
  const acts = [...WISHES.flatMap(actsOf), ...MINED.map(minedIn)].sort((one, other) => one.at - other.at);
  for (const { at, make, buys } of acts) {
    clock.pretend(from + at);
    const outcome = await engine.submit(make(alice, purchases));
    if (buys !== undefined && 'id' in outcome && outcome.id !== null) purchases.set(buys, outcome.id);
  }
}

/** Bought when the history ends, by an index that is there now: they earn from the next midnight on. */
export function newestMining(user: number): CommandEnvelope {
  const command = { type: 'BuyMining', user, product: 'BTC-MINE-15', amount: UNIT / 10n } as const;
  return { actor: `user/${user}`, clientId: 'demo-alice-mining-newest', command };
}
export function newestSavings(user: number): CommandEnvelope {
  const command = { type: 'BuyFinancial', user, product: 'USDT-7', amount: 500n * UNIT, renew: 'off' } as const;
  return { actor: `user/${user}`, clientId: 'demo-alice-savings-newest', command };
}
