import { houseAccount, marketAccount, userAccount, type Entry } from './entry';
import type { Hold } from './hold';
import type { EntryKindRow } from '../../../shared/rules/entry-kinds';
import { ENTRY_KINDS } from '../../../shared/rules/entry-kinds';
import { entryRows } from './rows';
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

test('an account without entries is empty', () => {
  const { ledger } = posted();
  expect([balanceOf(ledger, fees), availableOf(ledger, 5, 'USDT')]).toEqual([0n, 0n]);
});

test('account kinds have separate balances', () => {
  const there = userAccount(5, 'option', 'USDT', 'available');
  const { ledger } = posted(recharge, { kind: 'transfer', debit: available, credit: there, amount: 4n });
  expect([availableOf(ledger, 5, 'USDT'), availableIn(ledger, 'option', 5, 'USDT')]).toEqual([6n, 4n]);
  expect(availableIn(ledger, 'legal', 5, 'USDT')).toBe(0n);
});

test('a frozen amount belongs to the hold of its entry', () => {
  const { ledger, holds } = posted(recharge, freeze, freeze);
  expect(holds.get(1)).toEqual({ id: 1, reason: 'admin', account: ledger.accounts.get(frozen), remaining: 8n });
  expect(balanceOf(ledger, frozen)).toBe(8n);
});

test.each([
  ['order', 'hold_buy_coin'],
  ['order', 'hold_sell_coin'],
  ['withdrawal', 'withdrawal_apply'],
  ['admin', 'admin_freeze'],
] as const)('a hold has a reason: %s for %s', (reason, kind) => {
  expect(posted(recharge, { ...freeze, kind }).holds.get(1)?.reason).toBe(reason);
});

test('a spent hold is deleted', () => {
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
  ['a hold that was made for something else', [recharge, freeze, { ...unfreeze, kind: 'cancel_buy_coin' }]],
  [
    'more paid out of custody than ever came in',
    [
      {
        kind: 'margin_profit',
        debit: marketAccount('clearing', 'BTC-USDT-PERP', 'USDT'),
        credit: available,
        amount: 4n,
      },
      { ...freeze, kind: 'withdrawal_apply' },
      { kind: 'withdrawal', debit: frozen, credit: custody, amount: 4n, hold: 1 },
    ],
  ],
])('a violated rule throws: %s', (_, entries) => {
  expect(() => posted(...entries)).toThrow('invariant broken');
});

describe('a hold split from another', () => {
  const within = (debit: EntryKindRow['debit'], credit: EntryKindRow['credit'], more: Partial<EntryKindRow>) => {
    return { debit, credit, debitLabel: null, creditLabel: null, ...more };
  };
  const KINDS: Record<string, EntryKindRow> = {
    ...ENTRY_KINDS,
    split: within({ user: 'frozen' }, { user: 'frozen' }, { hold: 'admin', into: 'order', splits: true }),
    rejoin: within({ user: 'frozen' }, { user: 'frozen' }, { hold: 'order', into: 'admin' }),
    lock: within({ user: 'frozen' }, { user: 'locked' }, { hold: 'order', into: 'order' }),
  };
  const locked = userAccount(5, 'spot', 'USDT', 'locked');
  const kind = (name: string) => name as Entry['kind'];
  const split: Entry = { kind: kind('split'), debit: frozen, credit: frozen, amount: 3n, hold: 1, into: 2 };

  function after(...entries: Entry[]) {
    const ledger = createLedger(entryRows(KINDS));
    const holds = new Map<number, Hold>();
    for (const entry of [recharge, freeze, split, ...entries]) post(ledger, holds, entry);
    return {
      ledger,
      holds: [...holds.values()].map(({ id, remaining, origin, account }) => ({
        id,
        remaining,
        origin,
        in: account.name,
      })),
    };
  }

  test('is part of it and stays in its bucket', () => {
    const { ledger, holds } = after();
    expect(holds).toEqual([
      { id: 1, remaining: 1n, in: frozen },
      { id: 2, remaining: 3n, origin: 1, in: frozen },
    ]);
    expect(balanceOf(ledger, frozen)).toBe(4n);
  });

  test('returns its unspent rest to it', () => {
    const back: Entry = { kind: kind('rejoin'), debit: frozen, credit: frozen, amount: 3n, hold: 2, into: 1 };
    expect(after(back).holds).toEqual([{ id: 1, remaining: 4n, in: frozen }]);
  });

  test('can be spent, also into another bucket', () => {
    const other = userAccount(6, 'spot', 'USDT', 'available');
    const paid: Entry = { kind: 'trade_quote', debit: frozen, credit: other, amount: 1n, hold: 2 };
    const lock: Entry = { kind: kind('lock'), debit: frozen, credit: locked, amount: 2n, hold: 2, into: 3 };
    const { ledger, holds } = after(paid, lock);
    expect(holds).toEqual([
      { id: 1, remaining: 1n, in: frozen },
      { id: 3, remaining: 2n, in: locked },
    ]);
    expect([balanceOf(ledger, frozen), balanceOf(ledger, locked)]).toEqual([1n, 2n]);
  });

  test.each<[string, Entry]>([
    ['free', { kind: 'cancel_buy_coin', debit: frozen, credit: available, amount: 1n, hold: 2 }],
    ['to another hold', { kind: kind('rejoin'), debit: frozen, credit: frozen, amount: 1n, hold: 2, into: 9 }],
    ['nowhere', { kind: kind('rejoin'), debit: frozen, credit: frozen, amount: 1n, hold: 2 }],
    ['more than it is', { kind: kind('rejoin'), debit: frozen, credit: frozen, amount: 4n, hold: 2, into: 1 }],
  ])('never goes %s', (_, entry) => {
    expect(() => after(entry)).toThrow('invariant broken');
  });
});

describe('a hold that moves to another bucket', () => {
  const locked = userAccount(5, 'spot', 'USDT', 'locked');
  const lock = (amount: bigint): Entry[] => [
    recharge,
    { kind: 'margin_add', debit: available, credit: locked, amount: 4n, hold: 1 },
    { kind: 'lock_position', debit: locked, credit: frozen, amount, hold: 1, into: 1 },
  ];

  test('keeps its number and moves as a whole', () => {
    const { ledger, holds } = posted(...lock(4n));
    expect([...holds.values()]).toEqual([
      { id: 1, reason: 'position', account: ledger.accounts.get(frozen), remaining: 4n },
    ]);
    expect([balanceOf(ledger, frozen), balanceOf(ledger, locked)]).toEqual([4n, 0n]);
  });

  test('is never moved in part', () => {
    expect(() => posted(...lock(3n))).toThrow('invariant broken');
  });
});
