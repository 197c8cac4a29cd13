import { memo, type KeyboardEvent } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { BookSide, LadderRow } from '../../kit/entities/book/ladder';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { sizeShown } from '../../kit/lib/numbers/size-shown';
import styles from './book-panel.module.css';

export interface Pick {
  price: string;
  /** Absent if only the price was picked. */
  quantity?: string;
}

interface LadderSideProps {
  side: BookSide;
  rows: readonly LadderRow[];
  /** Number of rows, including empty ones. */
  count: number;
  ownPrices: ReadonlySet<string>;
  market: MarketRecord;
  step: string;
  onPick: (pick: Pick) => void;
}

/** One side of the book, best price next to the middle. Rows keep their positions; prices move through them. */
export function LadderSide({ side, rows, count, ownPrices, market, step, onPick }: LadderSideProps) {
  const { t, numbers } = useTexts();
  const places = Array.from({ length: count }, (_, index) => index);
  const displayOrder = side === 'asks' ? places.toReversed() : places;
  return (
    <div className={styles.side} data-side={side}>
      <div
        className={styles.bars}
        style={{ clipPath: outlineOf(displayOrder.map((place) => rows.at(place)?.depthPermille ?? 0)) }}
      />
      <table className={styles.ladder} data-side={side} onKeyDown={moveFocus}>
        <caption className="spoken">{t(`book.${side}`)}</caption>
        <colgroup>
          <col />
        </colgroup>
        <thead className="spoken">
          <tr>
            <th scope="col">{t('book.price', { asset: market.quote })}</th>
            <th scope="col">{t('book.quantity', { asset: market.base })}</th>
            <th scope="col">{t('book.total', { asset: market.base })}</th>
          </tr>
        </thead>
        <tbody translate="no">
          {displayOrder.map((place) => {
            const row = rows.at(place);
            return (
              <Row
                key={place}
                price={row?.price}
                quantity={row?.quantity}
                total={row?.total}
                isOwn={row !== undefined && ownPrices.has(row.price)}
                isBest={place === 0}
                ownText={t('book.own')}
                priceDigits={scaleOf(step)}
                quantityDigits={scaleOf(market.lot)}
                numbers={numbers}
                side={side}
                onPick={onPick}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** CSS polygon of all bars, from top to bottom. One element restyles faster than one per row. */
export function outlineOf(permille: readonly number[]): string {
  // Rows have equal heights, so percentages of the side work for any row height.
  const edgeAt = (index: number): string => `${((index * 100) / permille.length).toFixed(3)}%`;
  const corners = permille.flatMap((share, index) => {
    const left = `${(1_000 - share) / 10}%`;
    return [`${left} ${edgeAt(index)}`, `${left} ${edgeAt(index + 1)}`];
  });
  return `polygon(100% 0, ${corners.join(', ')}, 100% 100%)`;
}

/** Arrow keys move between prices. Only the best price is a tab stop. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const prices = [...event.currentTarget.querySelectorAll('button')];
  const next = prices.findIndex((price) => price === document.activeElement) + step;
  event.preventDefault();
  prices[Math.max(0, Math.min(next, prices.length - 1))]?.focus();
}

interface RowProps extends Partial<Omit<LadderRow, 'depthPermille'>> {
  side: BookSide;
  isOwn: boolean;
  isBest: boolean;
  ownText: string;
  priceDigits: number;
  quantityDigits: number;
  numbers: Texts['numbers'];
  onPick: (pick: Pick) => void;
}

/** Memoised, because most rows are unchanged between updates. */
const Row = memo(function Row(row: RowProps) {
  const { price, quantity, total, numbers } = row;
  if (price === undefined || quantity === undefined || total === undefined) {
    return (
      <tr>
        <td colSpan={3} />
      </tr>
    );
  }
  /** With Shift, picks the cumulative quantity as well. */
  const pick = ({ shiftKey }: { shiftKey: boolean }) => row.onPick(shiftKey ? { price, quantity: total } : { price });
  return (
    <tr
      data-own={row.isOwn}
      onClick={pick}
      // Otherwise a Shift-click selects text.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <td data-direction={row.side === 'bids' ? 'up' : 'down'}>
        <button
          type="button"
          tabIndex={row.isBest ? 0 : -1}
          aria-keyshortcuts="Shift+Enter"
          onKeyDown={(event) => {
            // Some browsers omit Shift from the click that a key press triggers.
            if (!event.shiftKey || (event.key !== 'Enter' && event.key !== ' ')) return;
            event.preventDefault();
            pick(event);
          }}
        >
          {row.isOwn && <span className="spoken">{row.ownText} </span>}
          {numbers.fixed(price, row.priceDigits)}
        </button>
      </td>
      <td title={numbers.fixed(quantity, row.quantityDigits)}>{sizeShown(numbers, quantity, row.quantityDigits)}</td>
      <td title={numbers.fixed(total, row.quantityDigits)}>{sizeShown(numbers, total, row.quantityDigits)}</td>
    </tr>
  );
});
