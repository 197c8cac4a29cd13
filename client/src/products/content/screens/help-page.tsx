import { Search, X } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import type { ArticleCategory, ArticleRecord } from '../../../../../shared/products/content/wire';
import { useDeskConfig } from '../../../kit/entities/config/config-api';
import { useHelpArticlesQuery } from '../../../kit/entities/content/content-api';
import { LISTS } from '../../../kit/entities/content/places';
import { articlesWith } from '../../../kit/entities/content/search';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Button } from '../../../kit/ui/controls/button';
import { IconButton } from '../../../kit/ui/controls/icon-button';
import { Note } from '../../../kit/ui/page/note';
import { ArticleList } from './article-list';
import styles from './help-page.module.css';
import lists from './list-pages.module.css';
import { Faulty } from '../../../kit/ui/page/faulty';
import { Head, Loading } from './reading';
import reading from './reading.module.css';

const WORDS_LENGTH_MAX = 100;

export function HelpCenterPage() {
  const { t, language } = useTexts();
  const { data, error, isFetching, refetch } = useHelpArticlesQuery(language);
  const { footer_email: email } = useDeskConfig();
  return (
    <section className={reading.page} data-wide="true">
      <Head title={t(LISTS.help.title)} lead={t('help.lead')} />
      {data ? (
        <Help articles={data} />
      ) : error && !isFetching ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      <p className={styles.more}>
        {t('help.more')} <Link to="/feedback">{t('help.write')}</Link>
        {email !== '' && (
          <>
            {' '}
            {t('help.mail')} <a href={`mailto:${email}`}>{email}</a>
          </>
        )}
      </p>
    </section>
  );
}

/** The search is part of the address, so that the way back from an article shows the same results. */
function Help({ articles }: { articles: readonly ArticleRecord[] }) {
  const { t, tCount } = useTexts();
  const [parameters, setParameters] = useSearchParams();
  const words = parameters.get('q') ?? '';
  const category = parameters.get('category');
  const ask = (question: { q?: string; category?: string | null }) => {
    const { q, category: chosen } = { q: words, category, ...question };
    setParameters({ ...(q ? { q } : {}), ...(chosen ? { category: chosen } : {}) }, { replace: true });
  };
  const found = articlesWith(articles, words).filter((article) => !category || article.category === category);
  return (
    <>
      <Searcher words={words} onWords={(q) => ask({ q })} />
      <div className={lists.shelves} role="group" aria-label={t('list.categories')}>
        <button type="button" aria-pressed={!category} onClick={() => ask({ category: null })}>
          {t('help.all')}
        </button>
        {categoriesOf(articles).map((known) => (
          <button key={known} type="button" aria-pressed={category === known} onClick={() => ask({ category: known })}>
            {t(`article.category.${known}`)}
          </button>
        ))}
      </div>
      <p className="spoken" role="status">
        {words === '' ? '' : tCount('help.found', found.length)}
      </p>
      {found.length === 0 && (
        <Note
          kind="empty"
          text={words === '' ? t('list.empty') : t('help.none', { words })}
          action={<Button onClick={() => ask({ q: '', category: null })}>{t('help.clear')}</Button>}
        />
      )}
      {categoriesOf(found).map((known) => (
        <section key={known} className={styles.section}>
          <h2>{t(`article.category.${known}`)}</h2>
          <ArticleList articles={found.filter((article) => article.category === known)} isDated={false} level={3} />
        </section>
      ))}
    </>
  );
}

function Searcher({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  const { t } = useTexts();
  return (
    <div role="search" className={styles.search}>
      <Search size={18} aria-hidden="true" />
      <input
        type="text"
        inputMode="search"
        aria-label={t('help.search')}
        placeholder={t('help.search')}
        maxLength={WORDS_LENGTH_MAX}
        autoComplete="off"
        value={words}
        onChange={({ target }) => onWords(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onWords('')}
      />
      {words !== '' && (
        <IconButton label={t('help.clear')} onClick={() => onWords('')}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

/** Categories in the server's order. */
function categoriesOf(articles: readonly ArticleRecord[]): ArticleCategory[] {
  return [...new Set(articles.flatMap(({ category }) => (category ? [category] : [])))];
}
