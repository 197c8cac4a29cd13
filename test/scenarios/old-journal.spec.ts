import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { canonicalLines, restoreState, evolve, createState } from '../../server/products/core';
import { reachedInOrder } from '../../server/core/market/reached-triggers';
import { type CoreState } from '../../server/core/state';
import { verifyLines, splitLine } from '../../server/journal/seal';
import { readBatch } from '../../server/journal/upcast';
import {
  ALICE,
  BOB,
  CAROL,
  Exchange,
  SECOND,
  Scenario,
  accountUnfrozen,
  approve,
  available,
  book,
  asUser,
  cancel,
  cancelWithdrawal,
  cancelled,
  credit,
  frozen,
  marketSell,
  occurred,
  pay,
  refused,
  restoredFromSnapshot,
  startPayout,
  submitPayout,
  expectThat,
  transfer,
  triggered,
  rejectWithdrawal,
} from '../tools/fixtures/core-fixture';
import { oldLines } from '../tools/samples/old-lines';
import { DAY, confirmProposal, passTime } from '../tools/fixtures/staff-fixture';

/** Stored batches are permanent: under any earlier rules, the exchange continues from them. */
function linesOf(file: string): string[] {
  return fs
    .readFileSync(path.join(__dirname, '../samples', file), 'utf8')
    .trim()
    .split('\n');
}

function stateAfter(lines: readonly string[]): CoreState {
  const state = createState();
  for (const line of lines) evolve(state, readBatch(splitLine(line)?.bytes ?? '').batch);
  return state;
}

function goingOnFrom(state: CoreState): Scenario {
  const exchange = new Exchange(state);
  // The auditor knows the current rules only and is switched off; earlier batches enter through the state.
  exchange.auditor.follow = () => undefined;
  exchange.auditor.compare = () => undefined;
  return new Scenario(exchange);
}

/**
 * Written before recharges had numbers and remembered references, and before withdrawals had a destination, a value
 * and intermediate steps.
 */
const UNNUMBERED = linesOf('journal-before-numbered-recharges.jsonl');
const replayed = () => goingOnFrom(stateAfter(UNNUMBERED));

/**
 * Written before a freeze cancelled orders and stopped withdrawals: Bob's orders went on trading. The last batch
 * reached the triggers of one order of Bob and one of Carol, which have not fired. Alice is frozen as well.
 */
const UNFROZEN = linesOf('journal-before-freezes-ended-orders.jsonl');

/**
 * Written when two admins decided by proposals, each change was delayed, and restrictions did not lapse. Open: an
 * unfreeze of Bob, a limit, fewer confirmations, and a credit by a statement line. Confirmed, not in effect: an
 * unfreeze of Carol, a limit, and rights.
 */
const BEFORE_ACTS = linesOf('journal-before-acts-of-one.jsonl');

test.each([
  ['recharges had numbers', UNNUMBERED],
  ['a freeze ended orders', UNFROZEN],
  ['one of staff acted alone', BEFORE_ACTS],
])('a journal from before %s has a valid chain', (_, lines) => {
  expect(verifyLines(lines, 'exchange').position).toBe(stateAfter(lines).position);
});

test.each([
  ['recharges had numbers', UNNUMBERED, '0d990c247ea38c283e3b106eb74c59b169d530485d22286692fc6f16035b041f'],
  ['a freeze ended orders', UNFROZEN, '3ca313fc0af6cce2b63bbadd56ba3f061909be49c3e9ee78a9b88678c9d926b8'],
])('a journal from before %s yields its original state', (_, lines, digest) => {
  const hash = createHash('sha256');
  for (const line of oldLines(canonicalLines(stateAfter(lines)))) hash.update(line + '\n');
  expect(hash.digest('hex')).toBe(digest);
});

test('upgrades events of version 1: markets name their product, trades their notional', () => {
  const events = UNFROZEN.flatMap((line) => readBatch(splitLine(line)?.bytes ?? '').batch.events);
  const markets = events.filter(({ type }) => type === 'MarketListed');
  const trades = events.filter((event) => event.type === 'TradeExecuted');
  expect(markets.map((market) => 'product' in market && market.product)).toEqual(markets.map(() => 'spot'));
  expect(trades.length).toBeGreaterThan(0);
  for (const { notional, entries } of trades) {
    expect(entries.filter(({ kind }) => kind === 'trade_quote').map(({ amount }) => amount)).toEqual([notional]);
  }
});

