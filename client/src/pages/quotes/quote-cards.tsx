import { useId } from 'react';
import { Link } from 'react-router';
import type { MarketRecord } from '../../../../shared/wire/product';
import { tradePathOf } from '../../entities/instrument/trade-path';
import { InstrumentName } from '../../entities/instrument/instrument-name';
import type { WideSortColumn, Sorting } from '../../entities/market/market-list';
import { signShown } from '../../entities/market/quote';
import { useQuoteKnown } from '../../entities/market/use-quote-shown';
import { ChangeShown } from '../../features/show-quotes/change-shown';
import { DaySpark } from '../../features/show-quotes/day-spark';
import { PriceShown } from '../../features/show-quotes/price-shown';
import type { TextKey } from '../../shared/i18n/i18n';
import { useTexts } from '../../shared/i18n/use-texts';
import { holding, type Hold } from '../../shared/lib/hooks/hold';
import { Choice } from '../../shared/ui/controls/choice';
import styles from './quote-cards.module.css';
import { Star } from './star';

/** A phone has no headings to click. */
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
  hold: Hold;
}

export function QuoteCards({ markets, sorting, onSort, hold }: QuoteCardsProps) {
  const { say } = useTexts();
  const orderId = useId();
  const chosen = ORDERS.find(
    (known) => known.sorting?.column === sorting?.column && known.sorting?.isDescending === sorting?.isDescending,
  );
  return (
    <>
      <div className={styles.order}>
        <label htmlFor={orderId}>{say('quotes.order')}</label>
        <Choice
          id={orderId}
          value={chosen?.name ?? 'none'}
          options={ORDERS.map(({ name, text }) => ({ value: name, text: say(text) }))}
          onChange={(wanted) => onSort(ORDERS.find(({ name }) => name === wanted)?.sorting ?? null)}
        />
      </div>
      {/* It only hears that somebody is about to choose; what is chosen are the rows. */}
      {}
      <ul className={styles.cards} {...holding(hold)}>
        {markets.map((market) => (
          <Card key={market.name} market={market} />
        ))}
      </ul>
    </>
  );
}

function Card({ market }: { market: MarketRecord }) {
  const { say, numbers } = useTexts();
  const { ticker } = useQuoteKnown(market.name);
  return (
    <li className={styles.card}>
      <Star market={market.name} label={market.label} />
      <div className={styles.name}>
        <Link to={tradePathOf(market)}>
          <InstrumentName of={market} />
        </Link>
        <small>
          {market.state !== 'open' ? (
            <span className={styles.state}>{say(`quotes.state.${market.state}`)}</span>
          ) : (
            <>
              <span className="spoken">{say('quotes.volume')} </span>
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
          <span className="spoken">{say('quotes.last')} </span>
          <PriceShown market={market} />
        </b>
        <small data-sign={ticker && signShown(ticker.changeRatio)}>
          <span className="spoken">{say('quotes.change')} </span>
          <ChangeShown market={market.name} />
        </small>
      </div>
    </li>
  );
}

function order(column: WideSortColumn, isDescending: boolean, text: TextKey) {
  return { name: `${column}-${isDescending ? 'down' : 'up'}`, text, sorting: { column, isDescending } };
}
