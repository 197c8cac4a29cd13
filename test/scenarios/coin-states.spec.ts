/** A coin under maintenance, or with one of its gates shut: what still goes on, and what is made up for afterwards. */
import type { AssetStates } from '../../server/core/market/order';
import { canonicalLines, restoreState } from '../../server/core/canonical-state';
import { stateHash } from '../../server/engine/state-hash';
import {
  ALICE,
  BOB,
  CAROL,
  RICH,
  SECOND,
  amend,
  approve,
  assetState,
  assignAddress,
  available,
  buy,
  by,
  cancel,
  cancelAll,
  cancelWithdrawal,
  cancelled,
  credit,
  failPayout,
  given,
  lastPrice,
  marketState,
  observe,
  occurred,
  pay,
  placed,
  quote,
  refused,
  rested,
  restarted,
  retract,
  sell,
  startPayout,
  stopSell,
  submitPayout,
  that,
  traded,
  transfer,
  triggered,
  turnDown,
  withdraw,
} from '../tools/core-fixture';

describe('a coin under maintenance', () => {
  const under = (asset: string) => assetState(asset, { trading: 'maintenance' });

  test.each(['BTC', 'USDT'])('%s has no new or amended order in any of its markets, and cancels', (asset) => {
    given(buy(100, 5), buy(90, 5))
      .when(under(asset))
      .then(occurred('AssetStateChanged', { asset, trading: 'maintenance', deposits: 'open', withdrawals: 'open' }))
      .when(sell(100, 1))
      .then(refused('coin.under.maintenance'))
      .when(amend(1, { quantity: 4 }))
      .then(refused('coin.under.maintenance'))
      .when(quote({ places: [{ side: 'sell', price: 110, quantity: 1 }] }))
      .then(refused('coin.under.maintenance'))
      .when(cancel(1))
      .then(cancelled(1, 'requested'))
      .when(cancelAll())
      .then(cancelled(2, 'requested'))
      .when(assetState(asset), sell(100, 1))
      .then(occurred('AssetStateChanged', { trading: 'open' }), placed('rests'));
  });

  test('leaves the markets of other coins alone', () => {
    given(under('BTC'))
      .when(buy(100, 1, { market: 'ETH-USDT' }))
      .then(placed('rests'));
  });

  test('is said after what its market says', () => {
    given(under('BTC'), marketState('closed')).when(buy(100, 1)).then(refused('coin.not.open'));
  });

  test('fires what was reached before it, and reaches nothing more', () => {
    const scenario = given(lastPrice(100), rested('buy', 95, 5), rested('buy', 94, 5), stopSell(96, 1));
    const stop = scenario.exchange.state.counters.order - 1;
    scenario
      .when(by(CAROL, sell(95, 1)), under('BTC'))
      .then(traded(95, 1), triggered(stop), traded(95, 1), occurred('AssetStateChanged'))
      .when(by(CAROL, sell(94, 1)))
      .then(refused('coin.under.maintenance'));
  });

  test('moves nothing between accounts and lets nothing be applied for; what was applied for goes on', () => {
    given(withdraw('USDT', 500n), under('USDT'))
      .when(transfer('USDT', 'spot', 'option', 5n))
      .then(refused('coin.under.maintenance'))
      .when(withdraw('USDT', 500n))
      .then(refused('coin.under.maintenance'))
      .when(transfer('BTC', 'spot', 'option', 5n))
      .then(occurred('FundsTransferred'))
      .when(approve(), startPayout(), pay())
      .then(occurred('WithdrawalApproved'), occurred('PayoutStarted'), occurred('WithdrawalPaid'))
      .when(credit('USDT', 5n, 'demo/1'))
      .then(occurred('RechargeCredited'));
  });
});

describe('while deposits are suspended', () => {
  const shut = assetState('USDT', { deposits: 'suspended' });

  test('a payment is followed and not credited, however deep it lies, and credited at the first look afterwards', () => {
    given(shut)
      .when(observe(1))
      .then(occurred('RechargeSeen', { amount: 500n }), available(BOB, 'USDT', RICH))
      .when(observe(12))
      .then(occurred('RechargeConfirmed', { confirmations: 12 }), available(BOB, 'USDT', RICH))
      // Deep enough: how much deeper is nothing to tell.
      .when(observe(13))
      .then(refused('recharge.unchanged'))
      .when(assetState('USDT'), observe(14))
      .then(
        occurred('AssetStateChanged'),
        occurred('RechargeConfirmed', { confirmations: 14 }),
        occurred('RechargeCredited', { amount: 500n }),
        available(BOB, 'USDT', RICH + 500n),
      )
      .when(observe(15))
      .then(refused('recharge.unchanged'));
  });

  test('the first look afterwards may find it as deep as the last one before', () => {
    given(shut, observe(12), assetState('USDT'))
      .when(observe(12))
      .then(occurred('RechargeCredited'), available(BOB, 'USDT', RICH + 500n));
  });

  test('what was followed before it began waits as well', () => {
    given(observe(11), shut)
      .when(observe(12))
      .then(occurred('RechargeConfirmed'), available(BOB, 'USDT', RICH))
      .when(assetState('USDT'), observe(13))
      .then(occurred('AssetStateChanged'), occurred('RechargeConfirmed'), occurred('RechargeCredited'));
  });

  test('what leaves its chain in the meantime is never credited', () => {
    given(shut, observe(12))
      .when(retract())
      .then(occurred('RechargeRetracted'))
      .when(assetState('USDT'))
      .then(occurred('AssetStateChanged'), available(BOB, 'USDT', RICH))
      .when(observe(12))
      .then(occurred('RechargeSeen'), occurred('RechargeCredited'));
  });

  test('a fork that brings it less deep is told', () => {
    given(shut, observe(12))
      .when(observe(5))
      .then(occurred('RechargeConfirmed', { confirmations: 5 }))
      .when(assetState('USDT'), observe(6))
      .then(occurred('AssetStateChanged'), occurred('RechargeConfirmed', { confirmations: 6 }));
  });

  test('what is too little fails as ever', () => {
    given(shut)
      .when(observe(1, { amount: 1n }))
      .then(occurred('RechargeSeen'), occurred('RechargeFailed', { reason: 'recharge.below.minimum' }));
  });

  test('nobody credits by hand, and other coins are credited', () => {
    given(shut, assetState('USD', { deposits: 'suspended' }))
      .when(credit('USDT', 5n, 'demo/1'))
      .then(refused('asset.deposits.suspended'))
      .when(credit('USD', 5n, 'bank/1'))
      .then(refused('asset.deposits.suspended'))
      .when(credit('BTC', 5n, 'demo/2'))
      .then(occurred('RechargeCredited'));
  });

  test('no address is given out on a chain that brings no other coin, and a known one stays known', () => {
    given(assignAddress(0), shut)
      .when(assignAddress(1, { user: ALICE }))
      .then(refused('asset.deposits.suspended'))
      .when(assignAddress(1))
      .then(refused('deposit.address.assigned'))
      .when(assignAddress(0, { user: ALICE, chain: 'BTC' }))
      .then(occurred('DepositAddressAssigned'));
  });

  test('trading and withdrawals go on', () => {
    given(shut)
      .when(buy(100, 1))
      .then(placed('rests'))
      .when(withdraw('USDT', 500n))
      .then(occurred('WithdrawalApplied'));
  });
});

