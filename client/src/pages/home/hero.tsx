import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { MarketRecord } from '../../../../shared/wire/product';
import { marketsShown } from '../../entities/market/market-list';
import { selectQuotes } from '../../entities/market/market-slice';
import { TURNOVER_ASSET, turnoverIn } from '../../entities/market/turnover';
import { useMarketQuotes } from '../../entities/market/use-market-quotes';
import { selectIsLogin } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { FirstMarket } from './first-market';
import styles from './hero.module.css';

/** What this is in one line, where to begin, and the exchange at work. */
export function Hero() {
  const { say } = useTexts();
  const quotes = useMarketQuotes();
  const isLogin = useSelector(selectIsLogin);
  return (
    <section className={styles.band}>
      <div className={styles.hero}>
        <div className={styles.words}>
          <h1>{say('home.hero.title')}</h1>
          <p className={styles.lead}>{say('home.hero.lead')}</p>
          <p className={styles.actions}>
            {isLogin ? (
              <>
                <Link to="/currencyTransaction">{say('home.hero.trade')}</Link>
                <Link to="/accountSet/myassets">{say('menu.assets')}</Link>
              </>
            ) : (
              <>
                <Link to="/register?statusType=1">{say('home.hero.join')}</Link>
                <Link to="/quotation">{say('home.hero.markets')}</Link>
              </>
            )}
          </p>
          <Facts {...quotes} />
        </div>
        <FirstMarket market={hottest(quotes)} fault={quotes.error} onRetry={quotes.retry} />
      </div>
    </section>
  );
}

type Quotes = Pick<ReturnType<typeof useMarketQuotes>, 'markets' | 'tickers'>;

/** Which one it is shows only when something is known of the last 24 hours. */
function hottest({ markets, tickers }: Quotes): MarketRecord | undefined {
  if (!markets || Object.keys(tickers).length === 0) return undefined;
  return marketsShown(markets, tickers, { tab: 'hot', search: '', sorting: null, favourites: [] })[0];
}

function Facts({ markets, tickers }: Quotes) {
  const { say, numbers } = useTexts();
  const facts = [
    { name: say('home.hero.journal'), figure: <JournalLength listed={positionOf(Object.values(tickers))} /> },
    {
      name: say('home.hero.turnover', { asset: TURNOVER_ASSET }),
      figure: markets ? numbers.compact(turnoverIn(TURNOVER_ASSET, markets, tickers)) : '–',
    },
    {
      name: say('home.hero.pairs'),
      figure: markets ? numbers.fixed(String(markets.filter(({ state }) => state === 'open').length), 0) : '–',
    },
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, figure }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Every quote says at which event of the journal it stands. The first event has position 0. */
function JournalLength({ listed }: { listed: number }) {
  const { numbers } = useTexts();
  const quotes = useSelector(selectQuotes);
  const streamed = positionOf(Object.values(quotes).flatMap((known) => known?.quote.ticker ?? []));
  const position = Math.max(listed, streamed);
  return <>{position < 0 ? '–' : numbers.fixed(String(position + 1), 0)}</>;
}

function positionOf(tickers: readonly { position: number }[]): number {
  return tickers.reduce((latest, { position }) => Math.max(latest, position), -1);
}
