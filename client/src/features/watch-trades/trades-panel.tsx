import { useSelector } from 'react-redux';
import { scaleOf } from '../../../../shared/rules/units';
import type { Trade } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectIsConnectionLost } from '../../entities/connection/connection-slice';
import { selectTrades, type TradeState } from '../../entities/trade/trade-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime, timeOfDay } from '../../shared/lib/format';
import { phaseShown, type Phase } from '../../shared/stream/liveness';
import { Notice } from '../../shared/ui/notice';
import { Panel } from '../../shared/ui/panel';
import { PhaseMark } from '../../shared/ui/phase-mark';
import styles from './trades-panel.module.css';

export function TradesPanel({ market }: { market: MarketRecord }) {
  const { say } = useTexts();
  const isLost = useSelector(selectIsConnectionLost);
  const { tape, liveness } = useSelector((state: { trade: TradeState }) => selectTrades(state, market.name));
  const phase = phaseShown(liveness.phase, isLost);
  return (
    <Panel title={say('trades.title')} aside={<PhaseMark phase={phase} />}>
      {tape ? (
        <Tape market={market} trades={tape.trades} phase={phase} />
      ) : phase === 'stale' ? (
        <Notice kind="error" text={liveness.fault ?? say('stream.unreachable')} />
      ) : (
        <Notice kind="loading" text={say('page.loading')} />
      )}
    </Panel>
  );
}

interface TapeProps {
  market: MarketRecord;
  trades: readonly Trade[];
  phase: Phase;
}

function Tape({ market, trades, phase }: TapeProps) {
  const { say, numbers } = useTexts();
  if (trades.length === 0) return <Notice kind="empty" text={say('trades.empty')} />;
  return (
    // Whoever has no mouse scrolls it with the arrow keys, which needs the focus.
    <div className={styles.tape} data-phase={phase} role="group" aria-label={say('trades.title')} tabIndex={0}>
      <table className={styles.table}>
        <caption className="spoken">{say('trades.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('book.price', { asset: market.quote })}</th>
            <th scope="col">{say('book.quantity', { asset: market.base })}</th>
            <th scope="col">{say('trades.time')}</th>
          </tr>
        </thead>
        <tbody>
          {trades.map(({ id, price, quantity, takerSide, at }) => (
            <tr key={id}>
              <td data-direction={takerSide === 'buy' ? 'up' : 'down'}>
                <span className="spoken">{say(`trades.${takerSide}`)} </span>
                {numbers.fixed(price, scaleOf(market.tick))}
              </td>
              <td>{numbers.fixed(quantity, scaleOf(market.lot))}</td>
              <td>
                <time dateTime={new Date(at).toISOString()} title={dateAndTime(at)}>
                  {timeOfDay(at)}
                </time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
