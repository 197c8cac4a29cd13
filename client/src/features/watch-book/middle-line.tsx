import { ArrowDown, ArrowUp } from 'lucide-react';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { Book } from '../../entities/book/fold';
import { spreadOf } from '../../entities/book/ladder';
import { useQuoteShown } from '../../entities/market/use-quote-shown';
import { useTexts } from '../../shared/i18n/use-texts';
import { Figure } from '../../shared/ui/figures/figure';
import styles from './book-panel.module.css';

/** A longer price is written smaller: the spread stands beside it. */
const LONG_CHARS = 10;

/** Between the sides: the last price and which way it went, and how far the sides are apart. */
export function MiddleLine({ market, book }: { market: MarketRecord; book: Book }) {
  const { say, numbers } = useTexts();
  const { ticker, moved } = useQuoteShown(market.name);
  const digits = scaleOf(market.tick);
  const spread = spreadOf(book);
  const last = numbers.fixed(ticker?.last ?? market.price, digits);
  return (
    <p className={styles.middle}>
      <span className="spoken">{say('markets.last')} </span>
      <b translate="no" data-direction={moved} data-long={last.length >= LONG_CHARS}>
        {last}
        {moved === 'up' && <ArrowUp size={14} aria-hidden="true" />}
        {moved === 'down' && <ArrowDown size={14} aria-hidden="true" />}
      </b>
      <span>
        {say('book.spread')} <Figure>{spread ? numbers.fixed(spread.price, digits) : '–'}</Figure>
      </span>
    </p>
  );
}
