import { canonicalLines, restoreState, evolve, createState } from '../../server/products/core';
import { positionOf, type Batch } from '../../server/core/event';
import { type CoreState } from '../../server/core/state';
import {
  ADMIN,
  ALICE,
  BOB,
  BTC_USDT,
  CAROL,
  Exchange,
  RICH,
  SECOND,
  Scenario,
  accountFrozen,
  accountUnfrozen,
  amend,
  approve,
  available,
  book,
  buy,
  asUser,
  cancel,
  cancelAll,
  cancelWithdrawal,
  cancelled,
  closed,
  credit,
  failPayout,
  frozen,
  given,
  marketBuy,
  marketState,
  observe,
  occurred,
  open,
  pay,
  placed,
  refused,
  restingOrder,
  sell,
  staff,
  startPayout,
  stopBuyFor,
  stopLimit,
  stopSell,
  submitPayout,
  system,
  expectThat,
  traded,
  transfer,
  rejectWithdrawal,
  withdraw,
  type Step,
} from '../tools/fixtures/core-fixture';

const ended = (order: number, lots?: number) => cancelled(order, 'account_frozen', lots);
const froze = (user = BOB) => occurred('AccountFrozen', { user });

describe('the orders of a frozen account', () => {
  /** One order in each possible place. */
  test.each<[string, Step[], number]>([
    ['rests', [buy(90, 5)], 5],
    ['rests, filled in part', [buy(100, 5), asUser(ALICE, sell(100, 2))], 3],
    ['waits for its trigger, to sell', [stopLimit('sell', 105, 106, 5)], 5],
    ['waits for its trigger, to buy at a limit', [stopLimit('buy', 95, 96, 5)], 5],
    ['waits for its trigger, to sell at what there is', [stopSell(95, 5)], 5],
    ['waits for its trigger, to buy for an amount', [stopBuyFor(105, 500n)], 0],
    ['rests in a market that takes no orders', [buy(90, 5), marketState('maintenance')], 5],
  ])('are cancelled when one %s', (_, steps, lots) => {
    given(...steps)
      .when(accountFrozen())
      .then(
        froze(),
        ended(1, lots),
        closed(1),
        frozen(BOB, 'USDT', 0n),
        frozen(BOB, 'BTC', 0n),
        book('buy'),
        book('sell'),
      );
  });

  test('are cancelled in one follow-up batch over all markets, oldest first', () => {
    given(
      sell(110, 1),
      sell(110, 1, { market: 'ETH-USDT' }),
      stopSell(90, 1),
      restingOrder('sell', 111, 1),
      sell(112, 1),
    )
      .when(accountFrozen())
      .then(
        froze(),
        ended(1),
        ended(2),
        ended(3),
        ended(5),
        open(4),
        expectThat((_, { batches }) => {
          const [freeze, ...followUps] = batches;
          expect(freeze.events).toHaveLength(1);
          expect(followUps.map(({ command, actor }) => ({ ...command, actor }))).toEqual([
            { type: 'EndFrozenOrders', cause: positionOf(freeze), actor: 'clock' },
          ]);
        }),
      );
  });

  test('are cancelled whoever freezes the account', () => {
    for (const actor of [ADMIN, `user/${BOB}`] as const)
      given(buy(90, 5))
        .when({ ...accountFrozen(), actor })
        .then(froze(), ended(1, 5));
  });

  test('no longer match or trigger', () => {
    given(sell(101, 5), stopSell(102, 5), stopLimit('buy', 102, 110, 5), accountFrozen())
      .when(asUser(CAROL, buy(101, 5)), restingOrder('sell', 102, 1), asUser(CAROL, buy(102, 1)))
      .then(traded(102, 1, { maker: ALICE, taker: CAROL }), book('buy', [4, 101, 5]), book('sell'));
  });

  test('leave the orders of others unchanged', () => {
    given(restingOrder('sell', 101, 5), sell(101, 5), asUser(CAROL, sell(101, 5)), accountFrozen())
      .when(asUser(CAROL, buy(100, 1)), asUser(ALICE, buy(101, 5, { selfTrade: 'cancel_maker' })))
      .then(cancelled(1, 'self_trade'), traded(101, 5, { makerOrder: 3 }));
  });

  test('produce no follow-up batch if there are none', () => {
    given(buy(90, 5), cancel(1))
      .when(accountFrozen())
      .then(
        froze(),
        expectThat((_, { batches }) => expect(batches).toHaveLength(1)),
      );
  });

  test('are cancelled in as many batches as needed, each within the batch limit', () => {
    const many = { ...BTC_USDT, market: 'ETH-BTC', base: 'ETH', quote: 'BTC', tick: '0.1', lot: '0.01' };
    const scenario = given(
      staff({ type: 'ListMarket', ...many, openOrdersMax: 2_000 }),
      marketState('open', 'ETH-BTC'),
      sell(110, 1),
    );
    for (let order = 0; order < 1_100; order++) scenario.given(sell(110, 1, { market: 'ETH-BTC' }));
    scenario
      .given(sell(110, 1), accountFrozen())
      .when(asUser(CAROL, buy(110, 1)))
      .then(placed('rests'));
    const batches = scenario.exchange.batches.slice(-5, -1);
    expect(batches.map(({ command, events }) => [command.type, events.length])).toEqual([
      ['FreezeAccount', 1],
      ['EndFrozenOrders', 500],
      ['EndFrozenOrders', 500],
      ['EndFrozenOrders', 102],
    ]);
    expect(batches.slice(1).map(({ command }) => command.cause)).toEqual(batches.slice(0, 3).map(positionOf));
    const orders = batches.slice(1).flatMap(({ events }) => events.map((event) => 'order' in event && event.order));
    expect(orders).toEqual(Array.from({ length: 1_102 }, (_, index) => index + 1));
  });

  /** State rebuilt from the journal up to the freeze. */
  const upToFreeze = ({ batches }: Exchange): CoreState => {
    const state = createState();
    for (const batch of batches.slice(0, batches.findIndex(isFreeze) + 1)) evolve(state, batch);
    return state;
  };
  const isFreeze = ({ command }: Batch): boolean => command.type === 'FreezeAccount';

  test.each<[string, (state: CoreState) => CoreState]>([
    ['from the journal', (state) => state],
    ['from a snapshot', (state) => restoreState(canonicalLines(state))],
  ])('are cancelled before anything else after a crash in between: %s', (_, memory) => {
    const { exchange } = given(buy(90, 5), stopSell(95, 5), accountFrozen());
    const state = memory(upToFreeze(exchange));
    const again = new Exchange(state);
    again.auditor.follow = () => undefined;
    again.auditor.compare = () => undefined;
    new Scenario(again).when(asUser(ALICE, sell(90, 5))).then(
      ended(1),
      ended(2),
      occurred('OrderPlaced', { order: 3, disposition: 'rests' }),
      expectThat((__, { batches }) => {
        const freeze = exchange.batches.findLast(isFreeze)!;
        expect(batches[0].command).toEqual({ type: 'EndFrozenOrders', cause: positionOf(freeze) });
      }),
    );
  });
});

