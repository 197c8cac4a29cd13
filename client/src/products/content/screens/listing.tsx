import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { ArticleCategory, ArticleRecord, ListedKind } from '../../../../../shared/products/content/wire';
import { useArticlesQuery } from '../../../kit/entities/content/content-api';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Note } from '../../../kit/ui/page/note';
import { Pager } from '../../../kit/ui/lists/pager';
import { ArticleList } from './article-list';
import { LIST_SIZE, pageIndexIn, searchWith } from './paging';
import { Faulty } from '../../../kit/ui/page/faulty';
import { Loading, useTopOf } from './reading';

interface ListingProps {
  kind: ListedKind;
  category?: ArticleCategory;
  isUnread?: (id: string) => boolean;
  /** Content above a non-empty list. */
  above?: (articles: readonly ArticleRecord[]) => ReactNode;
}

/** One page of articles of a kind, in the server's order. */
export function Listing({ kind, category, isUnread, above }: ListingProps) {
  const { language, t } = useTexts();
  const [parameters] = useSearchParams();
  const pageIndex = pageIndexIn(parameters);
  const question = { kind, ...(category ? { category } : {}), pageIndex, pageSize: LIST_SIZE, language };
  const { data, error, isFetching, refetch } = useArticlesQuery(question);
  useTopOf(`${category}:${pageIndex}`);
  if (error && !isFetching) return <Faulty error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.total === 0) return <Note kind="empty" text={t('list.empty')} />;
  return (
    <div aria-busy={isFetching}>
      {above?.(data.records)}
      {data.records.length === 0 ? (
        <Note kind="empty" text={t('list.beyond')} />
      ) : (
        <ArticleList articles={data.records} isUnread={isUnread} />
      )}
      {data.total > LIST_SIZE && (
        <Pager
          {...{ pageIndex, pageSize: LIST_SIZE, total: data.total }}
          navigation={{ by: 'address', searchOf: (page) => searchWith(parameters, page) }}
        />
      )}
    </div>
  );
}
