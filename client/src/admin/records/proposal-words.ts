/** Text of a proposal: the action, and values before and after. */
import { useContext, useMemo } from 'react';
import { scopeOf } from '../../../../shared/rules/audit-scope';
import { OPERATOR, type StaffCommandName } from '../../../../shared/rules/staff-kinds';
import { STAFF_RIGHTS } from '../../../../shared/rules/staff-rights';
import { limitOfKey } from '../../../../shared/products/wallet/rules/withdrawal-limits';
import type { StaffProposal } from '../../../../shared/wire/staff-proposals';
import { CONFIG_KEYS } from '../../../../shared/rules/site-config';
import type { TextKey } from '../../kit/i18n/i18n';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { amountsText, changeText, splitList, rateText, yesOrNo } from '../act/act-facts';
import { AdminPartsContext, type ActFacts, type ActLine, type AdminParts, type FactWords } from '../act/admin-parts';
import { scopeLines } from '../parts/audit-scope';
import { BANK_PARTS } from '../parts/bank-parts';

type Translate = Texts['t'];

/** Facts that have a name in forms. */
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
  sourcesMin: 'staff.index.sources_min',
  sourceStaleMs: 'staff.index.source_stale',
  staleMs: 'staff.index.stale',
  decimals: 'staff.index.decimals',
  base: 'staff.list.base',
  quote: 'staff.list.quote',
  tick: 'staff.market.tick',
  lot: 'staff.market.lot',
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

/** Actions that belong to no product, both proposals and actions of one person. */
export const ACTS = {
  ListAsset: 'staff.list.asset',
  ListMarket: 'staff.list.market',
  SetMarketState: 'staff.proposal.act.SetMarketState',
  SetAssetState: 'staff.proposal.act.SetAssetState',
  ChangeMarketTerms: 'staff.proposal.act.ChangeMarketTerms',
  ChangeAssetTerms: 'staff.proposal.act.ChangeAssetTerms',
  SetIndexTerms: 'staff.proposal.act.SetIndexTerms',
  SetFeeTiers: 'staff.proposal.act.SetFeeTiers',
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
  CancelOrder: 'staff.orders.cancel',
  CancelAllOrders: 'staff.proposal.act.CancelAllOrders',
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
  'name',
  'amountMin',
  'amountMax',
  'userMax',
  'totalMax',
] as const;

/** The person who proposed or confirmed. */
export function personText(t: Translate, user: number): string {
  return user === OPERATOR ? t('staff.proposal.operator') : `#${user}`;
}

export interface ActWords {
  texts: Texts;
  products: readonly AdminParts[];
  acts: Readonly<Record<string, TextKey>>;
  fieldFormats: Readonly<Record<string, FactWords>>;
}

export function useActWords(): ActWords {
  const texts = useTexts();
  const products = useContext(AdminPartsContext);
  return useMemo(() => {
    const acts = Object.assign({}, ACTS, ...products.map((one) => one.acts)) as ActWords['acts'];
    const fieldFormats = Object.assign({}, ...products.map((one) => one.fieldFormats)) as ActWords['fieldFormats'];
    return { texts, products, acts, fieldFormats };
  }, [texts, products]);
}

export function actText({ texts, acts }: ActWords, command: string): string {
  return command in acts ? texts.t(acts[command]) : command;
}

/** Text of the subject, such as `market/BTC-USDT`; null if the action's name already contains it. */
export function subjectText(t: Translate, subject: string): string | null {
  const [subjectKind = '', subjectId, ...otherParts] = subject.split('/');
  if (subjectId === undefined || subjectKind === 'withdrawals') return null;
  if (subjectKind === 'setting') return settingText(t, subjectId);
  if (subjectKind === 'overdue') return t(`staff.overdue.${subjectId as 'feedback'}`);
  if (subjectKind === 'fees') return productText(t, subjectId);
  if (subjectKind === 'limit') {
    const { bindings, isVerified } = limitOfKey(Number(subjectId));
    const bindingsText = `${t('staff.limits.bindings')}: ${bindings}`;
    return isVerified ? `${bindingsText} · ${t('staff.proposal.fact.verified')}` : bindingsText;
  }
  if (subjectKind === 'pool') return otherParts.join(' ');
  if (subjectKind === 'recharge' || subjectKind === 'funds') return [subjectId, ...otherParts].join(' · ');
  return /^\d+$/.test(subjectId) ? `#${subjectId}` : subjectId;
}

