import { houseAccount, userAccount, type Entry } from './entry';
import type { Hold } from './hold';
import { availableIn, availableOf, balanceOf, createLedger, post } from './ledger';

const available = userAccount(5, 'spot', 'USDT', 'available');
const frozen = userAccount(5, 'spot', 'USDT', 'frozen');
const custody = houseAccount('custody', 'USDT');
const fees = houseAccount('fees', 'USDT');

const recharge: Entry = { kind: 'recharge', debit: custody, credit: available, amount: 10n };
const freeze: Entry = { kind: 'admin_freeze', debit: available, credit: frozen, amount: 4n, hold: 1 };
const unfreeze: Entry = { kind: 'admin_unfreeze', debit: frozen, credit: available, amount: 4n, hold: 1 };

function posted(...entries: Entry[]) {
  const ledger = createLedger();
  const holds = new Map<number, Hold>();
  for (const entry of entries) post(ledger, holds, entry);
  return { ledger, holds };
}

test('an entry moves an amount from its debit account to its credit account', () => {
  const { ledger } = posted(recharge);
  expect([balanceOf(ledger, custody), availableOf(ledger, 5, 'USDT')]).toEqual([-10n, 10n]);
});

test('an account that no entry has named is empty', () => {
  const { ledger } = posted();
  expect([balanceOf(ledger, fees), availableOf(ledger, 5, 'USDT')]).toEqual([0n, 0n]);
});

test('what lies in one account is not in another', () => {
  const there = userAccount(5, 'option', 'USDT', 'available');
  const { ledger } = posted(recharge, { kind: 'transfer', debit: available, credit: there, amount: 4n });
  expect([availableOf(ledger, 5, 'USDT'), availableIn(ledger, 'option', 5, 'USDT')]).toEqual([6n, 4n]);
  expect(availableIn(ledger, 'legal', 5, 'USDT')).toBe(0n);
});

test('what is frozen belongs to the hold that the entry names', () => {
  const { ledger, holds } = posted(recharge, freeze, freeze);
  expect(holds.get(1)).toEqual({ id: 1, reason: 'admin', user: 5, account: 'spot', asset: 'USDT', remaining: 8n });
  expect(balanceOf(ledger, frozen)).toBe(8n);
});

test.each([
  ['order', 'hold_buy_coin'],
  ['order', 'hold_sell_coin'],
  ['withdrawal', 'withdrawal_apply'],
  ['admin', 'admin_freeze'],
] as const)('a hold says why: %s for %s', (reason, kind) => {
  expect(posted(recharge, { ...freeze, kind }).holds.get(1)?.reason).toBe(reason);
});

test('a hold that is used up is gone', () => {
  const { holds } = posted(recharge, freeze, { ...unfreeze, amount: 1n }, { ...unfreeze, amount: 3n });
  expect(holds.size).toBe(0);
});

test.each<[string, Entry[]]>([
  ['no amount', [{ ...recharge, amount: 0n }]],
  ['a negative amount', [{ ...recharge, amount: -1n }]],
  ['more than 64 bits', [{ ...recharge, amount: 2n ** 63n }]],
  ['more than there is', [{ ...freeze, amount: 1n }]],
  ['two assets', [recharge, { kind: 'spot_fee', debit: available, credit: houseAccount('fees', 'BTC'), amount: 1n }]],
  ['more than is held', [recharge, freeze, { ...unfreeze, amount: 5n }]],
  ['a hold of the house', [{ ...freeze, debit: custody, credit: fees }]],
  ['a hold that is not there', [recharge, freeze, { ...unfreeze, hold: 2 }]],
])('a broken rule is a crash: %s', (_, entries) => {
  expect(() => posted(...entries)).toThrow('invariant broken');
});
