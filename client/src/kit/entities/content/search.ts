import type { ArticleRecord } from '../../../../../shared/products/content/wire';

type Searched = Pick<ArticleRecord, 'title' | 'summary'>;

/** Articles whose title or summary contains every word, ignoring case and accents. */
export function articlesWith<Article extends Searched>(articles: readonly Article[], searchText: string): Article[] {
  const searchTerms = normalizeText(searchText).split(/\s+/).filter(Boolean);
  return articles.filter(({ title, summary }) => {
    const text = normalizeText(`${title} ${summary}`);
    return searchTerms.every((term) => text.includes(term));
  });
}

/** Drops accents of Latin letters. Marks of other scripts distinguish words and stay. */
function normalizeText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