describe('while withdrawals are suspended', () => {
  const shut = assetState('USDT', { withdrawals: 'suspended' });
  const open = assetState('USDT');

  test('none is applied for, and no other coin is meant', () => {
    given(shut)
      .when(withdraw('USDT', 500n))
      .then(refused('asset.withdrawals.suspended'))
      .when(withdraw('BTC', 5n))
      .then(occurred('WithdrawalApplied'))
      .when(transfer('USDT', 'spot', 'option', 5n))
      .then(occurred('FundsTransferred'));
  });

  test('none goes a step further until it is submitted; afterwards each goes on from where it was', () => {
    given(withdraw('USDT', 500n), shut)
      .when(approve())
      .then(refused('asset.withdrawals.suspended'))
      .when(open, approve(), shut)
      .then(occurred('AssetStateChanged'), occurred('WithdrawalApproved'), occurred('AssetStateChanged'))
      .when(startPayout())
      .then(refused('asset.withdrawals.suspended'))
      .when(open, startPayout(), shut)
      .then(occurred('AssetStateChanged'), occurred('PayoutStarted'), occurred('AssetStateChanged'))
      .when(submitPayout())
      .then(refused('asset.withdrawals.suspended'))
      .when(open, submitPayout(), shut)
      .then(occurred('AssetStateChanged'), occurred('PayoutSubmitted'), occurred('AssetStateChanged'))
      .when(pay())
      .then(occurred('WithdrawalPaid'));
  });

  test('what was submitted may fail, and is neither started nor submitted anew', () => {
    given(withdraw('USDT', 500n), approve(), startPayout(), submitPayout(), shut)
      .when(failPayout())
      .then(occurred('PayoutFailed'))
      .when(startPayout())
      .then(refused('asset.withdrawals.suspended'))
      .when(submitPayout())
      .then(refused('asset.withdrawals.suspended'))
      .when(turnDown(), turnDown(1, SECOND))
      .then(occurred('RejectionProposed'), occurred('WithdrawalRejected'), available(BOB, 'USDT', RICH));
  });

  test('what a person has sent is paid, and what was not may go back', () => {
    given(withdraw('USDT', 500n), withdraw('USDT', 600n), withdraw('USDT', 700n), approve(), startPayout(), shut)
      .when(pay())
      .then(occurred('WithdrawalPaid'))
      .when(cancelWithdrawal(2))
      .then(occurred('WithdrawalCancelled'))
      .when(turnDown(3))
      .then(occurred('WithdrawalRejected'), available(BOB, 'USDT', RICH - 510n));
  });
});

describe('the state of a coin', () => {
  test.each<Partial<AssetStates>>([
    { trading: 'maintenance' },
    { deposits: 'suspended' },
    { withdrawals: 'suspended' },
    { trading: 'maintenance', deposits: 'suspended', withdrawals: 'suspended' },
  ])('%o is kept by a restart, is part of the hash, and is not set twice', (states) => {
    const scenario = given(assetState('USDT', states));
    const { state } = scenario.exchange;
    expect(stateHash(restoreState(canonicalLines(state)))).toBe(stateHash(state));
    expect(restoreState(canonicalLines(state)).assets.get('USDT')).toMatchObject(states);
    restarted(scenario)
      .when(assetState('USDT', states))
      .then(refused('asset.state.unchanged'))
      .when(assetState('USDT'))
      .then(
        occurred('AssetStateChanged'),
        that((exchange) => {
          const opened = given().exchange.state.assets.get('USDT');
          expect(exchange.state.assets.get('USDT')).toEqual(opened);
        }),
      );
  });

  test('is no state of an unknown coin', () => {
    given()
      .when(assetState('DOGE', { trading: 'maintenance' }))
      .then(refused('asset.unknown'));
  });
});
