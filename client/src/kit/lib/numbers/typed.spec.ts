import fc from 'fast-check';
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';
import { HTML_LANG, LANGUAGES, type Language } from '../../../../../shared/wire/languages';
import { compare } from './exact';
import { numberFormats } from './format';
import { decimalOfTyped, withDecimalPoint, readTyped, typedOf, withGrouping, type Typed } from './typed';

const SCALE = 8;
const read = (text: string, language: Language = 'en', of: { scale?: number; unit?: string } = {}): Typed =>
  readTyped(text, { tag: HTML_LANG[language], scale: SCALE, beyond: 'down', ...of });
const decimalIn = (text: string, language?: Language, unit?: string) =>
  decimalOfTyped(read(text, language, unit === undefined ? {} : { unit }));
/** Fault of an invalid text, `…` if further typing may complete it, and the suggested value. */
const faultIn = (typed: Typed): string =>
  typed.kind === 'refused' ? `${typed.fault}${typed.isUnfinished ? '…' : ''} ${typed.meant ?? ''}`.trim() : typed.kind;

const anyDecimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: SCALE }))
  .map(([units, scale]) => decimalOf(units, scale))
  .filter((decimal) => decimal.split('.')[0].length <= 15);

describe.each(LANGUAGES)('number in %s', (language) => {
  const tag = HTML_LANG[language];
  const screen = numberFormats(tag);

  it('looks the same in a field as elsewhere', () => {
    fc.assert(
      fc.property(anyDecimal, (decimal) => {
        expect(withGrouping(decimal, tag)).toBe(screen.fixed(decimal, scaleOf(decimal)));
      }),
    );
  });

  it('is parsed with or without groups, zero padding and its unit', () => {
    fc.assert(
      fc.property(anyDecimal, fc.nat(4), (decimal, zeros) => {
        const padded = screen.fixed(decimal, scaleOf(decimal) + zeros);
        for (const text of [
          withGrouping(decimal, tag),
          withDecimalPoint(decimal, tag),
          padded,
          ` ${padded} USDT`,
          `$${padded}`,
        ])
          expect(read(text, language, { unit: 'USDT' })).toEqual(typedOf(decimal));
      }),
    );
  });

  it('is parsed with unambiguous group separators', () => {
    fc.assert(
      fc.property(anyDecimal, fc.constantFrom(' ', '\u00a0', '\u202f', '\u2009', "'", '’'), (decimal, group) => {
        const [whole, fraction] = withDecimalPoint(decimal, tag).split(/(?=[.,])/);
        const text = whole.replace(/\B(?=(\d{3})+$)/g, group) + (fraction ?? '');
        expect(decimalIn(text, language)).toBe(decimal);
      }),
    );
  });

  it('is parsed from full-width and Thai digits', () => {
    const wide = (text: string) => text.replace(/[!-~]/g, (plain) => String.fromCharCode(plain.charCodeAt(0) + 0xfee0));
    const thai = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit)));
    fc.assert(
      fc.property(anyDecimal, (decimal) => {
        const text = withGrouping(decimal, tag);
        expect([decimalIn(wide(text), language), decimalIn(thai(text), language)]).toEqual([decimal, decimal]);
      }),
    );
  });

  it('is never misread: a mark is the decimal point or precedes three digits, else the text is refused', () => {
    const point = withDecimalPoint('0.5', tag)[1];
    const texts = fc.string({ unit: fc.constantFrom(...'0123456789.,'), maxLength: 14 });
    fc.assert(
      fc.property(texts, (text) => {
        const decimal = decimalIn(text, language);
        if (decimal === null) return;
        const [whole, ...fractions] = text.split(point);
        expect(fractions.length).toBeLessThan(2);
        const groups = whole.split(/[.,]/);
        if (groups.length > 1) {
          expect(groups[0]).toMatch(/^[1-9]\d{0,2}$/);
          expect(groups.slice(1).every((group) => group.length === 3)).toBe(true);
        }
        expect(compare(decimal, `${BigInt(groups.join('') || '0')}.${(fractions[0] ?? '').slice(0, SCALE)}0`)).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('in another language’s notation is parsed correctly or refused with the right suggestion', () => {
    const large = anyDecimal.filter((decimal) => /^\d{4,}\.\d/.test(decimal));
    fc.assert(
      fc.property(large, fc.constantFrom(...LANGUAGES), (decimal, other) => {
        const typed = read(withGrouping(decimal, HTML_LANG[other]), language);
        expect(typed.kind === 'refused' ? typed.meant : decimalOfTyped(typed)).toBe(decimal);
      }),
    );
  });

  it('survives formatting; a refused text is kept as typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const typed = read(text, language, { unit: 'BTC' });
        if (typed.kind === 'number') expect(decimalIn(withGrouping(typed.decimal, tag), language)).toBe(typed.decimal);
        if (typed.kind === 'refused') expect(typed.text).toBe(text);
      }),
    );
  });
});

