import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { toggleFavourite, useFavourites } from '../../entities/favourites/favourites';
import { selectIndexPrice } from '../../entities/index-price/index-price-slice';
import { flashOf, signShown } from '../../entities/market/quote';
import { useQuoteShown } from '../../entities/market/use-quote-shown';
import { useTexts } from '../../shared/i18n/use-texts';
import { Figure } from '../../shared/ui/figures/figure';
import { Star } from './star';
import styles from './ticker-strip.module.css';
import { useSelected } from '../../shared/lib/hooks/use-selected';

export interface StripFact {
  name: string;
  figure: ReactNode;
  /** An index stands where there is room; one that is out of date is not to be taken for the price. */
  of?: 'index' | 'old';
}

interface TickerStripProps {
  market: MarketRecord;
  /** The name of the market is also the way to another one. */
  onOpenList: () => void;
  /** What stands before its last 24 hours: of a spot market its index. */
  facts?: readonly StripFact[];
  /** Connection, settings and help of the screen. */
  children?: ReactNode;
}

/** The market that is traded: its name, its price and its last 24 hours. */
export function TickerStrip({ market, onOpenList, facts: first, children }: TickerStripProps) {
  const { say, numbers } = useTexts();
  const isFavourite = useFavourites().includes(market.name);
  const { ticker, ...moved } = useQuoteShown(market.name);
  const digits = scaleOf(market.tick);
  const price = (decimal: string | null | undefined) => (decimal ? numbers.fixed(decimal, digits) : '–');
  const pair = market.label;
  const last = ticker?.last ?? market.price;
  const direction = ticker && signShown(ticker.changeRatio);
  const { index } = useSelected(selectIndexPrice, market.name);
  const outside: StripFact[] = index?.price
    ? [{ name: say('index.title'), figure: price(index.price), of: index.isStale ? 'old' : 'index' }]
    : [];
  const facts: StripFact[] = [
    ...(first ?? outside),
    { name: say('summary.high'), figure: price(ticker?.high) },
    { name: say('summary.low'), figure: price(ticker?.low) },
    { name: say('summary.volume', { asset: market.base }), figure: ticker ? numbers.compact(ticker.baseVolume) : '–' },
    {
      name: say('summary.volume', { asset: market.quote }),
      figure: ticker ? numbers.compact(ticker.quoteVolume) : '–',
    },
  ];
  return (
    <section className={styles.strip} data-many={first !== undefined || undefined} aria-label={pair}>
      <div className={styles.market}>
        <Star market={market} isOn={isFavourite} onToggle={toggleFavourite} />
        <h1>
          <button type="button" onClick={onOpenList} title={say('markets.change_market')}>
            {pair}
            <ChevronDown size={16} aria-hidden="true" />
          </button>
        </h1>
        {market.state !== 'open' && <em>{say(`markets.state.${market.state}`)}</em>}
      </div>
      <p className={styles.price}>
        <span className="spoken">{say('markets.last')} </span>
        <b translate="no" data-direction={moved.moved} {...flashOf(moved)}>
          {price(last)}
        </b>
        <span data-direction={direction}>
          <span className="spoken">{say('markets.change')} </span>
          <Figure>{ticker?.changeRatio ? numbers.percent(ticker.changeRatio) : '–'}</Figure>
        </span>
      </p>
      <dl className={styles.facts}>
        {facts.map(({ name, figure, of }) => (
          <div key={name} data-of={of}>
            <dt>{name}</dt>
            <dd translate="no">{figure}</dd>
          </div>
        ))}
      </dl>
      {children && <div className={styles.tools}>{children}</div>}
    </section>
  );
}
