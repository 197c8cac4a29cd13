/** Articles as files, one a language, pleasant to edit: `articles/<slug>.<language>.md` with title and summary on top. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isLanguage, type Language } from '../../../shared/wire/languages';

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

/** Every file there is of these slugs; rejects when one has another form. */
export async function readArticleFiles(slugs: ReadonlySet<string>): Promise<ArticleFile[]> {
  const names = (await readdir(FOLDER)).sort().map(partsOf);
  return Promise.all(
    names.flatMap(({ slug, language }) =>
      slugs.has(slug) && isLanguage(language) ? [readArticleFile(slug, language)] : [],
    ),
  );
}

function partsOf(name: string): { slug: string; language: string } {
  const [slug, language = ''] = name.split('.');
  return { slug, language };
}

async function readArticleFile(slug: string, language: Language): Promise<ArticleFile> {
  const file = path.join(FOLDER, `${slug}.${language}.md`);
  // A checkout on Windows may have turned the line ends.
  const text = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  const parts = FORM.exec(text);
  if (!parts) throw new Error(`${file} does not begin with title and summary`);
  const [, title, summary, body] = parts;
  return { slug, language, title, summary, body };
}
