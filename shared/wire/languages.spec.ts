import { DEFAULT_LANGUAGE, HTML_LANG, LANGUAGES, isLanguage, languageOf } from './languages';

describe('the languages', () => {
  it('are nine, each with a tag that Intl supports', () => {
    expect(LANGUAGES).toHaveLength(9);
    for (const language of LANGUAGES) {
      expect(Intl.getCanonicalLocales(HTML_LANG[language])).toEqual([HTML_LANG[language]]);
      expect(Intl.DateTimeFormat.supportedLocalesOf(HTML_LANG[language])).toHaveLength(1);
    }
  });

  it('accept their own codes and no others', () => {
    expect(LANGUAGES.every(isLanguage)).toBe(true);
    for (const other of ['', 'EN', 'en-US', 'ja', 'fr', 'toString']) expect(isLanguage(other)).toBe(false);
  });
});

describe('the language of a request', () => {
  it('comes from the header, else the cookie, else Accept-Language, else the default', () => {
    expect(languageOf('jp', 'kr', 'th')).toBe('jp');
    expect(languageOf(undefined, 'kr', 'th')).toBe('kr');
    expect(languageOf(undefined, undefined, 'th')).toBe('ti');
    expect(languageOf(undefined, undefined, undefined)).toBe(DEFAULT_LANGUAGE);
  });

  it('ignores an unknown code', () => {
    expect(languageOf('fr', 'kr', 'th')).toBe('kr');
    expect(languageOf('', '__proto__', 'th')).toBe('ti');
    expect(languageOf('xx', 'yy', 'zz')).toBe('en');
  });

  it.each([
    ['zh', 'zh'],
    ['zh-CN', 'zh'],
    ['zh-SG', 'zh'],
    ['zh-Hans-HK', 'zh'],
    ['zh-TW', 'tc'],
    ['zh-hk', 'tc'],
    ['zh-MO', 'tc'],
    ['zh-Hant', 'tc'],
    ['zh-Hant-CN', 'tc'],
    ['en-GB', 'en'],
    ['ja', 'jp'],
    ['ja-JP', 'jp'],
    ['th-TH', 'ti'],
    ['ko-KR', 'kr'],
    ['es-419', 'ep'],
    ['it-CH', 'il'],
    ['pt-BR', 'pt'],
  ])('matches %s to %s', (acceptLanguage, language) => {
    expect(languageOf(undefined, undefined, acceptLanguage)).toBe(language);
  });

  it.each([
    ['fr-CH, fr;q=0.9, ko;q=0.8, *;q=0.5', 'kr'],
    ['en;q=0.2, zh-TW;q=0.9, zh;q=0.8', 'tc'],
    ['ja;q=0.7,it;q=0.70,en;q=0.1', 'jp'],
    ['pt ; q=0.5 , es ; Q=0.6', 'ep'],
    ['fr, *;q=0.9, th;q=0.5', 'en'],
    ['ja;q=0, th;q=0.001', 'ti'],
    ['ja;q=0', 'en'],
  ])('orders %s by weight, then by position: %s', (acceptLanguage, language) => {
    expect(languageOf(undefined, undefined, acceptLanguage)).toBe(language);
  });

  it('does not match own codes as language tags: ti is Tigrinya there, il is undefined', () => {
    expect(languageOf(undefined, undefined, 'ti, il, jp, kr, tc')).toBe('en');
  });

  it.each(['', ',', ';;', 'ja;q=2', 'ja;q=-1', 'ja;q=abc', 'ja;level=1', '-', 'q=1', ' '.repeat(10_000)])(
    'falls back to the default for invalid headers',
    (acceptLanguage) => {
      expect(languageOf(undefined, undefined, acceptLanguage)).toBe('en');
    },
  );

  it('reads at most 32 ranges of a list', () => {
    expect(languageOf(undefined, undefined, 'fr,'.repeat(31) + 'ja')).toBe('jp');
    expect(languageOf(undefined, undefined, 'fr,'.repeat(32) + 'ja')).toBe('en');
  });
});
