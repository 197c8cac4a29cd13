import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { Link } from 'react-router';
import { scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { tradePathOf } from '../../../kit/entities/instrument/trade-path';
import { InstrumentName } from '../../../kit/entities/instrument/instrument-name';
import type { WideSortColumn, Sorting } from '../../../kit/entities/market/market-list';
import { useCachedQuote } from '../../../kit/entities/market/use-quote-shown';
import { ChangeShown } from '../../../kit/quotes/change-shown';
import { DaySpark } from '../../../kit/quotes/day-spark';
import { PriceShown } from '../../../kit/quotes/price-shown';
import type { TextKey } from '../../../kit/i18n/i18n';
import { useTexts } from '../../../kit/i18n/use-texts';
import { pauseHandlers, type PauseState } from '../../../kit/lib/hooks/pause-state';
import styles from './quote-table.module.css';
import { Star } from './star';

const COLUMNS: readonly { column: WideSortColumn; text: TextKey }[] = [
  { column: 'name', text: 'quotes.pair' },
  { column: 'price', text: 'quotes.last' },
  { column: 'change', text: 'quotes.change' },
  { column: 'high', text: 'quotes.high' },
  { column: 'low', text: 'quotes.low' },
  { column: 'volume', text: 'quotes.volume' },
];

interface QuoteTableProps {
  markets: readonly MarketRecord[];
  sorting: Sorting<WideSortColumn> | null;
  onSort: (column: WideSortColumn) => void;
  hold: PauseState;
}

export function QuoteTable({ markets, sorting, onSort, hold }: QuoteTableProps) {
  const { t } = useTexts();
  return (
    <table className={styles.table}>
      <caption className="spoken">{t('quotes.title')}</caption>
      <thead>
        <tr>
          {COLUMNS.map(({ column, text }) => (
            <th key={column} scope="col" data-column={column} aria-sort={directionOf(sorting, column)}>
              <button type="button" onClick={() => onSort(column)}>
                {t(text)}
                <SortMark sorting={sorting} column={column} />
              </button>
            </th>
          ))}
          <th scope="col" className={styles.line}>
            {t('quotes.line')}
          </th>
          <th scope="col">
            <span className="spoken">{t('quotes.trade')}</span>
          </th>
        </tr>
      </thead>
      {/* The handlers only notice that the user is about to choose; the rows are the controls. */}
      <tbody {...pauseHandlers(hold)}>
        {markets.map((market) => (
          <Row key={market.name} market={market} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ market }: { market: MarketRecord }) {
  const { t, numbers } = useTexts();
  const { ticker } = useCachedQuote(market.name);
  const price = (decimal: string | null | undefined) => (decimal ? numbers.fixed(decimal, scaleOf(market.tick)) : '–');
  return (
    <tr>
      <th scope="row">
        <span className={styles.pair}>
          <Star market={market.name} label={market.label} />
          <span className={styles.name}>
            <InstrumentName instrument={market} />
          </span>
          {market.state !== 'open' && <small>{t(`quotes.state.${market.state}`)}</small>}
        </span>
      </th>
      <td className={styles.price}>
        <PriceShown market={market} />
      </td>
      <td>
        <ChangeShown market={market.name} />
      </td>
      <td data-column="high">{price(ticker?.high)}</td>
      <td data-column="low">{price(ticker?.low)}</td>
      <td>
        {ticker ? numbers.compact(ticker.quoteVolume) : '–'} <span className={styles.quote}>{market.quote}</span>
      </td>
      <td className={styles.line}>
        <DaySpark market={market.name} />
      </td>
      <td>
        <Link
          className={styles.trade}
          to={tradePathOf(market)}
          aria-label={t('quotes.trade_pair', { pair: market.label })}
        >
          {t('quotes.trade')}
        </Link>
      </td>
    </tr>
  );
}

function SortMark({ sorting, column }: { sorting: Sorting<WideSortColumn> | null; column: WideSortColumn }) {
  const Mark = sorting?.column !== column ? ChevronsUpDown : sorting.isDescending ? ArrowDown : ArrowUp;
  return <Mark size={14} aria-hidden="true" />;
}

function directionOf(
  sorting: Sorting<WideSortColumn> | null,
  column: WideSortColumn,
): 'ascending' | 'descending' | 'none' {
  if (sorting?.column !== column) return 'none';
  return sorting.isDescending ? 'descending' : 'ascending';
}
