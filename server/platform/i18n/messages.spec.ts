import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CATALOGUE_CODES, EDGE_CODES, FIELD_CODES, REJECTION_CODES, SUCCESS_CODE } from '../../../shared/rules/codes';
import { ENTRY_LABELS } from '../../../shared/rules/entry-kinds';
import { LANGUAGES } from '../../../shared/wire/languages';
import { foreignLetters } from '../../../test/support/foreign-letters';
import { messageOf } from './messages';

type Texts = Record<string, Record<string, string>>;

const FOLDER = path.resolve(__dirname, '../../../shared/wire/messages');
const english = textsIn('en');

function textsIn(language: string): Texts {
  return JSON.parse(readFileSync(path.join(FOLDER, `${language}.json`), 'utf8')) as Texts;
}

function keysOf(texts: Texts): string[] {
  return Object.entries(texts).flatMap(([group, entries]) => Object.keys(entries).map((key) => `${group} ${key}`));
}

/** Names of currencies, services and the like, which are the same everywhere, are not in these files. */
describe.each(LANGUAGES.filter((language) => language !== 'en'))('messages in %s', (language) => {
  const texts = textsIn(language);

  test('have the keys of the English ones, no more and no fewer', () => {
    expect(keysOf(texts).sort()).toEqual(keysOf(english).sort());
  });

  test('say something, and not in English', () => {
    for (const [group, entries] of Object.entries(texts)) {
      for (const [key, text] of Object.entries(entries)) {
        expect([group, key, text.trim()]).not.toEqual([group, key, '']);
        expect([group, key, text]).not.toEqual([group, key, english[group][key]]);
        expect([group, key, foreignLetters(language, text)]).toEqual([group, key, []]);
      }
    }
  });
});

test('every code, fault of a field and label of a record has its text, and no text is left over', () => {
  const codes = [SUCCESS_CODE, ...REJECTION_CODES, ...EDGE_CODES, ...CATALOGUE_CODES];
  expect(Object.keys(english.code).sort()).toEqual([...new Set<string>(codes)].sort());
  expect(Object.keys(english.field).sort()).toEqual([...FIELD_CODES].sort());
  expect(Object.keys(english.label).sort()).toEqual([...ENTRY_LABELS].sort());
});

test('a text is that of its language; an unknown key is its own text', () => {
  expect(messageOf('en', 'code', 'balance.insufficient')).toBe(english.code['balance.insufficient']);
  expect(messageOf('jp', 'code', 'balance.insufficient')).toBe(textsIn('jp').code['balance.insufficient']);
  expect(messageOf('kr', 'code', 'no.such.code')).toBe('no.such.code');
});
