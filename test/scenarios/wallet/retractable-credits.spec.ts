import {
  BOB,
  RICH,
  available,
  frozen,
  given,
  occurred,
  refused,
  staff,
  transfer,
  withdraw,
  CAROL,
  buy,
  asUser,
  placed,
  observe,
  restoredFromSnapshot,
  retract,
  DAVE,
  STARTED_AT,
  amend,
  cancelAll,
  cancelWithdrawal,
  finalize,
  indexTerms,
  later,
  marketSell,
  publish,
  quote,
  restingOrder,
  revert,
  sell,
  stopLimit,
  stopSell,
  traded,
} from '../../tools/fixtures/core-fixture';
import { STAKE, issueKey, robotTerms, startRobot } from '../../tools/fixtures/robot-fixture';
import { bitcoin, early, AMOUNT } from './wallet-fixture';

/** The index of BTC-USDT at 100 ticks. */
const priced = [indexTerms({ sourceStaleMs: 60_000, staleMs: 60_000 }), publish([100, 100])];
/** Bob has only BTC that is not final, and has sold `lots` of it at the index. */
const sold = (lots: number) => [
  ...priced,
  bitcoin(50n),
  transfer('BTC', 'spot', 'financial', RICH),
  restingOrder('buy', 100, lots),
  sell(100, lots),
];
/** The withdrawal fee of USDT. */
const FEE = 10n;