/** Unchanged values once; changed ones with an arrow. */
export function changesOf(actTexts: ActWords, { before, after }: StaffProposal): ActLine[] {
  const { texts, products } = actTexts;
  for (const { join } of products) {
    const joined = join?.(texts, before, after);
    if (joined) return [...factsIn(actTexts, joined.before, joined.after), ...joined.lines];
  }
  const { setting = '', text, ...rest } = after;
  if (!String(setting).startsWith('bank.')) return factsIn(actTexts, before, after);
  const [currentAccount, newAccount] = [accountIn(before.text), accountIn(text)];
  const accountLines = BANK_PARTS.map((part) => {
    return [
      texts.t(`staff.bank.${part}`),
      changeText(currentAccount.get(part) ?? '', newAccount.get(part) ?? ''),
    ] as const;
  });
  return [...factsIn(actTexts, before, { setting, ...rest }), ...accountLines];
}

function factsIn(actTexts: ActWords, before: ActFacts, after: ActFacts): ActLine[] {
  return Object.keys(after).map((field) => {
    const textOf = (values: ActFacts): string => valueText(actTexts, field, values[field], after);
    return [nameOf(actTexts, field, after), changeText(textOf(before), textOf(after))] as const;
  });
}

function nameOf({ texts: { t }, fieldFormats }: ActWords, field: string, { market = '' }: ActFacts): string {
  const common = FACTS.find((one) => one === field);
  if (common) return t(`staff.proposal.fact.${common}`);
  if (field in fieldFormats) return fieldFormats[field].name(t);
  if (!(field in NAMES)) return field;
  const asset = String(market).split('-')[1] ?? '';
  return field.endsWith('Fixed') ? `${t(NAMES[field])} – ${t('staff.fees.fixed', { asset })}` : t(NAMES[field]);
}

/** Fields of a bank account of the exchange. Empty if the text is lost. */
function accountIn(text: string | number | undefined): Map<string, string> {
  const read: unknown = text === undefined || text === '' ? null : JSON.parse(String(text));
  const fields: [string, unknown][] = typeof read === 'object' && read !== null ? Object.entries(read) : [];
  return new Map(fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])));
}

/** Numeric facts; they keep their decimals. */
const NUMBERS = new Set<string>([
  ...['amount', 'minimum', 'frozen', 'limit', 'secondApprovalAbove', 'withdrawalFee', 'withdrawalMin'],
  ...['amountMin', 'amountMax', 'userMax', 'totalMax'],
  ...['quantityMin', 'quantityMax', 'notionalMin', 'priceLowest', 'priceHighest', 'referencePrice', 'openOrdersMax'],
  ...['makerFeesFixed', 'takerFeesFixed', 'tick', 'lot', 'volumes'],
]);
const TIMES = new Set<string>(['until', 'from']);

type Fact = string | number | undefined;

