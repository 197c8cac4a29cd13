import { LANGUAGES } from '../../../shared/wire/languages';
import { gapsOf } from '../i18n/fill';
import { composeMail } from './compose';
import { LETTER_TEXTS, type LetterTexts } from './letter-texts';

const KINDS = ['code', 'exists', 'device', 'password'] as const;
/** A text message of this many characters fits into two parts in any script. */
const SMS_LENGTH_MAX = 134;
const GSM_LENGTH_MAX = 306;

function textsOf(texts: LetterTexts): string[] {
  const { code, exists, antiPhishing, footer, purpose } = texts;
  const mails = KINDS.flatMap((kind) => [texts[kind].subject, ...texts[kind].lines]);
  return [...mails, code.sms, exists.sms, antiPhishing, footer, ...Object.values(purpose)];
}

describe.each(LANGUAGES)('letters in %s', (language) => {
  const texts = LETTER_TEXTS[language];

  it.each(KINDS)('%s asks for the facts that the English one asks for', (kind) => {
    const gaps = (of: LetterTexts) => gapsOf([of[kind].subject, ...of[kind].lines].join(' ')).sort();
    expect(gaps(texts)).toEqual(gaps(LETTER_TEXTS.en));
    expect(texts[kind].lines).toHaveLength(LETTER_TEXTS.en[kind].lines.length);
  });

  it('say a code in a text message of two parts at most', () => {
    expect(gapsOf(texts.code.sms).sort()).toEqual(['code', 'purpose']);
    expect(gapsOf(texts.exists.sms)).toEqual([]);
    const longest = Object.values(texts.purpose).sort((one, other) => other.length - one.length)[0];
    const message = texts.code.sms.replace('{{code}}', '123456').replace('{{purpose}}', longest);
    for (const text of [message, texts.exists.sms]) {
      expect(text.length).toBeLessThanOrEqual(/^[\x20-\x7e]*$/.test(text) ? GSM_LENGTH_MAX : SMS_LENGTH_MAX);
    }
  });

  it('have the purposes of the English ones, and are not left in English', () => {
    expect(Object.keys(texts.purpose).sort()).toEqual(Object.keys(LETTER_TEXTS.en.purpose).sort());
    const english = new Set(textsOf(LETTER_TEXTS.en));
    for (const text of textsOf(texts)) {
      expect(text.trim()).toBe(text);
      expect(text).not.toBe('');
      if (language !== 'en') expect(english).not.toContain(text);
    }
  });
});

describe('a mail', () => {
  const recipient = { email: 'ann@test.example', language: 'en', antiPhishingCode: null } as const;

  it('shows the anti-phishing code of who has one, before anything else', () => {
    const { text } = composeMail({ ...recipient, antiPhishingCode: 'whale' }, LETTER_TEXTS.en.password, {
      time: 'now',
    });
    expect(text).toMatch(/^Your anti-phishing code: whale\n\n/);
    expect(composeMail(recipient, LETTER_TEXTS.en.password, { time: 'now' }).text).not.toContain('phishing');
  });

  it('takes a fact for text, whatever it holds', () => {
    const facts = { device: '<img src=x onerror="alert(1)"> {{ip}}', ip: '::1', time: 'now' };
    const { html, text } = composeMail(recipient, LETTER_TEXTS.en.device, facts);
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; {{ip}}');
    expect(html).not.toContain('<img');
    expect(text).toContain(facts.device);
  });
});
