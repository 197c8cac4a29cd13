/** A proposal in words: what it does, and what was before beside what would be after. */
import { scopeOf } from '../../../../../shared/rules/audit-scope';
import { OPERATOR, type StaffCommandName } from '../../../../../shared/rules/staff-kinds';
import { STAFF_RIGHTS } from '../../../../../shared/rules/staff-rights';
import { limitOfKey } from '../../../../../shared/products/wallet/rules/withdrawal-limits';
import type { StaffProposal } from '../../../../../shared/wire/staff';
import { CONFIG_KEYS } from '../../../../../shared/rules/desk-config';
import type { TextKey } from '../../../shared/i18n/i18n';
import type { Texts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { spanText } from '../../../features/staff-act/takes';
import { ratioOfPpb } from '../../../entities/fee/rates';
import { scopeLines } from '../parts/audit-scope';
import { BANK_PARTS } from '../settings/bank-parts';

type Say = Texts['say'];

/** Facts that the forms have names for. */
const NAMES: Readonly<Record<string, TextKey>> = {
  market: 'staff.market',
  symbol: 'staff.market',
  from: 'staff.from',
  quantityMin: 'terms.quantityMin',
  quantityMax: 'terms.quantityMax',
  notionalMin: 'terms.notionalMin',
  priceLowest: 'terms.priceLowest',
  priceHighest: 'terms.priceHighest',
  makerFeesPpb: 'terms.makerFees',
  takerFeesPpb: 'terms.takerFees',
  makerFeesFixed: 'terms.makerFees',
  takerFeesFixed: 'terms.takerFees',
  openOrdersMax: 'terms.openOrdersMax',
  referencePrice: 'terms.referencePrice',
  bandPpb: 'terms.bandPpb',
  priceLimitPpb: 'terms.bandPpb',
  tiers: 'perp.tiers',
  fundingCapPpb: 'perp.funding_cap',
  fundingIntervalMs: 'staff.list.funding_hours',
  openInterestMax: 'perp.open_interest_max',
  impactNotional: 'staff.contract.impact',
  endsAt: 'perp.ends_at',
  sourcesMin: 'staff.index.sources_min',
  sourceStaleMs: 'staff.index.source_stale',
  staleMs: 'staff.index.stale',
  decimals: 'staff.index.decimals',
  base: 'staff.list.base',
  quote: 'staff.list.quote',
  tick: 'staff.market.tick',
  lot: 'staff.market.lot',
  multiplier: 'staff.list.multiplier',
  index: 'staff.list.index',
  scale: 'staff.list.scale',
  fiat: 'staff.list.kind',
  state: 'staff.state',
  trading: 'staff.coin.trading',
  deposits: 'staff.coin.deposits',
  withdrawals: 'staff.coin.withdrawals',
  withdrawalFee: 'staff.coin.withdrawalFee',
  withdrawalMin: 'staff.coin.withdrawalMin',
};

/** Whatever takes two, or what one does alone and others look at. */
const ACTS = {
  ListAsset: 'staff.list.asset',
  ListMarket: 'staff.list.market',
  ListPerpetualMarket: 'staff.list.perpetual',
  SetMarketState: 'staff.proposal.act.SetMarketState',
  SetPerpetualMarketState: 'staff.proposal.act.SetPerpetualMarketState',
  SetAssetState: 'staff.proposal.act.SetAssetState',
  ChangeMarketTerms: 'staff.proposal.act.ChangeMarketTerms',
  ChangePerpetualTerms: 'staff.proposal.act.ChangePerpetualTerms',
  ChangeAssetTerms: 'staff.proposal.act.ChangeAssetTerms',
  EndPerpetualMarket: 'staff.end.announce',
  CallOffPerpetualEnd: 'staff.end.call_off',
  SetIndexTerms: 'staff.proposal.act.SetIndexTerms',
  SetFeeTiers: 'staff.proposal.act.SetFeeTiers',
  SetReferralTerms: 'staff.proposal.act.SetReferralTerms',
  SetOptionTerms: 'staff.proposal.act.SetOptionTerms',
  SetOptionState: 'staff.proposal.act.SetOptionState',
  SetFinancialTerms: 'staff.proposal.act.SetFinancialTerms',
  SetFinancialState: 'staff.proposal.act.SetFinancialState',
  SetMiningTerms: 'staff.proposal.act.SetMiningTerms',
  SetMiningState: 'staff.proposal.act.SetMiningState',
  SetRobotTerms: 'staff.proposal.act.SetRobotTerms',
  RevokeRobotKey: 'staff.proposal.act.RevokeRobotKey',
  StopRobot: 'staff.proposal.act.StopRobot',
  VerifyMember: 'staff.proposal.act.VerifyMember',
  FreezeAccount: 'staff.freeze',
  UnfreezeAccount: 'staff.proposal.act.UnfreezeAccount',
  RecoverAccount: 'staff.proposal.act.RecoverAccount',
  AssignFeeTier: 'staff.proposal.act.AssignFeeTier',
  SetRechargeTerms: 'staff.proposal.act.SetRechargeTerms',
  CreditRecharge: 'staff.proposal.act.CreditRecharge',
  PayWithdrawal: 'staff.proposal.act.PayWithdrawal',
  RejectWithdrawal: 'staff.proposal.act.RejectWithdrawal',
  SetWithdrawalReview: 'staff.proposal.act.SetWithdrawalReview',
  LiftWithdrawals: 'staff.proposal.act.LiftWithdrawals',
  FreezeFunds: 'staff.funds.freeze',
  UnfreezeFunds: 'staff.proposal.act.UnfreezeFunds',
  FundHouse: 'staff.house.fund',
  FundInsurance: 'staff.proposal.act.FundInsurance',
  FundOptions: 'staff.proposal.act.FundOptions',
  FundFinancial: 'staff.proposal.act.FundFinancial',
  CancelOrder: 'staff.orders.cancel',
  CancelAllOrders: 'staff.proposal.act.CancelAllOrders',
  LockPosition: 'staff.proposal.act.LockPosition',
  UnlockPosition: 'staff.proposal.act.UnlockPosition',
  SetStaff: 'staff.proposal.act.SetStaff',
  RestoreStaff: 'staff.proposal.act.RestoreStaff',
  DeclineStaff: 'staff.proposal.act.DeclineStaff',
  SetDailyLimit: 'staff.proposal.act.SetDailyLimit',
  SetOverdueHours: 'staff.proposal.act.SetOverdueHours',
  SetDeskSetting: 'staff.proposal.act.SetDeskSetting',
} as const satisfies Partial<Record<StaffCommandName | 'RestoreStaff', TextKey>>;

const FACTS = [
  'asset',
  'chain',
  'minimum',
  'confirmations',
  'amount',
  'reference',
  'addressIndex',
  'nodes',
  'withdrawal',
  'account',
  'frozen',
  'verified',
  'request',
  'tier',
  'until',
  'product',
  'volumes',
  'secondApprovalAbove',
  'limit',
  'differences',
  'upTo',
  'bindings',
  'wait',
  'hours',
  'role',
  'rights',
  'scope',
  'setting',
  'text',
  'act',
  'side',
  'locked',
  'name',
  'amountMin',
  'amountMax',
  'userMax',
  'levelsUserMax',
  'sideMax',
  'totalMax',
  'quota',
  'termDays',
  'annualRatePpb',
  'dailyRatePpb',
  'incomeAsset',
  'payout',
  'rebate',
  'rebatePpb',
] as const;

/** Who proposed or confirmed it. */
export function whoText(say: Say, user: number): string {
  return user === OPERATOR ? say('staff.proposal.operator') : `#${user}`;
}

export function actText(say: Say, command: string): string {
  return command in ACTS ? say(ACTS[command as keyof typeof ACTS]) : command;
}

/** The subject in words, such as `market/BTC-USDT`, unless the name of the act says it. */
export function subjectText(say: Say, subject: string): string | null {
  const [of = '', one, ...more] = subject.split('/');
  if (one === undefined || of === 'withdrawals') return null;
  if (of === 'setting') return settingText(say, one);
  if (of === 'overdue') return say(`staff.overdue.${one as 'feedback'}`);
  if (of === 'fees') return productText(say, one);
  if (of === 'limit') {
    const { bindings, isVerified } = limitOfKey(Number(one));
    const counted = `${say('staff.limits.bindings')}: ${bindings}`;
    return isVerified ? `${counted} · ${say('staff.proposal.fact.verified')}` : counted;
  }
  if (of === 'pool') return more.join(' ');
  if (of === 'recharge' || of === 'funds') return [one, ...more].join(' · ');
  return /^\d+$/.test(one) ? `#${one}` : one;
}

type Told = StaffProposal['after'];

/** What stays as it is once, what changes with an arrow between. */
export function changesOf(texts: Texts, { before, after }: StaffProposal): (readonly [string, string])[] {
  const { say } = texts;
  const { setting = '', text, ...rest } = after;
  if ('durationsMs' in after) return withDurations(texts, before, after);
  if ('tierCaps' in after) return factsIn(texts, withTiers(before), withTiers(after));
  if (!String(setting).startsWith('bank.')) return factsIn(texts, before, after);
  const [now, then] = [accountIn(before.text), accountIn(text)];
  const parts = BANK_PARTS.map((part) => {
    return [say(`staff.bank.${part}`), changed(now.get(part) ?? '', then.get(part) ?? '')] as const;
  });
  return [...factsIn(texts, before, { setting, ...rest }), ...parts];
}

function factsIn(texts: Texts, before: Told, after: Told): (readonly [string, string])[] {
  return Object.keys(after).map((fact) => {
    const name = FACTS.find((one) => one === fact);
    const label = name ? texts.say(`staff.proposal.fact.${name}`) : nameOf(texts, fact, after);
    const textOf = (told: Told): string => valueText(texts, fact, told[fact], after);
    return [label, changed(textOf(before), textOf(after))] as const;
  });
}

function nameOf({ say }: Texts, fact: string, { market = '' }: Told): string {
  const [, level] = /^level([12])Ppb$/.exec(fact) ?? [];
  if (level !== undefined) return say('staff.rebates.level', { level });
  if (!(fact in NAMES)) return fact;
  const asset = String(market).split('-')[1] ?? '';
  return fact.endsWith('Fixed') ? `${say(NAMES[fact])} – ${say('staff.fees.fixed', { asset })}` : say(NAMES[fact]);
}

/** The values of a list. */
function listed(value: string | number | undefined): string[] {
  return String(value ?? '')
    .split(/ · | /)
    .filter(Boolean);
}

/** Tiers of a contract that is to be listed, in the form of a change of terms: cap, leverage and rate of each. */
function withTiers({ tierCaps, tierLeverages, tierRatesPpb, ...rest }: Told): Told {
  const [leverages, rates] = [listed(tierLeverages), listed(tierRatesPpb)];
  const tiers = listed(tierCaps).map((cap, place) => [cap, leverages[place], rates[place]].join('/'));
  return tiers.length === 0 ? rest : { ...rest, tiers: tiers.join(' ') };
}

/** Gain and fee of each duration of a second contract, in one text. */
function withDurations(texts: Texts, before: Told, after: Told): (readonly [string, string])[] {
  const [was, willBe] = [durationsIn(texts, before), durationsIn(texts, after)];
  const times = [...new Set([...was.keys(), ...willBe.keys()])].sort((one, other) => one - other);
  const rows = times.map((time) => {
    const span = spanText(texts, time);
    const told = changed(was.get(time) ?? '', willBe.get(time) ?? '');
    return [texts.say('staff.proposal.fact.duration', { time: span }), told] as const;
  });
  return [...factsIn(texts, withoutDurations(before), withoutDurations(after)), ...rows];
}

const OF_DURATIONS = new Set(['durationsMs', 'payoutsPpb', 'feesPpb', 'feeAmounts']);

function withoutDurations(told: Told): Told {
  return Object.fromEntries(Object.entries(told).filter(([fact]) => !OF_DURATIONS.has(fact)));
}

function durationsIn({ numbers }: Texts, told: Told): Map<number, string> {
  const [payouts, fees, amounts] = [listed(told.payoutsPpb), listed(told.feesPpb), listed(told.feeAmounts)];
  const rate = (ppb = '0') => numbers.exactPercent(ratioOfPpb(Number(ppb)), RATE_PLACES);
  return new Map(
    listed(told.durationsMs).map((time, place) => {
      const hasRate = Number(fees[place] ?? 0) > 0;
      const fee = hasRate ? rate(fees[place]) : `${numbers.exact(amounts[place] ?? '0')} ${told.asset ?? ''}`;
      return [Number(time), `${rate(payouts[place])} · ${fee}`] as const;
    }),
  );
}

function changed(now: string, then: string): string {
  return now === then ? then : `${now || '—'} → ${then || '—'}`;
}

/** The account of the house that a text says; nothing of one that is lost. */
function accountIn(text: string | number | undefined): Map<string, string> {
  const read: unknown = text === undefined || text === '' ? null : JSON.parse(String(text));
  const fields: [string, unknown][] = typeof read === 'object' && read !== null ? Object.entries(read) : [];
  return new Map(fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])));
}

