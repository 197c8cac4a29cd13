/** One example for each rule of cross margin that a mutant of the core breaks. */
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
import {
  ETH,
  withCrossPositions,
  marks,
  moveMarks,
  settledMarks,
  transferred,
  twoMarkets,
} from '../../tools/fixtures/cross-fixture';
import {
  PERP,
  close,
  drainPosition,
  withoutAvailable,
  fund,
  open,
  applyEvents,
} from '../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';

const free = (user: number, amount: bigint) => available(user, 'USDT', amount, 'contract');
const freeOf = ({ exchange: { state } }: Scenario) =>
  state.ledger.wallets.contract.get(BOB)?.get('USDT')?.available.balance ?? 0n;
const FEES = usdt('16');

/** The ETH book, and with it the mark of 2,950.0, stands 2.0 below its index of 2,952.0. */
function markBelowIndex(scenario: Scenario, btc: number): void {
  const eth = { market: ETH };
  settledMarks(scenario, btc, 29_520).given(
    ...[open(CAROL, 'long', 29_500, 2_000, eth), open(ALICE, 'short', 29_500, 2_000, { ...eth, timeInForce: 'ioc' })],
    ...[open(ALICE, 'short', 29_510, 2_000, eth), open(CAROL, 'long', 29_490, 2_000, eth)],
  );
  for (let times = 0; times < 3; times++) scenario.given(moveMarks(scenario, btc, 29_520));
  expect(scenario.exchange.state.perpetual.contracts.get(ETH)?.mark).toMatchObject({ mark: 29_500, index: 29_520 });
}

test('settles a profit at the worse of mark and index: a short below its index, at the index', () => {
  const scenario = withCrossPositions();
  scenario.given(transferred(BOB, freeOf(scenario)));
  markBelowIndex(scenario, 444_000);
  scenario.given(open(CAROL, 'long', 444_000, 1_000));
  // The long loses 5,600; with 24.42 of fees 599.67 are missing beside its margin of 5,024.75. The short has won 500
  // at the mark, 480 at the index.
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

test('judges a closing fill with other profits at the worse of mark and index', () => {
  const eth = { market: ETH };
  const scenario = withCrossPositions().given(
    open(BOB, 'long', 30_000, 100, eth),
    open(ALICE, 'short', 30_000, 100, eth),
  );
  scenario.given(transferred(BOB, freeOf(scenario)));
  markBelowIndex(scenario, 420_000);
  // Margins of 8,344.55, 480 won at the index, 50 lost at the mark: 8,774.55. Closing costs 8,785.08, and 8,772.6875
  // at a slightly higher price.
  scenario
    .given(open(CAROL, 'long', 412_376, 1_000))
    .when(close(BOB, 'long', 412_376, 1_000, { timeInForce: 'ioc' }))
    .then(occurred('PerpetualOrderPlaced'), occurred('PerpetualOrderCancelled', { reason: 'beyond_bankruptcy' }));
  scenario.given(open(CAROL, 'long', 412_500, 1_000)).given(close(BOB, 'long', 412_500, 1_000));
  expect(scenario.exchange.state.perpetual.holdings.get(BOB)?.get(PERP)?.long ?? null).toBeNull();
});

describe('losses of an account are not free margin', () => {
  // From the worked example: 1,957.10 are available, and 124.75 more are lost or required by the mark.
  function lost(resting: number): Scenario {
    const scenario = withCrossPositions().given(fund(BOB, FEES));
    if (resting > 0) scenario.given(open(BOB, 'long', resting, 1));
    return scenario.given(moveMarks(scenario, 490_000, 31_000));
  }

  test('for an order that takes', () => {
    lost(0)
      .given(open(CAROL, 'short', 500_000, 1))
      .when(open(BOB, 'long', 500_000, 1, { timeInForce: 'ioc' }))
      .then(refused('margin.insufficient'));
  });

  test('for an order that rested before, although its hold covers its cost', () => {
    lost(489_000)
      .when(open(CAROL, 'short', 489_000, 1, { timeInForce: 'ioc' }))
      .then(
        occurred('PerpetualOrderPlaced', { user: CAROL }),
        occurred('PerpetualOrderCancelled', { user: BOB, reason: 'margin_short' }),
        occurred('PerpetualOrderCancelled', { user: CAROL, reason: 'time_in_force' }),
      );
  });
});

test('a liquidated account keeps its position in a suspended market, even if that requires most', () => {
  const scenario = twoMarkets().given(fund(BOB, FEES));
  const { exchange } = scenario;
  scenario.given(
    ...[open(BOB, 'long', 500_000, 500), open(ALICE, 'short', 500_000, 500)],
    ...[open(BOB, 'short', 30_000, 1_000, { market: ETH }), open(ALICE, 'long', 30_000, 1_000, { market: ETH })],
  );
  scenario.given(moveMarks(scenario, 500_000, 31_000));
  scenario.given(staff({ type: 'SetPerpetualMarketState', market: ETH, state: 'maintenance' }));
  // Half a bitcoin loses 8,900 and requires 74; the short has lost 1,000 and requires 141.
  scenario.given(moveMarks(scenario, 322_000, 31_000));
  const shares = exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === 'CrossShareSet'));
  expect(shares.map(({ market }) => market)).toEqual([PERP]);
  expect(exchange.state.perpetual.holdings.get(BOB)?.get(ETH)?.short?.lots).toBe(1_000);
});

