/** Request bodies of endpoints for their golden answers, if the generated sample is refused. */
import type { Route } from '../../../shared/wire/route';
import { FUND_PASSWORD, MARKET_TERMS, PASSWORD, type Json, type Person } from '../people/http-exchange';
import { accountAsksOf, type Ask, type Asks } from './golden-account-requests';
import { PERPETUAL_TERMS } from '../fixtures/perpetual-listing';
import { picture, verificationOf } from '../people/verification';
import * as whole from '../people/whole-exchange';
import { GRID, PERP, SPOT, type WholeExchange } from '../people/whole-exchange';

const DAY_MS = 86_400_000;

/** These end log-ins, close accounts or stop trading. They run last, in this order. */
const LAST: readonly string[] = [
  'admin/product/setMarketState',
  'admin/product/setPerpetualMarketState',
  'admin/product/setAssetState',
  'admin/contract/lock',
  'admin/contract/unlock',
  'admin/account/freeze',
  'admin/account/unfreeze',
  'admin/account/endLogins',
  'app/personal/erase',
  'app/personal/keep',
  'app/account/session/end',
  'app/account/session/endOthers',
  'app/account/logout',
  'app/security/freeze',
];
/** Other requests use ids from these answers. */
const FIRST: readonly string[] = ['audit/journal/ask'];

/** Values of required fields by name. */
export function valuesOf(at: WholeExchange): Readonly<Record<string, () => unknown>> {
  const { known } = at;
  return {
    clientId: () => at.exchange.clientId(),
    market: () => SPOT,
    symbol: () => SPOT,
    asset: () => 'USDT',
    chain: () => 'ERC20',
    from: () => at.now() - 5 * DAY_MS,
    to: () => at.now(),
    verification: () => known.verification,
    recovery: () => known.recovery,
    withdrawal: () => known.toCard,
    recharge: () => known.recharge,
    feedback: () => known.feedback,
    alarm: () => known.alarm,
    password: () => PASSWORD,
    fundPassword: () => FUND_PASSWORD,
    reason: () => 'r',
  };
}

