import { Plus, Star, X } from 'lucide-react';
import { memo, useEffect, useEffectEvent } from 'react';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useFavourites } from '../../kit/entities/favourites/favourites';
import { useInstrumentsById, type Instrument } from '../../kit/entities/instrument/instrument';
import { directionShown } from '../../kit/entities/market/quote';
import { useQuoteShown } from '../../kit/entities/market/use-quote-shown';
import { useTexts } from '../../kit/i18n/use-texts';
import { usePreferenceText } from '../../kit/lib/storage/preferences';
import { Figure } from '../../kit/ui/figures/figure';
import styles from './market-bar.module.css';
import { keptOf, openFrom, withClosed, withOpen } from './open-markets';

interface MarketBarProps {
  /** The shown market. The bar lists markets of its product only. */
  market: MarketRecord;
  /** Storage key of the open markets. */
  storageKey: string;
  onChoose: (market: string) => void;
  /** Opens the market list. */
  onMore: () => void;
}

/** Open markets and favourites. */
export function MarketBar({ market: { name: currentMarket, product }, storageKey, onChoose, onMore }: MarketBarProps) {
  const { t } = useTexts();
  const instruments = useInstrumentsById();
  const favourites = useFavourites();
  const [storedMarkets, keep] = usePreferenceText(storageKey);
  const open = withOpen(openFrom(storedMarkets), currentMarket).filter(
    (id) => instruments.get(id)?.product === product,
  );
  const starred = favourites.filter((id) => !open.includes(id) && instruments.get(id)?.product === product);
  const instrumentsOf = (ids: readonly string[]) => ids.flatMap((id) => instruments.get(id) ?? []);
  // Remembers every shown market, whether opened by tab, link or palette.
  const remember = useEffectEvent((id: string) => keep(keptOf(withOpen(openFrom(storedMarkets), id))));
  useEffect(() => remember(currentMarket), [currentMarket]);
  const close = (id: string) => {
    const rest = withClosed(open, id, currentMarket);
    keep(keptOf(rest.open));
    if (rest.current !== currentMarket) onChoose(rest.current);
  };
  return (
    <div className={styles.bar}>
      <nav className={styles.open} aria-label={t('desk.open_markets')}>
        {instrumentsOf(open).map((instrument) => (
          <span key={instrument.id} className={styles.tab} data-shown={instrument.id === currentMarket}>
            <Choice instrument={instrument} isShown={instrument.id === currentMarket} onChoose={onChoose} />
            {open.length > 1 && (
              <button
                type="button"
                className={styles.close}
                aria-label={t('desk.close_market', { market: instrument.label })}
                onClick={() => close(instrument.id)}
              >
                <X size={12} aria-hidden="true" />
              </button>
            )}
          </span>
        ))}
        <button type="button" className={styles.more} aria-label={t('desk.open_market')} onClick={onMore}>
          <Plus size={14} aria-hidden="true" />
        </button>
      </nav>
      {starred.length > 0 && (
        <nav className={styles.starred} aria-label={t('markets.tab.favourites')}>
          <Star size={12} aria-hidden="true" fill="currentColor" />
          {instrumentsOf(starred).map((instrument) => (
            <Choice key={instrument.id} instrument={instrument} isShown={false} onChoose={onChoose} />
          ))}
        </nav>
      )}
    </div>
  );
}

interface ChoiceProps {
  instrument: Instrument;
  isShown: boolean;
  onChoose: (id: string) => void;
}

/** Subscribes to its own price, so the bar is not re-rendered. */
const Choice = memo(function Choice({ instrument: { id, label }, isShown, onChoose }: ChoiceProps) {
  const { numbers } = useTexts();
  const { ticker } = useQuoteShown(id);
  return (
    <button
      type="button"
      className={styles.choice}
      aria-current={isShown ? 'page' : undefined}
      onClick={() => onChoose(id)}
    >
      <b>{label}</b>
      {ticker?.changeRatio && (
        <Figure data-direction={directionShown(ticker.changeRatio)}>{numbers.percent(ticker.changeRatio)}</Figure>
      )}
    </button>
  );
});
