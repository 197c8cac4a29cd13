/**
 * Every route that changes something for an admin, taken from the server's table: without the factor, by one person,
 * and confirmed by a second one, also after a restart. `staff-log-ins.spec.ts` lists the routes that need no factor.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PublishIndex } from '../../../server/core/command';
import { COMMANDS } from '../../../server/products/core';
import type { StaffKind } from '../../../server/core/staff/rule';
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { LANGUAGES } from '../../../shared/wire/languages';
import { changesNothing, hasClientId, type Route } from '../../../shared/wire/route';
import { AREAS } from '../../../server/routes';
import {
  HttpExchange,
  MARKET_TERMS,
  WITHOUT_FACTOR,
  expectSuccess,
  type Answer,
  type Json,
  type Person,
} from '../../tools/people/http-exchange';
import { INSURED, PERPETUAL_TERMS, openPerpetual } from '../../tools/fixtures/perpetual-listing';
import { verificationOf } from '../../tools/people/verification';
import { walletOf } from '../../tools/people/wallet';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const [SPOT, PERP] = ['BTC-USDT', PERPETUAL_TERMS.market];
const WAITS = { STAFF_WAIT_MINUTES: '1440', STAFF_BY_HAND_DAY_MAX: '10000000', LIMIT_PHOTOS_PER_MINUTE_MAX: '1000' };

const CHANGES: readonly Route[] = Object.values(AREAS)
  .flatMap((area): Route[] => Object.values(area))
  .filter((route) => route.access === 'admin' && !changesNothing(route) && route.shows !== true);
const routeOf = (at: string): Route => {
  const found = CHANGES.find((route) => route.path === `/exchange/admin/${at}`);
  if (!found) throw new Error(`${at} is no route of staff`);
  return found;
};
/** Tested elsewhere, with the data they need. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'deposit/credit': '../wallet/deposit-reports.spec.ts',
  'deposit/look': '../wallet/deposit-reports.spec.ts',
  'deposit/refuse': '../wallet/deposit-reports.spec.ts',
  // Only a chain or a bank can show the payment.
  'withdraw/pay': '../wallet/wallet-chains.spec.ts',
  'recovery/propose': '../identity/recovery.spec.ts',
  'recovery/decline': '../identity/recovery.spec.ts',
  'content/saveArticle': 'content-desk.spec.ts',
  'content/uploadBannerImage': 'banners.spec.ts',
};

let now = 1_760_000_000_000;
let exchange: HttpExchange;
let first: Person;
let second: Person;
let clerk: Person;
let [alice, bob, carol, robin]: Person[] = [];
const sent = new Set<string>();

const { submitted, someone } = verificationOf(
  () => exchange,
  () => first,
);
const { head, ready, apply, withdrawals } = walletOf({
  exchange: () => exchange,
  admin: () => first,
  pass: (ms) => void (now += ms),
});
const state = () => exchange.application.exchange.engine.state();
const proposals = async (): Promise<Json[]> =>
  (await expectSuccess(exchange.get(`/audit/staff/proposals?minPosition=${head()}`, second.ticket))).records;

async function send(by: Person, at: string, body: object, headers = {}): Promise<Answer> {
  const clientId = hasClientId(routeOf(at)) ? { clientId: exchange.clientId() } : {};
  return exchange.post(`/admin/${at}`, { ...clientId, ...body }, by.ticket, headers);
}

/** Does nothing without the factor; with it, returns the answer to one person. */
async function byOne(at: string, body: object, by = first): Promise<Json> {
  const before = head();
  expect([at, (await send(by, at, body, WITHOUT_FACTOR)).code]).toEqual([at, 'step.up.required']);
  // A robot trades on its own in between.
  if (at !== 'robot/endRobot') expect([at, head()]).toEqual([at, before]);
  const { code, data } = await send(by, at, body);
  expect([at, code, data]).toEqual([at, 'success', data]);
  sent.add(at);
  return data ?? {};
}

