/** A proposal in words: what it does, and what was before beside what would be after. */
import { scopeOf } from '../../../../shared/rules/audit-scope';
import { STAFF_RIGHTS } from '../../../../shared/rules/staff-rights';
import type { StaffProposal } from '../../../../shared/wire/staff';
import { CONFIG_KEYS } from '../../../../shared/rules/desk-config';
import type { TextKey } from '../../shared/i18n/i18n';
import type { Texts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { ratioOfPpb } from '../../entities/fee/rates';
import { scopeLines } from './audit-scope';
import { BANK_PARTS } from './bank-parts';

type Say = Texts['say'];

/** Facts that the forms of terms have names for. */
const TERMS: Readonly<Record<string, TextKey>> = {
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
  tiers: 'perp.tiers',
  fundingCapPpb: 'perp.funding_cap',
  openInterestMax: 'perp.open_interest_max',
  impactNotional: 'staff.contract.impact',
  sourcesMin: 'staff.index.sources_min',
  sourceStaleMs: 'staff.index.source_stale',
  staleMs: 'staff.index.stale',
};

const ACTS = [
  'VerifyMember',
  'UnfreezeAccount',
  'RecoverAccount',
  'AssignFeeTier',
  'SetFeeTiers',
  'SetRechargeTerms',
  'CreditRecharge',
  'SetWithdrawalReview',
  'LiftWithdrawals',
  'PayWithdrawal',
  'UnfreezeFunds',
  'SetStaff',
  'SetDailyLimit',
  'SetOverdueHours',
  'SetDeskSetting',
  'ChangeMarketTerms',
  'ChangePerpetualTerms',
  'SetIndexTerms',
] as const;
const FACTS = [
  'asset',
  'chain',
  'minimum',
  'confirmations',
  'amount',
  'reference',
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
] as const;

export function actText(say: Say, command: string): string {
  const act = ACTS.find((one) => one === command);
  return act ? say(`staff.proposal.act.${act}`) : command;
}

type Told = StaffProposal['after'];

/** What stays as it is once, what changes with an arrow between. */
export function changesOf(texts: Texts, { before, after }: StaffProposal): (readonly [string, string])[] {
  const { say } = texts;
  const { setting = '', text, ...rest } = after;
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
    const label = name ? texts.say(`staff.proposal.fact.${name}`) : termName(texts, fact, after);
    const textOf = (told: Told): string => valueText(texts, fact, told[fact], after.setting);
    return [label, changed(textOf(before), textOf(after))] as const;
  });
}

function termName({ say }: Texts, fact: string, { market = '' }: Told): string {
  if (!(fact in TERMS)) return fact;
  const asset = String(market).split('-')[1] ?? '';
  return fact.endsWith('Fixed') ? `${say(TERMS[fact])} – ${say('staff.fees.fixed', { asset })}` : say(TERMS[fact]);
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

/** Facts that are amounts, with as many decimals as they came with. */
const AMOUNTS = new Set<string>(['amount', 'minimum', 'frozen', 'limit', 'secondApprovalAbove']);

function valueText(
  { say, numbers }: Texts,
  fact: string,
  value: string | number | undefined,
  setting: string | number | undefined,
): string {
  if (fact === 'text' && setting === 'config.invitation_required')
    return say(value === 'on' ? 'staff.setting.on' : 'staff.setting.off');
  if (value === undefined || value === '') return '—';
  if (fact === 'text' && VERSIONED.test(String(setting))) return versionText(say, String(value));
  if (fact === 'text' && String(setting).startsWith(BANNER)) return bannerText(say, String(value));
  if (AMOUNTS.has(fact) && typeof value === 'string') return numbers.exact(value);
  if (fact === 'verified' || (fact === 'frozen' && typeof value === 'number'))
    return say(value === 1 ? 'staff.yes' : 'staff.no');
  if (fact === 'until' || fact === 'from') return dateAndTime(Number(value));
  if (fact in TERMS) return termText({ say, numbers }, fact, String(value));
  if (fact === 'scope') return scopeLines(say, scopeOf(String(value))).join(' · ');
  if (fact === 'role') return say(`staff.role.${value as 'admin'}`);
  if (fact === 'rights') {
    const rights = STAFF_RIGHTS.filter((right) => String(value).split(' ').includes(right));
    return rights.map((right) => say(`staff.right.${right}`)).join(', ');
  }
  if (fact === 'product') return value === 'perpetual' ? say('menu.futures') : say('menu.spot');
  if (fact === 'account') return say(`staff.account.${value as 'spot'}`);
  if (fact === 'wait') return say(`staff.overdue.${value as 'feedback'}`);
  if (fact === 'setting') return settingText(say, String(value));
  return String(value);
}

const RATE_PLACES = 2;

function termText({ say, numbers }: Pick<Texts, 'say' | 'numbers'>, fact: string, value: string): string {
  const rate = (ppb: string): string => numbers.exactPercent(ratioOfPpb(Number(ppb)), RATE_PLACES);
  const list = (write: (item: string) => string): string => value.split(/ · | /).map(write).join(' · ');
  if (fact === 'market' || fact === 'symbol') return value;
  if (fact.endsWith('Ms')) return say('staff.index.ms', { ms: value });
  if (fact.endsWith('Ppb')) return list(rate);
  if (fact !== 'tiers') return list((item) => numbers.exact(item));
  return list((tier) => {
    const [cap = '', leverage = '', ppb = ''] = tier.split('/');
    return `${numbers.exact(cap)} / ${leverage}× / ${rate(ppb)}`;
  });
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
