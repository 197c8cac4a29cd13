/** What one wrong line of the core would change for accounts in cross margin, an example each. */
import { createStepper } from '../../../server/engine/step';
import {
  ALICE,
  BOB,
  CAROL,
  available,
  occurred,
  refused,
  staff,
  type Scenario,
} from '../../tools/fixtures/core-fixture';
import { ETH, both, marks, moved, quietInBoth, transferred, two } from '../../tools/fixtures/cross-fixture';
import { PERP, close, drained, emptied, fund, open, told } from '../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';

const free = (user: number, amount: bigint) => available(user, 'USDT', amount, 'contract');
const freeOf = ({ exchange: { state } }: Scenario) =>
  state.ledger.wallets.contract.get(BOB)?.get('USDT')?.available.balance ?? 0n;
const FEES = usdt('16');

/** The ETH book stands 2.0 below its index of 2,952.0, and the mark with it: 2,950.0. */
function markBelowIndex(scenario: Scenario, btc: number): void {
  const eth = { market: ETH };
  quietInBoth(scenario, btc, 29_520).given(
    ...[open(CAROL, 'long', 29_500, 2_000, eth), open(ALICE, 'short', 29_500, 2_000, { ...eth, timeInForce: 'ioc' })],
    ...[open(ALICE, 'short', 29_510, 2_000, eth), open(CAROL, 'long', 29_490, 2_000, eth)],
  );
  for (let times = 0; times < 3; times++) scenario.given(moved(scenario, btc, 29_520));
  expect(scenario.exchange.state.perpetual.contracts.get(ETH)?.mark).toMatchObject({ mark: 29_500, index: 29_520 });
}

test('a profit is settled at the worse of mark and index: a short, below its index, at the index', () => {
  const scenario = both();
  scenario.given(transferred(BOB, freeOf(scenario)));
  markBelowIndex(scenario, 444_000);
  scenario.given(open(CAROL, 'long', 444_000, 1_000));
  // The long loses 5,600; with 24.42 of fees 599.67 are missing beside its margin of 5,024.75. At the mark the short has won 500, at the index 480.
  scenario
    .when(close(BOB, 'long', 444_000, 1_000))
    .then(
      occurred('PerpetualOrderPlaced'),
      occurred('ProfitSettled', { market: ETH, side: 'short', price: 29_520, profit: usdt('480') }),
      occurred('MarginDrawn', { market: ETH, side: 'short', amount: usdt('119.67') }),
      occurred('PerpetualTraded', { price: 444_000 }),
      free(BOB, 0n),
    );
});

test('a closing fill is judged with what others have won at the worse of mark and index', () => {
  const eth = { market: ETH };
  const scenario = both().given(open(BOB, 'long', 30_000, 100, eth), open(ALICE, 'short', 30_000, 100, eth));
  scenario.given(transferred(BOB, freeOf(scenario)));
  markBelowIndex(scenario, 420_000);
  // Margins of 8,344.55, 480 won at the index, 50 lost at the mark: 8,774.55. Closing costs 8,785.08, and 8,772.6875 a little higher.
  scenario
    .given(open(CAROL, 'long', 412_376, 1_000))
    .when(close(BOB, 'long', 412_376, 1_000, { timeInForce: 'ioc' }))
    .then(occurred('PerpetualOrderPlaced'), occurred('PerpetualOrderCancelled', { reason: 'beyond_bankruptcy' }));
  scenario.given(open(CAROL, 'long', 412_500, 1_000)).given(close(BOB, 'long', 412_500, 1_000));
  expect(scenario.exchange.state.perpetual.holdings.get(BOB)?.get(PERP)?.long ?? null).toBeNull();
});

describe('what an account has lost is not free to open with', () => {
  // As in the worked example: 1,957.10 are available, and 124.75 more are lost or asked for by the mark.
  function lost(resting: number): Scenario {
    const scenario = both().given(fund(BOB, FEES));
    if (resting > 0) scenario.given(open(BOB, 'long', resting, 1));
    return scenario.given(moved(scenario, 490_000, 31_000));
  }

  test('neither by an order that takes', () => {
    lost(0)
      .given(open(CAROL, 'short', 500_000, 1))
      .when(open(BOB, 'long', 500_000, 1, { timeInForce: 'ioc' }))
      .then(refused('margin.insufficient'));
  });

  test('nor by one that rested from before, although it holds all that it costs', () => {
    lost(489_000)
      .when(open(CAROL, 'short', 489_000, 1, { timeInForce: 'ioc' }))
      .then(
        occurred('PerpetualOrderPlaced', { user: CAROL }),
        occurred('PerpetualOrderCancelled', { user: BOB, reason: 'margin_short' }),
        occurred('PerpetualOrderCancelled', { user: CAROL, reason: 'time_in_force' }),
      );
  });
});