/** By the path after `/exchange/`. Each user named here was created for this request alone. */
export function asksOf(at: WholeExchange): Asks {
  const { exchange, known, admin, clerk, maker, now, publish } = at;
  const { person } = known;
  const verification = verificationOf(
    () => exchange,
    () => admin,
  );
  let people = 0;
  const spare = () => exchange.registered('user', `spare-${++people}`);
  const userId = () => person.id;
  const found = async (path: string, by: Person, body?: object): Promise<Json> =>
    (await (body ? exchange.post(path, body, by.ticket) : exchange.get(path, by.ticket))).data;
  const orders = async (by: Person) => (await found('/app/spot/currentOrders', by, {})).records as Json[];
  const newest = async (path: string, by: Person, field: string, body?: object): Promise<string> =>
    (await found(path, by, body)).records[0]?.[field] ?? '1';
  const reasoned = (id: string) => `reason/${id}`;
  const resting = async (by: Person, price = '46500') =>
    (await at.own(by, 'spot/place', { market: SPOT, side: 'buy', kind: 'limit', price, quantity: '0.01' })).order;
  const perpetual = { market: PERP, position: 'long' };
  const opening = async (): Promise<string> => {
    await publish();
    const order = { ...perpetual, act: 'open', kind: 'limit', price: '45300', quantity: '0.01' };
    return (await at.own(person, 'contract/place', order)).order;
  };
  const saving = async (): Promise<string> =>
    (await at.own(person, 'financial/buy', { product: 'USDT-7', amount: '20' })).purchase;
  const stop = async (): Promise<string> => (await found('/app/contract/positions', person)).stops[0].id;
  const position = async (): Promise<string> => (await found('/app/contract/positions', person)).positions[0].id;
  const bodyOf =
    (body: Json): (() => Ask) =>
    () => ({ body });
  const queryOf =
    (query: Json): (() => Ask) =>
    () => ({ query });
  const withSpare = (body: (spare: Person) => object | Promise<object>) => async (): Promise<Ask> => {
    const by = await spare();
    return { by, body: await body(by) };
  };
  const applied = async (): Promise<string> => {
    const list = await found('/app/withdraw/list', person, {});
    return list.records.find(({ asset }: Json) => asset === 'USDT').withdrawal;
  };
  const proposal = async (): Promise<Json> => {
    const rows = (await found('/audit/staff/proposals', admin)).records;
    return rows.at(-1);
  };
  const answered = async (): Promise<string> => {
    for (let tries = 0; tries < 400; tries++) {
      const [first] = (await found('/audit/journal/answers', at.auditor)).records;
      if (first.state === 'done') return first.question;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error('the journal does not answer');
  };
  const ofAnswer = async (): Promise<Ask> => ({ query: { question: await answered() } });
  const saved = async (): Promise<Json> =>
    found('/admin/content/saveArticle', admin, { clientId: exchange.clientId(), ...whole.ARTICLE });
  const perpetualTerms = { ...PERPETUAL_TERMS, market: 'ETH-USDT-PERP', base: 'ETH', index: 'ETH-USDT' };

  return {
    ...accountAsksOf({ at, spare, withSpare, found, newest }),
    'audit/journal/ask': bodyOf({ ask: 'entries', userId: person.id }),
    'audit/drift': async () => {
      await exchange.application.exchange.reconciliation.runRound();
      return {};
    },
    'audit/journal/answers': async () => {
      await answered();
      return {};
    },
    'audit/journal/rows': ofAnswer,
    'audit/journal/csv': ofAnswer,
    'audit/journal/bundle': ofAnswer,
    'audit/user/detail': () => ({ query: { userId: userId() } }),
    'admin/user/detail': () => ({ query: { userId: userId() } }),
    'admin/user/logIns': () => ({ body: { userId: userId() } }),
    'admin/user/person': () => ({ body: { userId: userId(), fields: ['contact'], reason: reasoned('show_support') } }),
    'admin/verification/person': () => ({ body: { userId: userId(), reason: reasoned('show_verification') } }),
    'admin/recovery/person': () => ({ body: { userId: userId(), reason: reasoned('show_support') } }),
    'admin/withdraw/person': () => ({ body: { userId: userId(), reason: reasoned('show_withdrawal') } }),
    'admin/recharge/person': () => ({ body: { userId: userId(), reason: reasoned('show_deposit') } }),
    'admin/chain/person': () => ({ body: { userId: userId(), reason: reasoned('show_security') } }),
    'admin/content/person': () => ({ body: { userId: userId(), reason: reasoned('show_feedback') } }),
    'admin/verification/photo': () => ({ query: { photo: known.photos.verification[0] } }),
    'admin/recovery/photo': () => ({ query: { photo: known.photos.recovery[0] } }),
    'admin/product/perpetualTerms': queryOf({ market: PERP }),
    'admin/personal/holds': () => ({ query: { userId: String(userId()) } }),
    'admin/contract/positions': () => ({ query: { userId: String(userId()) } }),
    'admin/option/contracts': () => ({ query: { userId: String(userId()) } }),
    'admin/robot/robots': () => ({ query: { userId: String(userId()) } }),
    'admin/spot/orders': () => ({ query: { userId: String(userId()) } }),
    'admin/content/article': async () => ({
      query: { article: await newest('/admin/content/articles', admin, 'article', { kind: 'notice' }) },
    }),
    'admin/content/version': async () => {
      const { article, version } = await saved();
      return { query: { article, version } };
    },

    'admin/account/verify': async () => ({ body: { userId: (await spare()).id } }),
    'admin/account/assignFeeTier': () => ({ body: { userId: userId(), tier: 1 } }),
    'admin/account/freeze': () => ({ body: { userId: maker.id } }),
    'admin/account/unfreeze': () => ({ body: { userId: maker.id } }),
    'admin/account/endLogins': async () => ({ body: { userId: (await spare()).id } }),
    'admin/batch': () => ({
      body: {
        act: 'ApproveWithdrawal',
        requests: [{ clientId: exchange.clientId(), withdrawal: known.applied }],
        sums: { USDT: '2000' },
      },
    }),
    'admin/content/closeFeedback': () => ({ body: { feedback: known.visitors, reason: reasoned('feedback_noted') } }),
    'admin/content/publishArticle': async () => {
      const { article, version, digest, revision } = await saved();
      return { body: { article, version, digest, revision } };
    },
    'admin/content/withdrawArticle': async () => {
      const { article, version, digest, revision } = await saved();
      const body = { clientId: exchange.clientId(), article, version, digest, revision };
      const { data } = await exchange.post('/admin/content/publishArticle', body, admin.ticket);
      return { body: { article, revision: data.revision, what: 'shown' } };
    },
    'admin/content/saveArticle': bodyOf(whole.ARTICLE),
    'admin/content/saveBanner': bodyOf({ ...whole.BANNER, place: 2 }),
    'admin/content/removeBanner': async () => {
      const [banner] = (await found('/admin/content/banners', admin)).records;
      return { body: { banner: banner.id, revision: banner.revision } };
    },
    'admin/content/uploadBannerImage': async () => ({
      upload: await picture(1_200, 600, 5).jpeg().toBuffer(),
    }),
    'admin/contract/lock': async () => ({ body: { contract: await position() } }),
    'admin/contract/unlock': async () => ({ body: { contract: await position() } }),
    'admin/earn/fund': bodyOf({ act: 'fund', amount: '10' }),
    'admin/earn/setFinancialTerms': bodyOf({ ...whole.SAVING, annualRatePpb: 40_000_000 }),
    'admin/earn/setMiningTerms': bodyOf({ ...whole.MINING, dailyRatePpb: 500_000 }),
    'admin/earn/setState': bodyOf({ kind: 'mining', product: 'USDT-3', state: 'closed' }),
    'admin/funds/freeze': () => ({ body: { userId: userId(), asset: 'BTC', amount: '0.1' } }),
    'admin/funds/unfreeze': async () => ({
      body: { hold: await newest('/audit/funds/list', admin, 'hold', {}) },
    }),
    'admin/house/fund': async () => ({
      body: { asset: 'BTC', amount: '1', reference: await exchange.payToHouse('BTC', '1') },
    }),
    'admin/house/fundInsurance': bodyOf({ amount: '10' }),
    'admin/option/fund': bodyOf({ act: 'fund', amount: '10' }),
    'admin/option/setTerms': bodyOf({ ...whole.OPTION, userMax: '20000' }),
    'admin/option/setState': bodyOf({ state: 'closed' }),
    'admin/overdue/setHours': bodyOf({ wait: 'feedback', hours: 5 }),
    'admin/personal/placeHold': () => ({ body: { userId: userId() } }),
    'admin/personal/liftHold': () => ({ body: { userId: userId() } }),
    'admin/product/listAsset': bodyOf({ asset: 'SOL', scale: 8, withdrawalFee: '0.5', withdrawalMin: '2' }),
    'admin/product/listMarket': bodyOf({ ...MARKET_TERMS, market: 'ETH-BTC', base: 'ETH', quote: 'BTC' }),
    'admin/product/listPerpetualMarket': bodyOf(perpetualTerms),
    'admin/product/setIndexTerms': bodyOf({ ...whole.INDEX, sourcesMin: 3 }),
    'admin/product/changeMarketTerms': bodyOf({ bandPpb: 90_000_000 }),
    'admin/product/changeAssetTerms': bodyOf({ asset: 'ETH', withdrawalFee: '0.25' }),
    'admin/product/setFeeTiers': bodyOf({ product: 'spot', volumes: ['0', '5'] }),
    'admin/product/changePerpetualTerms': bodyOf({ market: PERP, openInterestMax: '9000000' }),
    'admin/product/endPerpetualMarket': () => ({ body: { market: PERP, endsAt: now() + 20 * DAY_MS } }),
    'admin/product/callOffPerpetualEnd': bodyOf({ market: PERP }),
    'admin/product/setMarketState': bodyOf({ state: 'cancel_only' }),
    'admin/product/setPerpetualMarketState': bodyOf({ market: PERP, state: 'close_only' }),
    'admin/product/setAssetState': bodyOf({
      ...{ asset: 'ETH', trading: 'open', deposits: 'suspended', withdrawals: 'open' },
    }),
    'admin/recharge/importStatement': () => ({
      by: clerk,
      body: { asset: 'USD', csv: 'reference,amount,name\nbank/1,700,ANN EXAMPLE' },
    }),
    'admin/recharge/credit': async () => {
      await exchange.importStatementLines('USD', `bank/9,700,${known.clear['name']}`);
      return { body: { userId: userId(), asset: 'USD', amount: '700', reference: 'bank/9' } };
    },
    'admin/recharge/setTerms': bodyOf({ minimum: '1', confirmations: 13 }),
    'admin/recharge/setBank': bodyOf({
      ...{ asset: 'USD', bankName: 'A Bank', accountName: 'The House', accountNumber: '13', bankCode: 'AB' },
    }),
    'admin/referral/setTerms': bodyOf({ level1Ppb: 200_000_000, level2Ppb: 50_000_000 }),
    'admin/robot/setTerms': bodyOf({ ...whole.ROBOTS, amountMin: '200' }),
    'admin/robot/issueKey': async () => ({ body: { userId: (await spare()).id } }),
    'admin/robot/revokeKey': () => ({ body: { userId: userId() } }),
    'admin/robot/endRobot': async () => ({
      body: {
        userId: userId(),
        robot: (await found(`/admin/robot/robots?userId=${userId()}`, admin)).robots[0].robot,
      },
    }),
    'admin/security/setWithdrawalLimit': bodyOf({ bindings: 1, limit: '999', verifiedLimit: '9999' }),
    'admin/spot/cancel': async () => ({ body: { userId: maker.id, order: (await orders(maker))[0].order } }),
    'admin/spot/cancelAll': async () => {
      await resting(maker);
      return { body: { userId: maker.id } };
    },
    'admin/staff/confirmProposal': async () => {
      const { proposal: id, digest } = await proposal();
      return { by: clerk, body: { proposal: id, digest } };
    },
    'admin/staff/declineProposal': async () => ({ by: clerk, body: { proposal: (await proposal()).proposal } }),
    'admin/staff/keepAct': async () => ({
      by: clerk,
      body: { act: await newest('/audit/staff/acts', admin, 'act') },
    }),
    'admin/staff/setRole': async () => ({
      body: { userId: (await spare()).id, role: 'admin', rights: ['users'] },
    }),
    'admin/staff/setRights': () => ({ body: { userId: clerk.id, rights: ['recharges'] } }),
    'admin/systemConfig/set': bodyOf({ key: 'custom_line', value: '@desk' }),
    'admin/verification/approve': async () => {
      const by = await verification.someone();
      return { body: { verification: await verification.submitted(by) } };
    },
    'admin/verification/reject': async () => {
      const by = await verification.someone();
      return { body: { verification: await verification.submitted(by) } };
    },
    'admin/withdraw/setReview': bodyOf({ secondApprovalAbove: '900' }),
    'admin/withdraw/approve': () => ({ body: { withdrawal: known.toCard } }),
    'admin/withdraw/startPayout': () => ({ body: { withdrawal: known.toCard } }),
    'admin/withdraw/reject': async () => ({ body: { withdrawal: await applied() } }),

    'app/client/report': bodyOf({ faults: [], vitals: [{ name: 'LCP', value: 1 }] }),
    'app/content/feedback': bodyOf({ category: 'problem', text: 'The chart does not load.' }),
    'app/content/page': queryOf({ slug: 'terms' }),
    'app/content/bannerImage': queryOf({ image: '1' }),
    'app/systemConfig/getByKey': queryOf({ key: 'footer_email' }),
    'app/message/read': async () => ({
      body: { messages: [await newest('/app/message/list', person, 'message', {})] },
    }),
    'app/personal/export': withSpare(() => ({ password: PASSWORD })),
    'app/personal/erase': withSpare(() => ({ password: PASSWORD })),
    'app/personal/keep': withSpare(() => ({})),
    'app/robot/info': async () => ({ body: { robot: await newest('/app/robot/robots', person, 'robot', {}) } }),
    'app/robot/cycles': async () => ({ body: { robot: await newest('/app/robot/robots', person, 'robot', {}) } }),
    'app/robot/orders': async () => ({ body: { robot: await newest('/app/robot/robots', person, 'robot', {}) } }),
    'app/robot/backtest': bodyOf({ amount: '1000', grid: GRID, lossLimitPpb: 200_000_000 }),
    'app/robot/start': async () => {
      const { key } = await found('/app/robot/showKey', person, {});
      return { body: { amount: '1000', secretKey: key, lossLimitPpb: 200_000_000, grid: GRID } };
    },
    'app/robot/stop': async () => ({ body: { robot: await newest('/app/robot/robots', person, 'robot', {}) } }),

    'app/convert/quote': bodyOf({ from: 'BTC', to: 'USDT', amount: '0.01' }),
    'app/convert/records': bodyOf({}),
    'admin/convert/setDustTerms': bodyOf({ state: 'open', dailyMax: '500', reason: 'r' }),
    'admin/convert/fund': bodyOf({ asset: 'USDT', act: 'fund', amount: '50', reason: 'r' }),

    'app/spot/place': async () => {
      await publish();
      return { body: { side: 'buy', kind: 'limit', price: '46000', quantity: '0.01' } };
    },
    'app/spot/quote': bodyOf({ places: [{ side: 'buy', price: '46200', quantity: '0.01' }] }),
    'app/spot/kline': queryOf({ market: SPOT, interval: '1m' }),
    'app/stream/snapshots': queryOf({ topics: `depth:${SPOT}` }),
    'app/audit/headsOfDay': queryOf({ day: '2027-01-15' }),
    'app/content/detail': async () => ({
      query: { id: (await found('/app/content/list', admin, { kind: 'notice' })).records[0].id },
    }),
    'app/spot/amend': async () => ({ body: { order: await resting(person), price: '46400' } }),
    'app/spot/cancel': async () => ({ body: { order: await resting(person) } }),
    'app/spot/order': async () => ({ query: { order: (await orders(person))[0].order } }),
    'app/contract/info': queryOf({ market: PERP }),
    'app/contract/place': async () => {
      await publish();
      return { body: { ...perpetual, act: 'open', kind: 'limit', price: '45100', quantity: '0.01' } };
    },
    'app/contract/amend': async () => ({ body: { market: PERP, order: await opening(), price: '45200' } }),
    'app/contract/cancel': async () => ({ body: { order: await opening() } }),
    'app/contract/cancelAll': async () => {
      await opening();
      return { body: { market: PERP } };
    },
    'app/contract/placeStop': bodyOf({ ...perpetual, kind: 'stop_loss', trigger: '41000' }),
    'app/contract/amendStop': async () => ({
      body: { market: PERP, stop: await stop(), trigger: '41500' },
    }),
    'app/contract/cancelStop': async () => ({
      body: { stop: await stop() },
    }),
    'app/contract/reverse': () => ({ by: maker, body: { market: PERP, position: 'short' } }),
    'app/contract/closeAll': () => ({ by: maker, body: {} }),
    'app/contract/setLeverage': withSpare(() => ({ market: PERP, leverage: 5 })),
    'app/contract/setMarginMode': withSpare(() => ({ market: PERP, mode: 'cross' })),
    'app/contract/setPositionMode': withSpare(() => ({ market: PERP, mode: 'one_way' })),
    'app/contract/adjustMargin': bodyOf({ ...perpetual, act: 'add', amount: '10' }),
    'app/contract/export': queryOf({ list: 'fills' }),
    'app/option/buy': async () => {
      await publish();
      return { body: { direction: 'down', stake: '20', durationMs: 30_000 } };
    },
    'app/option/cancel': async () => ({
      body: { contract: (await found('/app/option/open', person)).contracts?.[0]?.contract ?? '1' },
    }),
    'app/option/contract': async () => ({
      query: { contract: (await found('/app/option/open', person)).contracts?.[0]?.contract ?? '1' },
    }),
    'app/financial/buy': bodyOf({ product: 'USDT-7', amount: '50' }),
    'app/financial/cancel': async () => ({ body: { purchase: await saving() } }),
    'app/financial/leave': async () => ({ body: { purchase: await saving() } }),
    'app/financial/renew': async () => ({ body: { purchase: await saving(), renew: true } }),
    'app/mining/buy': bodyOf({ product: 'USDT-3', amount: '100' }),
    'app/transfer/apply': bodyOf({ from: 'spot', to: 'contract', amount: '5' }),
    'app/withdraw/apply': bodyOf({
      amount: '30',
      chain: 'ERC20',
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
    }),
    'app/withdraw/quote': queryOf({ asset: 'USDT', chain: 'ERC20' }),
    'app/withdraw/cancel': async () => ({ body: { withdrawal: await applied() } }),
    'app/recharge/bank': queryOf({ asset: 'USD' }),
    'app/recharge/faucet': bodyOf({ amount: '5' }),
    'app/withdraw/ownershipMessage': bodyOf({ address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }),
    'app/withdraw/labelAddress': async () => ({
      body: { addressId: await newest('/app/withdraw/addresses', person, 'addressId'), label: 'warm wallet' },
    }),
    'app/withdraw/declareAddress': async () => ({
      body: {
        addressId: await newest('/app/withdraw/addresses', person, 'addressId'),
        beneficiary: { owner: 'own' },
      },
    }),
    'app/withdraw/removeAddress': async () => ({
      body: { addressId: await newest('/app/withdraw/addresses', person, 'addressId') },
    }),
  };
}

/**
 * Reads come before writes, and users' requests before those of staff. The order of the tables is not part of the
 * contract.
 */
export function inOrder(routes: readonly Route[], isRead: (route: Route) => boolean): Route[] {
  const rank = (route: Route): number => {
    const name = nameOf(route);
    if (FIRST.includes(name)) return 0;
    if (LAST.includes(name)) return 4 + LAST.indexOf(name);
    return isRead(route) ? 1 : name.startsWith('admin/') ? 3 : 2;
  };
  const at = ({ method, path }: Route) => `${path} ${method}`;
  return [...routes].sort((one, other) => rank(one) - rank(other) || (at(one) < at(other) ? -1 : 1));
}

export function nameOf({ path }: Route): string {
  return path.slice('/exchange/'.length);
}