/** Takes effect by one person: an act announced to all, or a case of its own. */
async function alone(kind: 'act' | 'case', at: string, body: object, by = first): Promise<Json> {
  const data = await byOne(at, body, by);
  expect([at, data.proposal ?? null, data.proposals ?? []]).toEqual([at, null, []]);
  expect([at, data.act ?? null]).toEqual([
    at,
    kind === 'act' ? { act: expect.any(String), until: data.act?.until } : null,
  ]);
  return data;
}

interface Proposed {
  at: string;
  proposal: string;
  kind: StaffKind;
}
/** Proposed by one person: not yet in effect. */
async function proposed(kind: 'change' | 'restore' | 'money', at: string, body: object, by = first): Promise<Proposed> {
  const data = await byOne(at, body, by);
  const proposal = data.proposal ?? data.proposals?.[0];
  expect([at, proposal]).toEqual([at, expect.any(String)]);
  const record = (await proposals()).find((one) => one.proposal === proposal);
  const kinds = COMMANDS[record.command as keyof typeof COMMANDS].staff?.kinds;
  expect([at, record.kind, kinds, record.waitMs]).toEqual([
    at,
    kind,
    expect.arrayContaining([kind]),
    kind === 'change' ? DAY_MS : 0,
  ]);
  return { at, proposal, kind };
}

/** Confirmed by the second person: in effect, or waiting for its time. */
async function confirmed({ at, proposal, kind }: Proposed, by = second): Promise<void> {
  const { digest } = (await proposals()).find((one) => one.proposal === proposal);
  const confirm = (person: Person, headers = {}) =>
    send(person, 'staff/confirmProposal', { proposal, digest }, headers);
  expect([at, (await confirm(first)).code]).toEqual([at, 'approval.needs.another']);
  const before = head();
  expect([at, (await confirm(by, WITHOUT_FACTOR)).code, head()]).toEqual([at, 'step.up.required', before]);
  expect([at, (await confirm(by)).code]).toEqual([at, 'success']);
  const left = (await proposals()).find((one) => one.proposal === proposal);
  expect([at, left?.from]).toEqual([at, kind === 'change' ? now + DAY_MS : undefined]);
}

async function logIn(): Promise<void> {
  for (const person of [first, second, clerk, alice, bob, carol, robin])
    person.ticket = await exchange.logIn(person.email);
}
async function publish(): Promise<void> {
  const prices = [SPOT, 'ETH-USDT'].map((symbol) => ({
    symbol,
    sources: [0, 1, 2].map((number) => ({ source: `source ${number}`, price: 5_000_000, at: now })),
  }));
  const command: PublishIndex = { type: 'PublishIndex', prices };
  await exchange.application.exchange.engine.submit({ actor: 'feed/index', command });
}
const own = (person: Person, at: string, body: object): Promise<Json> =>
  expectSuccess(exchange.post(`/app/${at}`, { clientId: exchange.clientId(), ...body }, person.ticket));

const OPTION = {
  ...{ symbol: SPOT, asset: 'USDT', amountMin: '10', amountMax: '1000', sideMax: '50000', totalMax: '80000' },
  ...{ userMax: '30000', levelsUserMax: '0', durations: [{ durationMs: 30_000, payoutPpb: 800_000_000 }], reason: 'r' },
};
const SAVING = {
  ...{ product: 'USDT-7', name: '7 days', asset: 'USDT', termDays: 7, annualRatePpb: 50_000_000, quota: '5000' },
  ...{ amountMin: '10', userMax: '3000', reason: 'r' },
};
const MINING = {
  ...{ product: 'USDT-3', name: '3 days', asset: 'USDT', incomeAsset: 'USDT', termDays: 3, dailyRatePpb: 1_000_000 },
  ...{ payout: 'daily', rebate: null, quota: '5000', amountMin: '100', amountMax: '2000', reason: 'r' },
};
const ROBOTS = { market: SPOT, state: 'open', amountMin: '100', userMax: '9000', reason: 'r' };
const INDEX = { symbol: 'ETH-USDT', decimals: 2, sourceStaleMs: 50_000, staleMs: 60_000, sourcesMin: 2, reason: 'r' };

