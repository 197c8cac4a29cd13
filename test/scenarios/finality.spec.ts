/** What a chain may still take back is traded with, and stays here until it is final. */
import {
  BOB,
  CAROL,
  DAVE,
  RICH,
  STARTED_AT,
  amend,
  available,
  buy,
  by,
  cancelAll,
  cancelWithdrawal,
  finalize,
  frozen,
  given,
  indexTerms,
  later,
  marketSell,
  observe,
  occurred,
  placed,
  publish,
  quote,
  refused,
  restarted,
  rested,
  retract,
  revert,
  sell,
  staff,
  stopLimit,
  stopSell,
  traded,
  transfer,
  withdraw,
} from '../tools/core-fixture';
import { STAKE, issued, robotTerms, started } from '../tools/robot-fixture';

const AMOUNT = 500_000n;
/** Bob has what he was rich with, and this beside it that may be taken back. */
const early = (fields: Parameters<typeof observe>[1] = {}) =>
  observe(12, { amount: AMOUNT, provisional: 1, ...fields });
/** As many units of BTC, which are worth 100 units of USDT each. */
const bitcoin = (amount: bigint, fields: Parameters<typeof observe>[1] = {}) =>
  early({ asset: 'BTC', chain: 'BTC', reference: 'BTC/a/0', amount, ...fields });
/** The index of BTC-USDT at 100 ticks. */
const priced = [indexTerms({ sourceStaleMs: 60_000, staleMs: 60_000 }), publish([100, 100])];
/** Bob has no BTC but what is not final, and has sold so many units of it at the index. */
const sold = (lots: number) => [
  ...priced,
  bitcoin(50n),
  transfer('BTC', 'spot', 'financial', RICH),
  rested('buy', 100, lots),
  sell(100, lots),
];
/** The fee of a withdrawal of USDT. */
const FEE = 10n;

