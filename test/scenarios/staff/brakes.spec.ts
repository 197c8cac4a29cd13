/** Acts of one member of staff: effective at once, and they lapse unless another member keeps them. */
import { canonicalLines, restoreState } from '../../../server/products/core';
import {
  ADMIN,
  BOB,
  SECOND,
  accountFrozen,
  assetState,
  buy,
  marketState,
  occurred,
  refused,
  staff,
  system,
  expectThat,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import {
  DAY,
  FIRST_ID,
  HOUR,
  SECOND_ID,
  THIRD,
  confirmProposal,
  keepAct,
  passTime,
  rulesOf,
  sendAs,
  withStaff,
} from '../../tools/fixtures/staff-fixture';
import { halted, limit, recharge, certified, isMarket } from './staff-acts-fixture';

const BRAKE_MS = 4 * HOUR;
const secondsHalt = sendAs(SECOND, halted.command);
/** How each act ended, in order; also after a restart. */
const haveEnded = (...ends: (string | null)[]) =>
  expectThat(({ state }) => {
    for (const { staff: of } of [state, restoreState(canonicalLines(state))])
      expect([...of.acts.values()].map(({ ended }) => ended)).toEqual(ends);
  });
const isAsset = (deposits: string, withdrawals: string) =>
  expectThat((exchange) => expect(exchange.state.assets.get('USDT')).toMatchObject({ deposits, withdrawals }));

describe('a restriction by one admin', () => {
  test('lapses after four hours, not a millisecond earlier', () => {
    const scenario = withStaff();
    const until = scenario.exchange.now + BRAKE_MS;
    scenario.when(halted).then(
      occurred('MarketStateChanged', { state: 'cancel_only' }),
      occurred('StaffActed', {
        act: 1,
        by: FIRST_ID,
        kind: 'brake',
        command: 'SetMarketState',
        subject: 'market/BTC-USDT',
        until,
      }),
      isMarket('cancel_only'),
    );
    scenario.exchange.now = until - 1;
    scenario.when(passTime(0)).then(isMarket('cancel_only'));
    scenario
      .when(passTime(0))
      .then(
        occurred('StaffActUndone', { act: 1 }),
        occurred('MarketStateChanged', { market: 'BTC-USDT', state: 'open' }),
        isMarket('open'),
        haveEnded('lapsed'),
      );
  });

  test('stays if another admin with its right keeps it, and nobody else can', () => {
    const scenario = withStaff(halted);
    scenario.when(keepAct(1, ADMIN)).then(refused('approval.needs.another'));
    scenario.when(keepAct(1, THIRD)).then(refused('command.not.permitted'));
    scenario.when(keepAct(2)).then(refused('staff.act.not.found'));
    scenario
      .when(keepAct())
      .then(occurred('StaffActKept', { act: 1, by: SECOND_ID }))
      .when(keepAct())
      .then(refused('staff.act.not.found'))
      .when(passTime(2 * DAY))
      .then(isMarket('cancel_only'), haveEnded(null));
    // A restriction lifted by two ends all the same.
    scenario
      .given(sendAs(SECOND, marketState('open').command), confirmProposal(1, ADMIN))
      .when()
      .then(isMarket('open'), haveEnded('replaced'));
    // Two accounts verified by one document are one person.
    withStaff(certified(FIRST_ID), certified(SECOND_ID), halted)
      .when(keepAct())
      .then(refused('approval.needs.another'));
  });

  test('that cannot be undone does not lapse and cannot be kept', () => {
    const scenario = withStaff(accountFrozen());
    scenario.when(keepAct()).then(refused('staff.act.not.found'));
    scenario.when(passTime(2 * DAY), buy(100, 1)).then(refused('account.frozen'));
  });

  test('cannot be repeated within a day, nor from a second account with the same document', () => {
    const scenario = withStaff(certified(FIRST_ID), certified(SECOND_ID));
    const from = scenario.exchange.now + DAY;
    scenario.given(halted).when(passTime(BRAKE_MS)).then(occurred('StaffActUndone'), occurred('MarketStateChanged'));
    scenario.when(halted).then(refused('staff.act.again', { from }));
    scenario.when(secondsHalt).then(refused('staff.act.again', { from }));
    // Other subjects remain possible.
    scenario.given(marketState('cancel_only', 'ETH-USDT')).when(passTime(BRAKE_MS));
    scenario.exchange.now = from - 1;
    scenario.when(halted).then(refused('staff.act.again', { from }));
    scenario.when(halted).then(occurred('MarketStateChanged'), occurred('StaffActed', { by: FIRST_ID }));
  });

  test('can be repeated by another person', () => {
    withStaff(halted)
      .when(passTime(BRAKE_MS))
      .then(occurred('StaffActUndone'), occurred('MarketStateChanged'))
      .when(secondsHalt)
      .then(occurred('MarketStateChanged'), occurred('StaffActed', { act: 2, by: SECOND_ID }));
  });

  test("on top of another's lapses at its own time, back to the state before both", () => {
    const scenario = withStaff(assetState('USDT', { deposits: 'suspended' }));
    const both = assetState('USDT', { deposits: 'suspended', withdrawals: 'suspended' });
    const until = scenario.exchange.now + 2 * HOUR + BRAKE_MS;
    scenario
      .when({ ...sendAs(SECOND, both.command), after: 2 * HOUR })
      .then(occurred('AssetStateChanged'), occurred('StaffActed', { act: 2, by: SECOND_ID, until }));
    scenario.exchange.now = until - 1;
    scenario.when(passTime(0)).then(isAsset('suspended', 'suspended'));
    scenario
      .when(passTime(0))
      .then(
        occurred('StaffActUndone', { act: 2 }),
        occurred('AssetStateChanged'),
        isAsset('open', 'open'),
        haveEnded('replaced', 'lapsed'),
      );
  });

  test("on top of another's is kept as a whole", () => {
    const both = assetState('USDT', { deposits: 'suspended', withdrawals: 'suspended' });
    const scenario = withStaff(assetState('USDT', { deposits: 'suspended' }), sendAs(SECOND, both.command));
    scenario.when(keepAct(1)).then(refused('staff.act.not.found'));
    scenario.given(keepAct(2, ADMIN)).when(passTime(DAY)).then(isAsset('suspended', 'suspended'));
  });

  test('is not undone once two have decided on its subject', () => {
    withStaff(halted)
      .when(sendAs(SECOND, marketState('maintenance').command), confirmProposal(1, ADMIN))
      .then(
        occurred('StaffProposed'),
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('MarketStateChanged', { state: 'maintenance' }),
      )
      .when(passTime(DAY))
      .then(isMarket('maintenance'));
    // A mere proposal does not replace it.
    withStaff(halted, sendAs(SECOND, marketState('maintenance').command))
      .when(passTime(BRAKE_MS))
      .then(occurred('StaffActUndone'), occurred('MarketStateChanged', { state: 'open' }));
  });

  test('cancelling all orders of a user covers one market and can be repeated for new orders', () => {
    const all = (market: string): Step => staff({ type: 'CancelAllOrders', user: BOB, market });
    withStaff(buy(100, 1), buy(100, 1, { market: 'ETH-USDT' }))
      .when(all('BTC-USDT'), all('ETH-USDT'))
      .then(
        occurred('OrderCancelled', { order: 1 }),
        occurred('StaffActed', { subject: `orders/${BOB}/BTC-USDT` }),
        occurred('OrderCancelled', { order: 2 }),
        occurred('StaffActed', { subject: `orders/${BOB}/ETH-USDT` }),
      )
      .given(buy(100, 1))
      // Nothing lapses here, so the act may be repeated as needed.
      .when(all('BTC-USDT'))
      .then(occurred('OrderCancelled', { order: 3 }), occurred('StaffActed'));
  });
});

describe('a closed market', () => {
  test.each(['maintenance', 'cancel_only', 'open'] as const)('becomes %s by two, after the delay', (state) => {
    withStaff(sendAs(ADMIN, marketState('closed').command), confirmProposal(1))
      .when(passTime(DAY), marketState(state))
      .then(
        occurred('StaffApplied'),
        occurred('MarketStateChanged', { state: 'closed' }),
        occurred('StaffProposed', { waits: 1 }),
      );
  });
});

describe('a control tightened by one admin', () => {
  const lower = (): Scenario => withStaff(limit(5n), confirmProposal(1), recharge(13)).when(passTime(DAY));

  test('reverts after a day, not a millisecond earlier', () => {
    const scenario = lower();
    const until = scenario.exchange.now + DAY;
    scenario.when(limit(4n)).then(occurred('DailyLimitSet', { limit: 4n }), occurred('StaffActed', { act: 2, until }));
    scenario.exchange.now = until - 1;
    scenario.when(passTime(0)).then(expectThat(({ state }) => expect(state.staff.dailyLimits.get(1)).toBe(4n)));
    scenario.when(passTime(0)).then(occurred('StaffActUndone', { act: 2 }), occurred('DailyLimitSet', { limit: 5n }));
  });

  test('tightened again reverts with the later act to the state before both, and stays if kept', () => {
    const scenario = lower();
    scenario
      .given(limit(4n))
      .when({ ...limit(3n), after: 20 * HOUR })
      .then(occurred('DailyLimitSet'), occurred('StaffActed', { act: 3 }))
      .when(passTime(4 * HOUR))
      .then(occurred('StaffActUndone', { act: 3 }), occurred('DailyLimitSet', { limit: 5n }));
    lower()
      .given(limit(4n), keepAct(2))
      .when(passTime(DAY))
      .then(expectThat(({ state }) => expect(state.staff.dailyLimits.get(1)).toBe(4n)));
  });

  test('stays if the old value is no longer allowed', () => {
    withStaff(recharge(13), system(rulesOf({ confirmationsMin: 13 })))
      .when(passTime(DAY))
      .then(
        occurred('StaffActUndone', { act: 1 }),
        expectThat(({ state }) => expect(state.wallet.rechargeTerms.get('BTC/BTC')?.confirmations).toBe(13)),
      );
  });
});
