/**
 * A provisional deposit stays, whatever its owner's other accounts trade. Its cover counts for at most, and the covered
 * amount for at least, the index and staff's reference price. Trades may stop a withdrawal, and never let one pass.
 */
import fc from 'fast-check';
import {
  ALICE,
  CAROL,
  DAVE,
  STARTED_AT,
  buy,
  asUser,
  given,
  indexTerms,
  later,
  marketTerms,
  observe,
  publish,
  restingOrder,
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

/** Both markets trade at 100 ticks, between the index and staff's reference price of each, in either order. */
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

/** Dave bought four lots of ETH and sold this many provisional units of BTC. */
function made(sold: number, { eth, btc }: Record<'eth' | 'btc', Around>): Scenario {
  const told = ({ low, high, isIndexLow }: Around) => (isIndexLow ? [low, high] : [high, low]);
  const [ethIndex, ethReference] = told(eth);
  const [btcIndex, btcReference] = told(btc);
  const fresh = { sourceStaleMs: 60_000, staleMs: 60_000 };
  return given(
    staff({ type: 'VerifyMember', user: DAVE }),
    observe(12, { user: DAVE, amount: 100_000n }),
    observe(12, { user: DAVE, asset: 'BTC', chain: 'BTC', reference: 'BTC/a/0', amount: 500n, provisional: 1 }),
    // A tick is 0.1 for ETH and 0.01 for BTC; index prices have two decimals.
    ...['ETH-USDT', 'BTC-USDT'].map((symbol) => indexTerms({ symbol, ...fresh })),
    // Provisional funds trade at the index, which moves afterwards.
    publish([1_000, 1_000], STARTED_AT, 'ETH-USDT'),
    publish([100, 100], STARTED_AT, 'BTC-USDT'),
    restingOrder('buy', 100, sold),
    asUser(DAVE, sell(100, sold)),
    restingOrder('sell', 100, 4, ETH),
    asUser(DAVE, buy(100, 4, ETH)),
    later(1_000, publish([ethIndex * 10, ethIndex * 10], STARTED_AT + 1_000, 'ETH-USDT')),
    publish([btcIndex, btcIndex], STARTED_AT + 1_000, 'BTC-USDT'),
    ...(ethReference === 100 ? [] : [marketTerms({ market: 'ETH-USDT', referencePrice: ethReference })]),
    ...(btcReference === 100 ? [] : [marketTerms({ market: 'BTC-USDT', referencePrice: btcReference })]),
  );
}

/** Whether Dave may withdraw this many units of ETH; decides without executing. */
function isLet({ exchange: { state, now } }: Scenario, amount: number): boolean {
  const { command } = withdraw('ETH', BigInt(amount), { user: DAVE });
  const decision = decideApplyWithdrawal(state, command as ApplyWithdrawal, { actor: `user/${DAVE}`, at: now });
  if (isRejection(decision)) expect(decision.rejected).toBe('withdrawal.not.final');
  return !isRejection(decision);
}

test('no trade between two accounts of one person lets a refused withdrawal pass', () => {
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
          scenario.given(asUser(CAROL, sell(price, lots, { market })), asUser(ALICE, buy(price, lots, { market })));
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
  // Guards against a run that exercises nothing.
  expect(Math.min(met.let, met.refused, met.stopped)).toBeGreaterThan(numRuns / 20);
});