test('while a liquidation waits, publications update the index but set no mark', () => {
  const scenario = withCrossPositions().given(fund(BOB, FEES));
  const { exchange } = scenario;
  scenario.given(moveMarks(scenario, 420_000, 31_000));
  const { state } = exchange;
  // As between two slices of a cascade: the feed's command runs, due work does not.
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
    stepper.execute(marks(btc, 31_000, exchange.now));
    return exchange.batches.at(-1)?.events.map(({ type }) => type);
  };
  expect(published(413_290)).toEqual(['IndexPublished', 'MarkPublished', 'MarkPublished']);
  // The account would be safe again, but is liquidated all the same.
  expect(published(500_000)).toEqual(['IndexPublished']);
  expect(state.index.symbols.get('BTC-USDT')?.latest?.price).toBe(500_000);
  expect(state.perpetual.contracts.get(PERP)?.mark.mark).toBe(413_290);
  stepper.runDueWork('urgent', Infinity);
  expect(state.perpetual.holdings.get(BOB)?.get(PERP)?.long ?? null).toBeNull();
  expect(published(500_000)).toEqual(['IndexPublished', 'MarkPublished', 'MarkPublished']);
});

test('liquidates an account worth exactly its requirement, and not with one unit more', () => {
  // 3,018.15 of the short, 3,000 of which are lost at 3,300.0; both positions require 377.65.
  const left = (amount: bigint): Scenario => {
    const scenario = withCrossPositions();
    scenario.given(moveMarks(scenario, 500_000, 33_000));
    applyEvents(scenario, [drainPosition(scenario, BOB, 'long', amount)]);
    withoutAvailable(scenario, BOB);
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

test('the largest profit of other positions pays first, and the rest stays', () => {
  const eth = { market: ETH };
  const scenario = withCrossPositions();
  scenario.given(moveMarks(scenario, 490_000, 29_000));
  scenario.given(
    open(BOB, 'long', 29_000, 100, eth),
    open(ALICE, 'short', 29_000, 100, { ...eth, timeInForce: 'ioc' }),
  );
  scenario.given(transferred(BOB, freeOf(scenario)));
  scenario.given(moveMarks(scenario, 446_000, 29_500), open(CAROL, 'long', 446_000, 1_000));
  scenario.given(close(BOB, 'long', 446_000, 1_000));
  // 500 of the short and 50 of the long; 5,424.53 less the margin of 5,024.75 are missing.
  const settled = scenario.exchange.batches.flatMap(({ events }) =>
    events.filter((event) => event.type === 'ProfitSettled'),
  );
  expect(settled.map(({ side, profit }) => [side, profit])).toEqual([['short', usdt('500')]]);
});
