/** What one wrong line of the core would change for positions and orders of perpetuals, an example each. */
import type { CoreEvent, EventOf } from '../../server/core/event';
import { ALICE, BOB, CAROL, occurred, refused, type Scenario, type Step } from '../tools/core-fixture';
import {
  PERP,
  close,
  drained,
  leverage,
  margin,
  open,
  opened,
  perpetuals,
  quiet,
  stop,
  told,
  trailing,
} from '../tools/perpetual-fixture';
import { usdt } from '../tools/perpetual-terms';

const M = 500_000;

const lotsOf = ({ exchange }: Scenario, user: number) =>
  exchange.state.perpetual.holdings.get(user)?.get(PERP)?.long?.lots ?? 0;
function all<T extends CoreEvent['type']>({ exchange }: Scenario, type: T): EventOf<T>[] {
  return exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === type)) as EventOf<T>[];
}

describe('how much somebody may have', () => {
  test('a position that has risen counts at the mark', () => {
    // 990 lots cost 49,500, within the first tier; at 51,000 they are worth 50,490, and the second allows 100 times.
    const scenario = perpetuals().given(leverage(BOB, 125), opened(M, 990));
    quiet(scenario, M + 10_000);
    scenario.when(open(BOB, 'long', M, 1)).then(refused('leverage.too.high'));
  });

  test('exactly a tenth of what the market may have', () => {
    perpetuals({ openInterestMax: usdt('2,000,000') })
      .when(open(BOB, 'long', M, 4_000))
      .then(occurred('PerpetualOrderPlaced'))
      .when(open(BOB, 'long', M, 1))
      .then(refused('position.too.large'));
  });
});

test('the narrower limit of a young market ends with its first ten minutes', () => {
  const scenario = perpetuals({}, 595_000);
  const { exchange } = scenario;
  const openedAt = exchange.state.perpetual.contracts.get(PERP)?.openedAt ?? 0;
  // 4 % above the mark is more than 2 %, and less than 5 %.
  const above = (): Step => open(BOB, 'long', M + 20_000, 1, { timeInForce: 'ioc' });
  scenario.given(open(ALICE, 'short', M + 20_000, 1));
  exchange.now = openedAt + 599_999;
  scenario.when(above()).then(refused('price.beyond.limit'));
  expect(exchange.now).toBe(openedAt + 600_000);
  scenario.given(above());
  expect(lotsOf(scenario, BOB)).toBe(1);
});

test('an isolated position may be closed at its bankruptcy price, and not beyond', () => {
  // 0.5 BTC at 60,000 with 20 times: 57,000. It is liquidated at 57,229.0.
  const scenario = quiet(perpetuals({ referencePrice: 600_000 }), 600_000);
  scenario.given(leverage(BOB, 20), opened(600_000, 500));
  quiet(scenario, 572_291).given(open(CAROL, 'long', 569_999, 500));
  scenario
    .when(close(BOB, 'long', 569_999, 500, { timeInForce: 'ioc' }))
    .then(occurred('PerpetualOrderPlaced'), occurred('PerpetualOrderCancelled', { reason: 'beyond_bankruptcy' }));
  scenario.given(open(CAROL, 'long', 570_000, 500), close(BOB, 'long', 570_000, 500, { timeInForce: 'ioc' }));
  expect(lotsOf(scenario, BOB)).toBe(0);
});

test('closing a part leaves the rest above its requirement, to the unit', () => {
  // A lot at 50,000.1 requires 22,750,045.5 units: two 45,500,091, one of them 22,750,046.
  const scenario = quiet(perpetuals(), M + 1).given(opened(M + 1, 2));
  told(scenario, [drained(scenario, BOB, 'long', 45_500_092n)]);
  scenario.given(open(CAROL, 'long', M + 1, 1), close(BOB, 'long', M + 1, 1, { timeInForce: 'ioc' }));
  expect(all(scenario, 'LiquidationStarted')).toEqual([]);
  const { hold = 0 } = scenario.exchange.state.perpetual.holdings.get(BOB)?.get(PERP)?.long ?? {};
  expect(scenario.exchange.state.holds.get(hold)?.remaining).toBe(22_750_047n);
});

test('what may be taken out of a position that has won is judged at the mark', () => {
  // 500 USDT with 20 times are 25 of margin; at 51,000 it has to be 25.5.
  const scenario = perpetuals().given(leverage(BOB, 20), opened(M, 10), margin('add', BOB, 'long', usdt('10')));
  quiet(scenario, M + 10_000);
  scenario.when(margin('take', BOB, 'long', usdt('9.5') + 1n)).then(refused('margin.insufficient'));
  scenario.when(margin('take', BOB, 'long', usdt('9.5'))).then(occurred('MarginAdjusted'));
});

test('a stop of a part waits for what it could not fill, and for no more', () => {
  const scenario = perpetuals().given(opened(M, 10));
  scenario.given(stop(BOB, 'long', 'stop_loss', M - 100, { quantity: 5 }), open(CAROL, 'long', M - 200, 2));
  scenario.given(open(CAROL, 'long', M - 100, 1), open(ALICE, 'short', M - 100, 1));
  expect(all(scenario, 'StopTriggered')).toMatchObject([{ lots: 5 }]);
  expect(all(scenario, 'StopAmended')).toMatchObject([{ quantity: 3 }]);
  scenario.given(open(CAROL, 'long', M - 300, 50), open(ALICE, 'short', M - 300, 1, { timeInForce: 'ioc' }));
  expect(lotsOf(scenario, BOB)).toBe(5);
});

test('a trailing stop is rounded away from the best price that it has seen', () => {
  const scenario = perpetuals().given(opened(M + 1, 10));
  // 0.1 % below 50,000.1: 49,950.0999, to the tick 49,950.0.
  scenario.given(trailing(BOB, 'long', { callbackBp: 10 }), open(CAROL, 'long', M - 2_000, 50));
  scenario.given(open(CAROL, 'long', M - 499, 1), open(ALICE, 'short', M - 499, 1));
  expect(all(scenario, 'StopTriggered')).toEqual([]);
  scenario.given(open(CAROL, 'long', M - 500, 1), open(ALICE, 'short', M - 500, 1));
  expect(all(scenario, 'StopTriggered')).toMatchObject([{ trigger: M - 500, extreme: M + 1 }]);
});
