import { Search } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../../shared/wire/product';
import type { Ticker } from '../../../../../shared/wire/market-data';
import { selectIsConnectionLost } from '../../../kit/entities/connection/connection-slice';
import { useFavourites } from '../../../kit/entities/favourites/favourites';
import { quoteAssetsOf, sortedBy, type WideSortColumn, type Sorting } from '../../../kit/entities/market/market-list';
import { selectTickersLiveness } from '../../../kit/entities/market/market-slice';
import { useMarketQuotes } from '../../../kit/entities/market/use-market-quotes';
import { faultMessage } from '../../../kit/api/envelope';
import { useTexts } from '../../../kit/i18n/use-texts';
import { phaseShown } from '../../../kit/stream/liveness';
import { Button } from '../../../kit/ui/controls/button';
import { Note } from '../../../kit/ui/page/note';
import { PhaseMark } from '../../../kit/ui/figures/phase-mark';
import { createPauseState, type PauseState } from '../../../kit/lib/hooks/pause-state';
import { useNarrow } from '../../../kit/lib/hooks/use-media';
import { Categories } from './categories';
import { QuoteCards } from './quote-cards';
import { QuoteTable } from './quote-table';
import styles from './quotes-page.module.css';
import { productsOf, quotesShown, type Category } from './quotes-shown';

/** All markets, with search, favourites, sorting and links to trading. */
export function QuotesPage() {
  const { t } = useTexts();
  const [hold] = useState(createPauseState);
  const { markets, tickers, error, isRetried, retry } = useMarketQuotes(hold.isHeld);
  return (
    <section className={styles.page}>
      <header className={styles.head}>
        <h1>{t('quotes.title')}</h1>
        <Phase />
      </header>
      <p className={styles.lead}>{t('quotes.lead')}</p>
      {markets ? (
        <Listed markets={markets} tickers={tickers} hold={hold} />
      ) : error ? (
        <NotListed message={faultMessage(error)} isRetried={isRetried} onRetry={retry} />
      ) : (
        <Note kind="loading" text={t('page.loading')} />
      )}
    </section>
  );
}

interface ListedProps {
  markets: readonly MarketRecord[];
  tickers: Readonly<Record<string, Ticker>>;
  hold: PauseState;
}

function Listed({ markets, tickers, hold }: ListedProps) {
  const { t } = useTexts();
  const favourites = useFavourites();
  const isNarrow = useNarrow();
  const [category, setCategory] = useState<Category>('all');
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState<Sorting<WideSortColumn> | null>(null);
  const visibleMarkets = quotesShown(markets, tickers, { category, search, sorting, favourites });
  const sortBy = (column: WideSortColumn) => setSorting(sortedBy(sorting, column));
  return (
    <>
      <div className={styles.tools}>
        <Categories
          products={productsOf(markets)}
          quoteAssets={quoteAssetsOf(markets)}
          selected={category}
          onChoose={setCategory}
        />
        <label className={styles.search}>
          <Search size={16} aria-hidden="true" />
          <span className="spoken">{t('quotes.search')}</span>
          <input
            type="search"
            value={search}
            placeholder={t('quotes.search')}
            onChange={({ target }) => setSearch(target.value)}
          />
        </label>
      </div>
      <div className={styles.list}>
        {visibleMarkets.length === 0 ? (
          <Note
            kind="empty"
            text={emptyText(t, markets, category, search)}
            action={
              category === 'favourites' &&
              search.trim() === '' && <Button onClick={() => setCategory('all')}>{t('home.markets.all')}</Button>
            }
          />
        ) : isNarrow ? (
          <QuoteCards markets={visibleMarkets} sorting={sorting} onSort={setSorting} hold={hold} />
        ) : (
          <QuoteTable markets={visibleMarkets} sorting={sorting} onSort={sortBy} hold={hold} />
        )}
      </div>
    </>
  );
}

function emptyText(
  t: ReturnType<typeof useTexts>['t'],
  markets: readonly MarketRecord[],
  category: Category,
  search: string,
): string {
  if (markets.length === 0) return t('quotes.none');
  if (search.trim() !== '') return t('quotes.not_found', { words: search.trim() });
  return t(category === 'favourites' ? 'quotes.no_favourites' : 'quotes.none');
}

interface NotListedProps {
  message: ReturnType<typeof faultMessage>;
  isRetried: boolean;
  onRetry: () => void;
}

function NotListed({ message, isRetried, onRetry }: NotListedProps) {
  const { t } = useTexts();
  return (
    <Note
      kind="error"
      text={'key' in message ? t(message.key) : message.text}
      action={
        <Button disabled={isRetried} onClick={onRetry}>
          {t('page.retry')}
        </Button>
      }
    />
  );
}

/** Status of the price channel. */
function Phase() {
  const { t } = useTexts();
  const { phase } = useSelector(selectTickersLiveness);
  const isLost = useSelector(selectIsConnectionLost);
  return (
    <span role="status">
      <span className="spoken">{t('phase.label')}: </span>
      <PhaseMark phase={phaseShown(phase, isLost)} />
    </span>
  );
}
