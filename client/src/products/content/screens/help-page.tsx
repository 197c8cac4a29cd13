import { Search, X } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import type { ArticleCategory, ArticleRecord } from '../../../../../shared/products/content/wire';
import { useDeskConfig } from '../../../entities/config/config-api';
import { useHelpArticlesQuery } from '../../../entities/content/content-api';
import { LISTS } from '../../../entities/content/places';
import { articlesWith } from '../../../entities/content/search';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Button } from '../../../shared/ui/controls/button';
import { IconButton } from '../../../shared/ui/controls/icon-button';
import { Note } from '../../../shared/ui/page/note';
import { ArticleList } from './article-list';
import styles from './help-page.module.css';
import lists from './list-pages.module.css';
import { Faulty } from '../../../shared/ui/page/faulty';
import { Head, Loading } from './reading';
import reading from './reading.module.css';

const WORDS_LENGTH_MAX = 100;

export function HelpCenterPage() {
  const { say, language } = useTexts();
  const { data, error, isFetching, refetch } = useHelpArticlesQuery(language);
  const { footer_email: email } = useDeskConfig();
  return (
    <section className={reading.page} data-wide="true">
      <Head title={say(LISTS.help.title)} lead={say('help.lead')} />
      {data ? (
        <Help articles={data} />
      ) : error && !isFetching ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      <p className={styles.more}>
        {say('help.more')} <Link to="/feedback">{say('help.write')}</Link>
        {email !== '' && (
          <>
            {' '}
            {say('help.mail')} <a href={`mailto:${email}`}>{email}</a>
          </>
        )}
      </p>
    </section>
  );
}

/** What is asked for is part of the address: the way back from an article leads to what was found. */
function Help({ articles }: { articles: readonly ArticleRecord[] }) {
  const { say, sayCount } = useTexts();
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
      <div className={lists.shelves} role="group" aria-label={say('list.categories')}>
        <button type="button" aria-pressed={!category} onClick={() => ask({ category: null })}>
          {say('help.all')}
        </button>
        {categoriesOf(articles).map((known) => (
          <button key={known} type="button" aria-pressed={category === known} onClick={() => ask({ category: known })}>
            {say(`article.category.${known}`)}
          </button>
        ))}
      </div>
      <p className="spoken" role="status">
        {words === '' ? '' : sayCount('help.found', found.length)}
      </p>
      {found.length === 0 && (
        <Note
          kind="empty"
          text={words === '' ? say('list.empty') : say('help.none', { words })}
          action={<Button onClick={() => ask({ q: '', category: null })}>{say('help.clear')}</Button>}
        />
      )}
      {categoriesOf(found).map((known) => (
        <section key={known} className={styles.section}>
          <h2>{say(`article.category.${known}`)}</h2>
          <ArticleList articles={found.filter((article) => article.category === known)} isDated={false} level={3} />
        </section>
      ))}
    </>
  );
}

function Searcher({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  const { say } = useTexts();
  return (
    <div role="search" className={styles.search}>
      <Search size={18} aria-hidden="true" />
      <input
        type="text"
        inputMode="search"
        aria-label={say('help.search')}
        placeholder={say('help.search')}
        maxLength={WORDS_LENGTH_MAX}
        autoComplete="off"
        value={words}
        onChange={({ target }) => onWords(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onWords('')}
      />
      {words !== '' && (
        <IconButton label={say('help.clear')} onClick={() => onWords('')}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

/** In the order of the list, which is the server's. */
function categoriesOf(articles: readonly ArticleRecord[]): ArticleCategory[] {
  return [...new Set(articles.flatMap(({ category }) => (category ? [category] : [])))];
}