/** Facts that are numbers, with as many decimals as they came with. */
const NUMBERS = new Set<string>([
  ...['amount', 'minimum', 'frozen', 'limit', 'secondApprovalAbove', 'withdrawalFee', 'withdrawalMin', 'quota'],
  ...['amountMin', 'amountMax', 'userMax', 'levelsUserMax', 'sideMax', 'totalMax', 'termDays'],
  ...['quantityMin', 'quantityMax', 'notionalMin', 'priceLowest', 'priceHighest', 'referencePrice', 'openOrdersMax'],
  ...['makerFeesFixed', 'takerFeesFixed', 'openInterestMax', 'impactNotional', 'tick', 'lot', 'multiplier', 'volumes'],
]);
const YES_OR_NO = new Set<string>(['verified', 'locked']);
const TIMES = new Set<string>(['until', 'from', 'endsAt']);
const RATE_PLACES = 2;
const HOUR_MS = 3_600_000;

type Fact = string | number | undefined;

function valueText(texts: Texts, fact: string, value: Fact, told: Told): string {
  const { say, numbers } = texts;
  if (fact === 'text' && told.setting === 'config.invitation_required')
    return say(value === 'on' ? 'staff.setting.on' : 'staff.setting.off');
  if (value === undefined || value === '') return '—';
  if (fact === 'text' && VERSIONED.test(String(told.setting))) return versionText(say, String(value));
  if (fact === 'text' && String(told.setting).startsWith(BANNER)) return bannerText(say, String(value));
  if (YES_OR_NO.has(fact) || (fact === 'frozen' && typeof value === 'number'))
    return say(value === 1 ? 'staff.yes' : 'staff.no');
  const each = (write: (item: string) => string): string => listed(value).map(write).join(' · ');
  const rate = (ppb: string): string => numbers.exactPercent(ratioOfPpb(Number(ppb)), RATE_PLACES);
  if (NUMBERS.has(fact)) return each((item) => numbers.exact(item));
  if (TIMES.has(fact)) return dateAndTime(Number(value));
  if (fact === 'fundingIntervalMs') return numbers.exact(String(Number(value) / HOUR_MS));
  if (fact.endsWith('Ms')) return say('staff.index.ms', { ms: String(value) });
  if (fact.endsWith('Ppb')) return each(rate);
  if (fact === 'tiers') {
    return each((tier) => {
      const [cap = '', leverage = '', ppb = ''] = tier.split('/');
      return `${numbers.exact(cap)} / ${leverage}× / ${rate(ppb)}`;
    });
  }
  return wordOf(say, fact, String(value), told);
}

