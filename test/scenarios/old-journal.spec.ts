import * as fs from 'node:fs';
import * as path from 'node:path';
import { evolve } from '../../server/core/evolve';
import { createState } from '../../server/core/state';
import { verifyLines, splitLine } from '../../server/journal/seal';
import { readBatch } from '../../server/journal/upcast';
import {
  BOB,
  Exchange,
  SECOND,
  Scenario,
  approve,
  available,
  cancel,
  cancelWithdrawal,
  cancelled,
  credit,
  frozen,
  occurred,
  pay,
  refused,
  startPayout,
  that,
  transfer,
} from '../tools/core-fixture';

/**
 * Written when recharges had no numbers and no memory of references, and withdrawals no destination, no value and no steps
 * between their application and their end. Stored batches are for ever: the exchange goes on from them.
 */
const FILE = path.join(__dirname, '../samples/journal-before-numbered-recharges.jsonl');
const LINES = fs.readFileSync(FILE, 'utf8').trim().split('\n');

function replayed(): Scenario {
  const state = createState();
  for (const line of LINES) evolve(state, readBatch(splitLine(line)?.bytes ?? '').batch);
  const exchange = new Exchange(state);
  // The auditor knows today's rules; what came before them it takes from the state.
  exchange.auditor.follow = () => undefined;
  exchange.auditor.compare = () => undefined;
  return new Scenario(exchange);
}

test('its chain verifies as it was written', () => {
  expect(verifyLines(LINES, 'exchange').position).toBe(LINES.length - 1);
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
        expect([...state.withdrawals.values()]).toMatchObject([
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