describe('a credit that its chain may take back', () => {
  test('is there to trade with, and does not leave before it is final', () => {
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

  test('leaves to its owner what was there before, to the unit, and what a withdrawal gives back', () => {
    given(early())
      .when(withdraw('USDT', RICH - FEE))
      .then(occurred('WithdrawalApplied', { rule: undefined }), available(BOB, 'USDT', AMOUNT))
      .when(withdraw('USDT', 100n))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: '0' }))
      .when(cancelWithdrawal(1), withdraw('USDT', RICH - FEE))
      .then(occurred('WithdrawalCancelled'), occurred('WithdrawalApplied'));
  });

  test('is counted with all others of its coin, also by the next process', () => {
    const scenario = given(early(), early({ reference: 'ERC20/0xabc/1' }));
    restarted(scenario)
      .when(withdraw('USDT', RICH))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: `${RICH}` }))
      .when(finalize())
      .then(occurred('RechargeFinalized'))
      .when(withdraw('USDT', RICH + AMOUNT))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: `${RICH + AMOUNT}` }))
      .when(withdraw('USDT', RICH + AMOUNT - FEE))
      .then(occurred('WithdrawalApplied'));
  });

  test('is final once, and never before it is credited', () => {
    given(early(), finalize()).when(finalize()).then(refused('recharge.unchanged'));
    given(observe(1)).when(finalize()).then(refused('recharge.unchanged'));
    given(observe(12)).when(finalize()).then(refused('recharge.unchanged'));
    given(early()).when(early()).then(refused('recharge.unchanged'));
  });

  test('that lay deep enough when it was credited is final at once', () => {
    given(observe(1, { amount: AMOUNT, provisional: 1 }))
      .when(observe(12, { amount: AMOUNT, provisional: 0 }), withdraw('USDT', RICH + AMOUNT - FEE))
      .then(occurred('RechargeConfirmed'), occurred('RechargeCredited'), occurred('WithdrawalApplied'));
  });

  test('of one coin binds another as far as it was made into that', () => {
    // Dave has nothing else: he sells what came for 100 USDT a lot.
    given(
      staff({ type: 'VerifyMember', user: DAVE }),
      ...priced,
      bitcoin(50n, { user: DAVE }),
      rested('buy', 100, 60),
      by(DAVE, sell(100, 50)),
    )
      .then(available(DAVE, 'BTC', 0n), available(DAVE, 'USDT', 5_000n))
      .when(by(DAVE, withdraw('USDT', 100n)))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: '5000' }))
      .when(finalize('BTC/a/0'), by(DAVE, withdraw('USDT', 100n)))
      .then(occurred('RechargeFinalized'), occurred('WithdrawalApplied'));
  });

  test('of one coin leaves another alone that is worth more than it', () => {
    given(...sold(20))
      .then(available(BOB, 'BTC', 30n), available(BOB, 'USDT', RICH + 2_000n))
      // Twenty are not there: 2,000 USDT of what Bob has stay.
      .when(withdraw('USDT', RICH - FEE + 1n))
      .then(refused('withdrawal.not.final', { asset: 'USDT', available: `${RICH + 2_000n}` }))
      .when(withdraw('USDT', RICH - FEE))
      .then(occurred('WithdrawalApplied', { rule: 2 }));
  });

  test('is bought back and covered again', () => {
    given(...sold(50), rested('sell', 100, 50), buy(100, 50))
      .when(withdraw('USDT', RICH - FEE))
      .then(occurred('WithdrawalApplied'));
  });

  describe('and was made into another coin', () => {
    const ETH = { market: 'ETH-USDT' };
    /** Of ETH, 10.00 USDT: a lot of 1,000 units is worth 10,000 units. */
    const index = (price = 1_000) => publish([price, price], STARTED_AT, 'ETH-USDT');
    /** Dave had nothing but 500 units of BTC that are not final: of the 50,000 that he sold them for he has five lots of ETH. */
    const made = () =>
      given(
        indexTerms({ symbol: 'ETH-USDT', sourceStaleMs: 60_000, staleMs: 60_000 }),
        index(),
        ...priced,
        staff({ type: 'VerifyMember', user: DAVE }),
        bitcoin(500n, { user: DAVE }),
        rested('buy', 100, 500),
        by(DAVE, sell(100, 500)),
        rested('sell', 100, 5, ETH),
        by(DAVE, buy(100, 5, ETH)),
      );
    /** All but 400 units leaves. The fee of a trade was 0.2 %. */
    const most = by(DAVE, withdraw('ETH', 4_990n - 400n));
    const refusal = refused('withdrawal.not.final', { asset: 'ETH', available: '4990' });

    test('stays whatever two other accounts of its owner trade that coin at', () => {
      made()
        .when(most)
        .then(refusal)
        // One lot at twenty times the price, on the empty side of the book.
        .given(rested('sell', 2_000, 1, ETH), by(CAROL, buy(2_000, 1, ETH)))
        .when(most)
        .then(refusal)
        .when(finalize('BTC/a/0'), most)
        .then(occurred('RechargeFinalized'), occurred('WithdrawalApplied'));
    });

    test('is covered by nothing while the index is stale', () => {
      const scenario = given(
        indexTerms({ symbol: 'ETH-USDT', sourceStaleMs: 60_000, staleMs: 60_000 }),
        index(),
        ...sold(50),
      );
      // 5,000 USDT are to be covered, and a thousand million units of ETH stay.
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

    test('and where that coin has no index, it covers nothing', () => {
      given(...sold(50))
        .when(withdraw('ETH', 100n))
        .then(refused('withdrawal.not.final', { asset: 'ETH', available: `${RICH}` }));
    });
  });
});

