import { Plus, Star, X } from 'lucide-react';
import { memo, useEffect, useEffectEvent } from 'react';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useFavourites } from '../../entities/favourites/favourites';
import { useInstrumentsById, type Instrument } from '../../entities/instrument/instrument';
import { signShown } from '../../entities/market/quote';
import { useQuoteShown } from '../../entities/market/use-quote-shown';
import { useTexts } from '../../shared/i18n/use-texts';
import { useKeptText } from '../../shared/lib/storage/kept';
import { Figure } from '../../shared/ui/figures/figure';
import styles from './market-bar.module.css';
import { keptOf, openFrom, withClosed, withOpen } from './open-markets';

interface MarketBarProps {
  /** The one that is shown; others of its product stand beside it. */
  market: MarketRecord;
  /** Under which it is kept what is open. */
  kept: string;
  onChoose: (market: string) => void;
  /** One more is wanted. */
  onMore: () => void;
}

/** The instruments that are open, and those the user has starred. */
export function MarketBar({ market: { name: shown, product }, kept: place, onChoose, onMore }: MarketBarProps) {
  const { say } = useTexts();
  const instruments = useInstrumentsById();
  const favourites = useFavourites();
  const [kept, keep] = useKeptText(place);
  const open = withOpen(openFrom(kept), shown).filter((id) => instruments.get(id)?.product === product);
  const starred = favourites.filter((id) => !open.includes(id) && instruments.get(id)?.product === product);
  const listed = (ids: readonly string[]) => ids.flatMap((id) => instruments.get(id) ?? []);
  // However it came to be shown: by a tab, a link or the palette.
  const remember = useEffectEvent((id: string) => keep(keptOf(withOpen(openFrom(kept), id))));
  useEffect(() => remember(shown), [shown]);
  const close = (id: string) => {
    const rest = withClosed(open, id, shown);
    keep(keptOf(rest.open));
    if (rest.shown !== shown) onChoose(rest.shown);
  };
  return (
    <div className={styles.bar}>
      <nav className={styles.open} aria-label={say('desk.open_markets')}>
        {listed(open).map((instrument) => (
          <span key={instrument.id} className={styles.tab} data-shown={instrument.id === shown}>
            <Choice instrument={instrument} isShown={instrument.id === shown} onChoose={onChoose} />
            {open.length > 1 && (
              <button
                type="button"
                className={styles.close}
                aria-label={say('desk.close_market', { market: instrument.label })}
                onClick={() => close(instrument.id)}
              >
                <X size={12} aria-hidden="true" />
              </button>
            )}
          </span>
        ))}
        <button type="button" className={styles.more} aria-label={say('desk.open_market')} onClick={onMore}>
          <Plus size={14} aria-hidden="true" />
        </button>
      </nav>
      {starred.length > 0 && (
        <nav className={styles.starred} aria-label={say('markets.tab.favourites')}>
          <Star size={12} aria-hidden="true" fill="currentColor" />
          {listed(starred).map((instrument) => (
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

/** Each follows its own price: the bar around it is not drawn again. */
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
        <Figure data-direction={signShown(ticker.changeRatio)}>{numbers.percent(ticker.changeRatio)}</Figure>
      )}
    </button>
  );
});