/** Facts with a fixed set of values. */
function wordOf(say: Say, fact: string, value: string, told: Told): string {
  switch (fact) {
    case 'scope':
      return scopeLines(say, scopeOf(value)).join(' · ');
    case 'role':
      return say(`staff.role.${value as 'admin'}`);
    case 'rights':
      return STAFF_RIGHTS.filter((right) => value.split(' ').includes(right))
        .map((right) => say(`staff.right.${right}`))
        .join(', ');
    case 'product':
      return productText(say, value);
    case 'account':
      return say(`staff.account.${value as 'spot'}`);
    case 'wait':
      return say(`staff.overdue.${value as 'feedback'}`);
    case 'setting':
      return settingText(say, value);
    case 'trading':
    case 'deposits':
    case 'withdrawals':
      return say(`staff.coin_state.${value as 'open'}`);
    case 'state':
      // States of markets and robots have words of their own; all other products are on or off sale.
      return 'market' in told
        ? say(`staff.market_state.${value as 'open'}`)
        : say(`staff.proposal.sale.${value as 'open'}`);
    case 'act':
      return say(`staff.proposal.way.${value as 'fund'}`);
    case 'payout':
      return say(`staff.proposal.payout.${value as 'daily'}`);
    case 'rebate':
      return say(`staff.proposal.rebate.${value as 'none'}`);
    case 'side':
      return say(`staff.proposal.side.${value as 'long'}`);
    case 'fiat':
      return say('staff.proposal.fiat');
    default:
      return value;
  }
}

