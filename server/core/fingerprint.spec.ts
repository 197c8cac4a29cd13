/** Commands with different client fields have different fingerprints. */
import type { CommandType } from './command';
import { digestOf } from '../products/core';
import { KERNEL_PAIRS } from '../../test/tools/fixtures/command-pairs/kernel-pairs';
import type { Pairs } from '../../test/tools/fixtures/command-pairs/pair';
import { PERPETUAL_PAIRS } from '../../test/tools/fixtures/command-pairs/perpetual-pairs';
import { PRODUCT_PAIRS } from '../../test/tools/fixtures/command-pairs/product-pairs';
import { WALLET_AND_STAFF_PAIRS } from '../../test/tools/fixtures/command-pairs/wallet-and-staff-pairs';

/** Fields that the edge adds, not the sender; they may differ in a retry of the same request. */
interface OfTheEdge {
  ObserveRecharge: 'provisional' | 'aloneUpTo' | 'aloneCoinUpTo' | 'aloneAllUpTo';
  ApplyWithdrawal: 'limit' | 'delay' | 'beneficiary' | 'fee';
  VerifyMember: 'document';
  CreditRecharge: 'name' | 'aloneUpTo' | 'nodes';
  PayWithdrawal: 'name';
  IssueRobotKey: 'hash';
  AmendOrder: 'market';
  AmendPerpetualOrder: 'market';
  AmendStop: 'market';
}
type EdgeField<T extends CommandType> = T extends keyof OfTheEdge ? OfTheEdge[T] : never;

const PAIRS: Required<Pairs> = { ...KERNEL_PAIRS, ...WALLET_AND_STAFF_PAIRS, ...PERPETUAL_PAIRS, ...PRODUCT_PAIRS };

const EDGE: { [T in keyof OfTheEdge]: { [F in EdgeField<T>]: true } } = {
  ObserveRecharge: { provisional: true, aloneUpTo: true, aloneCoinUpTo: true, aloneAllUpTo: true },
  ApplyWithdrawal: { limit: true, delay: true, beneficiary: true, fee: true },
  VerifyMember: { document: true },
  CreditRecharge: { name: true, aloneUpTo: true, nodes: true },
  PayWithdrawal: { name: true },
  IssueRobotKey: { hash: true },
  AmendOrder: { market: true },
  AmendPerpetualOrder: { market: true },
  AmendStop: { market: true },
};

type Fields = Readonly<Record<string, unknown>>;
const TYPES = Object.keys(PAIRS) as CommandType[];
const FIELDS = TYPES.flatMap((type) =>
  Object.keys(PAIRS[type][1]).map((field): [CommandType, string] => [type, field]),
);
const isOfTheEdge = ([type, field]: [string, string]): boolean =>
  Object.hasOwn((EDGE as Readonly<Record<string, object>>)[type] ?? {}, field);

function digest(fields: Fields): string {
  return digestOf(fields as never);
}
function variants(type: CommandType, field: string): { plain: string; changed: string; without: string } {
  const [one, other] = PAIRS[type] as unknown as [Fields, Fields];
  const { [field]: _, ...rest } = one;
  return { plain: digest(one), changed: digest({ ...one, [field]: other[field] }), without: digest(rest) };
}

test.each(FIELDS.filter((field) => !isOfTheEdge(field)))('%s: another %s is another command', (type, field) => {
  const { plain, changed, without } = variants(type, field);
  expect(new Set([plain, changed, without]).size).toBe(3);
});

test.each(FIELDS.filter(isOfTheEdge))('%s: another %s is the same command, because the edge adds it', (type, field) => {
  const { plain, changed, without } = variants(type, field);
  expect(new Set([plain, changed, without]).size).toBe(1);
});

test('commands of different types with equal fields have different fingerprints', () => {
  expect(new Set(TYPES.map((type) => digest(PAIRS[type][0] as unknown as Fields))).size).toBe(TYPES.length);
});

test('every field of every part of a quote counts, including its place', () => {
  const [one] = PAIRS.QuoteMarket;
  const quote = (...amends: (typeof one)['amends']): string => digest({ ...one, amends });
  const digests = [
    quote(),
    quote({ order: 3 }),
    quote({ order: 3, price: 5 }),
    quote({ order: 3, quantity: 5 }),
    quote({ order: 3, price: 5, quantity: 6 }),
    quote({ order: 3, price: 6, quantity: 5 }),
    quote({ order: 3, price: 5 }, { order: 4 }),
    quote({ order: 3 }, { order: 4, price: 5 }),
    quote({ order: 4, price: 5 }, { order: 3 }),
    quote({ order: 3, price: 5 }, { order: 4 }, { order: 5 }),
  ];
  expect(new Set(digests).size).toBe(digests.length);
  expect(quote({ quantity: 6, price: 5, order: 3 })).toBe(quote({ order: 3, price: 5, quantity: 6 }));
  expect(quote({ order: 3, price: undefined })).toBe(quote({ order: 3 }));
});

test('the fingerprint is independent of field order and permanent, because journals contain it', () => {
  const [one] = PAIRS.PlaceOrder;
  expect(digest(Object.fromEntries(Object.entries(one).reverse()))).toBe(digest(one as unknown as Fields));
  const [{ prices }] = PAIRS.PublishIndex;
  const turned = prices.map(({ symbol, sources }) => ({
    sources: sources.map(({ source, price, at }) => ({ at, price, source })),
    symbol,
  }));
  expect(digest({ type: 'PublishIndex', prices: turned })).toBe(digest({ type: 'PublishIndex', prices }));
  expect(digest(one as unknown as Fields)).toBe('06ddf6024751');
  expect(digest(PAIRS.ApplyWithdrawal[0] as unknown as Fields)).toBe('ce0adb1be957');
  // Without later fields, as in older journals.
  const { makerFeesFixed: _maker, takerFeesFixed: _taker, ...listing } = PAIRS.ListMarket[0];
  expect(digest(listing)).toBe('19efc87ba415');
  expect(digest(PAIRS.QuoteMarket[0] as unknown as Fields)).toBe('895057bdeff4');
});
