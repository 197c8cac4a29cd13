import { memo, type CSSProperties } from 'react';
import { useSelector } from 'react-redux';
import { scaleOf } from '../../../../shared/rules/units';
import type { Trade } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectIsConnectionLost } from '../../kit/entities/connection/connection-slice';
import { selectTrades } from '../../kit/entities/trade/trade-slice';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { dateAndTime, timeOfDay } from '../../kit/lib/numbers/format';
import { phaseShown } from '../../kit/stream/liveness';
import { Note } from '../../kit/ui/page/note';
import { sizeShown, widthOf } from '../../kit/lib/numbers/size-shown';
import styles from './trades-panel.module.css';
import { useSelected } from '../../kit/lib/hooks/use-selected';

interface TradesPanelProps {
  market: MarketRecord;
  onPick: (pick: { price: string }) => void;
}

export function TradesPanel({ market, onPick }: TradesPanelProps) {
  const { t, numbers } = useTexts();
  const isLost = useSelector(selectIsConnectionLost);
  const { tape, liveness } = useSelected(selectTrades, market.name);
  const phase = phaseShown(liveness.phase, isLost);
  if (!tape) {
    return phase === 'stale' ? (
      <Note kind="error" text={liveness.fault ?? t('stream.unreachable')} />
    ) : (
      <Note kind="loading" text={t('page.loading')} />
    );
  }
  if (tape.trades.length === 0) return <Note kind="empty" text={t('trades.empty')} />;
  return (
    // Focusable, so that keyboard users can scroll it with the arrow keys.
    <div className={styles.tape} data-phase={phase} role="group" aria-label={t('trades.title')} tabIndex={0}>
      <table
        className={styles.table}
        style={{ '--price': widthOf(numbers.fixed(market.price, scaleOf(market.tick))) } as CSSProperties}
      >
        <caption className="spoken">{t('trades.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('book.price', { asset: market.quote })}</th>
            <th scope="col">{t('book.quantity', { asset: market.base })}</th>
            <th scope="col">{t('trades.time')}</th>
          </tr>
        </thead>
        <tbody translate="no">
          {tape.trades.map((trade) => (
            <Row
              key={trade.id}
              trade={trade}
              label={t(`trades.${trade.takerSide}`)}
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
  label: string;
  priceDigits: number;
  quantityDigits: number;
  numbers: Texts['numbers'];
  onPick: (pick: { price: string }) => void;
}

const Row = memo(function Row({ trade, label, priceDigits, quantityDigits, numbers, onPick }: RowProps) {
  const { price, quantity, takerSide, at } = trade;
  return (
    <tr onClick={() => onPick({ price })}>
      <td data-direction={takerSide === 'buy' ? 'up' : 'down'}>
        <span className="spoken">{label} </span>
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