describe('a credit that its chain may revert', () => {
  test('ASVS 2.3.2: can be traded, but not withdrawn before it is final', () => {
    given()
      .when(early())
      .then(
        occurred('RechargeSeen'),
        occurred('RechargeCredited', { user: BOB, amount: AMOUNT, provisional: 1 }),
        available(BOB, 'USDT', RICH + AMOUNT),
      )
      .when(withdraw('USDT', RICH - FEE + 1n))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: `${RICH}` }))
      .when(finalize())
      .then(
        occurred('RechargeFinalized', { user: BOB, asset: 'USDT', amount: AMOUNT, reference: 'ERC20/0xabc/0' }),
        available(BOB, 'USDT', RICH + AMOUNT),
      )
      .when(withdraw('USDT', RICH - FEE + 1n))
      .then(occurred('WithdrawalApplied'));
  });

  test('leaves earlier funds withdrawable to the unit, and refunds too', () => {
    given(early())
      .when(withdraw('USDT', RICH - FEE))
      .then(occurred('WithdrawalApplied', { rule: undefined }), available(BOB, 'USDT', AMOUNT))
      .when(withdraw('USDT', 100n))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: '0' }))
      .when(cancelWithdrawal(1), withdraw('USDT', RICH - FEE))
      .then(occurred('WithdrawalCancelled'), occurred('WithdrawalApplied'));
  });

  test('adds up with others of its coin, also after a restart', () => {
    const scenario = given(early(), early({ reference: 'ERC20/0xabc/1' }));
    restoredFromSnapshot(scenario)
      .when(withdraw('USDT', RICH))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: `${RICH}` }))
      .when(finalize())
      .then(occurred('RechargeFinalized'))
      .when(withdraw('USDT', RICH + AMOUNT))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: `${RICH + AMOUNT}` }))
      .when(withdraw('USDT', RICH + AMOUNT - FEE))
      .then(occurred('WithdrawalApplied'));
  });

  test('becomes final once, and only after its credit', () => {
    given(early(), finalize()).when(finalize()).then(refused('recharge.unchanged'));
    given(observe(1)).when(finalize()).then(refused('recharge.unchanged'));
    given(observe(12)).when(finalize()).then(refused('recharge.unchanged'));
    given(early()).when(early()).then(refused('recharge.unchanged'));
  });

  test('deep enough when credited is final at once', () => {
    given(observe(1, { amount: AMOUNT, provisional: 1 }))
      .when(observe(12, { amount: AMOUNT, provisional: 0 }), withdraw('USDT', RICH + AMOUNT - FEE))
      .then(occurred('RechargeConfirmed'), occurred('RechargeCredited'), occurred('WithdrawalApplied'));
  });

  test('of one coin also blocks the coin it was traded into', () => {
    // Dave has nothing else: he sells the deposit for 100 USDT a lot.
    given(
      staff({ type: 'VerifyMember', user: DAVE }),
      ...priced,
      bitcoin(50n, { user: DAVE }),
      restingOrder('buy', 100, 60),
      asUser(DAVE, sell(100, 50)),
    )
      .then(available(DAVE, 'BTC', 0n), available(DAVE, 'USDT', 5_000n))
      .when(asUser(DAVE, withdraw('USDT', 100n)))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: '5000' }))
      .when(finalize('BTC/a/0'), asUser(DAVE, withdraw('USDT', 100n)))
      .then(occurred('RechargeFinalized'), occurred('WithdrawalApplied'));
  });

  test('of one coin leaves the surplus of another withdrawable', () => {
    given(...sold(20))
      .then(available(BOB, 'BTC', 30n), available(BOB, 'USDT', RICH + 2_000n))
      // Twenty are sold: 2,000 USDT of Bob's must stay.
      .when(withdraw('USDT', RICH - FEE + 1n))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: `${RICH + 2_000n}` }))
      .when(withdraw('USDT', RICH - FEE))
      .then(occurred('WithdrawalApplied', { rule: 2 }));
  });

  test('is covered again when bought back', () => {
    given(...sold(50), restingOrder('sell', 100, 50), buy(100, 50))
      .when(withdraw('USDT', RICH - FEE))
      .then(occurred('WithdrawalApplied'));
  });

  describe('traded into another coin', () => {
    const ETH = { market: 'ETH-USDT' };
    /** The index of ETH, 10.00 USDT: a lot of 1,000 units is worth 10,000 units. */
    const index = (price = 1_000) => publish([price, price], STARTED_AT, 'ETH-USDT');
    /**
     * Dave had only 500 units of BTC that are not final; with the 50,000 from their sale he bought five lots of ETH.
     */
    const made = () =>
      given(
        indexTerms({ symbol: 'ETH-USDT', sourceStaleMs: 60_000, staleMs: 60_000 }),
        index(),
        ...priced,
        staff({ type: 'VerifyMember', user: DAVE }),
        bitcoin(500n, { user: DAVE }),
        restingOrder('buy', 100, 500),
        asUser(DAVE, sell(100, 500)),
        restingOrder('sell', 100, 5, ETH),
        asUser(DAVE, buy(100, 5, ETH)),
      );
    /** All but 400 units leaves; the trading fee was 0.2 %. */
    const most = asUser(DAVE, withdraw('ETH', 4_990n - 400n));
    const refusal = refused('withdrawal.not.final', { asset: 'ETH', available: '4990' });

    test('stays blocked whatever price other accounts trade that coin at', () => {
      made()
        .when(most)
        .then(refusal)
        // One lot at twenty times the price, on the empty side of the book.
        .given(restingOrder('sell', 2_000, 1, ETH), asUser(CAROL, buy(2_000, 1, ETH)))
        .when(most)
        .then(refusal)
        .when(finalize('BTC/a/0'), most)
        .then(occurred('RechargeFinalized'), occurred('WithdrawalApplied'));
    });

    test('is not covered while the index is stale', () => {
      const scenario = given(
        indexTerms({ symbol: 'ETH-USDT', sourceStaleMs: 60_000, staleMs: 60_000 }),
        index(),
        ...sold(50),
      );
      // 5,000 USDT must be covered, and 10^9 units of ETH remain.
      const little = withdraw('ETH', 100n);
      scenario
        .when(little)
        .then(occurred('WithdrawalApplied'))
        .when(later(61_000, little))
        .then(refused('withdrawal.not.final'));
      scenario
        .given(publish([1_000, 1_000], scenario.exchange.now, 'ETH-USDT'))
        .when(little)
        .then(occurred('WithdrawalApplied'));
    });

    test('is not covered by a coin without an index', () => {
      given(...sold(50))
        .when(withdraw('ETH', 100n))
        .then(refused('withdrawal.not.final', { asset: 'ETH', available: `${RICH}` }));
    });
  });
});

