import { CATALOGUE_CODES, EDGE_CODES, FIELD_CODES, REJECTION_CODES, SUCCESS_CODE } from '../../../shared/rules/codes';
import { ENTRY_LABELS } from '../../../shared/rules/entry-kinds';
import { LANGUAGES } from '../../../shared/wire/languages';
import { foreignLetters } from '../../../test/support/foreign-letters';
import { ALL_TEXTS } from '../../texts';

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const english: Texts = ALL_TEXTS.catalogue.en;

function keysOf(texts: Texts): string[] {
  return Object.entries(texts).flatMap(([group, entries]) => Object.keys(entries).map((key) => `${group} ${key}`));
}

/** Names such as currencies and services, which are the same in every language, are not in these files. */
describe.each(LANGUAGES.filter((language) => language !== 'en'))('messages in %s', (language) => {
  const texts: Texts = ALL_TEXTS.catalogue[language];

  test('have exactly the keys of the English ones', () => {
    expect(keysOf(texts).sort()).toEqual(keysOf(english).sort());
  });

  test('are not empty and not English', () => {
    for (const [group, entries] of Object.entries(texts)) {
      for (const [key, text] of Object.entries(entries)) {
        expect([group, key, text.trim()]).not.toEqual([group, key, '']);
        expect([group, key, text]).not.toEqual([group, key, english[group][key]]);
        expect([group, key, foreignLetters(language, text)]).toEqual([group, key, []]);
      }
    }
  });
});

test('every code, field fault and record label has a text, and no text is unused', () => {
  const codes = [SUCCESS_CODE, ...REJECTION_CODES, ...EDGE_CODES, ...CATALOGUE_CODES];
  expect(Object.keys(english.code).sort()).toEqual([...new Set<string>(codes)].sort());
  expect(Object.keys(english.field).sort()).toEqual([...FIELD_CODES].sort());
  expect(Object.keys(english.label).sort()).toEqual([...ENTRY_LABELS].sort());
});

test('a text is in its language; an unknown key is its own text', () => {
  expect(ALL_TEXTS.messageOf('en', 'code', 'balance.insufficient')).toBe(english.code['balance.insufficient']);
  expect(ALL_TEXTS.messageOf('jp', 'code', 'balance.insufficient')).toBe(
    ALL_TEXTS.catalogue.jp.code['balance.insufficient'],
  );
  expect(ALL_TEXTS.messageOf('kr', 'code', 'no.such.code')).toBe('no.such.code');
});
