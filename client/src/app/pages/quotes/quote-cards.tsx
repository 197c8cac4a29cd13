import { useId } from 'react';
import { Link } from 'react-router';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { tradePathOf } from '../../../kit/entities/instrument/trade-path';
import { InstrumentName } from '../../../kit/entities/instrument/instrument-name';
import type { WideSortColumn, Sorting } from '../../../kit/entities/market/market-list';
import { directionShown } from '../../../kit/entities/market/quote';
import { useCachedQuote } from '../../../kit/entities/market/use-quote-shown';
import { ChangeShown } from '../../../kit/quotes/change-shown';
import { DaySpark } from '../../../kit/quotes/day-spark';
import { PriceShown } from '../../../kit/quotes/price-shown';
import type { TextKey } from '../../../kit/i18n/i18n';
import { useTexts } from '../../../kit/i18n/use-texts';
import { pauseHandlers, type PauseState } from '../../../kit/lib/hooks/pause-state';
import { Choice } from '../../../kit/ui/controls/choice';
import styles from './quote-cards.module.css';
import { Star } from './star';

/** Phones have no column headings to click, so a select offers the orders. */
const ORDERS: readonly { name: string; text: TextKey; sorting: Sorting<WideSortColumn> | null }[] = [
  { name: 'none', text: 'quotes.order.none', sorting: null },
  order('volume', true, 'quotes.order.volume'),
  order('change', true, 'quotes.order.rising'),
  order('change', false, 'quotes.order.falling'),
  order('price', true, 'quotes.order.price'),
  order('high', true, 'quotes.order.high'),
  order('low', false, 'quotes.order.low'),
  order('name', false, 'quotes.order.name'),
];

interface QuoteCardsProps {
  markets: readonly MarketRecord[];
  sorting: Sorting<WideSortColumn> | null;
  onSort: (sorting: Sorting<WideSortColumn> | null) => void;
  hold: PauseState;
}

export function QuoteCards({ markets, sorting, onSort, hold }: QuoteCardsProps) {
  const { t } = useTexts();
  const orderId = useId();
  const selectedOrder = ORDERS.find(
    (candidate) =>
      candidate.sorting?.column === sorting?.column && candidate.sorting?.isDescending === sorting?.isDescending,
  );
  return (
    <>
      <div className={styles.order}>
        <label htmlFor={orderId}>{t('quotes.order')}</label>
        <Choice
          id={orderId}
          value={selectedOrder?.name ?? 'none'}
          options={ORDERS.map(({ name, text }) => ({ value: name, text: t(text) }))}
          onChange={(orderName) => onSort(ORDERS.find(({ name }) => name === orderName)?.sorting ?? null)}
        />
      </div>
      {/* The handlers only notice that the user is about to choose; the rows are the controls. */}
      <ul className={styles.cards} {...pauseHandlers(hold)}>
        {markets.map((market) => (
          <Card key={market.name} market={market} />
        ))}
      </ul>
    </>
  );
}

function Card({ market }: { market: MarketRecord }) {
  const { t, numbers } = useTexts();
  const { ticker } = useCachedQuote(market.name);
  return (
    <li className={styles.card}>
      <Star market={market.name} label={market.label} />
      <div className={styles.name}>
        <Link to={tradePathOf(market)}>
          <InstrumentName instrument={market} />
        </Link>
        <small>
          {market.state !== 'open' ? (
            <span className={styles.state}>{t(`quotes.state.${market.state}`)}</span>
          ) : (
            <>
              <span className="spoken">{t('quotes.volume')} </span>
              {ticker ? numbers.compact(ticker.quoteVolume) : '–'}
            </>
          )}
        </small>
      </div>
      <span className={styles.spark}>
        <DaySpark market={market.name} />
      </span>
      <div className={styles.figures}>
        <b>
          <span className="spoken">{t('quotes.last')} </span>
          <PriceShown market={market} />
        </b>
        <small data-sign={ticker && directionShown(ticker.changeRatio)}>
          <span className="spoken">{t('quotes.change')} </span>
          <ChangeShown market={market.name} />
        </small>
      </div>
    </li>
  );
}

function order(column: WideSortColumn, isDescending: boolean, text: TextKey) {
  return { name: `${column}-${isDescending ? 'down' : 'up'}`, text, sorting: { column, isDescending } };
}
