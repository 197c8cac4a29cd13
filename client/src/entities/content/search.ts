import type { ArticleRecord } from '../../../../shared/products/content/wire';

type Searched = Pick<ArticleRecord, 'title' | 'summary'>;

/** Articles whose title or summary has every word, whatever its case and accents. */
export function articlesWith<Article extends Searched>(articles: readonly Article[], words: string): Article[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return articles.filter(({ title, summary }) => {
    const text = plain(`${title} ${summary}`);
    return wanted.every((word) => text.includes(word));
  });
}

/** Accents of Latin letters are dropped; the marks of other scripts stay, where they make another word. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