test('of an account that is liquidated nothing is taken in a market that stands still, also where that requires most', () => {
  const scenario = two().given(fund(BOB, FEES));
  const { exchange } = scenario;
  scenario.given(
    ...[open(BOB, 'long', 500_000, 500), open(ALICE, 'short', 500_000, 500)],
    ...[open(BOB, 'short', 30_000, 1_000, { market: ETH }), open(ALICE, 'long', 30_000, 1_000, { market: ETH })],
  );
  scenario.given(moved(scenario, 500_000, 31_000));
  scenario.given(staff({ type: 'SetPerpetualMarketState', market: ETH, state: 'maintenance' }));
  // Half a bitcoin loses 8,900 and requires 74 then; the short has lost 1,000 and requires 141.
  scenario.given(moved(scenario, 322_000, 31_000));
  const shares = exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === 'CrossShareSet'));
  expect(shares.map(({ market }) => market)).toEqual([PERP]);
  expect(exchange.state.perpetual.holdings.get(BOB)?.get(ETH)?.short?.lots).toBe(1_000);
});

test('while a liquidation waits what is published enters the index, and no mark is decided', () => {
  const scenario = both().given(fund(BOB, FEES));
  const { exchange } = scenario;
  scenario.given(moved(scenario, 420_000, 31_000));
  const { state } = exchange;
  // As between two slices of a cascade: a feed's command is taken, and nothing of what is owed.
  const stepper = createStepper({
    state,
    clock: () => exchange.now,
    onDraft({ batch }) {
      exchange.batches.push(batch);
      exchange.auditor.follow(batch);
    },
  });
  const published = (btc: number) => {
    exchange.now += 1_500;
    stepper.take(marks(btc, 31_000, exchange.now));
    return exchange.batches.at(-1)?.events.map(({ type }) => type);
  };
  expect(published(413_290)).toEqual(['IndexPublished', 'MarkPublished', 'MarkPublished']);
  // It would be safe again: who was hit is liquidated all the same.
  expect(published(500_000)).toEqual(['IndexPublished']);
  expect(state.index.symbols.get('BTC-USDT')?.latest?.price).toBe(500_000);
  expect(state.perpetual.contracts.get(PERP)?.mark.mark).toBe(413_290);
  stepper.settle('urgent', Infinity);
  expect(state.perpetual.holdings.get(BOB)?.get(PERP)?.long ?? null).toBeNull();
  expect(published(500_000)).toEqual(['IndexPublished', 'MarkPublished', 'MarkPublished']);
});

test('an account that is worth exactly what it has to keep is liquidated, with a unit more it is not', () => {
  // 3,018.15 of the short, 3,000 of which are lost at 3,300.0; both together require 377.65.
  const left = (amount: bigint): Scenario => {
    const scenario = both();
    scenario.given(moved(scenario, 500_000, 33_000));
    told(scenario, [drained(scenario, BOB, 'long', amount)]);
    emptied(scenario, BOB);
    return scenario.given({
      actor: `user/${CAROL}`,
      command: { type: 'SetLeverage', user: CAROL, market: PERP, leverage: 3 },
    });
  };
  const started = ({ exchange }: Scenario) =>
    exchange.batches.flatMap(({ events }) => events.filter(({ type }) => type === 'CrossLiquidationStarted'));
  expect(started(left(usdt('359.5') + 1n))).toEqual([]);
  expect(started(left(usdt('359.5')))).toHaveLength(1);
});

test('of what others have won the most pays first, and what is not needed stays', () => {
  const eth = { market: ETH };
  const scenario = both();
  scenario.given(moved(scenario, 490_000, 29_000));
  scenario.given(
    open(BOB, 'long', 29_000, 100, eth),
    open(ALICE, 'short', 29_000, 100, { ...eth, timeInForce: 'ioc' }),
  );
  scenario.given(transferred(BOB, freeOf(scenario)));
  scenario.given(moved(scenario, 446_000, 29_500), open(CAROL, 'long', 446_000, 1_000));
  scenario.given(close(BOB, 'long', 446_000, 1_000));
  // 500 of the short and 50 of the long; 5,424.53 less the margin of 5,024.75 are missing.
  const settled = scenario.exchange.batches.flatMap(({ events }) =>
    events.filter((event) => event.type === 'ProfitSettled'),
  );
  expect(settled.map(({ side, profit }) => [side, profit])).toEqual([['short', usdt('500')]]);
});
