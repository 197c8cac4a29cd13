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
        <Faulty error={error} onRetry={() => void refetch()} />
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
  const searchText = parameters.get('q') ?? '';
  const category = parameters.get('category');
  const updateSearch = (question: { q?: string; category?: string | null }) => {
    const { q, category: selectedCategory } = { q: searchText, category, ...question };
    setParameters(
      { ...(q ? { q } : {}), ...(selectedCategory ? { category: selectedCategory } : {}) },
      { replace: true },
    );
  };
  const found = articlesWith(articles, searchText).filter((article) => !category || article.category === category);
  return (
    <>
      <Searcher searchText={searchText} onSearch={(q) => updateSearch({ q })} />
      <div className={lists.shelves} role="group" aria-label={t('list.categories')}>
        <button type="button" aria-pressed={!category} onClick={() => updateSearch({ category: null })}>
          {t('help.all')}
        </button>
        {categoriesOf(articles).map((articleCategory) => (
          <button
            key={articleCategory}
            type="button"
            aria-pressed={category === articleCategory}
            onClick={() => updateSearch({ category: articleCategory })}
          >
            {t(`article.category.${articleCategory}`)}
          </button>
        ))}
      </div>
      <p className="spoken" role="status">
        {searchText === '' ? '' : tCount('help.found', found.length)}
      </p>
      {found.length === 0 && (
        <Note
          kind="empty"
          text={searchText === '' ? t('list.empty') : t('help.none', { words: searchText })}
          action={<Button onClick={() => updateSearch({ q: '', category: null })}>{t('help.clear')}</Button>}
        />
      )}
      {categoriesOf(found).map((articleCategory) => (
        <section key={articleCategory} className={styles.section}>
          <h2>{t(`article.category.${articleCategory}`)}</h2>
          <ArticleList
            articles={found.filter((article) => article.category === articleCategory)}
            isDated={false}
            level={3}
          />
        </section>
      ))}
    </>
  );
}

function Searcher({ searchText, onSearch }: { searchText: string; onSearch: (searchText: string) => void }) {
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
        value={searchText}
        onChange={({ target }) => onSearch(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onSearch('')}
      />
      {searchText !== '' && (
        <IconButton label={t('help.clear')} onClick={() => onSearch('')}>
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