/** Set up by two, before anybody deposits. */
beforeAll(async () => {
  exchange = await HttpExchange.start(WAITS, { clock: () => now });
  first = await exchange.staff('admin', 'first');
  second = await exchange.staff('admin', 'second');
  clerk = await exchange.staff('admin', 'clerk');
  const act = (at: string, body: object) => exchange.act(first, at, body);
  await exchange.listMarkets(first);
  await exchange.listDollars(first);
  await openPerpetual(exchange, first);
  await act('/product/setIndexTerms', INDEX);
  await act('/product/endPerpetualMarket', { market: PERP, endsAt: now + 20 * DAY_MS, reason: 'r' });
  await act('/option/setTerms', OPTION);
  await act('/earn/setFinancialTerms', SAVING);
  await act('/earn/setMiningTerms', MINING);
  await act('/earn/setState', { kind: 'mining', product: 'USDT-3', state: 'open', reason: 'r' });
  await act('/robot/setTerms', ROBOTS);
  await act('/convert/setDustTerms', { state: 'open', dailyMax: '500', reason: 'r' });
  await exchange.fundHouse(first, 'USDT', INSURED);
  [alice, bob, robin] = [await exchange.person('alice'), await exchange.person('bob'), await exchange.person('robin')];
  for (const person of [alice, bob, robin]) await exchange.verifyAndFund(first, person, {});
  carol = await ready();
  for (const person of [alice, bob, robin]) await exchange.fund(person, 'USDT', '100000');
  await logIn();
  await publish();
}, 60_000);
afterAll(() => exchange.stop());

