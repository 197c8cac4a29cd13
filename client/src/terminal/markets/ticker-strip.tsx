import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { toggleFavourite, useFavourites } from '../../kit/entities/favourites/favourites';
import { selectIndexPrice } from '../../kit/entities/index-price/index-price-slice';
import { flashAttributes, directionShown } from '../../kit/entities/market/quote';
import { useQuoteShown } from '../../kit/entities/market/use-quote-shown';
import { useTexts } from '../../kit/i18n/use-texts';
import { Figure } from '../../kit/ui/figures/figure';
import { Star } from './star';
import styles from './ticker-strip.module.css';
import { useSelected } from '../../kit/lib/hooks/use-selected';

export interface StripFact {
  name: string;
  figure: ReactNode;
  /** `index` is shown where there is room. `old` marks a stale index, so that it is not mistaken for the price. */
  of?: 'index' | 'old';
}

interface TickerStripProps {
  market: MarketRecord;
  /** Opens the market list when the market's name is clicked. */
  onOpenList: () => void;
  /** Facts before those of the last 24 hours. By default the market's index. */
  figures?: readonly StripFact[];
  /** The screen's connection badge, settings and help. */
  children?: ReactNode;
}

/** Name, price and 24-hour figures of the market. */
export function TickerStrip({ market, onOpenList, figures: first, children }: TickerStripProps) {
  const { t, numbers } = useTexts();
  const isFavourite = useFavourites().includes(market.name);
  const { ticker, ...priceChange } = useQuoteShown(market.name);
  const digits = scaleOf(market.tick);
  const price = (decimal: string | null | undefined) => (decimal ? numbers.fixed(decimal, digits) : '–');
  const pair = market.label;
  const last = ticker?.last ?? market.price;
  const direction = ticker && directionShown(ticker.changeRatio);
  const { index } = useSelected(selectIndexPrice, market.name);
  const outside: StripFact[] = index?.price
    ? [{ name: t('index.title'), figure: price(index.price), of: index.isStale ? 'old' : 'index' }]
    : [];
  const figures: StripFact[] = [
    ...(first ?? outside),
    { name: t('summary.high'), figure: price(ticker?.high) },
    { name: t('summary.low'), figure: price(ticker?.low) },
    { name: t('summary.volume', { asset: market.base }), figure: ticker ? numbers.compact(ticker.baseVolume) : '–' },
    {
      name: t('summary.volume', { asset: market.quote }),
      figure: ticker ? numbers.compact(ticker.quoteVolume) : '–',
    },
  ];
  return (
    <section className={styles.strip} data-many={first !== undefined || undefined} aria-label={pair}>
      <div className={styles.market}>
        <Star market={market} isOn={isFavourite} onToggle={toggleFavourite} />
        <h1>
          <button type="button" onClick={onOpenList} title={t('markets.change_market')}>
            {pair}
            <ChevronDown size={16} aria-hidden="true" />
          </button>
        </h1>
        {market.state !== 'open' && <em>{t(`markets.state.${market.state}`)}</em>}
      </div>
      <p className={styles.price}>
        <span className="spoken">{t('markets.last')} </span>
        <b translate="no" data-direction={priceChange.moved} {...flashAttributes(priceChange)}>
          {price(last)}
        </b>
        <span data-direction={direction}>
          <span className="spoken">{t('markets.change')} </span>
          <Figure>{ticker?.changeRatio ? numbers.percent(ticker.changeRatio) : '–'}</Figure>
        </span>
      </p>
      <dl className={styles.facts}>
        {figures.map(({ name, figure, of }) => (
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
