import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '../../../../shared/wire/languages';
import { foreignLetters } from '../../../../test/support/foreign-letters';
import { LANGUAGE_NAMES, languageAtStart } from './languages';

const FOLDER = path.join(__dirname, 'texts');
const SOURCES = path.resolve(__dirname, '../..');
const AREAS = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** `…_one` and its like: which of them a language has is the language's affair. */
const FORM = /_(zero|one|two|few|many|other)$/;

/** Keys whose text is the same in other languages too: names, and words that were taken over as they are. */
function alikeIn(area: string): Set<string> {
  const file = path.join(__dirname, 'alike', `${area}.json`);
  return new Set(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : []);
}

function textsOf(area: string, language: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(FOLDER, area, `${language}.json`), 'utf8')) as Record<string, string>;
}

function stemsOf(texts: Record<string, string>): string[] {
  return [...new Set(Object.keys(texts).map((key) => key.replace(FORM, '')))].sort();
}

describe.each(AREAS)('the texts of %s', (area) => {
  const english = textsOf(area, 'en');

  it.each(LANGUAGES)('are complete in %s', (language) => {
    const texts = textsOf(area, language);
    expect(stemsOf(texts)).toEqual(stemsOf(english));
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(LANGUAGES)('name the same facts in %s', (language) => {
    const texts = textsOf(area, language);
    for (const [key, text] of Object.entries(texts)) {
      const measure = english[key] ?? english[`${key.replace(FORM, '')}_other`] ?? '';
      // A single thing may be named without its number.
      const facts = FORM.test(key) ? factsIn(text).filter((fact) => fact !== 'count') : factsIn(text);
      const wanted = FORM.test(key) ? factsIn(measure).filter((fact) => fact !== 'count') : factsIn(measure);
      expect([key, facts]).toEqual([key, wanted]);
    }
  });

  it.each(LANGUAGES)('are written in the letters of %s', (language) => {
    const foreign = Object.entries(textsOf(area, language)).filter(
      ([, text]) => foreignLetters(language, text).length > 0,
    );
    expect(foreign).toEqual([]);
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('leave no English over in %s', (language) => {
    const texts = textsOf(area, language);
    const same = Object.keys(texts).filter((key) => texts[key] === english[key] && !alikeIn(area).has(key));
    expect(same).toEqual([]);
  });
});

describe('the keys', () => {
  const keys = AREAS.flatMap((area) => stemsOf(textsOf(area, 'en')));

  it('belong to one area each', () => {
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  // Whether a key that is used exists is for the compiler. Those that code composes have their beginning in a template.
  it('are all used', () => {
    const code = sourcesUnder(SOURCES).join('\n');
    const beginnings = [...code.matchAll(/`([a-z][\w.]*\.)\$\{/g)].map(([, beginning]) => beginning);
    const isWritten = (key: string) => code.includes(`'${key}'`) || code.includes(` text="${key}"`);
    const unused = keys.filter((key) => !isWritten(key) && !beginnings.some((beginning) => key.startsWith(beginning)));
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

  it('goes by the name it has for itself', () => {
    expect(LANGUAGES.filter((language) => LANGUAGE_NAMES[language].trim() === '')).toEqual([]);
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
