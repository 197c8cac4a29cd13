import { Search } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { Ticker } from '../../../../shared/wire/market-data';
import { selectIsConnectionLost } from '../../entities/connection/connection-slice';
import { useFavourites } from '../../entities/favourites/favourites';
import { quoteAssetsOf, sortedBy, type WideSortColumn, type Sorting } from '../../entities/market/market-list';
import { selectTickersLiveness } from '../../entities/market/market-slice';
import { useMarketQuotes } from '../../entities/market/use-market-quotes';
import { wordsOf } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { phaseShown } from '../../shared/stream/liveness';
import { Button } from '../../shared/ui/controls/button';
import { Note } from '../../shared/ui/page/note';
import { PhaseMark } from '../../shared/ui/figures/phase-mark';
import { createHold, type Hold } from '../../shared/lib/hooks/hold';
import { useNarrow } from '../../shared/lib/hooks/use-media';
import { Categories } from './categories';
import { QuoteCards } from './quote-cards';
import { QuoteTable } from './quote-table';
import styles from './quotes-page.module.css';
import { productsOf, quotesShown, type Category } from './quotes-shown';

/** Every market of the exchange: found, starred, compared, and one click away from trading. */
export function QuotesPage() {
  const { say } = useTexts();
  const [hold] = useState(createHold);
  const { markets, tickers, error, isRetried, retry } = useMarketQuotes(hold.isHeld);
  return (
    <section className={styles.page}>
      <header className={styles.head}>
        <h1>{say('quotes.title')}</h1>
        <Phase />
      </header>
      <p className={styles.lead}>{say('quotes.lead')}</p>
      {markets ? (
        <Listed markets={markets} tickers={tickers} hold={hold} />
      ) : error ? (
        <NotListed words={wordsOf(error)} isRetried={isRetried} onRetry={retry} />
      ) : (
        <Note kind="loading" text={say('page.loading')} />
      )}
    </section>
  );
}

interface ListedProps {
  markets: readonly MarketRecord[];
  tickers: Readonly<Record<string, Ticker>>;
  hold: Hold;
}

function Listed({ markets, tickers, hold }: ListedProps) {
  const { say } = useTexts();
  const favourites = useFavourites();
  const isNarrow = useNarrow();
  const [category, setCategory] = useState<Category>('all');
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState<Sorting<WideSortColumn> | null>(null);
  const shown = quotesShown(markets, tickers, { category, search, sorting, favourites });
  const sortBy = (column: WideSortColumn) => setSorting(sortedBy(sorting, column));
  return (
    <>
      <div className={styles.tools}>
        <Categories
          products={productsOf(markets)}
          quoteAssets={quoteAssetsOf(markets)}
          chosen={category}
          onChoose={setCategory}
        />
        <label className={styles.search}>
          <Search size={16} aria-hidden="true" />
          <span className="spoken">{say('quotes.search')}</span>
          <input
            type="search"
            value={search}
            placeholder={say('quotes.search')}
            onChange={({ target }) => setSearch(target.value)}
          />
        </label>
      </div>
      <div className={styles.list}>
        {shown.length === 0 ? (
          <Note
            kind="empty"
            text={emptyText(say, markets, category, search)}
            action={
              category === 'favourites' &&
              search.trim() === '' && <Button onClick={() => setCategory('all')}>{say('home.markets.all')}</Button>
            }
          />
        ) : isNarrow ? (
          <QuoteCards markets={shown} sorting={sorting} onSort={setSorting} hold={hold} />
        ) : (
          <QuoteTable markets={shown} sorting={sorting} onSort={sortBy} hold={hold} />
        )}
      </div>
    </>
  );
}

function emptyText(
  say: ReturnType<typeof useTexts>['say'],
  markets: readonly MarketRecord[],
  category: Category,
  search: string,
): string {
  if (markets.length === 0) return say('quotes.none');
  if (search.trim() !== '') return say('quotes.not_found', { words: search.trim() });
  return say(category === 'favourites' ? 'quotes.no_favourites' : 'quotes.none');
}

interface NotListedProps {
  words: ReturnType<typeof wordsOf>;
  isRetried: boolean;
  onRetry: () => void;
}

function NotListed({ words, isRetried, onRetry }: NotListedProps) {
  const { say } = useTexts();
  return (
    <Note
      kind="error"
      text={'key' in words ? say(words.key) : words.text}
      action={
        <Button disabled={isRetried} onClick={onRetry}>
          {say('page.retry')}
        </Button>
      }
    />
  );
}

/** Prices are as good as the channel that brings them. */
function Phase() {
  const { say } = useTexts();
  const { phase } = useSelector(selectTickersLiveness);
  const isLost = useSelector(selectIsConnectionLost);
  return (
    <span role="status">
      <span className="spoken">{say('phase.label')}: </span>
      <PhaseMark phase={phaseShown(phase, isLost)} />
    </span>
  );
}