describe('to another account of its owner a credit that its chain may take back', () => {
  const kept = (asset: string, amount: bigint) => refused('transfer.not.final', { asset, available: `${amount}` });

  test('goes no earlier than out of the exchange', () => {
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

  test('does not go as another coin either, and what lies there already stays free to go anywhere', () => {
    given(...sold(50))
      .when(transfer('USDT', 'spot', 'contract', RICH + 1n))
      .then(kept('USDT', RICH + 5_000n))
      .when(transfer('USDT', 'spot', 'contract', RICH))
      .then(occurred('FundsTransferred', { rule: 2 }))
      .when(transfer('USDT', 'contract', 'financial', RICH), transfer('BTC', 'financial', 'option', RICH))
      .then(occurred('FundsTransferred', { rule: undefined }), occurred('FundsTransferred', { rule: undefined }));
  });

  test('is no stake of a robot', () => {
    const scenario = given(
      ...priced,
      indexTerms({ symbol: 'ETH-USDT', sourceStaleMs: 60_000, staleMs: 60_000 }),
      publish([10_000, 10_000], STARTED_AT, 'ETH-USDT'),
      robotTerms(),
      issued(BOB),
      early({ amount: STAKE }),
    );
    scenario
      .given(transfer('USDT', 'spot', 'contract', RICH))
      .when(started(BOB, { amount: 1_000_000n }))
      .then(kept('USDT', 0n))
      .given(transfer('USDT', 'contract', 'spot', STAKE))
      .when(started(BOB, { amount: STAKE + 1n }))
      .then(kept('USDT', STAKE))
      .when(started(BOB, { amount: STAKE }))
      .then(occurred('RobotStarted'));
  });
});

describe('an order of whoever has a credit that its chain may take back', () => {
  const beyond = (limit: number) => refused('order.not.final', { limit });

  test('gives it to nobody for next to nothing', () => {
    const TRUDY = CAROL;
    given(staff({ type: 'VerifyMember', user: DAVE }), ...priced, bitcoin(500n, { user: DAVE }), by(TRUDY, buy(2, 500)))
      .when(by(DAVE, sell(2, 500)))
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

  test('trades between two ticks on the side of the house', () => {
    // 1 % of an index of 150.5 ticks: no sale below 148.995, no purchase above 152.005.
    const between = [indexTerms({ decimals: 3, sourceStaleMs: 60_000, staleMs: 60_000 }), publish([1_505, 1_505])];
    given(...between, bitcoin(50n))
      .when(sell(148, 1))
      .then(beyond(149))
      .when(buy(153, 1))
      .then(beyond(152));
  });

  test('trades at the index or better once some of it is lost, however often it tries', () => {
    const scenario = given(
      staff({ type: 'VerifyMember', user: DAVE }),
      ...priced,
      bitcoin(500n, { user: DAVE }),
      by(CAROL, buy(99, 500)),
      by(DAVE, sell(99, 500)),
    ).then(available(DAVE, 'USDT', 49_500n));
    // What is there is worth 99 %: once more, and no third time.
    scenario
      .given(by(CAROL, sell(101, 490)), by(DAVE, buy(101, 490)))
      .when(by(DAVE, sell(99, 490)))
      .then(beyond(100))
      .when(by(DAVE, sell(100, 490)))
      .then(placed('rests'));
  });

  test('at the market goes no further than that, or is not placed', () => {
    given(...priced, bitcoin(50n), rested('buy', 100, 5), rested('buy', 99, 5), rested('buy', 98, 5))
      .when(marketSell(11))
      .then(beyond(99))
      .when(marketSell(10))
      .then(placed('takes'), traded(100, 5), traded(99, 5));
  });

  test('waits for no trigger, and for an index', () => {
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

  test('placed before stays, becomes smaller, and is not amended to worse', () => {
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
    // One that gives more away than would be let now.
    given(...priced, buy(120, 5), bitcoin(50n))
      .when(amend(1, { quantity: 6 }))
      .then(beyond(101))
      .when(amend(1, { quantity: 4 }))
      .then(occurred('OrderAmended'));
  });

  test('is judged the same as a quote', () => {
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

describe('a credit that its chain has taken back', () => {
  test('is frozen, and is never final', () => {
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

  test('and is spent freezes what is left of it, and the account', () => {
    given(
      staff({ type: 'VerifyMember', user: DAVE }),
      ...priced,
      bitcoin(50n, { user: DAVE }),
      rested('buy', 100, 60),
      by(DAVE, sell(100, 40)),
    )
      .when(revert('BTC/a/0'))
      .then(
        occurred('RechargeReverted', { user: DAVE }),
        occurred('FundsFrozen', { user: DAVE, asset: 'BTC', amount: 10n }),
        occurred('AccountFrozen', { user: DAVE, reason: 'gone' }),
      )
      .when(by(DAVE, withdraw('USDT', 100n)))
      .then(refused('account.frozen'));
  });

  test('after it was final is no matter of the core', () => {
    given(early(), finalize()).when(revert()).then(refused('recharge.unchanged'));
    given(observe(12)).when(revert()).then(refused('recharge.unchanged'));
  });
});

describe('a payment of which one node alone tells', () => {
  const alone = (confirmations: number, aloneUpTo: bigint) => observe(confirmations, { amount: AMOUNT, aloneUpTo });
  /** What it is worth: five digits here, eight where it is valued. */
  const WORTH = AMOUNT * 1_000n;

  test('is followed and waits above what one node is believed', () => {
    given()
      .when(alone(1, WORTH - 1n), alone(12, WORTH - 1n))
      .then(
        occurred('RechargeSeen'),
        occurred('RechargeConfirmed', { confirmations: 12 }),
        available(BOB, 'USDT', RICH),
      )
      .when(alone(13, WORTH - 1n))
      .then(refused('recharge.unwitnessed'), available(BOB, 'USDT', RICH))
      // The second has said the same.
      .when(observe(13, { amount: AMOUNT }))
      .then(occurred('RechargeConfirmed'), occurred('RechargeCredited'), available(BOB, 'USDT', RICH + AMOUNT));
  });

  test('one of many small ones waits when together they are more than one node is believed', () => {
    const bounds = { provisional: 1, aloneUpTo: WORTH, aloneCoinUpTo: 2n * WORTH, aloneAllUpTo: 3n * WORTH } as const;
    const told = (output: number, fields: Parameters<typeof observe>[1] = {}) =>
      observe(12, { amount: AMOUNT, reference: `ERC20/0xabc/${output}`, ...bounds, ...fields });
    const scenario = given(told(1), told(2))
      .then(available(BOB, 'USDT', RICH + 2n * AMOUNT))
      .when(told(3, { amount: 100n, user: DAVE }))
      .then(occurred('RechargeSeen', { alone: 1 }), available(DAVE, 'USDT', 0n))
      .when(told(3, { amount: 100n, user: DAVE, confirmations: 13 }))
      .then(refused('recharge.unwitnessed'));
    // The next process counts on.
    restarted(scenario)
      .when(told(3, { amount: 100n, user: DAVE, confirmations: 14 }))
      .then(refused('recharge.unwitnessed'))
      // Whatever two agree on, and what is final, is credited beside them and makes no room.
      .when(observe(12, { amount: AMOUNT, reference: 'ERC20/0xabc/4', provisional: 1 }))
      .then(occurred('RechargeSeen'), occurred('RechargeCredited', { alone: undefined }))
      .when(told(5, { provisional: 0 }))
      .then(occurred('RechargeSeen'), occurred('RechargeCredited', { alone: undefined }))
      .when(told(3, { amount: 100n, user: DAVE, confirmations: 15 }))
      .then(refused('recharge.unwitnessed'))
      // One of them is final now.
      .when(finalize('ERC20/0xabc/1'), told(3, { amount: 100n, user: DAVE, confirmations: 16 }))
      .then(
        occurred('RechargeFinalized'),
        occurred('RechargeConfirmed'),
        occurred('RechargeCredited', { user: DAVE, alone: 1 }),
      );
  });

  test('and that was taken back makes no room for the next for thirty days, however often that happens', () => {
    const bounds = { provisional: 1, aloneCoinUpTo: 2n * WORTH, aloneAllUpTo: 3n * WORTH } as const;
    const told = (output: number, fields: Parameters<typeof observe>[1] = {}) =>
      observe(12, { amount: AMOUNT, reference: `ERC20/0xabc/${output}`, ...bounds, ...fields });
    const DAY_MS = 86_400_000;
    const waits = refused('recharge.unwitnessed');
    // One node makes up as much as it is believed, and drops its branch.
    const scenario = given(told(1), told(2))
      .when(revert('ERC20/0xabc/1'), revert('ERC20/0xabc/2'))
      .then(
        occurred('RechargeReverted', { alone: 1 }),
        occurred('FundsFrozen'),
        occurred('RechargeReverted', { alone: 1 }),
        occurred('FundsFrozen'),
      )
      .when(told(3, { user: DAVE }))
      .then(occurred('RechargeSeen', { alone: 1 }), available(DAVE, 'USDT', 0n));
    // The next process counts on, and so it does with another coin.
    restarted(scenario)
      .when(told(3, { user: DAVE, confirmations: 13 }))
      .then(waits)
      .when(observe(12, { asset: 'BTC', chain: 'BTC', reference: 'BTC/a/0', amount: 5_001n, ...bounds }))
      .then(occurred('RechargeSeen', { alone: 1 }), available(BOB, 'BTC', RICH))
      // What two agree on, and what was taken back of that, is no matter of it.
      .when(observe(12, { amount: AMOUNT, reference: 'ERC20/0xabc/4', provisional: 1 }), revert('ERC20/0xabc/4'))
      .then(
        occurred('RechargeSeen'),
        occurred('RechargeCredited'),
        occurred('RechargeReverted', { alone: undefined }),
        occurred('FundsFrozen'),
      )
      .when(later(29 * DAY_MS, told(3, { user: DAVE, confirmations: 14 })))
      .then(waits)
      .when(later(2 * DAY_MS, told(3, { user: DAVE, confirmations: 15 })))
      .then(occurred('RechargeConfirmed'), occurred('RechargeCredited', { user: DAVE, alone: 1 }))
      // The days of before are forgotten with the first of a new one.
      .when(revert('ERC20/0xabc/3'))
      .then(occurred('RechargeReverted'), occurred('FundsFrozen'));
    expect([...scenario.exchange.state.wallet.aloneGone.values()].map(({ amount }) => amount)).toEqual([AMOUNT]);
  });

  test('of another coin counts with those of the first', () => {
    const bounds = { provisional: 1, aloneCoinUpTo: 2n * WORTH, aloneAllUpTo: 2n * WORTH } as const;
    const bitcoin = { asset: 'BTC', chain: 'BTC', amount: 3n } as const;
    given(observe(12, { amount: 2n * AMOUNT, reference: 'ERC20/0xabc/1', ...bounds }))
      .then(available(BOB, 'USDT', RICH + 2n * AMOUNT))
      .when(observe(12, { ...bitcoin, reference: 'BTC/a/0', ...bounds }))
      .then(occurred('RechargeSeen', { alone: 1 }), available(BOB, 'BTC', RICH))
      .when(finalize('ERC20/0xabc/1'), observe(13, { ...bitcoin, reference: 'BTC/a/0', ...bounds }))
      .then(occurred('RechargeFinalized'), occurred('RechargeConfirmed'), occurred('RechargeCredited', { alone: 1 }));
  });

  test('is credited up to that value, and waits where nothing values it', () => {
    given().when(alone(12, WORTH)).then(occurred('RechargeSeen'), occurred('RechargeCredited'));
    given(
      staff({ type: 'ListAsset', asset: 'XYZ', scale: 2, withdrawalFee: 0n, withdrawalMin: 1n }),
      staff({ type: 'SetRechargeTerms', asset: 'XYZ', chain: 'XYZ', minimum: 1n, confirmations: 2 }),
    )
      .when(observe(2, { asset: 'XYZ', chain: 'XYZ', reference: 'XYZ/a/0', amount: 1n, aloneUpTo: 10n ** 18n }))
      .then(occurred('RechargeSeen'))
      .when(observe(3, { asset: 'XYZ', chain: 'XYZ', reference: 'XYZ/a/0', amount: 1n, aloneUpTo: 10n ** 18n }))
      .then(refused('recharge.unwitnessed'));
  });
});