function valueText({ texts, fieldFormats }: ActWords, field: string, value: Fact, otherFacts: ActFacts): string {
  const { t } = texts;
  if (field === 'text' && otherFacts.setting === 'config.invitation_required')
    return t(value === 'on' ? 'staff.setting.on' : 'staff.setting.off');
  if (value === undefined || value === '') return '—';
  const text = String(value);
  const write = fieldFormats[field]?.write;
  if (write) return write(texts, text);
  if (field === 'text' && VERSIONED.test(String(otherFacts.setting))) return versionText(t, text);
  if (field === 'text' && String(otherFacts.setting).startsWith(BANNER)) return bannerText(t, text);
  if (field === 'verified' || (field === 'frozen' && typeof value === 'number')) return yesOrNo(texts, text);
  if (NUMBERS.has(field)) return amountsText(texts, text);
  if (TIMES.has(field)) return dateAndTime(Number(value));
  if (field.endsWith('Ms')) return t('staff.index.ms', { ms: text });
  if (field.endsWith('Ppb')) {
    return splitList(value)
      .map((ppb) => rateText(texts, ppb))
      .join(' · ');
  }
  return factValueText(t, field, text, otherFacts);
}

/** Text of a fact with a fixed set of values. */
function factValueText(t: Translate, field: string, value: string, otherFacts: ActFacts): string {
  switch (field) {
    case 'scope':
      return scopeLines(t, scopeOf(value)).join(' · ');
    case 'role':
      return t(`staff.role.${value as 'admin'}`);
    case 'rights':
      return STAFF_RIGHTS.filter((right) => value.split(' ').includes(right))
        .map((right) => t(`staff.right.${right}`))
        .join(', ');
    case 'product':
      return productText(t, value);
    case 'account':
      return t(`staff.account.${value as 'spot'}`);
    case 'wait':
      return t(`staff.overdue.${value as 'feedback'}`);
    case 'setting':
      return settingText(t, value);
    case 'trading':
    case 'deposits':
    case 'withdrawals':
      return t(`staff.coin_state.${value as 'open'}`);
    case 'state':
      // Markets and robots have states of their own, and dust conversion is on or off. Other products are on or off sale.
      if ('dailyMax' in otherFacts) return t(`staff.proposal.taking.${value as 'open'}`);
      return 'market' in otherFacts
        ? t(`staff.market_state.${value as 'open'}`)
        : t(`staff.proposal.sale.${value as 'open'}`);
    case 'act':
      return t(`staff.proposal.way.${value as 'fund'}`);
    case 'fiat':
      return t('staff.proposal.fiat');
    default:
      return value;
  }
}

/** A product of the exchange, or the code of a product on sale. */
function productText(t: Translate, product: string): string {
  if (product === 'spot') return t('menu.spot');
  return product === 'perpetual' ? t('menu.futures') : product;
}

/** Settings whose text is a version of an article. */
const VERSIONED = /^(?:page|notice)[.]/;
const BANNER = 'banner.';
/** By name on the server. */
const LEGAL_TITLES: Readonly<Record<string, TextKey>> = {
  'legal-statement': 'footer.legal',
  'privacy-policy': 'footer.privacy',
  'user-agreement': 'footer.agreement',
};
const DIGEST_SHOWN = 12;

/** Version and hash of a text. The editor shows both as well. */
function versionText(t: Translate, json: string): string {
  const { version, digest } = JSON.parse(json) as { version: number; digest: string };
  return t('staff.proposal.page_version', { version: String(version), digest: digest.slice(0, DIGEST_SHOWN) });
}

/** Link, title and hash of everything decided about a banner. */
function bannerText(t: Translate, bannerFact: string): string {
  const { title, link, digest } = JSON.parse(bannerFact) as { title: string; link: string; digest: string };
  return t('staff.proposal.banner_leads', { title, link, digest: digest.slice(0, DIGEST_SHOWN) });
}

/** `bank.USD` is a bank account of the exchange, `config.about_year` a setting of the screens. */
function settingText(t: Translate, name: string): string {
  const [kind, id = ''] = name.split('.', 2);
  if (kind === 'bank') return t('staff.bank', { asset: id });
  const page = LEGAL_TITLES[id];
  if (kind === 'page' && page) return t('staff.proposal.page', { name: t(page) });
  if (kind === 'notice' || kind === 'banner') return t(`staff.proposal.${kind}`, { id });
  const key = CONFIG_KEYS.find((one) => one === id);
  return key ? t(`staff.setting_name.${key}`) : name;
}
