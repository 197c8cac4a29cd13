import { useEffect } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import type { ArticleDetail, ListedKind } from '../../../../../shared/products/content/wire';
import { useArticleQuery } from '../../../kit/entities/content/content-api';
import { LISTS, articlePath, listPath } from '../../../kit/entities/content/places';
import { markSeen } from '../../../kit/unread-notices/seen-notices';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Prose } from '../../../kit/read-text/prose';
import { Faulty } from '../../../kit/ui/page/faulty';
import { BackLink, Day, Head, Loading, Missing, PrintButton, isNotFound, useTopOf } from './reading';
import styles from './reading.module.css';

export const NoticeDetailPage = () => <ArticlePage kind="notice" />;
export const HelpDetailPage = () => <ArticlePage kind="help" />;
export const NewsDetailPage = () => <ArticlePage kind="news" />;
export const InformationDetailPage = () => <ArticlePage kind="information" />;

/** One article, selected by `?id=`. */
function ArticlePage({ kind }: { kind: ListedKind }) {
  const { language } = useTexts();
  const [parameters] = useSearchParams();
  const id = parameters.get('id') ?? '';
  const { data, error, refetch } = useArticleQuery({ id, language }, { skip: id === '' });
  useTopOf(id);
  // Keeps the old language while another loads, but never shows another article.
  const article = data?.id === id ? data : undefined;
  const list = LISTS[kind];
  if (article) return <Article article={article} />;
  return (
    <div className={styles.page}>
      {id === '' || (error && isNotFound(error)) ? (
        <Missing {...list} />
      ) : error ? (
        <Faulty error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

function Article({ article }: { article: ArticleDetail }) {
  const { t } = useTexts();
  const { pathname } = useLocation();
  const { id, kind, category, title, summary, body, publishedAt } = article;
  useEffect(() => {
    if (kind === 'notice') markSeen([id]);
  }, [id, kind]);
  const address = articlePath(article);
  if (!address.startsWith(`${pathname}?`)) return <Navigate to={address} replace />;
  return (
    <article className={styles.page}>
      <BackLink path={listPath(article)} title={LISTS[kind].title} />
      <Head title={title} lead={summary}>
        <p className={styles.meta}>
          <Day at={publishedAt} />
          {category && <span className={styles.tag}>{t(`article.category.${category}`)}</span>}
          <PrintButton />
        </p>
      </Head>
      <Prose text={body} />
      <Neighbours article={article} />
    </article>
  );
}

function Neighbours({ article }: { article: ArticleDetail }) {
  const { t } = useTexts();
  const { previous, next } = article;
  if (!previous && !next) return null;
  return (
    <nav className={styles.neighbours} aria-label={t('article.neighbours')} data-print="none">
      {previous && (
        <Link to={articlePath({ ...article, id: previous.id })} data-side="previous">
          <small>{t('article.previous')}</small>
          {previous.title}
        </Link>
      )}
      {next && (
        <Link to={articlePath({ ...article, id: next.id })} data-side="next">
          <small>{t('article.next')}</small>
          {next.title}
        </Link>
      )}
    </nav>
  );
}
