import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { canonicalLines, restoreState, evolve, createState } from '../../server/products/core';
import { reachedInOrder } from '../../server/core/market/reached';
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
  by,
  cancel,
  cancelWithdrawal,
  cancelled,
  credit,
  frozen,
  marketSell,
  occurred,
  pay,
  refused,
  restarted,
  startPayout,
  submitPayout,
  that,
  transfer,
  triggered,
  turnDown,
} from '../tools/fixtures/core-fixture';
import { oldLines } from '../tools/samples/old-lines';
import { DAY, confirmed, passed } from '../tools/fixtures/staff-fixture';

/** Stored batches are for ever: whatever the rules were then, the exchange goes on from them. */
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
  // The auditor knows today's rules; what came before them it takes from the state.
  exchange.auditor.follow = () => undefined;
  exchange.auditor.compare = () => undefined;
  return new Scenario(exchange);
}

/**
 * Written when recharges had no numbers and no memory of references, and withdrawals no destination, no value and no steps
 * between their application and their end.
 */
const UNNUMBERED = linesOf('journal-before-numbered-recharges.jsonl');
const replayed = () => goingOnFrom(stateAfter(UNNUMBERED));

/**
 * Written when a freeze ended no order and stopped no withdrawal: Bob's orders went on trading, and the last batch reached the
 * triggers of one of his and one of Carol's, which have not fired. Alice is frozen as well.
 */
const UNFROZEN = linesOf('journal-before-freezes-ended-orders.jsonl');

/**
 * Written when two of staff decided by proposals, each change waited, and what tightened was one's for good. Open are an unfreezing of
 * Bob, a limit, fewer blocks and a credit by a line of the bank; confirmed, not in effect, are an unfreezing of Carol, a limit and rights.
 */
const BEFORE_ACTS = linesOf('journal-before-acts-of-one.jsonl');

test.each([
  ['recharges had numbers', UNNUMBERED],
  ['a freeze ended orders', UNFROZEN],
  ['one of staff acted alone', BEFORE_ACTS],
])('the chain of a journal from before %s verifies as it was written', (_, lines) => {
  expect(verifyLines(lines, 'exchange').position).toBe(stateAfter(lines).position);
});

test.each([
  ['recharges had numbers', UNNUMBERED, '0d990c247ea38c283e3b106eb74c59b169d530485d22286692fc6f16035b041f'],
  ['a freeze ended orders', UNFROZEN, '3ca313fc0af6cce2b63bbadd56ba3f061909be49c3e9ee78a9b88678c9d926b8'],
])('a journal from before %s makes the state that it made then', (_, lines, digest) => {
  const hash = createHash('sha256');
  for (const line of oldLines(canonicalLines(stateAfter(lines)))) hash.update(line + '\n');
  expect(hash.digest('hex')).toBe(digest);
});

test('events of the first version are brought up: markets name their product, trades what changed hands', () => {
  const events = UNFROZEN.flatMap((line) => readBatch(splitLine(line)?.bytes ?? '').batch.events);
  const markets = events.filter(({ type }) => type === 'MarketListed');
  const trades = events.filter((event) => event.type === 'TradeExecuted');
  expect(markets.map((market) => 'product' in market && market.product)).toEqual(markets.map(() => 'spot'));
  expect(trades.length).toBeGreaterThan(0);
  for (const { notional, entries } of trades) {
    expect(entries.filter(({ kind }) => kind === 'trade_quote').map(({ amount }) => amount)).toEqual([notional]);
  }
});

test('what was open is open: an order, frozen funds, and a withdrawal that counts as applied for', () => {
  replayed()
    .when(cancel(1))
    .then(
      cancelled(1, 'requested', 5),
      available(BOB, 'BTC', 50n),
      available(BOB, 'USDT', 1_000_000n - 510n - 810n - 7n),
      frozen(BOB, 'USDT', 817n),
      that(({ state }) => {
        expect([...state.wallet.withdrawals.values()]).toMatchObject([
          { id: 4, status: 'applied', value: null, day: null, approvals: [], proposedBy: null },
        ]);
      }),
    );
});

