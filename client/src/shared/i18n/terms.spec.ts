/** Words that cost money when they are mixed up: being liquidated, closing a position, and the settlement at the end of a market. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../../..');
const AREAS = path.join(__dirname, 'texts');
const ARTICLES = path.join(ROOT, 'server/products/content/api/articles');

interface Terms {
  /** What liquidation is called; what is about something else does not say it. */
  liquidation: RegExp;
  /** Names that could be read as either. */
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

/** Of all tables of texts, by file and key, beside the English. */
function textsOf(language: string): { name: string; text: string; english: string }[] {
  const areas = readdirSync(AREAS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [
    ...areas.map(({ name }) => path.join(AREAS, name)),
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

describe.each(LANGUAGES)('the word for liquidation in %s', (language) => {
  const { liquidation, refused } = TERMS[language];
  const texts = textsOf(language);

  it('is said of every liquidation', () => {
    expect(texts.filter((one) => /liquidat/i.test(one.english) && !liquidation.test(one.text))).toEqual([]);
  });

  it('is said of nothing else: neither of closing nor of a settlement', () => {
    expect(texts.filter((one) => !isOfLiquidation(one) && liquidation.test(one.text))).toEqual([]);
  });

  it('is not one that could be read as either', () => {
    if (!refused) return;
    const articles = readdirSync(ARTICLES)
      .filter((file) => file.endsWith(`.${language}.md`))
      .map((file) => ({ name: file, text: readFileSync(path.join(ARTICLES, file), 'utf8') }));
    expect([...texts, ...articles].filter(({ text }) => refused.test(text)).map(({ name }) => name)).toEqual([]);
  });
});