describe('one person with the factor', () => {
  it('stops operations until the stop ends by itself or two lift it', async () => {
    await alone('act', 'product/setMarketState', { market: SPOT, state: 'cancel_only' });
    await alone('act', 'product/setPerpetualMarketState', { market: PERP, state: 'close_only' });
    const open = { asset: 'ETH', trading: 'open', deposits: 'open', withdrawals: 'open' };
    await alone('act', 'product/setAssetState', { ...open, deposits: 'suspended', reason: 'r' });
    await alone('act', 'earn/setState', { kind: 'mining', product: 'USDT-3', state: 'closed', reason: 'r' });
    await alone('act', 'convert/setDustTerms', { state: 'closed', dailyMax: '500', reason: 'r' });
    const { act } = await alone('act', 'robot/setTerms', { ...ROBOTS, state: 'closed' });
    await alone('case', 'staff/keepAct', { act: act.act }, second);
  });

  it('tightens controls', async () => {
    const terms = { asset: 'USDT', chain: 'ERC20', minimum: '1' };
    await alone('act', 'recharge/setTerms', { ...terms, confirmations: 13 });
    await alone('act', 'withdraw/setReview', { secondApprovalAbove: '9000' });
    await alone('act', 'overdue/setHours', { wait: 'feedback', hours: 5 });
    // The limits are unchanged: a request is split into proposals, and none remains.
    const { proposals: none } = await byOne('security/setWithdrawalLimit', {
      bindings: 1,
      limit: '999',
      verifiedLimit: '9999',
    });
    expect(none).toEqual([]);
  });

  it('stops single users, and decides single cases', async () => {
    // Another market than the halted one.
    const order = { market: 'ETH-USDT', side: 'buy', kind: 'limit', price: '45000', quantity: '0.1' };
    const orders = [await own(alice, 'spot/place', order), await own(alice, 'spot/place', order)];
    await alone('act', 'spot/cancel', { userId: alice.id, order: orders[0].order });
    await alone('act', 'spot/cancelAll', { userId: alice.id, market: 'ETH-USDT' });
    await alone('act', 'funds/freeze', { userId: bob.id, asset: 'USDT', amount: '5', reason: 'r' });
    await alone('case', 'account/endLogins', { userId: robin.id });
    robin.ticket = await exchange.logIn(robin.email);
    // Otherwise one member could lock out all others.
    expect((await send(first, 'account/endLogins', { userId: second.id })).code).toBe('command.not.permitted');
    expect(await proposals()).toEqual([]);
    await alone('case', 'personal/placeHold', { userId: robin.id, reason: 'r' });
    await alone('case', 'personal/liftHold', { userId: robin.id, reason: 'r' });
    await alone('case', 'robot/issueKey', { userId: robin.id, reason: 'r' });
    await alone('act', 'robot/revokeKey', { userId: robin.id, reason: 'r' });
    const [approved, refused] = [await someone(), await someone()];
    await alone('case', 'verification/approve', { verification: await submitted(approved) });
    await alone('case', 'verification/reject', { verification: await submitted(refused), reason: 'r' });
    for (const call of ['answerFeedback', 'closeFeedback']) {
      const { id } = await own(alice, 'content/feedback', { category: 'problem', text: `The chart: ${call}.` });
      const text =
        call === 'answerFeedback' ? { text: 'Please reload the page.' } : { reason: 'reason/feedback_noted' };
      await alone('case', `content/${call}`, { feedback: String(id), ...text });
    }
    await alone('act', 'account/freeze', { userId: alice.id, reason: 'r' });
  });

  it('approves and starts a withdrawal below the review threshold, and rejects one', async () => {
    for (const amount of ['100', '200', '300']) await expectSuccess(apply(carol, amount));
    const [third, other, one] = (await withdrawals(carol)).map(({ withdrawal }: Json) => withdrawal);
    await alone('act', 'withdraw/reject', { withdrawal: third, reason: 'r' });
    await alone('case', 'withdraw/approve', { withdrawal: one });
    const start = { clientId: exchange.clientId(), withdrawal: one };
    await byOne('batch', { act: 'StartPayout', requests: [start], sums: { USDT: '100' } });
    await expectSuccess(send(second, 'withdraw/approve', { withdrawal: other }));
    await alone('case', 'withdraw/startPayout', { withdrawal: other });
  });

  it('publishes and withdraws content', async () => {
    const text = (of: string) => ({ title: of, summary: 'In short.', body: `## ${of}\n\nSaid.` });
    const inAll = <T>(made: (language: string) => T) => Object.fromEntries(LANGUAGES.map((one) => [one, made(one)]));
    const draft = { kind: 'notice', category: null, revision: 0, texts: inAll((one) => text(`Notice ${one}`)) };
    const { article, version, digest, revision } = await expectSuccess(send(first, 'content/saveArticle', draft));
    const published = await alone('case', 'content/publishArticle', { article, version, digest, revision });
    await alone('case', 'content/withdrawArticle', {
      article,
      revision: published.revision,
      what: 'shown',
      reason: 'r',
    });
    const look = { isOn: true, place: 1, from: null, until: null, link: null, look: 'ledger', image: null };
    const texts = inAll((one) => ({ title: `Offer ${one}`, text: 'About it.' }));
    await alone('case', 'content/saveBanner', { revision: 0, ...look, texts });
    const { records } = await expectSuccess(exchange.get('/admin/content/banners', first.ticket));
    const [banner] = records;
    await alone('case', 'content/removeBanner', { banner: banner.id, revision: banner.revision, reason: 'r' });
  });
});