describe('transfers of a credit that its chain may revert', () => {
  const kept = (asset: string, amount: bigint) => refused('transfer.not.final', { asset, available: `${amount}` });

  test('to another account are refused as withdrawals are', () => {
    for (const to of ['contract', 'financial', 'option'] as const) {
      given(early())
        .when(transfer('USDT', 'spot', to, RICH + 1n))
        .then(kept('USDT', RICH))
        .when(transfer('USDT', 'spot', to, RICH))
        .then(occurred('FundsTransferred', { rule: undefined }), available(BOB, 'USDT', AMOUNT));
      given(early())
        .when(finalize(), transfer('USDT', 'spot', to, RICH + 1n))
        .then(occurred('RechargeFinalized'), occurred('FundsTransferred'));
    }
  });

  test('are refused as another coin too; funds already there stay free', () => {
    given(...sold(50))
      .when(transfer('USDT', 'spot', 'contract', RICH + 1n))
      .then(kept('USDT', RICH + 5_000n))
      .when(transfer('USDT', 'spot', 'contract', RICH))
      .then(occurred('FundsTransferred', { rule: 2 }))
      .when(transfer('USDT', 'contract', 'financial', RICH), transfer('BTC', 'financial', 'option', RICH))
      .then(occurred('FundsTransferred', { rule: undefined }), occurred('FundsTransferred', { rule: undefined }));
  });

  test("into a robot's stake are refused", () => {
    const scenario = given(
      ...priced,
      indexTerms({ symbol: 'ETH-USDT', sourceStaleMs: 60_000, staleMs: 60_000 }),
      publish([10_000, 10_000], STARTED_AT, 'ETH-USDT'),
      robotTerms(),
      issueKey(BOB),
      early({ amount: STAKE }),
    );
    scenario
      .given(transfer('USDT', 'spot', 'contract', RICH))
      .when(startRobot(BOB, { amount: 1_000_000n }))
      .then(kept('USDT', 0n))
      .given(transfer('USDT', 'contract', 'spot', STAKE))
      .when(startRobot(BOB, { amount: STAKE + 1n }))
      .then(kept('USDT', STAKE))
      .when(startRobot(BOB, { amount: STAKE }))
      .then(occurred('RobotStarted'));
  });
});

