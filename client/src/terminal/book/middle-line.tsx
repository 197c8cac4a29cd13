import { ArrowDown, ArrowUp } from 'lucide-react';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { Book } from '../../kit/entities/book/fold';
import { spreadOf } from '../../kit/entities/book/ladder';
import { useQuoteShown } from '../../kit/entities/market/use-quote-shown';
import { useTexts } from '../../kit/i18n/use-texts';
import { Figure } from '../../kit/ui/figures/figure';
import styles from './book-panel.module.css';

/** From this length on the price uses a smaller font, because the spread stands beside it. */
const LONG_CHARS = 10;

/** Last price with its direction, and the spread. */
export function MiddleLine({ market, book }: { market: MarketRecord; book: Book }) {
  const { t, numbers } = useTexts();
  const { ticker, moved } = useQuoteShown(market.name);
  const digits = scaleOf(market.tick);
  const spread = spreadOf(book);
  const last = numbers.fixed(ticker?.last ?? market.price, digits);
  return (
    <p className={styles.middle}>
      <span className="spoken">{t('markets.last')} </span>
      <b translate="no" data-direction={moved} data-long={last.length >= LONG_CHARS}>
        {last}
        {moved === 'up' && <ArrowUp size={14} aria-hidden="true" />}
        {moved === 'down' && <ArrowDown size={14} aria-hidden="true" />}
      </b>
      <span>
        {t('book.spread')} <Figure>{spread ? numbers.fixed(spread.price, digits) : '–'}</Figure>
      </span>
    </p>
  );
}
