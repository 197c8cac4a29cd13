import { memo } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { LadderRow } from '../../entities/book/ladder';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './book-panel.module.css';

interface LadderTableProps {
  side: 'bids' | 'asks';
  rows: readonly LadderRow[];
  market: MarketRecord;
}

/** One side of the book, best price first. Bids read outwards to the left, so that the best prices meet in the middle. */
export function LadderTable({ side, rows, market }: LadderTableProps) {
  const { say } = useTexts();
  const headings = [
    { column: 'price', text: say('book.price', { asset: market.quote }) },
    { column: 'quantity', text: say('book.quantity', { asset: market.base }) },
    { column: 'total', text: say('book.total', { asset: market.base }) },
  ];
  return (
    <table className={styles.ladder} data-side={side}>
      <caption>{say(`book.${side}`)}</caption>
      <thead>
        <tr>
          {(side === 'bids' ? headings.toReversed() : headings).map(({ column, text }) => (
            <th key={column} scope="col" data-column={column}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Level
            key={row.price}
            {...row}
            side={side}
            priceDigits={scaleOf(market.tick)}
            quantityDigits={scaleOf(market.lot)}
          />
        ))}
        {rows.length === 0 && (
          <tr>
            <td className={styles.empty} colSpan={headings.length}>
              {say('book.empty')}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

interface LevelProps extends LadderRow {
  side: 'bids' | 'asks';
  priceDigits: number;
  quantityDigits: number;
}

/** Most rows stay as they are from one difference to the next; those are not rendered again. */
const Level = memo(function Level(level: LevelProps) {
  const { numbers } = useTexts();
  const { side, priceDigits, quantityDigits, depthPermille } = level;
  const cells = [
    <td key="price" data-column="price" data-direction={side === 'bids' ? 'up' : 'down'}>
      {numbers.fixed(level.price, priceDigits)}
    </td>,
    <td key="quantity" data-column="quantity">
      {numbers.fixed(level.quantity, quantityDigits)}
    </td>,
    <td key="total" data-column="total">
      {numbers.fixed(level.total, quantityDigits)}
    </td>,
  ];
  return (
    <tr style={{ backgroundSize: `${depthPermille / 10}% 100%` }}>{side === 'bids' ? cells.toReversed() : cells}</tr>
  );
});
