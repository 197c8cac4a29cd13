import { memo, type CSSProperties } from 'react';
import { useSelector } from 'react-redux';
import { scaleOf } from '../../../../shared/rules/units';
import type { Trade } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectIsConnectionLost } from '../../entities/connection/connection-slice';
import { selectTrades } from '../../entities/trade/trade-slice';
import { useTexts, type Texts } from '../../shared/i18n/use-texts';
import { dateAndTime, timeOfDay } from '../../shared/lib/numbers/format';
import { phaseShown } from '../../shared/stream/liveness';
import { Note } from '../../shared/ui/page/note';
import { sizeShown, widthOf } from '../../shared/lib/numbers/size-shown';
import styles from './trades-panel.module.css';
import { useSelected } from '../../shared/lib/hooks/use-selected';

interface TradesPanelProps {
  market: MarketRecord;
  onPick: (pick: { price: string }) => void;
}

export function TradesPanel({ market, onPick }: TradesPanelProps) {
  const { say, numbers } = useTexts();
  const isLost = useSelector(selectIsConnectionLost);
  const { tape, liveness } = useSelected(selectTrades, market.name);
  const phase = phaseShown(liveness.phase, isLost);
  if (!tape) {
    return phase === 'stale' ? (
      <Note kind="error" text={liveness.fault ?? say('stream.unreachable')} />
    ) : (
      <Note kind="loading" text={say('page.loading')} />
    );
  }
  if (tape.trades.length === 0) return <Note kind="empty" text={say('trades.empty')} />;
  return (
    // Whoever has no mouse scrolls it with the arrow keys, which needs the focus.
    <div className={styles.tape} data-phase={phase} role="group" aria-label={say('trades.title')} tabIndex={0}>
      <table
        className={styles.table}
        style={{ '--price': widthOf(numbers.fixed(market.price, scaleOf(market.tick))) } as CSSProperties}
      >
        <caption className="spoken">{say('trades.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('book.price', { asset: market.quote })}</th>
            <th scope="col">{say('book.quantity', { asset: market.base })}</th>
            <th scope="col">{say('trades.time')}</th>
          </tr>
        </thead>
        <tbody translate="no">
          {tape.trades.map((trade) => (
            <Row
              key={trade.id}
              trade={trade}
              word={say(`trades.${trade.takerSide}`)}
              priceDigits={scaleOf(market.tick)}
              quantityDigits={scaleOf(market.lot)}
              numbers={numbers}
              onPick={onPick}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  trade: Trade;
  word: string;
  priceDigits: number;
  quantityDigits: number;
  numbers: Texts['numbers'];
  onPick: (pick: { price: string }) => void;
}

const Row = memo(function Row({ trade, word, priceDigits, quantityDigits, numbers, onPick }: RowProps) {
  const { price, quantity, takerSide, at } = trade;
  return (
    <tr onClick={() => onPick({ price })}>
      <td data-direction={takerSide === 'buy' ? 'up' : 'down'}>
        <span className="spoken">{word} </span>
        {numbers.fixed(price, priceDigits)}
      </td>
      <td title={numbers.fixed(quantity, quantityDigits)}>{sizeShown(numbers, quantity, quantityDigits)}</td>
      <td>
        <time dateTime={new Date(at).toISOString()} title={dateAndTime(at)}>
          {timeOfDay(at)}
        </time>
      </td>
    </tr>
  );
});
