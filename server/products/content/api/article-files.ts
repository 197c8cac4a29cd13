/** Articles as files, one per language: `articles/<slug>/<language>.md` with title and summary at the top. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isLanguage, type Language } from '../../../../shared/wire/languages';

export interface ArticleFile {
  slug: string;
  language: Language;
  title: string;
  summary: string;
  body: string;
}

/** The build copies the folder beside the compiled code. */
const FOLDER = path.join(__dirname, 'articles');
const FORM = /^---\ntitle: (.+)\nsummary: (.+)\n---\n\n([^]*\S)\s*$/;

/**
 * All files of these slugs; throws for one with an invalid form. Synchronous, since only a start reads them: for some
 * hundred small files, asynchronous reads take several times as long.
 */
export function readArticleFiles(slugs: ReadonlySet<string>): ArticleFile[] {
  const present = readdirSync(FOLDER).filter((slug) => slugs.has(slug));
  return present.sort().flatMap((slug) => languagesOf(slug).map((language) => articleFile(slug, language)));
}

function languagesOf(slug: string): Language[] {
  const names = readdirSync(path.join(FOLDER, slug));
  return names
    .map((name) => path.parse(name).name)
    .filter(isLanguage)
    .sort();
}

/** Files are part of the program and do not change while it runs. */
const read = new Map<string, ArticleFile>();

function articleFile(slug: string, language: Language): ArticleFile {
  const file = path.join(FOLDER, slug, `${language}.md`);
  const article = read.get(file) ?? readArticleFile(file, slug, language);
  read.set(file, article);
  return article;
}

function readArticleFile(file: string, slug: string, language: Language): ArticleFile {
  // A checkout on Windows may have converted the line ends.
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  const match = FORM.exec(text);
  if (!match) throw new Error(`${file} does not begin with title and summary`);
  const [, title, summary, body] = match;
  return { slug, language, title, summary, body };
}
