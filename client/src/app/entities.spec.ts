/**
 * Binds every entity and field of the specification to the route whose record has the field and to the screen that shows it.
 * With `SPECIFICATION=<file>` the test also reads the specification, which must name exactly these entities.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { AREAS } from '../../../server/routes';
import type { Route } from '../../../shared/wire/route';
import { addressesOf, SITE } from './site';

const CLIENT = path.resolve(__dirname, '..');

interface Binding {
  /** Start of the entity’s line in the specification. */
  named: string;
  /** `area.route` whose answer has the fields; with `isSent` its request body. */
  call: string;
  isSent?: true;
  /** Address of the screen that shows them; `*` for the frame of every screen. */
  screen: string;
  /** Files and folders of the client that make up the screen. */
  sources: readonly string[];
  /** Field name in the record, by its name in the specification. */
  fields: Readonly<Record<string, string>>;
}

const SECURITY = ['products/identity/screens', 'app/pages/account'];
const CONTRACT_ORDERS = ['products/perpetual/screens'];
const EARN = ['products/earn/screens', 'products/earn/panels', 'products/earn/api/earn-format.tsx'];
const OPTION = ['products/option/screens', 'products/option/panels/chart', 'products/option/api'];

const BINDINGS: readonly Binding[] = [
  {
    ...{ named: 'User (from the user-info call)', call: 'account.getUserInfo', screen: '*' },
    ...{ sources: ['app/frame', 'app/pages/account'], fields: { nickName: 'nickName' } },
  },
  {
    ...{ named: 'User (from the user-info call)', call: 'account.getUserInfo', screen: '/register' },
    sources: ['products/referral/screens', 'products/identity/screens'],
    fields: { username: 'userName', 'invitation code': 'invitationCode', 'real-name status': 'verification' },
  },
  {
    ...{ named: 'User (from the user-info call)', call: 'security.overview', screen: '/accountSet/personal' },
    sources: SECURITY,
    fields: {
      'user ID': 'userId',
      phone: 'phone',
      'e-mail': 'email',
      nationality: 'nationality',
      'fund password': 'fundPassword',
      'credit score': 'creditScore',
      'safety level': 'safetyLevel',
      'registration time': 'registeredAt',
      'Google code': 'authenticator',
    },
  },
  {
    ...{ named: 'User (from the user-info call)', call: 'security.changePassword', isSent: true },
    ...{ screen: '/accountSet/loginPassword', sources: SECURITY, fields: { 'login password': 'password' } },
  },
  {
    ...{ named: 'Product/pair list item', call: 'product.indexList', screen: '/quotation' },
    ...{ sources: ['kit/entities/instrument', 'kit/entities/market'], fields: { name: 'name' } },
  },
  {
    ...{ named: 'Coin list item', call: 'product.coinList', screen: '/accountSet/recharge' },
    ...{
      sources: ['products/wallet/screens/recharge/recharge-page.tsx'],
      fields: { codeName: 'codeName', isOpen: 'isOpen' },
    },
  },
  {
    ...{ named: 'Coin list item', call: 'product.coinList', screen: '/quotation' },
    ...{ sources: ['app/pages/quotes'], fields: { price: 'price' } },
  },
  {
    ...{ named: 'System config entry', call: 'product.getByKey', screen: '*' },
    ...{ sources: ['kit/entities/config'], fields: { value: 'value' } },
  },
  {
    ...{ named: 'Real-name verification', call: 'verification.submit', isSent: true, screen: '/accountSet/realName' },
    sources: ['products/identity/screens/real-name'],
    fields: {
      name: 'name',
      'document type': 'documentType',
      'document number': 'documentNumber',
      'front photo': 'front',
      'back photo': 'back',
      'hand-held photo': 'handHeld',
    },
  },
  {
    ...{
      named: 'Assets',
      call: 'wallet.balances',
      screen: '/accountSet/myassets',
      sources: ['products/wallet/screens/assets'],
    },
    fields: { currency: 'asset', available: 'available', frozen: 'frozen' },
  },
  {
    ...{ named: 'Assets', call: 'valuation.valuation', screen: '/accountSet/myassets' },
    ...{
      sources: ['products/wallet/screens/assets', 'products/wallet/api', 'kit/entities'],
      fields: { valuation: 'usdt' },
    },
  },
  {
    ...{ named: 'Spot order', call: 'spot.historyOrders', screen: '/accountSet/commin' },
    sources: ['products/spot/screens', 'products/spot/panels'],
    fields: {
      pair: 'market',
      direction: 'side',
      type: 'kind',
      price: 'price',
      quantity: 'quantity',
      total: 'filledQuote',
      status: 'status',
      time: 'placedAt',
      'trigger price': 'trigger',
    },
  },
  {
    ...{ named: 'Contract order', call: 'contract.historyOrders', screen: '/accountSet/contract' },
    sources: CONTRACT_ORDERS,
    fields: {
      'contract number': 'contract',
      'order number': 'order',
      direction: 'side',
      position: 'position',
      margin: 'margin',
      'entrusted value': 'value',
      'open type': 'kind',
      'leverage multiplier': 'leverage',
      'contract multiplier': 'multiplier',
      lots: 'lots',
      'entrust price': 'price',
      'take-profit price': 'takeProfit',
      'stop-loss price': 'stopLoss',
      'open fee': 'openFee',
      'close fee': 'closeFee',
      'holding fee': 'holdingFee',
      'estimated close fee': 'estimatedCloseFee',
      'open price': 'openPrice',
      'close price': 'closePrice',
      'P&L': 'profit',
      yield: 'yield',
      'open time': 'openedAt',
      'close time': 'closedAt',
      'cancel time': 'cancelledAt',
      'order time': 'orderedAt',
      'pending time': 'pendingAt',
      'close mode': 'closeMode',
    },
  },
  {
    ...{ named: 'Financial product', call: 'financial.products', screen: '/financialDetail', sources: EARN },
    fields: {
      name: 'name',
      'term in days': 'termDays',
      'annualized rate': 'annualRatePpb',
      'released funds': 'quota',
      'remaining funds': 'remaining',
    },
  },
  {
    ...{ named: 'Financial product', call: 'financial.records', screen: '/financialRecords', sources: EARN },
    fields: {
      'interest start time': 'startsAt',
      'expiry time': 'expiresAt',
      'purchase amount': 'amount',
      'purchase time': 'boughtAt',
      'expected income': 'expected',
      'income generated': 'generated',
    },
  },
  {
    ...{ named: 'Mining project', call: 'mining.products', screen: '/defiFinancial', sources: EARN },
    fields: {
      name: 'name',
      'daily and monthly rate': 'dailyRatePpb',
      'least quantity': 'amountMin',
      'most quantity': 'amountMax',
      'mining coin': 'asset',
      'income coin': 'incomeAsset',
      term: 'termDays',
      'payout type': 'payout',
      'rebate type': 'rebate',
    },
  },
  {
    ...{ named: 'Second contract', call: 'option.history', screen: '/accountSet/second', sources: OPTION },
    fields: {
      duration: 'durationMs',
      'buy price': 'entry',
      'settlement price': 'end',
      'P&L': 'result',
      'timed open time': 'startsAt',
    },
  },
  {
    ...{ named: 'Second contract', call: 'option.open', screen: '/secondContract', sources: OPTION },
    fields: { countdown: 'endsAt' },
  },
  {
    ...{ named: 'Recharge record', call: 'wallet.recharges', screen: '/accountSet/rechargeRecords' },
    sources: ['products/wallet/screens/recharge/recharge-records-page.tsx', 'products/wallet/screens'],
    fields: {
      'chain name': 'chainName',
      address: 'address',
      amount: 'amount',
      'arrived amount': 'arrivedAmount',
      quantity: 'quantity',
      status: 'status',
      time: 'at',
    },
  },
  {
    ...{ named: 'Withdrawal record', call: 'wallet.withdrawals', screen: '/accountSet/withdrawalRecords' },
    sources: ['products/wallet/screens/withdrawal/withdrawal-records-page.tsx'],
    fields: {
      'bank name': 'bankName',
      'card number': 'cardNumber',
      'real name': 'realName',
      amount: 'amount',
      address: 'address',
      'chain name': 'chainName',
      status: 'status',
      reason: 'reason',
    },
  },
  {
    ...{
      named: 'Referral',
      call: 'referral.members',
      screen: '/share',
      sources: ['products/referral/screens/members.tsx'],
    },
    fields: { username: 'name', status: 'status', 'registration time': 'registeredAt' },
  },
  {
    ...{ named: 'Fee tier', call: 'product.feeTiers', screen: '/rateStandard' },
    sources: ['products/content/screens'],
    fields: {
      level: 'level',
      '30-day volume': 'volumes',
      rate: 'takerPpb',
      'fixed amount': 'takerFixed',
    },
  },
];

