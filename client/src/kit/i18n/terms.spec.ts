/** Terms that must not be confused: liquidation, closing a position, and settlement at the end of a market. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { TEXT_FOLDERS } from '../../testing/text-folders';

const ROOT = path.resolve(__dirname, '../../../..');
const ARTICLES = path.join(ROOT, 'server/products/content/api/articles');

interface Terms {
  /** Words for liquidation; other texts must not contain them. */
  liquidation: RegExp;
  /** Ambiguous words that no text may use. */
  refused?: RegExp;
}

const TERMS: Record<string, Terms> = {
  kr: { liquidation: /강제 청산/, refused: /(?<!강제 )청산/ },
  jp: { liquidation: /強制決済/, refused: /清算/ },
  ti: { liquidation: /บังคับปิด/, refused: /ชำระบัญชี|ล้างสถานะ/ },
  ep: { liquidation: /liquid(?!ez)/i },
  pt: { liquidation: /liquid(?!ez)/i },
};
const LANGUAGES = Object.keys(TERMS);

/** All texts of a language by file and key, with their English originals. */
function textsOf(language: string): { name: string; text: string; english: string }[] {
  return [
    ...TEXT_FOLDERS.values(),
    path.join(ROOT, 'shared/wire/messages'),
    path.join(ROOT, 'server/platform/messages/texts'),
    path.join(ROOT, 'server/platform/mail/texts'),
  ].flatMap((folder) => {
    const [texts, english] = [language, 'en'].map((code) =>
      flat(readFileSync(path.join(folder, `${code}.json`), 'utf8')),
    );
    return Object.entries(texts).map(([key, text]) => ({
      name: `${path.basename(path.dirname(folder))}/${path.basename(folder)} ${key}`,
      text,
      english: english[key] ?? english[key.replace(/_\w+$/, '_other')] ?? '',
    }));
  });
}

function flat(json: string): Record<string, string> {
  const entries: [string, string][] = [];
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') entries.push([key, value]);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, key === '' ? name : `${key}/${name}`);
  };
  walk(JSON.parse(json), '');
  return Object.fromEntries(entries);
}

const isOfLiquidation = ({ name, english }: { name: string; english: string }) => /liquidat/i.test(name + english);

describe.each(LANGUAGES)('term for liquidation in %s', (language) => {
  const { liquidation, refused } = TERMS[language];
  const texts = textsOf(language);

  it('appears in every text about liquidation', () => {
    expect(texts.filter((one) => /liquidat/i.test(one.english) && !liquidation.test(one.text))).toEqual([]);
  });

  it('appears in no other text, such as closing or settlement', () => {
    expect(texts.filter((one) => !isOfLiquidation(one) && liquidation.test(one.text))).toEqual([]);
  });

  it('is not ambiguous', () => {
    if (!refused) return;
    const articles = readdirSync(ARTICLES)
      .map((slug) => `${slug}/${language}.md`)
      .map((file) => ({ name: file, text: readFileSync(path.join(ARTICLES, file), 'utf8') }));
    expect([...texts, ...articles].filter(({ text }) => refused.test(text)).map(({ name }) => name)).toEqual([]);
  });
});
