import { LANGUAGES } from '../../../../shared/wire/languages';
import { chooseLanguage, currentLanguage, startLanguage, texts } from './i18n';

describe('text with a count', () => {
  beforeAll(startLanguage);

  it.each(LANGUAGES)('has plural forms for all numbers in %s', async (language) => {
    await chooseLanguage(language);
    expect(currentLanguage()).toBe(language);
    for (const count of [0, 1, 2, 5, 21, 1_000_000]) {
      const text = texts.t('table.total', { count });
      expect(text).not.toBe('table.total');
      expect(text).toContain(String(count));
    }
  });
});
