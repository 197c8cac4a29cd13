import { Search } from 'lucide-react';
import { memo, useMemo, useRef, useState, type Ref } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { toggleFavourite, useFavourites } from '../../entities/favourites/favourites';
import { InstrumentName } from '../../entities/instrument/instrument-name';
import { useMarketList } from '../../entities/market/market-api';
import { MARKET_TABS, sortedBy, type MarketTab, type SortColumn } from '../../entities/market/market-list';
import { flashOf, signShown } from '../../entities/market/quote';
import { useQuoteKnown, useQuotesAsked } from '../../entities/market/use-quote-shown';
import { useTexts } from '../../shared/i18n/use-texts';
import { createHold, holding } from '../../shared/lib/hooks/hold';
import { useInSight } from '../../shared/lib/hooks/in-sight';
import { useKept } from '../../shared/lib/storage/kept';
import { Button } from '../../shared/ui/controls/button';
import { Note } from '../../shared/ui/page/note';
import styles from './market-list.module.css';
import { useMarketOrder } from './market-order';
import { Star } from './star';

const COLUMNS: readonly SortColumn[] = ['name', 'price', 'change', 'volume'];
const TABS = MARKET_TABS as readonly [MarketTab, ...MarketTab[]];

interface MarketListProps {
  /** Whose markets are listed. */
  product: MarketRecord['product'];
  chosen: string | null;
  onChoose: (market: string) => void;
  searchRef?: Ref<HTMLInputElement>;
}

export function MarketList({ product, chosen, onChoose, searchRef }: MarketListProps) {
  const { say } = useTexts();
  const { data, error, isRetried, refetch } = useMarketList();
  const markets = useMemo(() => data?.filter((market) => market.product === product), [data, product]);
  const [search, setSearch] = useState('');
  const [tab, chooseTab] = useKept('trade.market-tab', TABS);
  return (
    <section className={styles.list} aria-label={say('markets.title')}>
      <label className={styles.search}>
        <Search size={14} aria-hidden="true" />
        <input
          ref={searchRef}
          type="search"
          value={search}
          placeholder={say('markets.search')}
          aria-label={say('markets.search')}
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
      <div className={styles.tabs} role="group" aria-label={say('markets.tabs')}>
        {TABS.map((name) => (
          <button key={name} type="button" aria-pressed={name === tab} onClick={() => chooseTab(name)}>
            {say(`markets.tab.${name}`)}
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
          text={error.message ?? say('markets.failed')}
          action={
            <Button disabled={isRetried} onClick={() => void refetch()}>
              {say('page.retry')}
            </Button>
          }
        />
      ) : markets ? (
        <Note kind="empty" text={say('markets.empty')} />
      ) : (
        <Note kind="loading" text={say('page.loading')} />
      )}
    </section>
  );
}

interface ListedProps extends Pick<MarketListProps, 'chosen' | 'onChoose'> {
  markets: readonly MarketRecord[];
  tab: MarketTab;
  search: string;
  /** Every market is wanted after all. */
  onAll: () => void;
}

function Listed({ markets, tab, search, chosen, onChoose, onAll }: ListedProps) {
  const { say } = useTexts();
  const isUnstarred = search === '' && tab === 'favourites';
  const favourites = useFavourites();
  useQuotesAsked();
  const [sorting, setSorting] = useState<ReturnType<typeof sortedBy>>(null);
  const [hold] = useState(createHold);
  const order = useMarketOrder(markets, { tab, search, sorting, favourites }, hold);
  const shown = useMemo(() => {
    const byName = new Map(markets.map((market) => [market.name, market]));
    return order.flatMap((name) => byName.get(name) ?? []);
  }, [markets, order]);
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="spoken">{say('markets.title')}</caption>
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
                  {say(`markets.column.${column}`)}
                  <i aria-hidden="true" />
                </button>
              </th>
            ))}
          </tr>
        </thead>
        {/* It only hears that somebody is about to choose; what is chosen are the rows. */}
        {}
        <tbody {...holding(hold)}>
          {shown.map((market) => (
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
      {shown.length === 0 && (
        <Note
          kind="empty"
          text={say(isUnstarred ? 'markets.no_favourites' : 'markets.none')}
          action={isUnstarred && <Button onClick={onAll}>{say('home.markets.all')}</Button>}
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
  const { say, numbers } = useTexts();
  const row = useRef<HTMLTableRowElement>(null);
  // Until something is known of the last 24 hours there is the price of the list alone.
  const { ticker, ...moved } = useQuoteKnown(market.name, { isInSight: useInSight(row) });
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
          <InstrumentName of={market} />
        </button>
        {market.state !== 'open' && <em>{say(`markets.state.${market.state}`)}</em>}
      </th>
      <td translate="no">
        <span className={styles.price} data-direction={moved.moved} {...flashOf(moved)}>
          {numbers.fixed(last, scaleOf(market.tick))}
        </span>
      </td>
      <td translate="no" data-direction={ticker && signShown(ticker.changeRatio)}>
        {ticker?.changeRatio ? numbers.percent(ticker.changeRatio) : '–'}
      </td>
      <td translate="no" data-column="volume">
        {ticker ? numbers.compact(ticker.quoteVolume) : '–'}
      </td>
    </tr>
  );
});
