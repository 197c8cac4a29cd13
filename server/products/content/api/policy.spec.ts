import { LANGUAGES } from '../../../../shared/wire/languages';
import { LIMITS } from '../../../platform/limits';
import { CATEGORIES, type Age } from '../../../platform/personal-data/categories';
import { readArticleFiles } from './article-files';
import { ERASED_AFTER_MS } from '../../identity/api/personal-data/erasures';

const KINDS = Object.values(CATEGORIES);
const DAY_MS = 86_400_000;

interface PolicyRow {
  what: string;
  why: string;
  howLong: string;
}

async function policies(): Promise<ReadonlyMap<string, { body: string; rows: PolicyRow[] }>> {
  const files = readArticleFiles(new Set(['privacy-policy']));
  return new Map(
    files.map(({ language, body }) => {
      const lines = body.split('\n').filter((line) => line.startsWith('|'));
      const rows = lines.slice(2).map((line) => {
        const [, what, why, howLong] = line.split('|').map((cell) => cell.trim());
        return { what, why, howLong };
      });
      return [language, { body, rows }];
    }),
  );
}

describe('the privacy policy', () => {
  it.each(LANGUAGES)('has a row for each category of the register in %s', async (language) => {
    const { rows } = (await policies()).get(language) ?? { rows: [] };
    expect(rows).toHaveLength(KINDS.length);
    for (const row of rows) expect(Object.values(row).every((cell) => cell !== '')).toBe(true);
    expect(new Set(rows.map(({ what }) => what)).size).toBe(KINDS.length);
  });

  it('has the register’s titles and purposes in English', async () => {
    const { rows } = (await policies()).get('en') ?? { rows: [] };
    expect(rows.map(({ what, why }) => [what, why])).toEqual(KINDS.map(({ title, purpose }) => [title, purpose]));
  });

  it.each(LANGUAGES)('states each retention in %s: its days, or equal words for equal reasons', async (language) => {
    const { rows } = (await policies()).get(language) ?? { rows: [] };
    const words = new Map<Age['kind'], string>();
    for (const [index, { age }] of KINDS.entries()) {
      const told = rows[index].howLong;
      if (age.kind === 'days') expect([language, told.match(/\d+/g)]).toEqual([language, [String(age.days)]]);
      else expect([language, told]).toEqual([language, words.get(age.kind) ?? told]);
      if (age.kind !== 'days') words.set(age.kind, told);
    }
    expect(new Set(words.values()).size).toBe(words.size);
  });

  it.each(LANGUAGES)('states in %s when photos are deleted and an account is erased', async (language) => {
    const { body } = (await policies()).get(language) ?? { body: '' };
    const prose = body.split('\n').filter((line) => !line.startsWith('|'));
    const numbers = prose.join(' ').match(/\d+/g) ?? [];
    for (const expected of [LIMITS.photoHoursMax, LIMITS.rejectedPhotoDaysMax, ERASED_AFTER_MS / DAY_MS])
      expect(numbers).toContain(String(expected));
  });
});
