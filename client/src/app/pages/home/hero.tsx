import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { marketsShown } from '../../../kit/entities/market/market-list';
import { selectQuotes } from '../../../kit/entities/market/market-slice';
import { TURNOVER_ASSET, turnoverIn } from '../../../kit/entities/market/turnover';
import { useMarketQuotes } from '../../../kit/entities/market/use-market-quotes';
import { selectIsLogin } from '../../../kit/entities/session/session-slice';
import { useTexts } from '../../../kit/i18n/use-texts';
import { FirstMarket } from './first-market';
import styles from './hero.module.css';

/** Headline, entry links and live figures of the exchange. */
export function Hero() {
  const { t } = useTexts();
  const quotes = useMarketQuotes();
  const isLogin = useSelector(selectIsLogin);
  return (
    <section className={styles.band}>
      <div className={styles.hero}>
        <div className={styles.words}>
          <h1>{t('home.hero.title')}</h1>
          <p className={styles.lead}>{t('home.hero.lead')}</p>
          <p className={styles.actions}>
            {isLogin ? (
              <>
                <Link to="/currencyTransaction">{t('home.hero.trade')}</Link>
                <Link to="/accountSet/myassets">{t('menu.assets')}</Link>
              </>
            ) : (
              <>
                <Link to="/register?statusType=1">{t('home.hero.join')}</Link>
                <Link to="/quotation">{t('home.hero.markets')}</Link>
              </>
            )}
          </p>
          <Facts {...quotes} />
        </div>
        <FirstMarket market={hottest(quotes)} error={quotes.error} onRetry={quotes.retry} />
      </div>
    </section>
  );
}

type Quotes = Pick<ReturnType<typeof useMarketQuotes>, 'markets' | 'tickers'>;

/** Undefined until tickers are known, because they decide the order. */
function hottest({ markets, tickers }: Quotes): MarketRecord | undefined {
  if (!markets || Object.keys(tickers).length === 0) return undefined;
  return marketsShown(markets, tickers, { tab: 'hot', search: '', sorting: null, favourites: [] })[0];
}

function Facts({ markets, tickers }: Quotes) {
  const { t, numbers } = useTexts();
  const keyFigures = [
    { name: t('home.hero.journal'), figure: <JournalLength listedPosition={positionOf(Object.values(tickers))} /> },
    {
      name: t('home.hero.turnover', { asset: TURNOVER_ASSET }),
      figure: markets ? numbers.compact(turnoverIn(TURNOVER_ASSET, markets, tickers)) : '–',
    },
    {
      name: t('home.hero.pairs'),
      figure: markets ? numbers.fixed(String(markets.filter(({ state }) => state === 'open').length), 0) : '–',
    },
  ];
  return (
    <dl className={styles.facts}>
      {keyFigures.map(({ name, figure }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Each ticker carries the journal position of its last event. Positions start at 0. */
function JournalLength({ listedPosition }: { listedPosition: number }) {
  const { numbers } = useTexts();
  const quotes = useSelector(selectQuotes);
  const streamed = positionOf(Object.values(quotes).flatMap((entry) => entry?.quote.ticker ?? []));
  const position = Math.max(listedPosition, streamed);
  return <>{position < 0 ? '–' : numbers.fixed(String(position + 1), 0)}</>;
}

function positionOf(tickers: readonly { position: number }[]): number {
  return tickers.reduce((latest, { position }) => Math.max(latest, position), -1);
}
