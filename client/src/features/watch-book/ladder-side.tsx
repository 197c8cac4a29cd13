import { memo, type KeyboardEvent } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { BookSide, LadderRow } from '../../entities/book/ladder';
import { useTexts, type Texts } from '../../shared/i18n/use-texts';
import { sizeShown } from '../../shared/lib/numbers/size-shown';
import styles from './book-panel.module.css';

export interface Pick {
  price: string;
  /** Absent: the price alone. */
  quantity?: string;
}

interface LadderSideProps {
  side: BookSide;
  rows: readonly LadderRow[];
  /** Rows that are there whether they hold anything or not. */
  count: number;
  own: ReadonlySet<string>;
  market: MarketRecord;
  step: string;
  onPick: (pick: Pick) => void;
}

/** One side of the book, its best price next to the middle. A row is a place: prices pass through it, it does not move. */
export function LadderSide({ side, rows, count, own, market, step, onPick }: LadderSideProps) {
  const { say, numbers } = useTexts();
  const places = Array.from({ length: count }, (_, index) => index);
  const shown = side === 'asks' ? places.toReversed() : places;
  return (
    <div className={styles.side} data-side={side}>
      <div
        className={styles.bars}
        style={{ clipPath: outlineOf(shown.map((place) => rows.at(place)?.depthPermille ?? 0)) }}
      />
      <table className={styles.ladder} data-side={side} onKeyDown={moveFocus}>
        <caption className="spoken">{say(`book.${side}`)}</caption>
        <colgroup>
          <col />
        </colgroup>
        <thead className="spoken">
          <tr>
            <th scope="col">{say('book.price', { asset: market.quote })}</th>
            <th scope="col">{say('book.quantity', { asset: market.base })}</th>
            <th scope="col">{say('book.total', { asset: market.base })}</th>
          </tr>
        </thead>
        <tbody translate="no">
          {shown.map((place) => {
            const row = rows.at(place);
            return (
              <Row
                key={place}
                price={row?.price}
                quantity={row?.quantity}
                total={row?.total}
                isOwn={row !== undefined && own.has(row.price)}
                isBest={place === 0}
                ownText={say('book.own')}
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

/** The bars of all rows as one shape, from the top down: a browser styles one element anew, not a row each. */
export function outlineOf(permille: readonly number[]): string {
  // In parts of the side, whose rows are all as high: how high differs where fingers tap them.
  const edge = (index: number): string => `${((index * 100) / permille.length).toFixed(3)}%`;
  const corners = permille.flatMap((share, index) => {
    const left = `${(1_000 - share) / 10}%`;
    return [`${left} ${edge(index)}`, `${left} ${edge(index + 1)}`];
  });
  return `polygon(100% 0, ${corners.join(', ')}, 100% 100%)`;
}

/** Arrow keys go from price to price; only the best one is a stop of the Tab key. */
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

/** Most rows stay as they are from one difference to the next; those are not rendered again. */
const Row = memo(function Row(row: RowProps) {
  const { price, quantity, total, numbers } = row;
  if (price === undefined || quantity === undefined || total === undefined) {
    return (
      <tr>
        <td colSpan={3} />
      </tr>
    );
  }
  /** With Shift all that stands up to there too. */
  const pick = ({ shiftKey }: { shiftKey: boolean }) => row.onPick(shiftKey ? { price, quantity: total } : { price });
  return (
    <tr
      data-own={row.isOwn}
      onClick={pick}
      // Else the browser selects the text from the last click to this one.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <td data-direction={row.side === 'bids' ? 'up' : 'down'}>
        <button
          type="button"
          tabIndex={row.isBest ? 0 : -1}
          aria-keyshortcuts="Shift+Enter"
          onKeyDown={(event) => {
            // Not every browser tells of Shift with the click that a key makes.
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
