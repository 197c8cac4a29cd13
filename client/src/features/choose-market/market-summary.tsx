import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { signShown } from '../../entities/market/quote';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './market-summary.module.css';
import { useQuoteShown } from '../../entities/market/use-quote-shown';

/** The market being watched, in a strip: its price and its last 24 hours. */
export function MarketSummary({ market }: { market: MarketRecord }) {
  const { say, numbers } = useTexts();
  const { ticker, moved } = useQuoteShown(market.name);
  const digits = scaleOf(market.tick);
  const price = (decimal: string | null | undefined) => (decimal ? numbers.fixed(decimal, digits) : '–');
  const facts = [
    { name: say('summary.high'), figure: price(ticker?.high) },
    { name: say('summary.low'), figure: price(ticker?.low) },
    {
      name: say('summary.volume', { asset: market.base }),
      figure: ticker ? numbers.fixed(ticker.baseVolume, 2) : '–',
    },
    {
      name: say('summary.volume', { asset: market.quote }),
      figure: ticker ? numbers.fixed(ticker.quoteVolume, 2) : '–',
    },
  ];
  return (
    <section className={styles.summary} aria-label={`${market.base}/${market.quote}`}>
      <h1 className={styles.name}>
        {market.base}/{market.quote}
      </h1>
      <p className={styles.price}>
        <span className="spoken">{say('markets.last')} </span>
        <b data-direction={moved}>{price(ticker?.last ?? market.price)}</b>
        {ticker && (
          <span data-direction={signShown(ticker.changeRatio)}>
            <span className="spoken">{say('markets.change')} </span>
            {numbers.percent(ticker.changeRatio)}
          </span>
        )}
      </p>
      <dl className={styles.facts}>
        {facts.map(({ name, figure }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