test('keeps what was open: an order, frozen funds, and a withdrawal as applied for', () => {
  replayed()
    .when(cancel(1))
    .then(
      cancelled(1, 'requested', 5),
      available(BOB, 'BTC', 50n),
      available(BOB, 'USDT', 1_000_000n - 510n - 810n - 7n),
      frozen(BOB, 'USDT', 817n),
      expectThat(({ state }) => {
        expect([...state.wallet.withdrawals.values()]).toMatchObject([
          { id: 4, status: 'applied', value: null, day: null, approvals: [], proposedBy: null },
        ]);
      }),
    );
});

test('completes the open withdrawal: approved at its current value, paid with an unused reference', () => {
  replayed()
    .when(approve(4), startPayout(4))
    .then(occurred('WithdrawalApproved', { complete: 1 }), occurred('PayoutStarted'))
    .when(pay(4, 'tx-1'))
    .then(refused('reference.already.used'))
    .when(pay(4, 'tx-4'))
    .then(occurred('WithdrawalPaid'), frozen(BOB, 'USDT', 7n));
  replayed()
    .when(cancelWithdrawal(4))
    .then(occurred('WithdrawalCancelled'), frozen(BOB, 'USDT', 7n));
  replayed()
    .when(approve(4), approve(4, SECOND))
    .then(occurred('WithdrawalApproved'), refused('withdrawal.state.invalid'));
});

test('remembers its references and continues its numbers', () => {
  replayed()
    .when(credit('USDT', 5n, 'opening'))
    .then(refused('recharge.already.credited'))
    .when(credit('USDT', 5n, 'bank/1'), transfer('USDT', 'spot', 'option', 5n))
    .then(occurred('RechargeCredited', { recharge: 1 }), occurred('FundsTransferred', { transfer: 1 }));
});

describe('a journal from before a freeze ended orders', () => {
  /** The events that come first, for any command. */
  const first = [...[8, 2, 4, 5, 6].map((order) => cancelled(order, 'account_frozen')), triggered(3, 'rests')];

  test.each<[string, (state: CoreState) => CoreState]>([
    ['itself', (state) => state],
    ['a snapshot of it', (state) => restoreState(canonicalLines(state))],
  ])('owes the cancellation of those orders, by user and age, before anything else: from %s', (_, memory) => {
    const state = memory(stateAfter(UNFROZEN));
    const { position } = state;
    expect(reachedInOrder(state.reached).map(({ order }) => order)).toEqual([2, 3]);
    goingOnFrom(state)
      .when(asUser(CAROL, marketSell(1)))
      .then(
        cancelled(8, 'account_frozen', 1),
        cancelled(2, 'account_frozen', 3),
        cancelled(4, 'account_frozen', 5),
        cancelled(5, 'account_frozen', 2),
        cancelled(6, 'account_frozen', 3),
        triggered(3, 'rests'),
        occurred('OrderPlaced', { order: 10 }),
        cancelled(10, 'no_liquidity'),
        book('buy'),
        book('sell', [3, 300, 1]),
        expectThat((exchange, { batches }) => {
          expect(batches.map(({ command }) => [command.type, command.cause])).toEqual([
            ['EndFrozenOrders', position],
            ['EndFrozenOrders', position + 1],
            ['TriggerOrder', position],
            ['PlaceOrder', undefined],
          ]);
          expect(reachedInOrder(exchange.state.reached)).toEqual([]);
        }),
      );
  });

  test('releases their holds', () => {
    goingOnFrom(stateAfter(UNFROZEN))
      .when(accountUnfrozen(), accountUnfrozen(ALICE))
      .then(
        ...first,
        occurred('AccountUnfrozen'),
        occurred('AccountUnfrozen'),
        frozen(BOB, 'BTC', 0n),
        frozen(BOB, 'ETH', 0n),
        frozen(ALICE, 'BTC', 0n),
        // Two waiting withdrawals, and one being paid.
        frozen(BOB, 'USDT', 510n + 610n + 710n),
      );
  });

  test('stops its withdrawals, but lets one be recorded as paid', () => {
    goingOnFrom(stateAfter(UNFROZEN))
      .when(pay(3))
      .then(...first, occurred('WithdrawalPaid', { withdrawal: 3 }))
      .when(approve(1))
      .then(refused('account.frozen'))
      .when(startPayout(2))
      .then(refused('account.frozen'));
  });

  test('submits a payout in progress once its owner is unfrozen', () => {
    goingOnFrom(stateAfter(UNFROZEN))
      .given(credit('USDT', 5n, 'bank/9'))
      .when(submitPayout(3))
      .then(refused('account.frozen'))
      .when(accountUnfrozen(), submitPayout(3), rejectWithdrawal(3))
      .then(occurred('AccountUnfrozen'), occurred('PayoutSubmitted'), refused('payout.submitted'))
      .when(pay(3))
      .then(occurred('WithdrawalPaid', { withdrawal: 3 }));
  });
});

