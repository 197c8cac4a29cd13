import { Search } from 'lucide-react';
import { memo, useMemo, useRef, useState, type Ref } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { toggleFavourite, useFavourites } from '../../kit/entities/favourites/favourites';
import { InstrumentName } from '../../kit/entities/instrument/instrument-name';
import { useMarketList } from '../../kit/entities/market/market-api';
import { MARKET_TABS, sortedBy, type MarketTab, type SortColumn } from '../../kit/entities/market/market-list';
import { flashAttributes, directionShown } from '../../kit/entities/market/quote';
import { useCachedQuote, useQuotesSubscription } from '../../kit/entities/market/use-quote-shown';
import { useTexts } from '../../kit/i18n/use-texts';
import { createPauseState, pauseHandlers } from '../../kit/lib/hooks/pause-state';
import { useIsVisible } from '../../kit/lib/hooks/use-is-visible';
import { usePreference } from '../../kit/lib/storage/preferences';
import { Button } from '../../kit/ui/controls/button';
import { Note } from '../../kit/ui/page/note';
import styles from './market-list.module.css';
import { useMarketOrder } from './market-order';
import { Star } from './star';

const COLUMNS: readonly SortColumn[] = ['name', 'price', 'change', 'volume'];
const TABS = MARKET_TABS as readonly [MarketTab, ...MarketTab[]];

interface MarketListProps {
  /** Product of the listed markets. */
  product: MarketRecord['product'];
  chosen: string | null;
  onChoose: (market: string) => void;
  searchRef?: Ref<HTMLInputElement>;
}

export function MarketList({ product, chosen, onChoose, searchRef }: MarketListProps) {
  const { t } = useTexts();
  const { data, error, isRetried, refetch } = useMarketList();
  const markets = useMemo(() => data?.filter((market) => market.product === product), [data, product]);
  const [search, setSearch] = useState('');
  const [tab, chooseTab] = usePreference('trade.market-tab', TABS);
  return (
    <section className={styles.list} aria-label={t('markets.title')}>
      <label className={styles.search}>
        <Search size={14} aria-hidden="true" />
        <input
          ref={searchRef}
          type="search"
          value={search}
          placeholder={t('markets.search')}
          aria-label={t('markets.search')}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            setSearch('');
            event.currentTarget.blur();
          }}
        />
      </label>
      <div className={styles.tabs} role="group" aria-label={t('markets.tabs')}>
        {TABS.map((name) => (
          <button key={name} type="button" aria-pressed={name === tab} onClick={() => chooseTab(name)}>
            {t(`markets.tab.${name}`)}
          </button>
        ))}
      </div>
      {markets && markets.length > 0 ? (
        <Listed
          markets={markets}
          tab={tab}
          search={search}
          chosen={chosen}
          onChoose={onChoose}
          onAll={() => chooseTab('all')}
        />
      ) : error ? (
        <Note
          kind="error"
          text={error.message ?? t('markets.failed')}
          action={
            <Button disabled={isRetried} onClick={() => void refetch()}>
              {t('page.retry')}
            </Button>
          }
        />
      ) : markets ? (
        <Note kind="empty" text={t('markets.empty')} />
      ) : (
        <Note kind="loading" text={t('page.loading')} />
      )}
    </section>
  );
}

interface ListedProps extends Pick<MarketListProps, 'chosen' | 'onChoose'> {
  markets: readonly MarketRecord[];
  tab: MarketTab;
  search: string;
  /** Clears the filters to show all markets. */
  onAll: () => void;
}

function Listed({ markets, tab, search, chosen, onChoose, onAll }: ListedProps) {
  const { t } = useTexts();
  const isUnstarred = search === '' && tab === 'favourites';
  const favourites = useFavourites();
  useQuotesSubscription();
  const [sorting, setSorting] = useState<ReturnType<typeof sortedBy>>(null);
  const [hold] = useState(createPauseState);
  const order = useMarketOrder(markets, { tab, search, sorting, favourites }, hold);
  const visibleMarkets = useMemo(() => {
    const byName = new Map(markets.map((market) => [market.name, market]));
    return order.flatMap((name) => byName.get(name) ?? []);
  }, [markets, order]);
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="spoken">{t('markets.title')}</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                data-column={column}
                aria-sort={sorting?.column === column ? (sorting.isDescending ? 'descending' : 'ascending') : undefined}
              >
                <button type="button" onClick={() => setSorting(sortedBy(sorting, column))}>
                  {t(`markets.column.${column}`)}
                  <i aria-hidden="true" />
                </button>
              </th>
            ))}
          </tr>
        </thead>
        {/* The handlers only notice that the user is about to choose; the rows are the controls. */}
        <tbody {...pauseHandlers(hold)}>
          {visibleMarkets.map((market) => (
            <Row
              key={market.name}
              market={market}
              isChosen={market.name === chosen}
              isFavourite={favourites.includes(market.name)}
              onChoose={onChoose}
              onStar={toggleFavourite}
            />
          ))}
        </tbody>
      </table>
      {visibleMarkets.length === 0 && (
        <Note
          kind="empty"
          text={t(isUnstarred ? 'markets.no_favourites' : 'markets.none')}
          action={isUnstarred && <Button onClick={onAll}>{t('home.markets.all')}</Button>}
        />
      )}
    </div>
  );
}

interface RowProps {
  market: MarketRecord;
  isChosen: boolean;
  isFavourite: boolean;
  onChoose: (market: string) => void;
  onStar: (market: string) => void;
}

const Row = memo(function Row({ market, isChosen, isFavourite, onChoose, onStar }: RowProps) {
  const { t, numbers } = useTexts();
  const row = useRef<HTMLTableRowElement>(null);
  // Before a ticker arrives the market list's price is shown.
  const { ticker, ...priceChange } = useCachedQuote(market.name, { isInSight: useIsVisible(row) });
  const last = ticker?.last ?? market.price;
  return (
    <tr ref={row} className={styles.row} data-chosen={isChosen}>
      <th scope="row">
        <Star market={market} isOn={isFavourite} onToggle={onStar} />
        <button
          type="button"
          className={styles.pair}
          aria-current={isChosen ? 'true' : undefined}
          onClick={() => onChoose(market.name)}
        >
          <InstrumentName instrument={market} />
        </button>
        {market.state !== 'open' && <em>{t(`markets.state.${market.state}`)}</em>}
      </th>
      <td translate="no">
        <span className={styles.price} data-direction={priceChange.moved} {...flashAttributes(priceChange)}>
          {numbers.fixed(last, scaleOf(market.tick))}
        </span>
      </td>
      <td translate="no" data-direction={ticker && directionShown(ticker.changeRatio)}>
        {ticker?.changeRatio ? numbers.percent(ticker.changeRatio) : '–'}
      </td>
      <td translate="no" data-column="volume">
        {ticker ? numbers.compact(ticker.quoteVolume) : '–'}
      </td>
    </tr>
  );
});
