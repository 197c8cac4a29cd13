import { CATALOGUE_CODES, EDGE_CODES, FIELD_CODES, REJECTION_CODES, SUCCESS_CODE } from '../../rules/codes';
import { ENTRY_LABELS } from '../../rules/entry-kinds';
import { STAFF_REASONS } from '../../rules/staff-reasons';
import { PRODUCTS } from '../../../server/products/all';
import { LANGUAGES, mapLanguages, type Language } from '../languages';
import en from './en.json';
import ep from './ep.json';
import il from './il.json';
import jp from './jp.json';
import kr from './kr.json';
import pt from './pt.json';
import tc from './tc.json';
import ti from './ti.json';
import zh from './zh.json';

type Messages = Record<string, Record<string, string>>;
const COMMON: Record<Language, Messages> = { zh, en, tc, jp, ti, kr, ep, il, pt };
/** Including the texts of products. */
const MESSAGES = mapLanguages((language): Messages => {
  const { code, label } = COMMON[language];
  const words = PRODUCTS.flatMap(({ texts }) => texts?.[language] ?? []);
  return {
    ...COMMON[language],
    code: Object.assign({}, code, ...words.map((own) => own.code)) as Messages[string],
    label: Object.assign({}, label, ...words.map((own) => own.label)) as Messages[string],
  };
});

/** The core's CANCEL_REASONS, including those of contracts and second contracts, which shared cannot import. */
const REASONS = [
  'requested',
  'staff',
  'account_frozen',
  'self_trade',
  'time_in_force',
  'band',
  'no_liquidity',
  'fills_too_many',
  'quote_remainder',
  'robot',
  'margin_short',
  'beyond_bankruptcy',
  'position_closed',
  'market_closed',
  'price_limit',
  'position_limit',
  'liquidation',
  'market_ended',
  'entry_missed',
  'index_stale',
  'level_passed',
];
const STATUSES = ['pending', 'partially_filled', 'filled', 'cancelled', 'partially_cancelled', 'expired_in_part'];

const KEYS: Record<string, readonly string[]> = {
  code: [SUCCESS_CODE, ...REJECTION_CODES, ...EDGE_CODES, ...CATALOGUE_CODES],
  label: ENTRY_LABELS,
  field: FIELD_CODES,
  reason: REASONS,
  status: STATUSES,
  staffReason: [...new Set(Object.values(STAFF_REASONS).flat())],
};

/** Texts that are correctly the same as in English. Add `<language> <group> <key>` if a language shares the word. */
const SAME_AS_ENGLISH: readonly string[] = [];

/**
 * Texts with placeholders for figures, named as in the answer's `data`. The server fills them, or the form that refuses
 * before sending.
 */
const FIGURES: Readonly<Record<string, readonly string[]>> = {
  'code audit.questions.too.many': ['maximum'],
  'code convert.amount.maximum': ['asset', 'maximum'],
  'code convert.amount.minimum': ['asset', 'minimum'],
  'code convert.dust.coin.invalid': ['asset'],
  'code convert.dust.day.exceeded': ['asset', 'left'],
  'code convert.dust.index.stale': ['asset'],
  'code convert.dust.not.final': ['asset'],
  'code convert.dust.nothing': ['asset'],
  'code convert.dust.size.invalid': ['maximum'],
  'code convert.dust.too.large': ['asset'],
  'code convert.least.not.reached': ['asset', 'least', 'received'],
  'code convert.market.none': ['from', 'to'],
  'code convert.own.orders': ['market'],
  'code earn.cancel.too.much': ['asset', 'left', 'maximum'],
  'code amount.above.maximum': ['asset', 'digits', 'maximum'],
  'code open.interest.above.fund': ['asset', 'maximum'],
  'code option.amount.maximum': ['asset', 'maximum'],
  'code option.amount.minimum': ['asset', 'minimum'],
  'code option.cap.levels': ['asset', 'maximum', 'room'],
  'code option.cap.side': ['asset', 'maximum', 'room'],
  'code option.cap.total': ['asset', 'maximum', 'room'],
  'code option.cap.user': ['asset', 'maximum', 'room'],
  'code option.limit.own': ['asset', 'maximum', 'room'],
  'code option.not.covered': ['asset', 'room'],
  'code photo.too.heavy': ['maximumBytes', 'sizeBytes'],
};

/** The script required for each text, and Latin words that are usual in it. */
const SCRIPTS: Partial<Record<Language, RegExp>> = {
  zh: /\p{Script=Han}/u,
  tc: /\p{Script=Han}/u,
  jp: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ti: /\p{Script=Thai}/u,
  kr: /\p{Script=Hangul}/u,
};
const LATIN_WORDS = new Set(['USDT', 'UTC', 'clientId', 'Maker', 'Post', 'Only', 'JPEG', 'PNG', 'BMP']);

function gapsOf(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
}

function textsOf(language: Language): { name: string; text: string }[] {
  return Object.entries(MESSAGES[language]).flatMap(([group, texts]) =>
    Object.entries(texts).map(([key, text]) => ({ name: `${group} ${key}`, text })),
  );
}

describe.each(LANGUAGES)('the messages in %s', (language) => {
  const messages = MESSAGES[language];
  const texts = textsOf(language);

  it('have the six groups', () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(KEYS).sort());
  });

  it.each(Object.keys(KEYS))('have every key of %s and no other', (group) => {
    expect(Object.keys(messages[group] ?? {}).sort()).toEqual([...(KEYS[group] ?? [])].sort());
  });

  it('are not empty, trimmed and without interpolation', () => {
    const faulty = texts.filter(({ text }) => text === '' || text !== text.trim() || /\$t\(|\s\s|\n/.test(text));
    expect(faulty).toEqual([]);
  });

  it('have placeholders for the figures of the answer, and no others', () => {
    const gaps = texts
      .filter(({ text }) => text.includes('{{'))
      .map(({ name, text }) => [name, [...new Set(gapsOf(text))].sort()] as const);
    expect(Object.fromEntries(gaps)).toEqual(FIGURES);
  });

  it('are short enough for a toast', () => {
    expect(texts.filter(({ text }) => text.length > 120)).toEqual([]);
  });
});

describe.each(LANGUAGES.filter((language) => language !== 'en'))('the messages in %s', (language) => {
  it('are translated', () => {
    const english = new Map(textsOf('en').map(({ name, text }) => [name, text]));
    const same = textsOf(language)
      .filter(({ name, text }) => english.get(name) === text)
      .map(({ name }) => `${language} ${name}`);
    expect(same).toEqual(SAME_AS_ENGLISH.filter((entry) => entry.startsWith(`${language} `)));
  });
});

describe.each(Object.keys(SCRIPTS) as Language[])('the messages in %s', (language) => {
  it('are written in their script, except for a few words', () => {
    const script = SCRIPTS[language] as RegExp;
    const foreign = textsOf(language).filter(
      ({ text }) =>
        !script.test(text) ||
        (text.replace(/\{\{\w+\}\}/g, '').match(/[A-Za-z]+/g) ?? []).some((word) => !LATIN_WORDS.has(word)),
    );
    expect(foreign).toEqual([]);
  });
});
