import { memo, useState } from 'react';
import { Link } from 'react-router';
import type { MarketRecord } from '../../../../shared/wire/product';
import { tradePathOf } from '../../entities/instrument/trade-path';
import { InstrumentName } from '../../entities/instrument/instrument-name';
import { useMarkets } from '../../entities/market/market-api';
import { marketsShown, type MarketWish } from '../../entities/market/market-list';
import { useMarketQuotes } from '../../entities/market/use-market-quotes';
import { useQuoteKnown } from '../../entities/market/use-quote-shown';
import { ChangeShown } from '../../features/show-quotes/change-shown';
import { DaySpark } from '../../features/show-quotes/day-spark';
import { PriceShown } from '../../features/show-quotes/price-shown';
import { useTexts } from '../../shared/i18n/use-texts';
import { Note } from '../../shared/ui/page/note';
import styles from './markets-now.module.css';
import { Faulty } from '../../shared/ui/page/faulty';
import { Section } from './section';

const ROWS_MAX = 6;

const CHOICES = ['hot', 'gainers', 'new', 'futures'] as const;
type Choice = (typeof CHOICES)[number];

const ALL: MarketWish = { tab: 'all', search: '', sorting: null, favourites: [] };
const WISHES: Readonly<Record<Choice, MarketWish>> = {
  hot: { ...ALL, tab: 'hot' },
  gainers: { ...ALL, sorting: { column: 'change', isDescending: true } },
  new: { ...ALL, tab: 'new' },
  futures: { ...ALL, tab: 'hot' },
};

/** A few markets as they are now; all of them are a click away. */
export function MarketsNow() {
  const { say } = useTexts();
  const [choice, setChoice] = useState<Choice>('hot');
  const hasFutures = useMarkets().some(isFuture);
  return (
    <Section title={say('home.markets.title')} aside={<Link to="/quotation">{say('home.markets.all')}</Link>}>
      <div className={styles.choices} role="group" aria-label={say('home.markets.title')}>
        {CHOICES.filter((name) => name !== 'futures' || hasFutures).map((name) => (
          <button key={name} type="button" aria-pressed={name === choice} onClick={() => setChoice(name)}>
            {say(`home.markets.choice.${name}`)}
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
  const { say } = useTexts();
  const { markets, tickers, error, retry } = useMarketQuotes();
  if (!markets) {
    if (!error) return <Note kind="loading" text={say('page.loading')} />;
    return <Faulty fault={error} onRetry={retry} />;
  }
  if (markets.length === 0) return <Note kind="empty" text={say('quotes.none')} />;
  return (
    <table className={styles.table}>
      <caption className="spoken">{say('home.markets.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('quotes.pair')}</th>
          <th scope="col">{say('quotes.last')}</th>
          <th scope="col">{say('quotes.change')}</th>
          <th scope="col" className={styles.wide}>
            {say('quotes.volume')}
          </th>
          <th scope="col" className={styles.spark}>
            {say('quotes.line')}
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
  const { say, numbers } = useTexts();
  const { ticker } = useQuoteKnown(market.name);
  return (
    <tr>
      <th scope="row">
        <Link className={styles.pair} to={tradePathOf(market)}>
          <InstrumentName of={market} />
        </Link>
        {market.state !== 'open' && <small>{say(`quotes.state.${market.state}`)}</small>}
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