describe('proposals from before single-admin acts keep their original rules', () => {
  const before = () => goingOnFrom(stateAfter(BEFORE_ACTS));
  const FROM = 1_760_086_400_039;
  const at = (scenario: Scenario, now: number): Scenario => {
    scenario.exchange.now = now;
    return scenario;
  };

  test('confirmed ones take effect at their time, not a millisecond earlier', () => {
    const scenario = at(before(), FROM - 1);
    scenario.when(passTime(0)).then();
    const { state } = at(scenario, FROM + 10).exchange;
    scenario
      .when(passTime(0))
      .then(
        ...[occurred('StaffApplied', { proposal: 2 }), occurred('AccountUnfrozen', { user: CAROL })],
        ...[occurred('StaffApplied', { proposal: 4 }), occurred('DailyLimitSet', { bindings: 2, limit: 7n })],
        ...[
          occurred('StaffApplied', { proposal: 7 }),
          occurred('StaffNamed', { rights: 'users withdrawals settings' }),
        ],
      );
    expect([...state.staff.proposals.keys()]).toEqual([1, 3, 5, 6]);
    expect(state.staff.acts.size).toBe(0);
  });

  test('open ones can be confirmed and keep their delay', () => {
    const scenario = at(before(), 1_760_000_100_000);
    scenario
      .when(confirmProposal(6))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('RechargeCredited', { user: BOB }));
    for (const proposal of [1, 3, 5]) {
      const from = scenario.exchange.now + DAY;
      scenario.when(confirmProposal(proposal)).then(occurred('StaffConfirmed', { from }));
    }
    at(restoredFromSnapshot(scenario), 1_760_000_100_000 + DAY + 10);
    scenario
      .when(passTime(0))
      .then(
        ...[occurred('StaffApplied'), occurred('AccountUnfrozen', { user: CAROL })],
        ...[occurred('StaffApplied'), occurred('DailyLimitSet', { bindings: 2 })],
        ...[occurred('StaffApplied'), occurred('StaffNamed')],
        ...[occurred('StaffApplied', { proposal: 1 }), occurred('AccountUnfrozen', { user: BOB })],
        ...[occurred('StaffApplied', { proposal: 3 }), occurred('DailyLimitSet', { bindings: 1, limit: 5n })],
        ...[occurred('StaffApplied', { proposal: 5 }), occurred('RechargeTermsSet', { confirmations: 11 })],
      );
  });

  test('unconfirmed ones expire at their original time', () => {
    const scenario = at(before(), 1_760_000_000_000 + 2 * DAY + 1_000);
    scenario.exchange.take(passTime(0));
    expect(scenario.exchange.state.staff.proposals.size).toBe(0);
    const ends = scenario.exchange.batches.flatMap(({ events }) => events.filter(({ type }) => type === 'StaffLapsed'));
    expect(ends).toMatchObject([1, 3, 5, 6].map((proposal) => ({ proposal, why: 'expired' })));
  });
});
