import { memo, useState } from 'react';
import { Link } from 'react-router';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { tradePathOf } from '../../../kit/entities/instrument/trade-path';
import { InstrumentName } from '../../../kit/entities/instrument/instrument-name';
import { useMarkets } from '../../../kit/entities/market/market-api';
import { marketsShown, type MarketQuery } from '../../../kit/entities/market/market-list';
import { useMarketQuotes } from '../../../kit/entities/market/use-market-quotes';
import { useCachedQuote } from '../../../kit/entities/market/use-quote-shown';
import { ChangeShown } from '../../../kit/quotes/change-shown';
import { DaySpark } from '../../../kit/quotes/day-spark';
import { PriceShown } from '../../../kit/quotes/price-shown';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Note } from '../../../kit/ui/page/note';
import styles from './markets-now.module.css';
import { Faulty } from '../../../kit/ui/page/faulty';
import { Section } from './section';

const ROWS_MAX = 6;

const CHOICES = ['hot', 'gainers', 'new', 'futures'] as const;
type Choice = (typeof CHOICES)[number];

const ALL: MarketQuery = { tab: 'all', search: '', sorting: null, favourites: [] };
const WISHES: Readonly<Record<Choice, MarketQuery>> = {
  hot: { ...ALL, tab: 'hot' },
  gainers: { ...ALL, sorting: { column: 'change', isDescending: true } },
  new: { ...ALL, tab: 'new' },
  futures: { ...ALL, tab: 'hot' },
};

/** A few markets with live prices and a link to all of them. */
export function MarketsNow() {
  const { t } = useTexts();
  const [choice, setChoice] = useState<Choice>('hot');
  const hasFutures = useMarkets().some(isFuture);
  return (
    <Section title={t('home.markets.title')} aside={<Link to="/quotation">{t('home.markets.all')}</Link>}>
      <div className={styles.choices} role="group" aria-label={t('home.markets.title')}>
        {CHOICES.filter((name) => name !== 'futures' || hasFutures).map((name) => (
          <button key={name} type="button" aria-pressed={name === choice} onClick={() => setChoice(name)}>
            {t(`home.markets.choice.${name}`)}
          </button>
        ))}
      </div>
      <div className={styles.card}>
        <Rows choice={choice} />
      </div>
    </Section>
  );
}

function isFuture({ product }: MarketRecord): boolean {
  return product === 'perpetual';
}

function Rows({ choice }: { choice: Choice }) {
  const { t } = useTexts();
  const { markets, tickers, error, retry } = useMarketQuotes();
  if (!markets) {
    if (!error) return <Note kind="loading" text={t('page.loading')} />;
    return <Faulty error={error} onRetry={retry} />;
  }
  if (markets.length === 0) return <Note kind="empty" text={t('quotes.none')} />;
  return (
    <table className={styles.table}>
      <caption className="spoken">{t('home.markets.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('quotes.pair')}</th>
          <th scope="col">{t('quotes.last')}</th>
          <th scope="col">{t('quotes.change')}</th>
          <th scope="col" className={styles.wide}>
            {t('quotes.volume')}
          </th>
          <th scope="col" className={styles.spark}>
            {t('quotes.line')}
          </th>
        </tr>
      </thead>
      <tbody>
        {marketsShown(choice === 'futures' ? markets.filter(isFuture) : markets, tickers, WISHES[choice])
          .slice(0, ROWS_MAX)
          .map((market) => (
            <Row key={market.name} market={market} />
          ))}
      </tbody>
    </table>
  );
}

const Row = memo(function Row({ market }: { market: MarketRecord }) {
  const { t, numbers } = useTexts();
  const { ticker } = useCachedQuote(market.name);
  return (
    <tr>
      <th scope="row">
        <Link className={styles.pair} to={tradePathOf(market)}>
          <InstrumentName instrument={market} />
        </Link>
        {market.state !== 'open' && <small>{t(`quotes.state.${market.state}`)}</small>}
      </th>
      <td className={styles.price}>
        <PriceShown market={market} />
      </td>
      <td>
        <ChangeShown market={market.name} />
      </td>
      <td className={styles.wide}>{ticker ? `${numbers.compact(ticker.quoteVolume)} ${market.quote}` : '–'}</td>
      <td className={styles.spark}>
        <DaySpark market={market.name} />
      </td>
    </tr>
  );
});
