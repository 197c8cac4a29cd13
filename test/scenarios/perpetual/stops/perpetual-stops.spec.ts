import { canonicalLines, restoreState } from '../../../../server/products/core';
import type { AmendStop } from '../../../../server/products/perpetual/core/stops/commands';
import {
  ALICE,
  BOB,
  CAROL,
  accountFrozen,
  withClientId,
  later,
  occurred,
  refused,
  expectThat,
  type Scenario,
  type Step,
} from '../../../tools/fixtures/core-fixture';
import {
  PERP,
  close,
  mark,
  open,
  openBothSides,
  perpetuals,
  perpetualState,
  stop,
} from '../../../tools/fixtures/perpetual-fixture';

const M = 500_000;

describe('stops of positions', () => {
  const moved = (scenario: Scenario, ms: number, ticks: number) => later(ms, mark(ticks, scenario.exchange.now + ms));
  const has = (user: number, side: 'long' | 'short', lots: number) =>
    expectThat(({ state }) => expect(state.perpetual.holdings.get(user)?.get(PERP)?.[side]?.lots ?? 0).toBe(lots));
  const stops = (...ids: number[]) => expectThat(({ state }) => expect([...state.stops.stops.keys()]).toEqual(ids));
  const placed = () => occurred('PerpetualOrderPlaced');
  const traded = (facts: object = {}) => occurred('PerpetualTraded', facts);
  const cancelStop = (user: number, id: number): Step => ({
    actor: `user/${user}`,
    command: { type: 'CancelStop', user, stop: id },
  });
  const amendStop = (user: number, id: number, wish: Partial<AmendStop>): Step => ({
    actor: `user/${user}`,
    command: { type: 'AmendStop', user, stop: id, ...wish },
  });
  /** Two other users trade at this price, below the last price. */
  const below = (ticks: number): Step[] => [open(CAROL, 'long', ticks, 1), open(ALICE, 'short', ticks, 1)];
  /** Bob is long ten lots. */
  const long = () => perpetuals().given(openBothSides(M, 10));

  test('a stop-loss by last price closes the whole position at its current size and ends', () => {
    long()
      .given(stop(BOB, 'long', 'stop_loss', M - 100), openBothSides(M, 5), open(CAROL, 'long', M - 200, 50))
      .when(below(M - 100))
      .then(
        placed(),
        placed(),
        traded(),
        occurred('StopTriggered', { stop: 3, kind: 'stop_loss', lots: 15, price: M - 100, contract: 1 }),
        placed(),
        traded({ takerMode: 'stop_loss', quantity: 15, price: M - 200 }),
        occurred('StopEnded', { stop: 3, reason: 'filled' }),
        has(BOB, 'long', 0),
        stops(),
      );
  });

  test('a partial take-profit by mark closes its part, also after a restart', () => {
    const scenario = long().given(
      stop(BOB, 'long', 'take_profit', M + 100, { triggerBy: 'mark', quantity: 4 }),
      open(CAROL, 'long', M - 5, 50),
    );
    scenario.exchange.restart(restoreState(canonicalLines(scenario.exchange.state)));
    scenario.given(later(61_000, mark(M + 50, scenario.exchange.now + 61_000)));
    scenario
      .when(moved(scenario, 2_000, M + 100))
      .then(
        occurred('IndexPublished'),
        occurred('MarkPublished'),
        occurred('StopTriggered', { stop: 3, lots: 4, triggerBy: 'mark', price: M + 100 }),
        placed(),
        traded({ takerMode: 'take_profit', quantity: 4 }),
        occurred('StopEnded', { stop: 3, reason: 'filled' }),
        has(BOB, 'long', 6),
      );
  });

  test('stops of a short lie on the opposite sides', () => {
    perpetuals()
      .given(open(CAROL, 'long', M, 10), open(BOB, 'short', M, 10))
      .when(stop(BOB, 'short', 'take_profit', M - 100), stop(BOB, 'short', 'stop_loss', M + 100))
      .then(occurred('StopPlaced'), occurred('StopPlaced'))
      .when(stop(BOB, 'short', 'take_profit', M + 100))
      .then(refused('take.profit.wrong.side'));
  });

  test('a partly filled stop stays armed with a reason, and the next price triggers it again', () => {
    const scenario = long().given(stop(BOB, 'long', 'stop_loss', M - 100), open(CAROL, 'long', M - 200, 4));
    scenario
      .when(below(M - 100))
      .then(
        placed(),
        placed(),
        traded(),
        occurred('StopTriggered', { lots: 10 }),
        placed(),
        traded({ quantity: 4 }),
        occurred('PerpetualOrderCancelled', { reason: 'no_liquidity', open: 6 }),
        occurred('StopAmended', { stop: 3, reason: 'no_liquidity', quantity: undefined }),
        has(BOB, 'long', 6),
      );
    scenario
      .when(below(M - 300))
      .then(
        placed(),
        placed(),
        traded(),
        occurred('StopTriggered', { lots: 6 }),
        placed(),
        occurred('PerpetualOrderCancelled', { reason: 'no_liquidity', open: 6 }),
        occurred('StopAmended', { stop: 3, reason: 'no_liquidity' }),
      );
    scenario
      .given(open(CAROL, 'long', M - 300, 10))
      .when(open(ALICE, 'short', M - 300, 1))
      .then(
        placed(),
        traded(),
        occurred('StopTriggered', { lots: 6 }),
        placed(),
        traded({ quantity: 6 }),
        occurred('StopEnded', { reason: 'filled' }),
      );
  });

  test('with a limit closes at no worse price', () => {
    long()
      .given(stop(BOB, 'long', 'stop_loss', M - 100, { price: M - 150, quantity: 8 }), open(CAROL, 'long', M - 200, 50))
      .when(open(ALICE, 'short', M - 200, 1))
      .then(
        placed(),
        traded(),
        occurred('StopTriggered'),
        occurred('PerpetualOrderPlaced', { kind: 'limit', price: M - 150, quantity: 8 }),
        occurred('PerpetualOrderCancelled', { reason: 'time_in_force' }),
        occurred('StopAmended', { reason: 'time_in_force', quantity: 8, price: M - 150 }),
      );
  });

  test('takes lots from resting close orders', () => {
    long()
      .given(close(BOB, 'long', M + 50, 8), stop(BOB, 'long', 'stop_loss', M - 100), open(CAROL, 'long', M - 200, 50))
      .when(below(M - 100))
      .then(
        placed(),
        placed(),
        traded(),
        occurred('StopTriggered', { lots: 10 }),
        occurred('PerpetualOrderCancelled', { order: 3, reason: 'position_closed' }),
        placed(),
        traded({ quantity: 10 }),
        occurred('StopEnded'),
      );
  });

  test('ends with its position before anything else, and does not return with the next position', () => {
    const scenario = long().given(
      stop(BOB, 'long', 'stop_loss', M - 100),
      stop(BOB, 'long', 'take_profit', M + 100),
      open(CAROL, 'long', M, 10),
    );
    scenario
      .when(close(BOB, 'long', M, 10))
      .then(
        placed(),
        traded(),
        occurred('StopEnded', { stop: 3, reason: 'position_closed' }),
        occurred('StopEnded', { stop: 4, reason: 'position_closed' }),
        stops(),
      );
    scenario
      .given(openBothSides(M, 5))
      .when(below(M - 100))
      .then(placed(), placed(), traded());
  });

  test('two stops triggered together close at most the position', () => {
    long()
      .given(
        stop(BOB, 'long', 'stop_loss', M - 100, { quantity: 8 }),
        stop(BOB, 'long', 'stop_loss', M - 90, { quantity: 8 }),
        open(CAROL, 'long', M - 200, 50),
      )
      .when(below(M - 100))
      .then(
        placed(),
        placed(),
        traded(),
        occurred('StopTriggered', { stop: 4, lots: 8 }),
        placed(),
        traded(),
        occurred('StopEnded', { stop: 4, reason: 'filled' }),
        occurred('StopTriggered', { stop: 3, lots: 2 }),
        placed(),
        traded(),
        occurred('StopEnded', { stop: 3, reason: 'filled' }),
      );
  });

  test('can be amended and cancelled, and survives a freeze', () => {
    const scenario = long().given(stop(BOB, 'long', 'stop_loss', M - 100), open(CAROL, 'long', M - 300, 50));
    scenario.when(amendStop(BOB, 3, { trigger: M - 200, quantity: 5 })).then(occurred('StopAmended', { quantity: 5 }));
    scenario.when(amendStop(BOB, 3, { trigger: M + 200 })).then(refused('stop.loss.wrong.side'));
    scenario.when(amendStop(BOB, 3, { quantity: 5 })).then(refused('amend.nothing'));
    scenario.when(amendStop(ALICE, 3, { quantity: 6 })).then(refused('stop.not.found'));
    scenario.when(amendStop(BOB, 3, { quantity: 6, market: 'ETH-USDT-PERP' })).then(refused('stop.not.found'));
    scenario.when(below(M - 100)).then(placed(), placed(), traded());
    scenario.given(accountFrozen(BOB));
    scenario
      .when(below(M - 200))
      .then(
        placed(),
        placed(),
        traded(),
        occurred('StopTriggered', { lots: 5 }),
        placed(),
        traded(),
        occurred('StopEnded'),
      );
    scenario.given(stop(BOB, 'long', 'stop_loss', M - 1_000));
    const [id] = scenario.exchange.state.stops.stops.keys();
    scenario.when(cancelStop(ALICE, id)).then(refused('stop.not.found'));
    scenario.when(cancelStop(BOB, id)).then(occurred('StopEnded', { reason: 'requested' }), stops());
  });

  test('is not triggered by mark while the market is closed', () => {
    const scenario = long().given(
      stop(BOB, 'long', 'stop_loss', M - 100, { triggerBy: 'mark' }),
      perpetualState('maintenance'),
    );
    scenario.when(moved(scenario, 2_000, M - 500)).then(occurred('IndexPublished'), occurred('MarkPublished'));
  });

  test.each<[string, Step, string]>([
    ['of nobody', stop(99, 'long', 'stop_loss', M - 1), 'account.unknown'],
    ['without a position', stop(BOB, 'short', 'stop_loss', M + 1), 'position.none'],
    ['at nothing', stop(BOB, 'long', 'stop_loss', 0), 'stop.zero'],
    ['where the price is', stop(BOB, 'long', 'stop_loss', M), 'trigger.at.last.price'],
    ['where the mark is', stop(BOB, 'long', 'stop_loss', M, { triggerBy: 'mark' }), 'trigger.at.mark'],
    ['above, to stop a loss', stop(BOB, 'long', 'stop_loss', M + 1), 'stop.loss.wrong.side'],
    ['below, to take a profit', stop(BOB, 'long', 'take_profit', M - 1), 'take.profit.wrong.side'],
    ['with a limit out of range', stop(BOB, 'long', 'stop_loss', M - 1, { price: 0 }), 'price.out.of.range'],
    ['of no lots', stop(BOB, 'long', 'stop_loss', M - 1, { quantity: 0 }), 'quantity.not.positive'],
  ])('is refused %s', (_, step, code) => {
    long()
      .when(step)
      .then(refused(code as 'position.none'));
  });

  test('returns the first result on a retry', () => {
    const again = withClientId('a', stop(BOB, 'long', 'stop_loss', M - 1));
    long()
      .given(again)
      .when(again)
      .then(expectThat((_, { outcomes }) => expect(outcomes).toMatchObject([{ id: 3, repeated: true }])));
  });
});