describe('a frozen account', () => {
  test.each<[string, Step]>([
    ['places a limit order', buy(90, 5)],
    ['places a market order', marketBuy(5)],
    ['places an order with a trigger', stopSell(90, 5)],
    ['moves funds between its accounts', transfer('USDT', 'spot', 'option', 5n)],
    ['applies for a withdrawal', withdraw('USDT', 500n)],
  ])('no longer %s', (_, step) => {
    given(accountFrozen()).when(step).then(refused('account.frozen'));
  });

  test('cannot amend or cancel orders', () => {
    given(buy(90, 5), accountFrozen())
      .when(amend(1, { quantity: 4 }))
      .then(refused('account.frozen'))
      .when(cancel(1))
      .then(refused('order.not.found'))
      .when(cancelAll())
      .then(refused('order.not.found'));
  });

  test('is credited with deposits, and staff freeze and release its funds', () => {
    given(accountFrozen())
      .when(observe(12), credit('USD', 5n, 'bank/1'))
      .then(
        occurred('RechargeSeen'),
        occurred('RechargeCredited'),
        occurred('RechargeCredited'),
        available(BOB, 'USDT', RICH + 500n),
      )
      .when(
        staff({ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 5n, reason: 'claim' }),
        staff({ type: 'UnfreezeFunds', hold: 1, reason: 'settled' }),
      )
      .then(occurred('FundsFrozen'), occurred('FundsUnfrozen'));
  });

  test('works again once unfrozen, and its orders stay cancelled', () => {
    given(buy(90, 5), withdraw('USDT', 500n), accountFrozen())
      .when(accountUnfrozen(), buy(90, 5), approve())
      .then(
        occurred('AccountUnfrozen'),
        occurred('OrderPlaced', { disposition: 'rests' }),
        occurred('WithdrawalApproved'),
        closed(1),
        book('buy', [2, 90, 5]),
      );
  });
});