describe('typed text', () => {
  it.each([
    ['', 'en', null],
    ['  ', 'en', null],
    ['1.5', 'en', '1.5'],
    ['.50', 'en', '0.5'],
    ['1.', 'en', '1'],
    ['007', 'en', '7'],
    ['0.0', 'en', '0'],
    ['64,000.50', 'en', '64000.5'],
    ['1,234', 'en', '1234'],
    ['64.310,25', 'ep', '64310.25'],
    ['64310,25', 'ep', '64310.25'],
    ['1.500', 'ep', '1500'],
    ['1500', 'ep', '1500'],
    ['1,500', 'ep', '1.5'],
    [',5', 'ep', '0.5'],
    ['64 310,25', 'ep', '64310.25'],
    ["64'310.25", 'en', '64310.25'],
    ['６４，０００．５', 'jp', '64000.5'],
    ['12。5', 'zh', '12.5'],
    ['1、234', 'jp', '1234'],
    ['๑๒.๕', 'ti', '12.5'],
    ['\u200e64,000.50\u202c', 'en', '64000.5'],
  ] as const)('%j in %s is %j', (text, language, decimal) => expect(decimalIn(text, language)).toBe(decimal));

  it.each([
    // Ambiguous: the likely value is suggested, but not applied.
    ['1,5', 'en', 'unclear… 1.5'],
    ['1.5', 'ep', 'unclear… 1.5'],
    ['0,5', 'en', 'unclear 0.5'],
    ['0.5', 'pt', 'unclear 0.5'],
    ['0,500', 'en', 'unclear 0.5'],
    ['1,5000', 'en', 'unclear 1.5'],
    ['64000,50', 'en', 'unclear 64000.5'],
    ['64.310,25', 'en', 'unclear 64310.25'],
    ['64,310.25', 'il', 'unclear 64310.25'],
    ['1.234.567', 'en', 'unclear 1234567'],
    // No plausible value.
    ['1,23,456', 'en', 'unclear'],
    ['1,234,5', 'en', 'unclear…'],
    ['1,234 567', 'en', 'unclear'],
    ['1.2.3', 'en', 'unclear'],
    ['64000 500', 'en', 'unclear'],
    ['1..5', 'en', 'unclear'],
    ['.', 'en', 'no_number…'],
    [',', 'ep', 'no_number…'],
    [',', 'en', 'no_number'],
    ['abc', 'en', 'no_number'],
    ['1e5', 'en', 'no_number'],
    ['5²', 'en', 'no_number'],
    ['½', 'en', 'no_number'],
    ['5%', 'en', 'no_number'],
    ['1 | 2', 'en', 'no_number'],
    ['Infinity', 'en', 'no_number'],
    ['-1', 'en', 'negative'],
    ['−1,5', 'ep', 'negative'],
    ['9'.repeat(16), 'en', 'long'],
    ['9'.repeat(200), 'en', 'long'],
  ] as const)('%j in %s is refused: %s', (text, language, fault) => expect(faultIn(read(text, language))).toBe(fault));

  it.each([
    ['0.5 BTC', 'BTC', '0.5'],
    ['btc 0.5', 'BTC', '0.5'],
    ['$64,000.50', 'USDT', '64000.5'],
    ['64,000.50 USDT', 'USDT', '64000.5'],
    ['€5', 'EUR', '5'],
    ['5 1INCH', '1INCH', '5'],
    ['5 C98', 'C98', '5'],
    ['C98 5', 'C98', '5'],
  ])('%j with unit %s: %s', (text, unit, decimal) => expect(decimalIn(text, 'en', unit)).toBe(decimal));

  it.each([
    ['0.5 ETH', 'BTC', 'unit'],
    ['€64,000.50', 'USDT', 'unit'],
    ['5k', 'USDT', 'unit'],
    ['51INCH', '1INCH', 'unit'],
    ['C985', 'C98', 'unit'],
    ['BTC', 'BTC', 'no_number'],
  ])('%j without valid unit %s: %s', (text, unit, fault) => expect(faultIn(read(text, 'en', { unit }))).toBe(fault));
});

describe('excess decimals', () => {
  const english = numberFormats('en');
  const cut = (text: string, beyond: 'down' | 'up' | 'refused', scale = 2) =>
    readTyped(text, { tag: 'en', scale, beyond });

  it('are rounded in the requested direction and reported', () => {
    expect(cut('64,000.509', 'down')).toEqual({ kind: 'number', decimal: '64000.5', cut: 'down' });
    expect(cut('64,000.501', 'up')).toEqual({ kind: 'number', decimal: '64000.51', cut: 'up' });
    expect(cut('0.001', 'down')).toEqual({ kind: 'number', decimal: '0', cut: 'down' });
    expect(cut('9.5', 'up', 0)).toEqual({ kind: 'number', decimal: '10', cut: 'up' });
    expect(faultIn(cut('0.001', 'refused'))).toBe('fine');
  });

  it('do not include trailing zeros', () => {
    for (const beyond of ['down', 'up', 'refused'] as const) expect(cut('1.5000', beyond)).toEqual(typedOf('1.5'));
  });

  it('are rounded by less than one step', () => {
    fc.assert(
      fc.property(anyDecimal, fc.integer({ min: 0, max: SCALE }), (decimal, scale) => {
        const [down, up] = (['down', 'up'] as const).map((beyond) =>
          decimalOfTyped(readTyped(decimal, { tag: 'en', scale, beyond })),
        );
        expect(compare(down ?? '', decimal)).toBeLessThanOrEqual(0);
        expect(compare(up ?? '', decimal)).toBeGreaterThanOrEqual(0);
        const isExact = scaleOf(decimal) <= scale;
        const units = (of: string | null) => BigInt(english.fixed(of ?? '', scale).replace(/[.,]/g, ''));
        expect(units(up) - units(down)).toBe(isExact ? 0n : 1n);
      }),
    );
  });
});