describe('an order of a user with a credit that its chain may revert', () => {
  const beyond = (limit: number) => refused('order.not.final', { limit });

  test('cannot give it away below its value', () => {
    const TRUDY = CAROL;
    given(
      staff({ type: 'VerifyMember', user: DAVE }),
      ...priced,
      bitcoin(500n, { user: DAVE }),
      asUser(TRUDY, buy(2, 500)),
    )
      .when(asUser(DAVE, sell(2, 500)))
      .then(beyond(99), available(DAVE, 'BTC', 500n), available(TRUDY, 'BTC', RICH));
  });

  test('may trade 1 % worse than the index, and not a tick more', () => {
    given(...priced, bitcoin(50n), transfer('BTC', 'spot', 'financial', RICH))
      .when(sell(98, 1))
      .then(beyond(99))
      .when(buy(102, 1))
      .then(beyond(101))
      .when(sell(99, 1))
      .then(placed('rests'))
      .when(cancelAll(), buy(101, 1))
      .then(occurred('OrderCancelled'), placed('rests'))
      .when(finalize('BTC/a/0'), buy(200, 1))
      .then(occurred('RechargeFinalized'), placed('rests'));
  });

  test('rounds the limit in favour of the exchange', () => {
    // 1 % of an index of 150.5 ticks: no sale below 148.995, no purchase above 152.005.
    const between = [indexTerms({ decimals: 3, sourceStaleMs: 60_000, staleMs: 60_000 }), publish([1_505, 1_505])];
    given(...between, bitcoin(50n))
      .when(sell(148, 1))
      .then(beyond(149))
      .when(buy(153, 1))
      .then(beyond(152));
  });

  test('must trade at the index or better once 1 % is lost, however often it tries', () => {
    const scenario = given(
      staff({ type: 'VerifyMember', user: DAVE }),
      ...priced,
      bitcoin(500n, { user: DAVE }),
      asUser(CAROL, buy(99, 500)),
      asUser(DAVE, sell(99, 500)),
    ).then(available(DAVE, 'USDT', 49_500n));
    // The remainder is worth 99 %: one more loss of 1 %, and no third.
    scenario
      .given(asUser(CAROL, sell(101, 490)), asUser(DAVE, buy(101, 490)))
      .when(asUser(DAVE, sell(99, 490)))
      .then(beyond(100))
      .when(asUser(DAVE, sell(100, 490)))
      .then(placed('rests'));
  });

  test('at the market respects the same limit or is refused', () => {
    given(...priced, bitcoin(50n), restingOrder('buy', 100, 5), restingOrder('buy', 99, 5), restingOrder('buy', 98, 5))
      .when(marketSell(11))
      .then(beyond(99))
      .when(marketSell(10))
      .then(placed('takes'), traded(100, 5), traded(99, 5));
  });

  test('needs a fresh index and cannot wait for a trigger', () => {
    const scenario = given(...priced, bitcoin(50n));
    scenario
      .when(stopSell(90, 1))
      .then(refused('order.not.final'))
      .when(later(61_000, sell(100, 1)))
      .then(refused('order.not.final'))
      .given(publish([100, 100], scenario.exchange.now))
      .when(sell(100, 1))
      .then(placed('rests'));
  });

  test('from before stays, may shrink, and cannot be amended to worse', () => {
    given(...priced, buy(90, 5), sell(150, 5), stopLimit('sell', 80, 80, 5), bitcoin(50n))
      .when(amend(2, { price: 98 }))
      .then(beyond(99))
      .when(amend(2, { price: 99 }))
      .then(occurred('OrderAmended'))
      .when(amend(3, { quantity: 6 }))
      .then(refused('order.not.final'))
      .when(amend(3, { quantity: 4 }))
      .then(occurred('OrderAmended'))
      .when(amend(1, { price: 102 }))
      .then(beyond(101));
    // An older order with a price beyond the current limit.
    given(...priced, buy(120, 5), bitcoin(50n))
      .when(amend(1, { quantity: 6 }))
      .then(beyond(101))
      .when(amend(1, { quantity: 4 }))
      .then(occurred('OrderAmended'));
  });

  test('is limited in a quote the same way', () => {
    given(...priced, buy(90, 5), bitcoin(50n))
      .when(quote({ places: [{ side: 'sell', price: 98, quantity: 1 }] }))
      .then(refused('order.not.final', { limit: 99, piece: 'places/0' }))
      .when(quote({ amends: [{ order: 1, price: 102, quantity: 5 }] }))
      .then(refused('order.not.final', { limit: 101, piece: 'amends/0' }))
      .when(
        quote({ amends: [{ order: 1, price: 95, quantity: 5 }], places: [{ side: 'sell', price: 99, quantity: 1 }] }),
      )
      .then(occurred('OrderAmended'), occurred('OrderPlaced'));
  });
});

describe('a credit that its chain has reverted', () => {
  test('is frozen and never becomes final', () => {
    given(early())
      .when(revert())
      .then(
        occurred('RechargeReverted', { user: BOB, asset: 'USDT', amount: AMOUNT }),
        occurred('FundsFrozen', { user: BOB, asset: 'USDT', amount: AMOUNT, reason: 'gone' }),
        available(BOB, 'USDT', RICH),
        frozen(BOB, 'USDT', AMOUNT),
      )
      .when(finalize())
      .then(refused('recharge.unchanged'))
      .when(revert())
      .then(refused('recharge.unchanged'))
      .when(retract())
      .then(refused('recharge.unchanged'))
      .when(early())
      .then(refused('recharge.unchanged'))
      .when(withdraw('USDT', RICH - FEE))
      .then(occurred('WithdrawalApplied'), frozen(BOB, 'USDT', RICH + AMOUNT));
  });

  test('after being spent freezes the rest of it, and the account', () => {
    given(
      staff({ type: 'VerifyMember', user: DAVE }),
      ...priced,
      bitcoin(50n, { user: DAVE }),
      restingOrder('buy', 100, 60),
      asUser(DAVE, sell(100, 40)),
    )
      .when(revert('BTC/a/0'))
      .then(
        occurred('RechargeReverted', { user: DAVE }),
        occurred('FundsFrozen', { user: DAVE, asset: 'BTC', amount: 10n }),
        occurred('AccountFrozen', { user: DAVE, reason: 'gone' }),
      )
      .when(asUser(DAVE, withdraw('USDT', 100n)))
      .then(refused('account.frozen'));
  });

  test('after becoming final is ignored by the core', () => {
    given(early(), finalize()).when(revert()).then(refused('recharge.unchanged'));
    given(observe(12)).when(revert()).then(refused('recharge.unchanged'));
  });
});
