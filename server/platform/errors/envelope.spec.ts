import type { FastifyRequest } from 'fastify';
import { LANGUAGES } from '../../../shared/wire/languages';
import { envelopeFor } from './envelope';

const asked = (lang: string) => ({ headers: { lang } }) as unknown as FastifyRequest;
const FACTS = { asset: 'USDT', maximum: '250000', room: '1234.5', minimum: '1000' };

describe('what an answer says of a limit', () => {
  it('names the figure and what is left of it, as the language writes them', () => {
    const said = (lang: string) => envelopeFor(asked(lang), 'option.cap.user', FACTS).message;
    expect(said('en')).toBe(
      'Your open contracts of this product may come to 250,000 USDT in all; 1,234.5 USDT are left.',
    );
    expect(said('pt')).toContain('250.000 USDT');
  });

  it.each(LANGUAGES)('has no gap left in %s', (lang) => {
    for (const code of ['user', 'side', 'total', 'levels'] as const) {
      const { message } = envelopeFor(asked(lang), `option.cap.${code}`, FACTS);
      expect(message).toMatch(/250.000 USDT.*1.234.5 USDT/);
    }
    for (const code of [
      'option.amount.minimum',
      'option.amount.maximum',
      'option.limit.own',
      'option.not.covered',
    ] as const)
      expect(envelopeFor(asked(lang), code, FACTS).message).not.toMatch(/[{}]|undefined/);
  });

  it.each(LANGUAGES)('tells in %s how much may still be cancelled today', (lang) => {
    const facts = { asset: 'USDT', maximum: '3000', left: '1000.5' };
    const { message, data } = envelopeFor(asked(lang), 'earn.cancel.too.much', facts);
    expect(message).toMatch(/3.?000/);
    expect(message).toMatch(/1.?000.5/);
    expect(message).toContain('USDT');
    expect(message).not.toMatch(/[{}]|undefined/);
    expect(data).toEqual(facts);
  });

  it('leaves a text without figures as it is, whatever the answer brings', () => {
    const envelopes = [null, { maximum: 3 }].map((data) => envelopeFor(asked('en'), 'earn.cancel.too.many', data));
    expect(new Set(envelopes.map(({ message }) => message)).size).toBe(1);
  });
});