describe('a withdrawal of a frozen account', () => {
  const large = staff({ type: 'SetWithdrawalReview', secondApprovalAbove: 0n });
  const coin = withdraw('USDT', 500n);
  const dollars = [credit('USD', 1_000n, 'bank/1'), withdraw('USD', 500n)];
  const outcome = (step: Step, ...way: Step[]): string => {
    const { exchange } = given(...way, accountFrozen()).when(step);
    const [last] = exchange.batches.slice(-1);
    return last.command.type === 'FreezeAccount' ? 'refused' : last.events[0].type;
  };
  const payBySystem = system({ type: 'PayWithdrawal', withdrawal: 1, reference: 'ERC20/0xabc/0' });

  /** The outcome of each act in each state in which the freeze finds the withdrawal. */
  test.each<[string, Step[], Record<string, string>]>([
    ['applied for', [coin], { reject: 'WithdrawalRejected', cancel: 'WithdrawalCancelled' }],
    [
      'approved by the first of two',
      [large, coin, approve(1, SECOND)],
      { reject: 'WithdrawalRejected', cancel: 'WithdrawalCancelled' },
    ],
    ['approved', [coin, approve()], { reject: 'RejectionProposed' }],
    [
      'approved, its rejection proposed',
      [coin, approve(), rejectWithdrawal(1, SECOND)],
      { reject: 'WithdrawalRejected' },
    ],
    [
      'being paid on a chain',
      [coin, approve(), startPayout()],
      { pay: 'WithdrawalPaid', payBySystem: 'WithdrawalPaid', reject: 'RejectionProposed' },
    ],
    [
      'submitted to a chain',
      [coin, approve(), startPayout(), submitPayout()],
      { pay: 'WithdrawalPaid', payBySystem: 'WithdrawalPaid', fail: 'PayoutFailed' },
    ],
    [
      'proven to have failed there',
      [coin, approve(), startPayout(), submitPayout(), failPayout()],
      { pay: 'WithdrawalPaid', payBySystem: 'WithdrawalPaid', reject: 'RejectionProposed' },
    ],
    ['being paid by a bank', [...dollars, approve(), startPayout()], { reject: 'RejectionProposed' }],
  ])('that was %s', (_, way, possible) => {
    const acts = {
      approve: approve(),
      start: startPayout(),
      submit: submitPayout(),
      fail: failPayout(),
      pay: pay(),
      payBySystem,
      reject: rejectWithdrawal(),
      cancel: cancelWithdrawal(1),
    };
    const come = Object.entries(acts).map(([name, step]) => [name, outcome(step, ...way)]);
    expect(Object.fromEntries(come.filter(([, event]) => event !== 'refused'))).toEqual(possible);
  });

  test('names the freeze if it is the only obstacle', () => {
    given(coin, accountFrozen())
      .when(approve())
      .then(refused('account.frozen'), frozen(BOB, 'USDT', 510n));
    given(coin, approve(), accountFrozen()).when(startPayout()).then(refused('account.frozen'));
    given(coin, approve(), startPayout(), accountFrozen()).when(submitPayout()).then(refused('account.frozen'));
    given(...dollars, approve(), startPayout(), accountFrozen())
      .when(pay())
      .then(refused('account.frozen'), frozen(BOB, 'USD', 505n, 'legal'));
  });

  test('is refunded to the frozen account and stays there', () => {
    given(coin, accountFrozen())
      .when(rejectWithdrawal())
      .then(occurred('WithdrawalRejected'), available(BOB, 'USDT', RICH))
      .when(withdraw('USDT', 500n))
      .then(refused('account.frozen'));
  });

  test('continues once the account is unfrozen', () => {
    given(large, coin, approve(1, SECOND), accountFrozen(), accountUnfrozen())
      .when(approve(), startPayout())
      .then(occurred('WithdrawalApproved', { complete: 1 }), occurred('PayoutStarted'));
    given(...dollars, approve(), startPayout(), accountFrozen(), accountUnfrozen())
      .when(pay())
      .then(occurred('WithdrawalPaid'), frozen(BOB, 'USD', 0n, 'legal'));
  });

  test('of another account is not affected', () => {
    given(coin, accountFrozen(ALICE))
      .when(approve(), startPayout(), pay())
      .then(occurred('WithdrawalApproved'), occurred('PayoutStarted'), occurred('WithdrawalPaid'));
  });
});
