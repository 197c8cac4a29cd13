/** Random acts around second contracts: purchases, publications, silences, and staff. */
import fc from 'fast-check';
import {
  ADMIN,
  ALICE,
  BOB,
  CAROL,
  SECOND,
  accountFrozen,
  accountUnfrozen,
  assetState,
  staff,
  type Exchange,
  type Step,
} from '../tools/fixtures/core-fixture';
import {
  PRICE,
  SYMBOL,
  TERMS,
  buyOption,
  cancelOption,
  limitStakes,
  termsOf,
  publishQuotes,
  usdt,
} from '../tools/fixtures/option-fixture';

const OFTEN = ['tick', 'tick', 'tick', 'buy', 'buy', 'levels'] as const;
const RARE = ['timed', 'cancel', 'limit', 'silence', 'freeze', 'sale', 'terms', 'fund', 'coin', 'day', 'wait'] as const;

/** One act of a user, of staff, of a feed, or of time. */
export const turn = fc.record({
  what: fc.constantFrom(...OFTEN, ...OFTEN, ...OFTEN, ...RARE),
  user: fc.constantFrom(ALICE, BOB, CAROL),
  direction: fc.constantFrom('up' as const, 'down' as const),
  duration: fc.constantFrom(...TERMS.durationsMs, 45_000),
  stake: fc.oneof(fc.integer({ min: 1_000, max: 9_000 }), fc.integer({ min: 900, max: 350_000 })),
  move: fc.oneof(fc.constant(0), fc.integer({ min: -60, max: 60 })),
  ms: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1_000, max: 4_000 }) }, fc.integer({ min: 1, max: 16_500 })),
  /** Offsets of four sources from the price, and their ages. */
  shown: fc.array(
    fc.tuple(fc.integer({ min: -2, max: 2 }), fc.oneof({ weight: 9, arbitrary: fc.nat(900) }, fc.nat(4_900))),
    { minLength: 4, maxLength: 4 },
  ),
  /** Index of a silent source; other numbers mean none. */
  silent: fc.nat(12),
  /** All sources show the same price. */
  agrees: fc.boolean(),
  /** Extra delay of all sources: rare, because the index soon counts as slow. */
  slowMs: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(3_000)),
  far: fc.nat(9).map((roll) => roll === 0),
  restarts: fc.nat(24).map((roll) => roll === 0),
});
export type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

export function stepOf(exchange: Exchange, one: Turn): Step {
  const { user, direction, duration: durationMs, move, far } = one;
  const { state, now } = exchange;
  const price = state.index.symbols.get(SYMBOL)?.latest?.price ?? PRICE;
  const next = (ms: number): Step => {
    // Sometimes returns to the entry price; ties would be rare otherwise.
    const begun = [...state.options.contracts.values()].find(({ entry }) => entry !== null)?.entry;
    const middle = far && begun ? begun.price : price + move;
    const shown = one.shown.map(([beside, agoMs], source): [number, number] | null => {
      if (source === one.silent) return null;
      // Each source lies constantly above the one before it.
      const price = Math.max(1, middle + (one.agrees ? 0 : beside + 3 * source));
      return [price, Math.min(agoMs + one.slowMs, 4_900)];
    });
    return publishQuotes({ exchange }, shown, ms);
  };
  const stake = usdt(one.stake);
  const ahead = direction === 'up' ? 1 : -1;
  switch (one.what) {
    case 'tick':
      return next(one.ms);
    case 'buy':
      return buyOption(user, direction, stake, { durationMs });
    case 'levels': {
      const away = 1 + Math.abs(move);
      const takeProfit = price + (far ? -away : away) * ahead;
      const stopLoss = price - (away + 2) * ahead;
      const kept = one.ms % 3;
      return buyOption(user, direction, usdt(1_000 + (one.stake % 14_000)), {
        durationMs,
        ...(kept === 0 ? {} : { takeProfit }),
        ...(kept === 1 ? {} : { stopLoss }),
      });
    }
    case 'timed':
      return buyOption(user, direction, stake, { durationMs, startsAt: now + one.ms * (far ? 40_000 : 4) });
    case 'cancel': {
      const own = [...state.options.contracts.values()].filter((contract) => contract.user === user);
      const timed = own.find(({ startsAt }) => startsAt !== null);
      return cancelOption(user, far ? one.stake : ((timed ?? own[0])?.id ?? 1));
    }
    case 'limit':
      return far ? limitStakes(user) : limitStakes(user, stake * 3n);
    case 'silence':
      return { ...limitStakes(user), after: 11_000 + one.ms };
    case 'freeze':
      return state.members.get(user)?.frozen ? accountUnfrozen(user) : far ? accountFrozen(user) : next(one.ms);
    case 'sale': {
      const isOpen = state.options.products.get(SYMBOL)?.state === 'open';
      if (isOpen && !far) return next(one.ms);
      return staff({ type: 'SetOptionState', symbol: SYMBOL, state: isOpen ? 'closed' : 'open', reason: 'x' });
    }
    case 'terms': {
      const fields = { payoutsPpb: [800_000_000, 700_000_000 + (one.ms % 3), 850_000_000] };
      return termsOf(fields, far ? SECOND : ADMIN);
    }
    case 'fund':
      return staff({ type: 'FundOptions', asset: 'USDT', act: far ? 'release' : 'fund', amount: stake, reason: 'x' });
    case 'coin': {
      const isOpen = state.assets.get('BTC')?.trading === 'open';
      if (isOpen && !far) return next(one.ms);
      return assetState('BTC', { trading: isOpen ? 'maintenance' : 'open' });
    }
    case 'day':
      return { ...next(1_000), after: far ? 86_400_000 : 0 };
    case 'wait':
      return { ...next(1_000), after: 60_000 };
  }
}
