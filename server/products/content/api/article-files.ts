/** Articles as files, one a language, pleasant to edit: `articles/<slug>.<language>.md` with title and summary on top. */
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

/** The build copies the folder to where the compiled code looks for it. */
const FOLDER = path.join(__dirname, 'articles');
const FORM = /^---\ntitle: (.+)\nsummary: (.+)\n---\n\n([^]*\S)\s*$/;

/**
 * Every file there is of these slugs; throws when one has another form. In one go, as a start reads them: some hundred small
 * files take other threads several times as long.
 */
export function readArticleFiles(slugs: ReadonlySet<string>): ArticleFile[] {
  const names = readdirSync(FOLDER).sort().map(partsOf);
  return names.flatMap(({ slug, language }) =>
    slugs.has(slug) && isLanguage(language) ? [articleFile(slug, language)] : [],
  );
}

function partsOf(name: string): { slug: string; language: string } {
  const [slug, language = ''] = name.split('.');
  return { slug, language };
}

/** They come with the program, and change as little as it does while it runs. */
const read = new Map<string, ArticleFile>();

function articleFile(slug: string, language: Language): ArticleFile {
  const file = path.join(FOLDER, `${slug}.${language}.md`);
  const article = read.get(file) ?? readArticleFile(file, slug, language);
  read.set(file, article);
  return article;
}

function readArticleFile(file: string, slug: string, language: Language): ArticleFile {
  // A checkout on Windows may have turned the line ends.
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  const parts = FORM.exec(text);
  if (!parts) throw new Error(`${file} does not begin with title and summary`);
  const [, title, summary, body] = parts;
  return { slug, language, title, summary, body };
}
