import type { FastifyRequest } from 'fastify';
import { LANGUAGES } from '../../../shared/wire/languages';
import { COMMON_TEXTS } from '../i18n/messages';
import { envelopeFor } from './envelope';

const asked = (lang: string) => ({ headers: { lang } }) as unknown as FastifyRequest;
const FACTS = { asset: 'USDT', maximum: '250000', room: '1234.5', minimum: '1000' };

describe('the message of a limit refusal', () => {
  it('names the limit and the rest in the language’s number format', () => {
    const said = (lang: string) => envelopeFor(COMMON_TEXTS, asked(lang), 'option.cap.user', FACTS).message;
    expect(said('en')).toBe(
      'Your open contracts of this product may come to 250,000 USDT in all; 1,234.5 USDT are left.',
    );
    expect(said('pt')).toContain('250.000 USDT');
  });

  it.each(LANGUAGES)('has no unfilled placeholder in %s', (lang) => {
    for (const code of ['user', 'side', 'total', 'levels'] as const) {
      const { message } = envelopeFor(COMMON_TEXTS, asked(lang), `option.cap.${code}`, FACTS);
      expect(message).toMatch(/250.000 USDT.*1.234.5 USDT/);
    }
    for (const code of [
      'option.amount.minimum',
      'option.amount.maximum',
      'option.limit.own',
      'option.not.covered',
    ] as const)
      expect(envelopeFor(COMMON_TEXTS, asked(lang), code, FACTS).message).not.toMatch(/[{}]|undefined/);
  });

  it.each(LANGUAGES)('states in %s how much may still be cancelled today', (lang) => {
    const facts = { asset: 'USDT', maximum: '3000', left: '1000.5' };
    const { message, data } = envelopeFor(COMMON_TEXTS, asked(lang), 'earn.cancel.too.much', facts);
    expect(message).toMatch(/3.?000/);
    expect(message).toMatch(/1.?000.5/);
    expect(message).toContain('USDT');
    expect(message).not.toMatch(/[{}]|undefined/);
    expect(data).toEqual(facts);
  });

  it('leaves a text without placeholders unchanged for any data', () => {
    const envelopes = [null, { maximum: 3 }].map((data) =>
      envelopeFor(COMMON_TEXTS, asked('en'), 'earn.cancel.too.many', data),
    );
    expect(new Set(envelopes.map(({ message }) => message)).size).toBe(1);
  });
});
