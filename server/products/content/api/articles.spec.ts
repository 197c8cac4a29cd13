import { readdirSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, type Language } from '../../../../shared/wire/languages';
import { readArticleFiles, type ArticleFile } from './article-files';
import { DEFAULT_CONTENTS } from './default-contents';

const SLUGS = DEFAULT_CONTENTS.map(({ slug }) => slug);

/** Public paths that links in articles may use. */
const OWN_PATHS = new Set([
  '/about',
  '/certificate',
  '/convert',
  '/currencyTransaction',
  '/defiFinancial',
  '/defiRules',
  '/down',
  '/earnPromised',
  '/feedback',
  '/financial',
  '/financialRecords',
  '/helpCenter',
  '/homeScreenGuide',
  '/legalStatement',
  '/login',
  '/myDefi',
  '/news',
  '/noticeList',
  '/privacyPolicy',
  '/quotation',
  '/rateStandard',
  '/recover',
  '/register',
  '/secondContract',
  '/share',
  '/userAgreement',
  '/whitePaper',
]);

/** Texts of these languages have at least as many letters of their script as Latin ones. */
const SCRIPTS: Partial<Record<Language, RegExp>> = {
  zh: /\p{Script=Han}/gu,
  tc: /\p{Script=Han}/gu,
  jp: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  ti: /\p{Script=Thai}/gu,
  kr: /\p{Script=Hangul}/gu,
};

const fields = ({ title, summary, body }: ArticleFile) => ({ title, summary, body });
const headings = ({ body }: ArticleFile) => (body.match(/^#+ /gm) ?? []).map((mark) => mark.trim());
const rows = ({ body }: ArticleFile) => (body.match(/^\|/gm) ?? []).length;
const points = ({ body }: ArticleFile) => (body.match(/^(- |\d+\. )/gm) ?? []).length;
const links = ({ body }: ArticleFile) => [...body.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target);

describe('the articles of the first start', () => {
  let files: ArticleFile[];
  const textOf = (slug: string, language: Language) =>
    files.find((file) => file.slug === slug && file.language === language) as ArticleFile;

  beforeAll(async () => {
    files = readArticleFiles(new Set(SLUGS));
  });

  it('exist in nine languages, and no file is unused', () => {
    const folder = path.join(__dirname, 'articles');
    const names = readdirSync(folder).flatMap((slug) =>
      readdirSync(path.join(folder, slug)).map((name) => `${slug}/${name}`),
    );
    expect(names.sort()).toEqual(SLUGS.flatMap((slug) => LANGUAGES.map((language) => `${slug}/${language}.md`)).sort());
    expect(new Set(SLUGS).size).toBe(SLUGS.length);
  });

  it.each(SLUGS)('%s has equally many headings, items, rows and links in every language', (slug) => {
    const english = textOf(slug, 'en');
    expect(new Set(headings(english))).toEqual(new Set(['##']));
    for (const language of LANGUAGES) {
      const text = textOf(slug, language);
      const shape = [headings, rows, points, links].map((count) => count(text));
      expect([language, ...shape]).toEqual([language, ...[headings, rows, points, links].map((one) => one(english))]);
    }
  });

  it.each(SLUGS)('%s is written in each language: nothing empty or English', (slug) => {
    const english = fields(textOf(slug, 'en'));
    expect(new Set(LANGUAGES.map((language) => textOf(slug, language).body)).size).toBe(LANGUAGES.length);
    for (const language of LANGUAGES.filter((one) => one !== 'en')) {
      for (const [field, text] of Object.entries(fields(textOf(slug, language)))) {
        expect([language, field, text.trim()]).not.toEqual([language, field, '']);
        expect([language, field, text]).not.toEqual([language, field, english[field as keyof typeof english]]);
      }
      const { body } = textOf(slug, language);
      const englishLines = new Set(english.body.split('\n').filter((line) => /[a-z]{3}.* .*[a-z]{3}/i.test(line)));
      expect(body.split('\n').filter((line) => englishLines.has(line))).toEqual([]);
    }
  });

  it.each(Object.entries(SCRIPTS))('are written in the script of %s', (language, script) => {
    for (const { slug, title, summary, body } of files.filter((file) => file.language === language)) {
      const text = `${title}\n${summary}\n${body.replace(/\]\([^)]*\)/g, ']')}`;
      const own = (text.match(script) ?? []).length;
      const latin = (text.match(/[A-Za-z]/g) ?? []).length;
      expect([slug, own > latin]).toEqual([slug, true]);
    }
  });

  it('ASVS 1.3.5: use plain Markdown, short texts and links to own pages', () => {
    for (const { slug, language, title, summary, body } of files) {
      const name = `${slug}.${language}`;
      expect([
        name,
        title.length <= 80,
        summary.length <= 200,
        body.length <= (slug === 'privacy-policy' ? 6_500 : 4_000),
      ]).toEqual([name, true, true, true]);
      expect([name, /<[a-z/]|!\[|https?:|\bwww\./i.test(body)]).toEqual([name, false]);
      for (const target of links({ slug, language, title, summary, body }))
        expect([name, target, OWN_PATHS.has(target)]).toEqual([name, target, true]);
      expect([name, body.includes('{{')]).toEqual([name, slug === 'about']);
    }
  });
});
