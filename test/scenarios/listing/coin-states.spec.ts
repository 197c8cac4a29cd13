/**
 * A coin under maintenance or with deposits or withdrawals suspended: what continues, and what is processed
 * afterwards.
 */
import { canonicalLines, restoreState } from '../../../server/products/core';
import type { AssetStates } from '../../../server/core/market/order';
import { stateHash } from '../../../server/engine/state-hash';
import {
  given,
  marketState,
  occurred,
  refused,
  expectThat,
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
  asUser,
  cancel,
  cancelAll,
  cancelWithdrawal,
  cancelled,
  credit,
  failPayout,
  lastPrice,
  observe,
  pay,
  placed,
  quote,
  restingOrder,
  restoredFromSnapshot,
  retract,
  sell,
  startPayout,
  stopSell,
  submitPayout,
  traded,
  transfer,
  triggered,
  rejectWithdrawal,
  withdraw,
} from '../../tools/fixtures/core-fixture';

describe('a coin under maintenance', () => {
  const under = (asset: string) => assetState(asset, { trading: 'maintenance' });

  test.each(['BTC', 'USDT'])('%s has no new or amended orders in any of its markets; cancelling works', (asset) => {
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

  test('does not affect markets of other coins', () => {
    given(under('BTC'))
      .when(buy(100, 1, { market: 'ETH-USDT' }))
      .then(placed('rests'));
  });

  test('yields to the code of the market state', () => {
    given(under('BTC'), marketState('closed')).when(buy(100, 1)).then(refused('coin.not.open'));
  });

  test('fires triggers reached before it, and reaches no more', () => {
    const scenario = given(lastPrice(100), restingOrder('buy', 95, 5), restingOrder('buy', 94, 5), stopSell(96, 1));
    const stop = scenario.exchange.state.counters.order - 1;
    scenario
      .when(asUser(CAROL, sell(95, 1)), under('BTC'))
      .then(traded(95, 1), triggered(stop), traded(95, 1), occurred('AssetStateChanged'))
      .when(asUser(CAROL, sell(94, 1)))
      .then(refused('coin.under.maintenance'));
  });

  test('blocks transfers and new withdrawals; earlier withdrawals continue', () => {
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

  test('follows a payment without crediting it at any depth, and credits it at the first observation afterwards', () => {
    given(shut)
      .when(observe(1))
      .then(occurred('RechargeSeen', { amount: 500n }), available(BOB, 'USDT', RICH))
      .when(observe(12))
      .then(occurred('RechargeConfirmed', { confirmations: 12 }), available(BOB, 'USDT', RICH))
      // Deep enough already: further confirmations are no event.
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

  test('credits at the first observation afterwards even at unchanged depth', () => {
    given(shut, observe(12), assetState('USDT'))
      .when(observe(12))
      .then(occurred('RechargeCredited'), available(BOB, 'USDT', RICH + 500n));
  });

  test('also holds back a deposit followed from before', () => {
    given(observe(11), shut)
      .when(observe(12))
      .then(occurred('RechargeConfirmed'), available(BOB, 'USDT', RICH))
      .when(assetState('USDT'), observe(13))
      .then(occurred('AssetStateChanged'), occurred('RechargeConfirmed'), occurred('RechargeCredited'));
  });

  test('never credits a deposit that leaves its chain meanwhile', () => {
    given(shut, observe(12))
      .when(retract())
      .then(occurred('RechargeRetracted'))
      .when(assetState('USDT'))
      .then(occurred('AssetStateChanged'), available(BOB, 'USDT', RICH))
      .when(observe(12))
      .then(occurred('RechargeSeen'), occurred('RechargeCredited'));
  });

  test('reports a fork that lowers the depth', () => {
    given(shut, observe(12))
      .when(observe(5))
      .then(occurred('RechargeConfirmed', { confirmations: 5 }))
      .when(assetState('USDT'), observe(6))
      .then(occurred('AssetStateChanged'), occurred('RechargeConfirmed', { confirmations: 6 }));
  });

  test('still fails a deposit below the minimum', () => {
    given(shut)
      .when(observe(1, { amount: 1n }))
      .then(occurred('RechargeSeen'), occurred('RechargeFailed', { reason: 'recharge.below.minimum' }));
  });

  test('refuses manual credits; other coins are credited', () => {
    given(shut, assetState('USD', { deposits: 'suspended' }))
      .when(credit('USDT', 5n, 'demo/1'))
      .then(refused('asset.deposits.suspended'))
      .when(credit('USD', 5n, 'bank/1'))
      .then(refused('asset.deposits.suspended'))
      .when(credit('BTC', 5n, 'demo/2'))
      .then(occurred('RechargeCredited'));
  });

  test('assigns no address on a chain that carries only this coin, and known addresses stay', () => {
    given(assignAddress(0), shut)
      .when(assignAddress(1, { user: ALICE }))
      .then(refused('asset.deposits.suspended'))
      .when(assignAddress(1))
      .then(refused('deposit.address.assigned'))
      .when(assignAddress(0, { user: ALICE, chain: 'BTC' }))
      .then(occurred('DepositAddressAssigned'));
  });

  test('allows trading and withdrawals', () => {
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

  test('refuses applications; other coins are not affected', () => {
    given(shut)
      .when(withdraw('USDT', 500n))
      .then(refused('asset.withdrawals.suspended'))
      .when(withdraw('BTC', 5n))
      .then(occurred('WithdrawalApplied'))
      .when(transfer('USDT', 'spot', 'option', 5n))
      .then(occurred('FundsTransferred'));
  });

  test('blocks each step up to submission; afterwards each withdrawal continues', () => {
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

  test('lets a submitted payout fail, and starts or submits none again', () => {
    given(withdraw('USDT', 500n), approve(), startPayout(), submitPayout(), shut)
      .when(failPayout())
      .then(occurred('PayoutFailed'))
      .when(startPayout())
      .then(refused('asset.withdrawals.suspended'))
      .when(submitPayout())
      .then(refused('asset.withdrawals.suspended'))
      .when(rejectWithdrawal(), rejectWithdrawal(1, SECOND))
      .then(occurred('RejectionProposed'), occurred('WithdrawalRejected'), available(BOB, 'USDT', RICH));
  });

  test('records a manual payout as paid; others may be cancelled or rejected', () => {
    given(withdraw('USDT', 500n), withdraw('USDT', 600n), withdraw('USDT', 700n), approve(), startPayout(), shut)
      .when(pay())
      .then(occurred('WithdrawalPaid'))
      .when(cancelWithdrawal(2))
      .then(occurred('WithdrawalCancelled'))
      .when(rejectWithdrawal(3))
      .then(occurred('WithdrawalRejected'), available(BOB, 'USDT', RICH - 510n));
  });
});

describe('the state of a coin', () => {
  test.each<Partial<AssetStates>>([
    { trading: 'maintenance' },
    { deposits: 'suspended' },
    { withdrawals: 'suspended' },
    { trading: 'maintenance', deposits: 'suspended', withdrawals: 'suspended' },
  ])('%o survives a restart, is part of the state hash, and is not set twice', (states) => {
    const scenario = given(assetState('USDT', states));
    const { state } = scenario.exchange;
    expect(stateHash(restoreState(canonicalLines(state)))).toBe(stateHash(state));
    expect(restoreState(canonicalLines(state)).assets.get('USDT')).toMatchObject(states);
    restoredFromSnapshot(scenario)
      .when(assetState('USDT', states))
      .then(refused('asset.state.unchanged'))
      .when(assetState('USDT'))
      .then(
        occurred('AssetStateChanged'),
        expectThat((exchange) => {
          const opened = given().exchange.state.assets.get('USDT');
          expect(exchange.state.assets.get('USDT')).toEqual(opened);
        }),
      );
  });

  test('is refused for an unknown coin', () => {
    given()
      .when(assetState('DOGE', { trading: 'maintenance' }))
      .then(refused('asset.unknown'));
  });
});
