/**
 * A deposit that is not final stays, whatever its owner's other accounts trade: what covers it counts for no more, and what is to
 * be covered for no less, than the index and staff's reference price say. Trades may stop a withdrawal, and never let one pass.
 */
import fc from 'fast-check';
import {
  ALICE,
  CAROL,
  DAVE,
  STARTED_AT,
  buy,
  by,
  given,
  indexTerms,
  later,
  marketTerms,
  observe,
  publish,
  rested,
  sell,
  staff,
  withdraw,
  type Scenario,
} from '../tools/fixtures/core-fixture';
import type { ApplyWithdrawal } from '../../server/products/wallet/core/commands';
import { isRejection } from '../../server/core/rejection';
import { decideApplyWithdrawal } from '../../server/products/wallet/core/decide-withdrawal';

const numRuns = Number(process.env['SIMULATION_RUNS'] ?? 1_000) / 10;
const seed = Number(process.env['SIMULATION_SEED'] ?? 20_260_101);

const ETH = { market: 'ETH-USDT' };

/** Both markets trade at 100 ticks, which lies between the index and staff's reference price of each: which of them is higher is open. */
interface Around {
  low: number;
  high: number;
  isIndexLow: boolean;
}
const around = fc.record<Around>({
  low: fc.integer({ min: 2, max: 100 }),
  high: fc.integer({ min: 100, max: 400 }),
  isIndexLow: fc.boolean(),
});
const trade = fc.record({
  market: fc.constantFrom('ETH-USDT', 'BTC-USDT'),
  price: fc.oneof(fc.integer({ min: 2, max: 400 }), fc.integer({ min: 2, max: 50_000 })),
  lots: fc.integer({ min: 1, max: 10 }),
});
const withdrawn = fc.integer({ min: 1, max: 3_992 });

/** Dave bought four lots of ETH, and sold so many units of BTC that are not final. */
function made(sold: number, { eth, btc }: Record<'eth' | 'btc', Around>): Scenario {
  const told = ({ low, high, isIndexLow }: Around) => (isIndexLow ? [low, high] : [high, low]);
  const [ethIndex, ethReference] = told(eth);
  const [btcIndex, btcReference] = told(btc);
  const fresh = { sourceStaleMs: 60_000, staleMs: 60_000 };
  return given(
    staff({ type: 'VerifyMember', user: DAVE }),
    observe(12, { user: DAVE, amount: 100_000n }),
    observe(12, { user: DAVE, asset: 'BTC', chain: 'BTC', reference: 'BTC/a/0', amount: 500n, provisional: 1 }),
    // A tick of ETH is 0.1, of BTC 0.01, and an index is told in hundredths.
    ...['ETH-USDT', 'BTC-USDT'].map((symbol) => indexTerms({ symbol, ...fresh })),
    // What is not final is traded at the index: it moves afterwards.
    publish([1_000, 1_000], STARTED_AT, 'ETH-USDT'),
    publish([100, 100], STARTED_AT, 'BTC-USDT'),
    rested('buy', 100, sold),
    by(DAVE, sell(100, sold)),
    rested('sell', 100, 4, ETH),
    by(DAVE, buy(100, 4, ETH)),
    later(1_000, publish([ethIndex * 10, ethIndex * 10], STARTED_AT + 1_000, 'ETH-USDT')),
    publish([btcIndex, btcIndex], STARTED_AT + 1_000, 'BTC-USDT'),
    ...(ethReference === 100 ? [] : [marketTerms({ market: 'ETH-USDT', referencePrice: ethReference })]),
    ...(btcReference === 100 ? [] : [marketTerms({ market: 'BTC-USDT', referencePrice: btcReference })]),
  );
}

/** Whether Dave may withdraw so many units of ETH. It is asked, and not done. */
function isLet({ exchange: { state, now } }: Scenario, amount: number): boolean {
  const { command } = withdraw('ETH', BigInt(amount), { user: DAVE });
  const decision = decideApplyWithdrawal(state, command as ApplyWithdrawal, { actor: `user/${DAVE}`, at: now });
  if (isRejection(decision)) expect(decision.rejected).toBe('withdrawal.not.final');
  return !isRejection(decision);
}

test('no trade between two accounts of one person lets a withdrawal pass that was refused', () => {
  const met = { let: 0, refused: 0, stopped: 0 };
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.record({ eth: around, btc: around }),
      withdrawn,
      fc.array(trade, { minLength: 1, maxLength: 5 }),
      (sold, prices, amount, trades) => {
        const scenario = made(sold, prices);
        const before = isLet(scenario, amount);
        for (const { market, price, lots } of trades) {
          scenario.given(by(CAROL, sell(price, lots, { market })), by(ALICE, buy(price, lots, { market })));
        }
        const { trade: next } = scenario.exchange.state.counters;
        expect(next).toBe(3 + trades.length);
        const after = isLet(scenario, amount);
        if (!before) expect(after).toBe(false);
        met[before ? 'let' : 'refused']++;
        if (before && !after) met.stopped++;
      },
    ),
    { numRuns, seed },
  );
  // It has met what it is about.
  expect(Math.min(met.let, met.refused, met.stopped)).toBeGreaterThan(numRuns / 20);
});
