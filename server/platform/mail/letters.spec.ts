import { fillPlaceholders, placeholdersOf } from '../../../shared/wire/fill';
import { LANGUAGES } from '../../../shared/wire/languages';
import { composeMail } from './compose';
import { LETTER_TEXTS, SECURITY_CHANGES, WITHDRAWAL_STEPS, type LetterTexts } from './letter-texts';

const KINDS = ['code', 'exists', 'device', 'security', 'withdrawal', 'feedback'] as const;
/** A text message of this many characters fits into two parts in any script. */
const SMS_LENGTH_MAX = 134;
const GSM_LENGTH_MAX = 306;
/** Three parts: the change, its time and origin, and the reaction to it. */
const NOTICE_LENGTH_MAX = 201;
const NOTICE_GSM_LENGTH_MAX = 459;

function textsOf(texts: LetterTexts): string[] {
  const { code, exists, device, security, withdrawal, antiPhishing, footer, purpose, changes, steps, link } = texts;
  const mails = KINDS.flatMap((kind) => [texts[kind].subject, ...texts[kind].lines]);
  const words = [purpose, changes, steps, link].flatMap((of) => Object.values(of));
  const sms = [code, exists, device, security, withdrawal].map((of) => of.sms);
  return [...mails, ...sms, antiPhishing, footer, ...words];
}

describe.each(LANGUAGES)('letters in %s', (language) => {
  const texts = LETTER_TEXTS[language];

  it.each(KINDS)('%s has the placeholders of the English one', (kind) => {
    const gaps = (of: LetterTexts) => placeholdersOf([of[kind].subject, ...of[kind].lines].join(' ')).sort();
    expect(gaps(texts)).toEqual(gaps(LETTER_TEXTS.en));
    expect(texts[kind].lines).toHaveLength(LETTER_TEXTS.en[kind].lines.length);
  });

  it('contain a code in a text message of at most two parts', () => {
    expect(placeholdersOf(texts.code.sms).sort()).toEqual(['code', 'purpose']);
    expect(placeholdersOf(texts.exists.sms)).toEqual([]);
    const longest = Object.values(texts.purpose).sort((one, other) => other.length - one.length)[0];
    const message = texts.code.sms.replace('{{code}}', '123456').replace('{{purpose}}', longest);
    for (const text of [message, texts.exists.sms]) {
      expect(text.length).toBeLessThanOrEqual(/^[\x20-\x7e]*$/.test(text) ? GSM_LENGTH_MAX : SMS_LENGTH_MAX);
    }
  });

  it('name every protecting change in a text message of at most three parts', () => {
    const { changes, security } = texts;
    expect(Object.keys(changes).sort()).toEqual([...SECURITY_CHANGES].sort());
    expect(placeholdersOf(security.sms).sort()).toEqual(['change', 'ip', 'time']);
    for (const change of SECURITY_CHANGES) {
      expect(placeholdersOf(changes[change])).toEqual(placeholdersOf(LETTER_TEXTS.en.changes[change]));
      const facts = { change: fillPlaceholders(changes[change], { address: '+81****5678' }), ip: '203.0.113.207' };
      const text = fillPlaceholders(security.sms, { ...facts, time: '2026-01-31 23:59:59' });
      expect(text.length).toBeLessThanOrEqual(/^[\x20-\x7e]*$/.test(text) ? NOTICE_GSM_LENGTH_MAX : NOTICE_LENGTH_MAX);
    }
  });

  it('announce a new device and each withdrawal step in a text message of at most three parts, without a link', () => {
    const { device, withdrawal, steps, link } = texts;
    expect(placeholdersOf(link.note)).toEqual(['time']);
    expect(placeholdersOf(device.sms).sort()).toEqual(['device', 'ip', 'time']);
    expect(placeholdersOf(withdrawal.sms).sort()).toEqual(['amount', 'asset', 'destination', 'event', 'time']);
    const when = { time: '2026-01-31 23:59:59', ip: '203.0.113.207' };
    const money = { amount: '12345.678901', asset: 'USDT', destination: '0x5aAeb6…E7Ef1BeAed' };
    const sms = WITHDRAWAL_STEPS.map((step) =>
      fillPlaceholders(withdrawal.sms, { event: steps[step], ...money, ...when }),
    );
    for (const text of [...sms, fillPlaceholders(device.sms, { device: 'Chrome · Windows', ...when })]) {
      expect(text.length).toBeLessThanOrEqual(/^[\x20-\x7e]*$/.test(text) ? NOTICE_GSM_LENGTH_MAX : NOTICE_LENGTH_MAX);
      expect(text).not.toMatch(/https?:/);
    }
  });

  it('have the purposes of the English ones, and are translated', () => {
    expect(Object.keys(texts.purpose).sort()).toEqual(Object.keys(LETTER_TEXTS.en.purpose).sort());
    const english = new Set(textsOf(LETTER_TEXTS.en));
    for (const text of textsOf(texts)) {
      expect(text.trim()).toBe(text);
      expect(text).not.toBe('');
      // A text of placeholders only has no language.
      if (
        language !== 'en' &&
        fillPlaceholders(text, Object.fromEntries(placeholdersOf(text).map((gap) => [gap, '']))) !== ''
      )
        expect(english).not.toContain(text);
    }
  });
});

describe('a mail', () => {
  const recipient = { email: 'ann@test.example', language: 'en', antiPhishingCode: null } as const;

  it('shows the user’s anti-phishing code first', () => {
    const { text } = composeMail({ ...recipient, antiPhishingCode: 'whale' }, LETTER_TEXTS.en.exists, {});
    expect(text).toMatch(/^Your anti-phishing code: whale\n\n/);
    expect(composeMail(recipient, LETTER_TEXTS.en.exists, {}).text).not.toContain('phishing');
  });

  it('contains its link once as text and once as a button', () => {
    const link = { url: 'https://x.example/#a"b', text: 'Freeze <now>', note: 'once' };
    const { html, text } = composeMail(recipient, LETTER_TEXTS.en.exists, {}, link);
    expect(text).toContain('Freeze <now>:\nhttps://x.example/#a"b\n\nonce');
    expect(html).toContain('<a href="https://x.example/#a&quot;b"');
    expect(html).toContain('>Freeze &lt;now&gt;</a>');
  });

  it('escapes every fact', () => {
    const facts = { device: '<img src=x onerror="alert(1)"> {{ip}}', ip: '::1', time: 'now' };
    const { html, text } = composeMail(recipient, LETTER_TEXTS.en.device, facts);
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; {{ip}}');
    expect(html).not.toContain('<img');
    expect(text).toContain(facts.device);
  });
});
