import { fillPlaceholders, placeholdersOf } from '../../../shared/wire/fill';
import { LANGUAGES, type Language } from '../../../shared/wire/languages';
import { MESSAGE_FACTS, MESSAGE_KEYS, type MessageKey } from '../../../shared/wire/messages-center';
import { foreignLetters } from '../../../test/support/foreign-letters';
import type { AnyCommandRow } from '../../core/product';
import { EXCHANGE } from '../../products/core';
import { STAFF_KINDS } from '../../core/staff/rule';
import { ALL_TEXTS } from '../../texts';
import { MessageTexts } from './message-texts';

const MESSAGES = new MessageTexts(ALL_TEXTS);
const ACCOUNTS = ['spot', 'contract', 'financial', 'option', 'legal'];
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  zh: /\p{Script=Han}/u,
  tc: /\p{Script=Han}/u,
  jp: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  kr: /\p{Script=Hangul}/u,
  ti: /\p{Script=Thai}/u,
};

function factNames(key: MessageKey): string[] {
  return Object.keys(MESSAGE_FACTS[key].shape);
}

it('ASVS 1.3.7: facts fill placeholders and are never parsed as a text', () => {
  const fact = '{{other}} $t(code:balance.insufficient) ${process.pid} <b>{{reason}}</b>';
  expect(fillPlaceholders('{{reason}}: {{other}}', { reason: fact, other: 'secret' })).toBe(`${fact}: secret`);
});

describe.each(LANGUAGES)('messages in %s', (language) => {
  const { message, account, side, position } = MESSAGES.texts[language];

  it('have a text for every key and account, and none unused', () => {
    expect(Object.keys(message).sort()).toEqual([...MESSAGE_KEYS].sort());
    expect(Object.keys(account).sort()).toEqual([...ACCOUNTS].sort());
    expect(Object.keys(side)).toEqual(['buy', 'sell']);
    expect(Object.keys(position)).toEqual(['long', 'short']);
  });

  it.each(MESSAGE_KEYS)('%s uses the same facts as in English, all of which exist', (key) => {
    const gaps = placeholdersOf(message[key].text).sort();
    expect(gaps).toEqual(placeholdersOf(MESSAGES.texts.en.message[key].text).sort());
    for (const gap of gaps) expect(factNames(key)).toContain(gap);
    expect(placeholdersOf(message[key].title)).toEqual([]);
  });

  it('are written in their own language', () => {
    const texts = [
      ...Object.values(message).flatMap(({ title, text }) => [title, text]),
      ...Object.values({ ...account, ...side, ...position }),
    ];
    const english = new Set(Object.values(MESSAGES.texts.en.message).flatMap(({ title, text }) => [title, text]));
    for (const text of texts) {
      expect(text).toBe(text.trim());
      expect(text).not.toBe('');
      expect(text).toMatch(SCRIPTS[language] ?? /\p{Script=Latin}/u);
      expect(foreignLetters(language, text)).toEqual([]);
      if (language !== 'en') expect(english).not.toContain(text);
    }
  });
});

describe('a rendered message', () => {
  it('translates account names and leaves facts unchanged', () => {
    const facts = { asset: 'USDT', amount: '12.5', from: 'spot', to: 'legal' };
    expect(MESSAGES.render('zh', 'transfer.done', facts).text).toBe(
      '已划转 12.5 USDT。转出：现货账户，转入：法币账户。',
    );
  });

  it('formats amounts in the language with all digits', () => {
    const credited = (language: Language, amount: string) =>
      MESSAGES.render(language, 'recharge.credited', { asset: 'USDT', amount }).text;
    expect(credited('en', '2000000')).toContain('2,000,000 USDT');
    expect(credited('ep', '1234.5')).toContain('1.234,5 USDT');
    expect(credited('zh', '12345678901234567.000000000000000001')).toContain(
      '12,345,678,901,234,567.000000000000000001',
    );
  });

  it('names an order’s side, figures and end reason', () => {
    const order = { order: '7', market: 'BTC-USDT', side: 'sell', base: 'BTC', quote: 'USDT', amount: '0.50000' };
    const ended = MESSAGES.render('ep', 'order.expired', { ...order, total: '32500.25', why: 'no_liquidity' }).text;
    expect(ended).toContain('BTC-USDT, Venta: el resto de la orden 7');
    expect(ended).toContain('0,5 BTC por 32.500,25 USDT');
    expect(ended).toContain('Liquidez insuficiente');
  });

  it('names a position’s side, its figures and the time in UTC', () => {
    const call = { market: 'BTC-USDT-PERP', position: 'short', level: 85, mark: '50123.5', quote: 'USDT' };
    expect(MESSAGES.render('ep', 'margin.call', call).text).toContain('BTC-USDT-PERP, Corto: tu ratio de margen');
    expect(MESSAGES.render('ep', 'margin.call', call).text).toContain('85 % con un precio de marca de 50.123,5 USDT');
    const locked = { market: 'BTC-USDT-PERP', position: 'long', time: Date.UTC(2026, 10, 24, 4, 5, 6) };
    expect(MESSAGES.render('zh', 'position.locked', locked).text).toContain('锁定至 2026-11-24 04:05 UTC');
  });

  it('names in every language each proposal of staff and each automatic end', () => {
    const named = Object.entries<AnyCommandRow>(EXCHANGE.commands).flatMap(([type, { staff }]) =>
      staff?.kinds.some((kind) => STAFF_KINDS[kind].people === 2 || kind === 'tighten') ? [type] : [],
    );
    expect(named).toContain('ListAsset');
    for (const [language, { act }] of Object.entries(MESSAGES.texts))
      for (const type of [...named, 'LockPosition'])
        expect([language, type, act[type]]).toEqual([language, type, expect.any(String)]);
  });

  it('explains an answer code and quotes staff', () => {
    const money = { asset: 'USDT', amount: '1' };
    const code = 'recharge.below.minimum';
    expect(MESSAGES.render('en', 'recharge.failed', { ...money, reason: code }).text).not.toContain(code);
    const written = '{{from}} <b>blurred</b>';
    expect(MESSAGES.render('en', 'verification.failed', { reason: written }).text).toContain(written);
  });

  it('throws without a required fact', () => {
    expect(() => MESSAGES.render('en', 'recharge.credited', { asset: 'USDT' })).toThrow(/amount/);
  });
});

it('marks a lost text of staff and shows its hash', () => {
  const hash = `h1:${'A'.repeat(43)}`;
  const facts = { asset: 'USDT', amount: '1', reason: hash };
  expect(MESSAGES.render('en', 'withdrawal.rejected', facts).text).toContain(`Text not kept (${hash})`);
  expect(MESSAGES.render('zh', 'withdrawal.rejected', facts).text).toContain(`文本未保留（${hash}）`);
});