test('the open withdrawal goes its way: approved at what it is worth today, paid with what paid for nothing else', () => {
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

test('its references are remembered, and numbers begin behind it', () => {
  replayed()
    .when(credit('USDT', 5n, 'opening'))
    .then(refused('recharge.already.credited'))
    .when(credit('USDT', 5n, 'bank/1'), transfer('USDT', 'spot', 'option', 5n))
    .then(occurred('RechargeCredited', { recharge: 1 }), occurred('FundsTransferred', { transfer: 1 }));
});

describe('a journal from before a freeze ended orders', () => {
  /** What follows first, whatever is asked. */
  const first = [...[8, 2, 4, 5, 6].map((order) => cancelled(order, 'account_frozen')), triggered(3, 'rests')];

  test.each<[string, (state: CoreState) => CoreState]>([
    ['itself', (state) => state],
    ['a snapshot of it', (state) => restoreState(canonicalLines(state))],
  ])('owes the end of those orders, by user and age, before anything else happens: from %s', (_, memory) => {
    const state = memory(stateAfter(UNFROZEN));
    const { position } = state;
    expect(reachedInOrder(state.reached).map(({ order }) => order)).toEqual([2, 3]);
    goingOnFrom(state)
      .when(by(CAROL, marketSell(1)))
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
        that((exchange, { batches }) => {
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

  test('gives back what they held', () => {
    goingOnFrom(stateAfter(UNFROZEN))
      .when(accountUnfrozen(), accountUnfrozen(ALICE))
      .then(
        ...first,
        occurred('AccountUnfrozen'),
        occurred('AccountUnfrozen'),
        frozen(BOB, 'BTC', 0n),
        frozen(BOB, 'ETH', 0n),
        frozen(ALICE, 'BTC', 0n),
        // Two withdrawals that wait, and one that is being paid.
        frozen(BOB, 'USDT', 510n + 610n + 710n),
      );
  });

  test('has withdrawals that go no further, but may be shown to be paid', () => {
    goingOnFrom(stateAfter(UNFROZEN))
      .when(pay(3))
      .then(...first, occurred('WithdrawalPaid', { withdrawal: 3 }))
      .when(approve(1))
      .then(refused('account.frozen'))
      .when(startPayout(2))
      .then(refused('account.frozen'));
  });

  test('has a withdrawal that is being paid, which is submitted once its owner is no longer frozen', () => {
    goingOnFrom(stateAfter(UNFROZEN))
      .given(credit('USDT', 5n, 'bank/9'))
      .when(submitPayout(3))
      .then(refused('account.frozen'))
      .when(accountUnfrozen(), submitPayout(3), turnDown(3))
      .then(occurred('AccountUnfrozen'), occurred('PayoutSubmitted'), refused('payout.submitted'))
      .when(pay(3))
      .then(occurred('WithdrawalPaid', { withdrawal: 3 }));
  });
});

describe('proposals of before one of staff acted alone end as they began', () => {
  const before = () => goingOnFrom(stateAfter(BEFORE_ACTS));
  const FROM = 1_760_086_400_039;
  const at = (scenario: Scenario, now: number): Scenario => {
    scenario.exchange.now = now;
    return scenario;
  };

  test('what two had agreed on is in effect at its time, and not a millisecond before', () => {
    const scenario = at(before(), FROM - 1);
    scenario.when(passed(0)).then();
    const { state } = at(scenario, FROM + 10).exchange;
    scenario
      .when(passed(0))
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

  test('what one had proposed another confirms, and waits where it did then', () => {
    const scenario = at(before(), 1_760_000_100_000);
    scenario
      .when(confirmed(6))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('RechargeCredited', { user: BOB }));
    for (const proposal of [1, 3, 5]) {
      const from = scenario.exchange.now + DAY;
      scenario.when(confirmed(proposal)).then(occurred('StaffConfirmed', { from }));
    }
    at(restarted(scenario), 1_760_000_100_000 + DAY + 10);
    scenario
      .when(passed(0))
      .then(
        ...[occurred('StaffApplied'), occurred('AccountUnfrozen', { user: CAROL })],
        ...[occurred('StaffApplied'), occurred('DailyLimitSet', { bindings: 2 })],
        ...[occurred('StaffApplied'), occurred('StaffNamed')],
        ...[occurred('StaffApplied', { proposal: 1 }), occurred('AccountUnfrozen', { user: BOB })],
        ...[occurred('StaffApplied', { proposal: 3 }), occurred('DailyLimitSet', { bindings: 1, limit: 5n })],
        ...[occurred('StaffApplied', { proposal: 5 }), occurred('RechargeTermsSet', { confirmations: 11 })],
      );
  });

  test('what nobody confirms expires when it would have', () => {
    const scenario = at(before(), 1_760_000_000_000 + 2 * DAY + 1_000);
    scenario.exchange.take(passed(0));
    expect(scenario.exchange.state.staff.proposals.size).toBe(0);
    const ends = scenario.exchange.batches.flatMap(({ events }) => events.filter(({ type }) => type === 'StaffLapsed'));
    expect(ends).toMatchObject([1, 3, 5, 6].map((proposal) => ({ proposal, why: 'expired' })));
  });
});
