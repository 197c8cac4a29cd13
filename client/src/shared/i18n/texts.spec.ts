import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, type Language } from '../../../../shared/wire/languages';
import en from './en.json';
import ep from './ep.json';
import il from './il.json';
import jp from './jp.json';
import kr from './kr.json';
import { LANGUAGE_NAMES, languageAtStart } from './languages';
import pt from './pt.json';
import tc from './tc.json';
import ti from './ti.json';
import zh from './zh.json';

const TEXTS: Record<Language, Record<string, string>> = { zh, en, tc, jp, ti, kr, ep, il, pt };
const KEYS = Object.keys(en).sort();
const SOURCES = path.resolve(__dirname, '../..');

/** Keys that code composes: their beginnings. */
const COMPOSED = ['markets.state.', 'phase.', 'theme.', 'book.bids', 'book.asks', 'trades.buy', 'trades.sell'];

describe.each(LANGUAGES)('texts in %s', (language) => {
  const texts = TEXTS[language];

  it('are complete', () => {
    expect(Object.keys(texts).sort()).toEqual(KEYS);
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('name the same facts as the English ones', () => {
    for (const key of KEYS) expect([key, factsIn(texts[key])]).toEqual([key, factsIn(TEXTS.en[key])]);
  });

  it('leave no English over', () => {
    if (language === 'en') return;
    const same = KEYS.filter((key) => texts[key] === TEXTS.en[key]);
    expect(same).toEqual([]);
  });

  it('go by the name the language has for itself', () => {
    expect(LANGUAGE_NAMES[language].trim()).not.toBe('');
  });
});

describe('the keys', () => {
  it('are all used', () => {
    const code = sourcesUnder(SOURCES).join('\n');
    const unused = KEYS.filter(
      (key) => !code.includes(`'${key}'`) && !COMPOSED.some((beginning) => key.startsWith(beginning)),
    );
    expect(unused).toEqual([]);
  });
});

describe('the language at the start', () => {
  it('is that of the cookie, else of the browser, else English', () => {
    expect(languageAtStart('kr', ['it-IT', 'en'])).toBe('kr');
    expect(languageAtStart(undefined, ['it-IT', 'en'])).toBe('il');
    expect(languageAtStart('xx', ['sv', 'zh-TW'])).toBe('tc');
    expect(languageAtStart(undefined, [])).toBe('en');
  });
});

function factsIn(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
}

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return sourcesUnder(file);
    return /\.tsx?$/.test(entry.name) && !entry.name.includes('.spec.') ? [readFileSync(file, 'utf8')] : [];
  });
}
