import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '../../../../shared/wire/languages';
import { foreignLetters } from '../../../../test/support/foreign-letters';
import { TEXT_FOLDERS } from '../../testing/text-folders';
import { LANGUAGE_NAMES, languageAtStart } from './languages';

const SOURCES = path.resolve(__dirname, '../..');
const AREAS = [...TEXT_FOLDERS.keys()];

/** Plural suffixes of keys; each language uses its own set. */
const FORM = /_(zero|one|two|few|many|other)$/;

/** Keys whose text may equal the English one: names and loanwords. */
function alikeIn(area: string): Set<string> {
  const beside = path.join(TEXT_FOLDERS.get(area) ?? '', 'alike.json');
  const file = [beside, path.join(__dirname, 'alike', `${area}.json`)].find((one) => existsSync(one));
  return new Set(file ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : []);
}

function textsOf(area: string, language: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(TEXT_FOLDERS.get(area) ?? '', `${language}.json`), 'utf8')) as Record<
    string,
    string
  >;
}

function stemsOf(texts: Record<string, string>): string[] {
  return [...new Set(Object.keys(texts).map((key) => key.replace(FORM, '')))].sort();
}

describe.each(AREAS)('texts of %s', (area) => {
  const english = textsOf(area, 'en');

  it.each(LANGUAGES)('are complete in %s', (language) => {
    const texts = textsOf(area, language);
    expect(stemsOf(texts)).toEqual(stemsOf(english));
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(LANGUAGES)('use the same facts in %s', (language) => {
    const texts = textsOf(area, language);
    for (const [key, text] of Object.entries(texts)) {
      const measure = english[key] ?? english[`${key.replace(FORM, '')}_other`] ?? '';
      // A plural form may omit the number, as in "one order".
      const facts = FORM.test(key) ? factsIn(text).filter((fact) => fact !== 'count') : factsIn(text);
      const wanted = FORM.test(key) ? factsIn(measure).filter((fact) => fact !== 'count') : factsIn(measure);
      expect([key, facts]).toEqual([key, wanted]);
    }
  });

  it.each(LANGUAGES)('use the script of %s', (language) => {
    const foreign = Object.entries(textsOf(area, language)).filter(
      ([, text]) => foreignLetters(language, text).length > 0,
    );
    expect(foreign).toEqual([]);
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('contain no English leftovers in %s', (language) => {
    const texts = textsOf(area, language);
    const same = Object.keys(texts).filter((key) => texts[key] === english[key] && !alikeIn(area).has(key));
    expect(same).toEqual([]);
  });
});

describe('text keys', () => {
  const keys = AREAS.flatMap((area) => stemsOf(textsOf(area, 'en')));

  it('belong to one area each', () => {
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  // The compiler checks that used keys exist. Composed keys are found by the prefix in their template.
  it('are all used', () => {
    const code = sourcesUnder(SOURCES).join('\n');
    const beginnings = [...code.matchAll(/`([a-z][\w.]*\.)\$\{/g)].map(([, beginning]) => beginning);
    const isWritten = (key: string) => code.includes(`'${key}'`) || code.includes(` text="${key}"`);
    const unused = keys.filter((key) => !isWritten(key) && !beginnings.some((beginning) => key.startsWith(beginning)));
    expect(unused).toEqual([]);
  });
});

describe('initial language', () => {
  it('is the cookie’s, else the browser’s, else English', () => {
    expect(languageAtStart('kr', ['it-IT', 'en'])).toBe('kr');
    expect(languageAtStart(undefined, ['it-IT', 'en'])).toBe('il');
    expect(languageAtStart('xx', ['sv', 'zh-TW'])).toBe('tc');
    expect(languageAtStart(undefined, [])).toBe('en');
  });

  it('has a name in its own language', () => {
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
