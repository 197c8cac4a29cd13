import { HTML_LANG, LANGUAGES } from '../../../../../shared/wire/languages';
import { cookieIn, cookieText } from '../storage/cookie';
import { dateAndTime, dayOf, numberFormats, timeOfDay } from './format';

const english = numberFormats('en');

describe('numbers', () => {
  it('have exactly the requested decimals, rounded towards zero', () => {
    expect(english.fixed('64012.5', 2)).toBe('64,012.50');
    expect(english.fixed('0.99999', 4)).toBe('0.9999');
    expect(english.fixed('1000', 0)).toBe('1,000');
  });

  it('keep all digits beyond float precision, without an exponent', () => {
    expect(english.fixed('79742.200000009900000001', 18)).toBe('79,742.200000009900000001');
    expect(english.fixed('0.00000001', 8)).toBe('0.00000001');
  });

  it('show all digits of a decimal', () => {
    expect(english.exact('64012.5')).toBe('64,012.5');
    expect(numberFormats('es').exact('-1234.000000000000000001')).toBe('-1.234,000000000000000001');
  });

  it('show a ratio as a signed percentage', () => {
    expect(english.percent('0.0123')).toBe('+1.23%');
    expect(english.percent('-0.012399')).toBe('-1.23%');
    expect(english.percent('0')).toBe('0.00%');
    expect(english.narrowPercent('0.000012')).toBe('0.0012%');
    expect(english.exactPercent('0.000187500', 2)).toBe('0.01875%');
    expect(english.exactPercent('-0.001', 3)).toBe('-0.100%');
  });

  it('show sizes in units of 1,024, rounded up', () => {
    const sizes = [0, 1_023, 1_024, 1_536, 8 * 1_024 ** 2, 8 * 1_024 ** 2 + 1, 1_024 ** 3, 5 * 1_024 ** 4];
    expect(sizes.map((bytes) => english.bytes(bytes).replace(/\s/, ' '))).toEqual([
      ...['0 byte', '1,023 byte', '1 kB', '1.5 kB', '8 MB', '8.1 MB', '1 GB', '5,120 GB'],
    ]);
    expect(numberFormats('es').bytes(8.5 * 1_024 ** 2)).toMatch(/^8,5\sMB$/);
  });

  it('follow the language', () => {
    expect(numberFormats('it').fixed('1234.5', 2)).toBe('1.234,50');
    expect(numberFormats('zh-CN').compact('123456')).toBe('12.34万');
    expect(english.compact('1239999')).toBe('1.23M');
  });

  it.each(LANGUAGES)('use Latin digits in %s', (language) => {
    expect(numberFormats(HTML_LANG[language]).fixed('1234567890', 0)).toMatch(/^[\d.,\s]+$/);
  });
});

describe('times', () => {
  const at = new Date(2026, 0, 5, 7, 8, 9).getTime();

  it('are local, with seconds', () => {
    expect(timeOfDay(at)).toBe('07:08:09');
    expect(dateAndTime(at)).toBe('2026-01-05 07:08:09');
    expect(dayOf(at)).toBe('2026-01-05');
  });
});

describe('cookies', () => {
  it('are found by their exact name', () => {
    expect(cookieIn('xlang=zh; lang=jp; a=b', 'lang')).toBe('jp');
    expect(cookieIn('', 'lang')).toBeUndefined();
  });

  it('apply to the whole site', () => {
    expect(cookieText('lang', 'kr')).toBe('lang=kr; path=/; max-age=31536000; samesite=lax');
  });
});
