/** Article paths of the specification. */
import type { TextKey } from '../../i18n/i18n';
import type { ArticleRecord, ListedKind } from '../../../../../shared/products/content/wire';

export interface Place {
  path: string;
  /** The heading of the list. */
  title: TextKey;
}

export const LISTS: Readonly<Record<ListedKind, Place>> = {
  notice: { path: '/noticeList', title: 'footer.notices' },
  help: { path: '/helpCenter', title: 'footer.help' },
  news: { path: '/news', title: 'footer.news' },
  information: { path: '/informationList', title: 'footer.information' },
};

/** Canonical path of an article; other paths redirect to it. */
export function articlePath({ id, kind, category }: Pick<ArticleRecord, 'id' | 'kind' | 'category'>): string {
  switch (kind) {
    case 'notice':
      return `/noticeDetail?id=${id}`;
    case 'help':
      return `/helpDetail?id=${id}`;
    case 'news':
      return `/detail?id=${id}`;
    case 'information':
      return category === 'learn' ? `/informationTwo?id=${id}` : `/informationOne?id=${id}`;
  }
}

/** Path of an article's list; information has one per category. */
export function listPath({ kind, category }: Pick<ArticleRecord, 'kind' | 'category'>): string {
  const { path } = LISTS[kind];
  return kind === 'information' && category ? `${path}?category=${category}` : path;
}
