import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { ArticleCategory, ArticleRecord, ListedKind } from '../../../../../shared/products/content/wire';
import { useArticlesQuery } from '../../../entities/content/content-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Note } from '../../../shared/ui/page/note';
import { Pager } from '../../../shared/ui/lists/pager';
import { ArticleList } from './article-list';
import { LIST_SIZE, pageIndexIn, searchWith } from './paging';
import { Faulty } from '../../../shared/ui/page/faulty';
import { Loading, useTopOf } from './reading';

interface ListingProps {
  kind: ListedKind;
  category?: ArticleCategory;
  isUnread?: (id: string) => boolean;
  /** Stands above the list when there is one. */
  above?: (articles: readonly ArticleRecord[]) => ReactNode;
}

/** A page of the articles of a kind, in the server's order. */
export function Listing({ kind, category, isUnread, above }: ListingProps) {
  const { language, say } = useTexts();
  const [parameters] = useSearchParams();
  const pageIndex = pageIndexIn(parameters);
  const question = { kind, ...(category ? { category } : {}), pageIndex, pageSize: LIST_SIZE, language };
  const { data, error, isFetching, refetch } = useArticlesQuery(question);
  useTopOf(`${category}:${pageIndex}`);
  if (error && !isFetching) return <Faulty fault={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.total === 0) return <Note kind="empty" text={say('list.empty')} />;
  return (
    <div aria-busy={isFetching}>
      {above?.(data.records)}
      {data.records.length === 0 ? (
        <Note kind="empty" text={say('list.beyond')} />
      ) : (
        <ArticleList articles={data.records} isUnread={isUnread} />
      )}
      {data.total > LIST_SIZE && (
        <Pager
          {...{ pageIndex, pageSize: LIST_SIZE, total: data.total }}
          turn={{ by: 'address', searchOf: (page) => searchWith(parameters, page) }}
        />
      )}
    </div>
  );
}