/** A product of the exchange, or the code of one that is sold. */
function productText(say: Say, product: string): string {
  if (product === 'spot') return say('menu.spot');
  return product === 'perpetual' ? say('menu.futures') : product;
}

/** Settings whose text is a version of an article. */
const VERSIONED = /^(?:page|notice)[.]/;
const BANNER = 'banner.';
/** By the names that they have on the server. */
const LEGAL_TITLES: Readonly<Record<string, TextKey>> = {
  'legal-statement': 'footer.legal',
  'privacy-policy': 'footer.privacy',
  'user-agreement': 'footer.agreement',
};
const DIGEST_SHOWN = 12;

/** Which version of a text it is, and its hash: the editor shows both beside its words. */
function versionText(say: Say, told: string): string {
  const { version, digest } = JSON.parse(told) as { version: number; digest: string };
  return say('staff.proposal.page_version', { version: String(version), digest: digest.slice(0, DIGEST_SHOWN) });
}

/** Where it leads, what it is called, and the hash of all that is decided of it. */
function bannerText(say: Say, told: string): string {
  const { title, link, digest } = JSON.parse(told) as { title: string; link: string; digest: string };
  return say('staff.proposal.banner_leads', { title, link, digest: digest.slice(0, DIGEST_SHOWN) });
}

/** `bank.USD` is a bank account of the house, `config.about_year` a setting of the screens. */
function settingText(say: Say, name: string): string {
  const [kind, of = ''] = name.split('.', 2);
  if (kind === 'bank') return say('staff.bank', { asset: of });
  const page = LEGAL_TITLES[of];
  if (kind === 'page' && page) return say('staff.proposal.page', { name: say(page) });
  if (kind === 'notice' || kind === 'banner') return say(`staff.proposal.${kind}`, { id: of });
  const key = CONFIG_KEYS.find((one) => one === of);
  return key ? say(`staff.setting_name.${key}`) : name;
}
