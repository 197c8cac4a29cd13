/**
 * Alice's past in financial products and mining, longer than that of the markets: one purchase completed, one left
 * early, one cancelled.
 */
import { dayOf } from '../../../../shared/rules/days';
import type { CommandOf } from '../../../core/command';
import type { CommandEnvelope, CommandPort } from '../../../engine/port';
import type { DemoClock } from '../../../demo/demo-clock';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UNIT = 100_000_000n;
/** Time between the beginning of this history and the opening of the markets. */
export const SAVINGS_MS = 10 * DAY_MS;

interface DemoSaving extends Pick<CommandOf<'BuyFinancial'>, 'product' | 'amount' | 'renew'> {
  /** Offset from its beginning, ms. */
  at: number;
  ending?: { how: 'CancelFinancial' | 'LeaveFinancial'; at: number };
}

const DEMO_SAVINGS_ACTS: readonly DemoSaving[] = [
  { at: HOUR_MS, product: 'USDT-7', amount: 2_000n * UNIT, renew: 'off' },
  { at: 2 * HOUR_MS, product: 'USDT-30', amount: 10_000n * UNIT, renew: 'on' },
  { at: DAY_MS, product: 'BTC-90', amount: UNIT / 4n, renew: 'off' },
  {
    ...{ at: 2 * DAY_MS, product: 'USDT-30', amount: 1_000n * UNIT, renew: 'off' },
    ending: { how: 'CancelFinancial', at: 2 * DAY_MS + 60_000 },
  },
  {
    ...{ at: 2 * DAY_MS + HOUR_MS, product: 'USDT-7', amount: 1_500n * UNIT, renew: 'off' },
    ending: { how: 'LeaveFinancial', at: 5 * DAY_MS },
  },
  { at: 6 * DAY_MS, product: 'USDT-7', amount: 3_000n * UNIT, renew: 'on' },
];

/** Mining products paid in the same coin as the stake, since no index exists yet. */
const DEMO_MINING_ACTS: readonly (Pick<CommandOf<'BuyMining'>, 'product' | 'amount'> & { at: number })[] = [
  { at: 3 * HOUR_MS, product: 'ETH-MINE-7', amount: 2n * UNIT },
  { at: 4 * HOUR_MS, product: 'USDT-MINE-30', amount: 5_000n * UNIT },
  { at: 7 * DAY_MS, product: 'ETH-MINE-7', amount: UNIT },
];

interface Act {
  at: number;
  /** `purchases`: her purchase numbers so far, by index of the wish. */
  make: (user: number, purchases: ReadonlyMap<number, number>) => CommandEnvelope;
  /** Index of the wish that it buys. */
  buys?: number;
}

function actsOf({ at, ending, ...saving }: DemoSaving, place: number): Act[] {
  const clientId = `demo-alice-savings-${place + 1}`;
  const buy: Act = {
    at,
    buys: place,
    make: (user) => ({ actor: `user/${user}`, clientId, command: { type: 'BuyFinancial', user, ...saving } }),
  };
  if (!ending) return [buy];
  const end: Act = {
    at: ending.at,
    make: (user, purchases) => {
      const command = { type: ending.how, user, purchase: purchases.get(place) ?? 0 } as const;
      return { actor: `user/${user}`, clientId: `${clientId}-end`, command };
    },
  };
  return [buy, end];
}

function miningAct({ at, ...purchase }: (typeof DEMO_MINING_ACTS)[number], place: number): Act {
  const clientId = `demo-alice-mining-${place + 1}`;
  return {
    at,
    make: (user) => ({ actor: `user/${user}`, clientId, command: { type: 'BuyMining', user, ...purchase } }),
  };
}

/** A purchase that is cancelled a moment later begins a moment later where a midnight would come between: from then on it earns. */
function movedToCancelDay(saving: DemoSaving, from: number): DemoSaving {
  const { at, ending } = saving;
  if (ending?.how !== 'CancelFinancial' || dayOf(from + at) === dayOf(from + ending.at)) return saving;
  return { ...saving, at: ending.at, ending: { ...ending, at: ending.at + (ending.at - at) } };
}

/** Each command has a client id, so that a restart after a crash repeats none. Rejected commands are skipped. */
export async function saveInThePast(
  engine: Pick<CommandPort, 'submit'>,
  clock: Pick<DemoClock, 'setTime'>,
  alice: number,
  from: number,
): Promise<void> {
  const purchases = new Map<number, number>();
  const savings = DEMO_SAVINGS_ACTS.map((saving) => movedToCancelDay(saving, from));
  const acts = [...savings.flatMap(actsOf), ...DEMO_MINING_ACTS.map(miningAct)].sort((one, other) => one.at - other.at);
  for (const { at, make, buys } of acts) {
    clock.setTime(from + at);
    const outcome = await engine.submit(make(alice, purchases));
    if (buys !== undefined && 'id' in outcome && outcome.id !== null) purchases.set(buys, outcome.id);
  }
}

/** Bought at the end of the history, at the index existing by then; earns from the next midnight on. */
export function newestMining(user: number): CommandEnvelope {
  const command = { type: 'BuyMining', user, product: 'BTC-MINE-15', amount: UNIT / 10n } as const;
  return { actor: `user/${user}`, clientId: 'demo-alice-mining-newest', command };
}
export function newestSavings(user: number): CommandEnvelope {
  const command = { type: 'BuyFinancial', user, product: 'USDT-7', amount: 500n * UNIT, renew: 'off' } as const;
  return { actor: `user/${user}`, clientId: 'demo-alice-savings-newest', command };
}
