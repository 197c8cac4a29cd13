import { useSelector } from 'react-redux';
import { selectBook, type BookState } from '../../entities/book/book-slice';
import { selectIsConnectionLost } from '../../entities/connection/connection-slice';
import { selectQuote, type MarketState } from '../../entities/market/market-slice';
import { selectTrades, type TradeState } from '../../entities/trade/trade-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { phaseShown, worstOf, type Phase } from '../../shared/stream/liveness';
import { PhaseMark } from '../../shared/ui/phase-mark';
import styles from './connection-badge.module.css';

interface Streams {
  book: BookState;
  market: MarketState;
  trade: TradeState;
}

/** Everything that is shown of a market is as good as the worst of its channels. */
export function ConnectionBadge({ market }: { market: string }) {
  const { say } = useTexts();
  const isLost = useSelector(selectIsConnectionLost);
  const phase = useSelector((state: Streams) => worstPhase(state, market));
  return (
    <div className={styles.badge} role="status">
      <span className="spoken">{say('phase.label')}: </span>
      <PhaseMark phase={phaseShown(phase, isLost)} />
    </div>
  );
}

function worstPhase(state: Streams, market: string): Phase {
  const channels = [selectBook(state, market), selectTrades(state, market), selectQuote(state, market)];
  return worstOf(channels.map(({ liveness }) => liveness.phase));
}