/** Sections without bindings: client state, tables, labels, and entry kinds (see `shared/rules/entry-kinds.spec.ts`). */
const ELSEWHERE = ['Stored client state', 'Table options', 'Entities known only by labels', 'Ledger entry kinds'];

function routeOf(call: string): Route {
  const [area = '', name = ''] = call.split('.');
  const route = AREAS[area]?.[name] as Route | undefined;
  if (!route) throw new Error(`${call} is no call`);
  return route;
}

/** Names of all object properties in the schema, at any depth. */
function fieldsIn(schema: unknown): Set<string> {
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as { properties?: Record<string, unknown> };
    for (const name of Object.keys(properties ?? {})) found.add(name);
    for (const part of Object.values(node)) walk(part);
  };
  walk(z.toJSONSchema(schema as z.ZodType, { unrepresentable: 'any', io: 'input' }));
  return found;
}

function sourcesIn(place: string): string[] {
  const full = path.join(CLIENT, place);
  if (statSync(full).isFile()) return [readFileSync(full, 'utf8')];
  return readdirSync(full, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(full, file), 'utf8'));
}

const ROWS = BINDINGS.flatMap((binding) =>
  Object.entries(binding.fields).map(([field, name]): [string, string, Binding] => [
    `${binding.named}: ${field}`,
    name,
    binding,
  ]),
);

