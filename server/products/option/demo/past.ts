/** Alice's past second contracts: up and down, won and lost by the index, and one that waits. */
import type { CommandOf } from '../../../core/command';
import type { PastMoment } from '../../../demo/product-demo';
import type { CommandEnvelope } from '../../../engine/port';

/**
 * After the minute's publication. The next one is the entry: at once after a price change, or at its repetition; that
 * of the next minute is the last before the end.
 */
const BUY_AFTER_MS = 1_000;
const NOTIFIED_AFTER_MS = [3_000, 12_000] as const;
const DURATION_MS = 60_000;
const UNIT = 100_000_000n;
/** Delay of the waiting contract after the end of the history. */
const WAITS_MS = 6 * 3_600_000;

type DemoOption = Pick<CommandOf<'BuyOption'>, 'symbol' | 'direction'> & { fraction: number; usdt: number };

const DEMO_OPTION_ACTS: readonly DemoOption[] = [
  { fraction: 0.06, symbol: 'BTC-USDT', direction: 'up', usdt: 1_000 },
  { fraction: 0.13, symbol: 'ETH-USDT', direction: 'down', usdt: 1_500 },
  { fraction: 0.21, symbol: 'BTC-USDT', direction: 'down', usdt: 2_000 },
  { fraction: 0.34, symbol: 'SOL-USDT', direction: 'up', usdt: 1_000 },
  { fraction: 0.47, symbol: 'BTC-USDT', direction: 'up', usdt: 1_200 },
  { fraction: 0.55, symbol: 'XRP-USDT', direction: 'down', usdt: 1_000 },
  { fraction: 0.68, symbol: 'ETH-USDT', direction: 'up', usdt: 2_500 },
  { fraction: 0.79, symbol: 'DOGE-USDT', direction: 'up', usdt: 1_000 },
];

/**
 * In order of time, each shortly after a whole minute. Every purchase has its own client id, so that a later start
 * repeats nothing.
 */
export function aliceOptionActs(from: number, to: number): PastMoment[] {
  return DEMO_OPTION_ACTS.flatMap(({ fraction, symbol, direction, usdt }, number): PastMoment[] => {
    const minute = Math.ceil((from + (to - from) * fraction) / 60_000) * 60_000;
    const clientId = `demo-alice-option-${number + 1}`;
    const purchase = {
      type: 'BuyOption',
      symbol,
      direction,
      stake: BigInt(usdt) * UNIT,
      durationMs: DURATION_MS,
    } as const;
    return [
      {
        at: minute + BUY_AFTER_MS,
        make: (user) => ({ actor: `user/${user}`, clientId, command: { ...purchase, user } }),
      },
      ...NOTIFIED_AFTER_MS.map((ms) => ({ at: minute + ms, make: null })),
    ];
  }).sort((one, other) => one.at - other.at);
}

/** Bought at the end of the history. */
export function waitingOption(user: number, at: number): CommandEnvelope {
  const startsAt = at + WAITS_MS;
  const terms = { symbol: 'BTC-USDT', direction: 'up', stake: 1_000n * UNIT, durationMs: 300_000, startsAt } as const;
  return {
    actor: `user/${user}`,
    clientId: 'demo-alice-option-waiting',
    command: { type: 'BuyOption', user, ...terms },
  };
}