describe('two people, each with the factor', () => {
  it('restore operations at once, with a restart between proposal and confirmation', async () => {
    const [hold] = [...state().holds.values()].filter(({ reason }) => reason === 'admin');
    const open: Proposed[] = [
      await proposed('restore', 'account/unfreeze', { userId: alice.id, reason: 'r' }),
      await proposed('restore', 'funds/unfreeze', { hold: String(hold.id), reason: 'r' }),
      await proposed('restore', 'product/setMarketState', { market: SPOT, state: 'open' }),
      await proposed('restore', 'product/setPerpetualMarketState', { market: PERP, state: 'open' }),
      await proposed('restore', 'product/callOffPerpetualEnd', { market: PERP, reason: 'r' }),
      await proposed('restore', 'option/setState', { symbol: SPOT, state: 'open', reason: 'r' }),
      await proposed('change', 'account/assignFeeTier', { userId: bob.id, tier: 1 }),
    ];
    const { dataDir } = exchange;
    await exchange.halt();
    exchange = await HttpExchange.start({ ...WAITS, DATA_DIR: dataDir }, { clock: () => now });
    await logIn();
    for (const one of open) await confirmed(one);
    expect(state().members.get(alice.id)?.frozen).toBe(false);
    expect([state().markets.get(SPOT)?.state, state().markets.get(PERP)?.state]).toEqual(['open', 'open']);
  }, 30_000);

  it('lock a position by one, and unlock it by both', async () => {
    await publish();
    for (const person of [alice, bob])
      await own(person, 'transfer/apply', { asset: 'USDT', from: 'spot', to: 'contract', amount: '50000' });
    const order = { market: PERP, act: 'open', quantity: '0.1' };
    await own(alice, 'contract/place', { ...order, position: 'short', kind: 'limit', price: '50000' });
    await own(bob, 'contract/place', { ...order, position: 'long', kind: 'market' });
    const at = `/admin/contract/positions?userId=${bob.id}&minPosition=${head()}`;
    const { positions } = await expectSuccess(exchange.get(at, first.ticket));
    await alone('act', 'contract/lock', { contract: positions[0].id, reason: 'r' });
    await confirmed(await proposed('restore', 'contract/unlock', { contract: positions[0].id, reason: 'r' }));
    expect(state().locks.locked.size).toBe(0);
  });

  it('move the house’s money at once, from imported statements and existing funds', async () => {
    exchange.application.nest.get(VerifiedNames).setSource(async () => 'Ann Example');
    const csv = ['reference,amount,name', 'bank/1,700,ANN EXAMPLE', 'bank/2,900,THE HOUSE'].join('\n');
    await alone('case', 'recharge/importStatement', { asset: 'USD', csv }, clerk);
    const credit = { userId: bob.id, asset: 'USD', amount: '700', reference: 'bank/1' };
    await confirmed(await proposed('money', 'recharge/credit', credit));
    await confirmed(
      await proposed('money', 'house/fund', { asset: 'USD', amount: '900', reference: 'bank/2', reason: 'r' }),
    );
    for (const [at, body] of [
      ['house/fundInsurance', {}],
      ['option/fund', { act: 'fund' }],
      ['earn/fund', { act: 'fund' }],
      ['convert/fund', { act: 'fund' }],
    ] as const)
      await confirmed(await proposed('money', at, { asset: 'USDT', amount: '10', reason: 'r', ...body }));
  });

  it('stop a robot by one; resume stopped withdrawals by both', async () => {
    await expectSuccess(send(first, 'robot/issueKey', { userId: robin.id, reason: 'r' }));
    const { key } = await expectSuccess(exchange.post('/app/robot/showKey', {}, robin.ticket));
    const opened = await proposed('change', 'robot/setTerms', { ...ROBOTS, amountMin: '200' });
    await confirmed(opened);
    now += DAY_MS;
    await publish();
    await logIn();
    await publish();
    const grid = { lower: '49000', upper: '51000', lines: 5 };
    const wish = { market: SPOT, amount: '4000', secretKey: key, lossLimitPpb: 200_000_000, grid };
    await own(robin, 'robot/start', wish);
    const { robots } = await expectSuccess(
      exchange.get(`/admin/robot/robots?userId=${robin.id}&minPosition=${head()}`, first.ticket),
    );
    await alone('act', 'robot/endRobot', { userId: robin.id, robot: robots[0].robot, reason: 'r' });
    const difference = { comparison: 'stored.balance', subject: 'a test', asset: 'USDT', expected: 2n, found: 1n };
    await exchange.application.exchange.engine.submit({
      actor: 'sentinel',
      command: { type: 'StopWithdrawals', ...difference },
    });
    const upTo = String(Math.max(...state().drift.open.keys()));
    await confirmed(await proposed('restore', 'withdraw/lift', { upTo, reason: 'r' }));
    expect(state().drift.open.size).toBe(0);
  });

  const helper = () => exchange.person('helper');
  it('make every other change a day later, and either can cancel it until then', async () => {
    const someoneElse = await helper();
    await exchange.giveKey(someoneElse.id, someoneElse.email);
    const terms = { ...MARKET_TERMS, market: 'ETH-BTC', base: 'ETH', quote: 'BTC' };
    const perpetual = { ...PERPETUAL_TERMS, market: 'ETH-USDT-PERP', base: 'ETH', index: 'ETH-USDT' };
    const bank = { asset: 'USD', bankName: 'A Bank', accountName: 'The House', accountNumber: '12', bankCode: 'AB' };
    const changes: [string, object][] = [
      ['product/listAsset', { asset: 'SOL', scale: 8, withdrawalFee: '0.5', withdrawalMin: '2' }],
      ['product/listMarket', terms],
      ['product/listPerpetualMarket', perpetual],
      ['product/setIndexTerms', { ...INDEX, sourcesMin: 3 }],
      ['product/changeMarketTerms', { market: SPOT, bandPpb: 90_000_000, reason: 'r' }],
      ['product/changeAssetTerms', { asset: 'ETH', withdrawalFee: '0.25', reason: 'r' }],
      ['product/setFeeTiers', { product: 'spot', volumes: ['0', '5'], reason: 'r' }],
      ['product/changePerpetualTerms', { market: PERP, openInterestMax: '9000000', reason: 'r' }],
      ['product/endPerpetualMarket', { market: PERP, endsAt: now + 20 * DAY_MS, reason: 'r' }],
      ['option/setTerms', { ...OPTION, userMax: '20000' }],
      ['earn/setFinancialTerms', { ...SAVING, annualRatePpb: 40_000_000 }],
      ['earn/setMiningTerms', { ...MINING, dailyRatePpb: 500_000 }],
      ['referral/setTerms', { level1Ppb: 200_000_000, level2Ppb: 50_000_000, reason: 'r' }],
      ['account/verify', { userId: someoneElse.id }],
      ['recharge/setBank', bank],
      ['systemConfig/set', { key: 'custom_line', value: '@desk' }],
      ['security/setWithdrawalLimit', { bindings: 1, limit: '2000', verifiedLimit: '10000' }],
      ['staff/setRights', { userId: clerk.id, rights: ['recharges'], reason: 'r' }],
      ['staff/setRole', { userId: someoneElse.id, role: 'admin', rights: ['users'], reason: 'r' }],
    ];
    const waiting: string[] = [];
    for (const [at, body] of changes) {
      const one = await proposed('change', at, body);
      await confirmed(one);
      waiting.push(one.proposal);
    }
    const off = waiting.pop() ?? '';
    expect((await send(clerk, 'staff/declineProposal', { proposal: off, reason: 'r' }, WITHOUT_FACTOR)).code).toBe(
      'step.up.required',
    );
    await expectSuccess(send(clerk, 'staff/declineProposal', { proposal: off, reason: 'r' }));
    const since = head();
    now += DAY_MS;
    await logIn();
    for (const _ of [1, 2]) await exchange.fund(bob, 'USDT', '1');
    const applied: string[] = [];
    for await (const { batch } of exchange.application.exchange.journal.read(since))
      for (const event of batch.events) if (event.type === 'StaffApplied') applied.push(String(event.proposal));
    expect(applied.sort()).toEqual([...waiting].sort());
    expect(await proposals()).toEqual([]);
    expect(state().staff.people.has(someoneElse.id)).toBe(false);
    for (const at of ['staff/confirmProposal', 'staff/declineProposal']) sent.add(at);
  }, 30_000);
});

it('these are all routes that change something for an admin', () => {
  const all = CHANGES.map((route) => route.path.slice('/exchange/admin/'.length)).sort();
  expect([...sent, ...Object.keys(ELSEWHERE)].sort()).toEqual(all);
  for (const [at, file] of Object.entries(ELSEWHERE)) {
    expect(readFileSync(path.join(__dirname, file), 'utf8')).toContain(at);
  }
});
