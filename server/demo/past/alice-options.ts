/** A past for alice in second contracts: up and down, some that won and some that lost, as the index had it; and one that waits. */
import type { CommandOf } from '../../core/command';
import type { CommandEnvelope } from '../../engine/port';

/**
 * After the minute's publication. The next one is its entry: at once when the price has moved, or when it is told again although it has not;
 * and that of the next minute is the last before its end.
 */
const BUY_AFTER_MS = 1_000;
const TOLD_AFTER_MS = [3_000, 12_000] as const;
const DURATION_MS = 60_000;
const UNIT = 100_000_000n;
/** So long after the history ends the one that waits begins. */
const WAITS_MS = 6 * 3_600_000;

type Wish = Pick<CommandOf<'BuyOption'>, 'symbol' | 'direction'> & { when: number; usdt: number };

const WISHES: readonly Wish[] = [
  { when: 0.06, symbol: 'BTC-USDT', direction: 'up', usdt: 1_000 },
  { when: 0.13, symbol: 'ETH-USDT', direction: 'down', usdt: 1_500 },
  { when: 0.21, symbol: 'BTC-USDT', direction: 'down', usdt: 2_000 },
  { when: 0.34, symbol: 'SOL-USDT', direction: 'up', usdt: 1_000 },
  { when: 0.47, symbol: 'BTC-USDT', direction: 'up', usdt: 1_200 },
  { when: 0.55, symbol: 'XRP-USDT', direction: 'down', usdt: 1_000 },
  { when: 0.68, symbol: 'ETH-USDT', direction: 'up', usdt: 2_500 },
  { when: 0.79, symbol: 'DOGE-USDT', direction: 'up', usdt: 1_000 },
];

export interface OptionAct {
  at: number;
  /** Null: the index is told again. */
  make: ((user: number) => CommandEnvelope) | null;
}

/** In order of time, each soon after a whole minute. Purchases have a client id each: what an earlier start has done is not done again. */
export function aliceOptionActs(from: number, to: number): OptionAct[] {
  return WISHES.flatMap(({ when, symbol, direction, usdt }, number): OptionAct[] => {
    const minute = Math.ceil((from + (to - from) * when) / 60_000) * 60_000;
    const clientId = `demo-alice-option-${number + 1}`;
    const bought = {
      type: 'BuyOption',
      symbol,
      direction,
      stake: BigInt(usdt) * UNIT,
      durationMs: DURATION_MS,
    } as const;
    return [
      {
        at: minute + BUY_AFTER_MS,
        make: (user) => ({ actor: `user/${user}`, clientId, command: { ...bought, user } }),
      },
      ...TOLD_AFTER_MS.map((ms) => ({ at: minute + ms, make: null })),
    ];
  }).sort((one, other) => one.at - other.at);
}

/** Bought when the history ends. */
export function waitingOption(user: number, at: number): CommandEnvelope {
  const startsAt = at + WAITS_MS;
  const terms = { symbol: 'BTC-USDT', direction: 'up', stake: 1_000n * UNIT, durationMs: 300_000, startsAt } as const;
  return {
    actor: `user/${user}`,
    clientId: 'demo-alice-option-waiting',
    command: { type: 'BuyOption', user, ...terms },
  };
}