test.each(ROWS)(
  '%s is bound to record field %s and shown on a screen',
  (_, name, { call, isSent, screen, sources }) => {
    const route = routeOf(call);
    expect([...fieldsIn(isSent ? route.body : route.answer)]).toContain(name);
    if (screen !== '*') expect(addressesOf(SITE)).toContain(screen);
    const readsIt = new RegExp(`\\b${name}\\b`);
    expect(sources.flatMap(sourcesIn).some((source) => readsIt.test(source))).toBe(true);
  },
);

const SPECIFICATION = process.env.SPECIFICATION;
const told = SPECIFICATION === undefined ? test.skip : test;

told('the specification names these entities and no others', () => {
  const text = readFileSync(SPECIFICATION ?? '', 'utf8');
  const third = text.slice(text.indexOf('\n## 3.'), text.indexOf('\n## 4.'));
  const named = [
    ...third.matchAll(/^(?:- )?([A-Z][^:.\n]*?)(?:, looked up by key| \(about 30\)| \(no payload shapes shown\))?:/gm),
  ];
  const entities = named.map(([, name = '']) => name.trim());
  const known = new Set([...BINDINGS.map(({ named: one }) => one), ...ELSEWHERE]);
  expect(entities.filter((one) => !known.has(one))).toEqual([]);
  for (const one of known) expect(third).toContain(one);
});
