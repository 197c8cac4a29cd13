import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectBook, type BookState } from '../../entities/book/book-slice';
import type { Book } from '../../entities/book/fold';
import { ladderOf, spreadOf } from '../../entities/book/ladder';
import { selectIsConnectionLost } from '../../entities/connection/connection-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { phaseShown, type Phase } from '../../shared/stream/liveness';
import { Notice } from '../../shared/ui/notice';
import { Panel } from '../../shared/ui/panel';
import { PhaseMark } from '../../shared/ui/phase-mark';
import styles from './book-panel.module.css';
import { LadderTable } from './ladder-table';

const LEVELS_SHOWN = 20;

export function BookPanel({ market }: { market: MarketRecord }) {
  const { say } = useTexts();
  const isLost = useSelector(selectIsConnectionLost);
  const { book, liveness } = useSelector((state: { book: BookState }) => selectBook(state, market.name));
  const phase = phaseShown(liveness.phase, isLost);
  return (
    <Panel title={say('book.title')} aside={<PhaseMark phase={phase} />}>
      {book ? (
        <WatchedBook market={market} book={book} phase={phase} />
      ) : phase === 'stale' ? (
        <Notice kind="error" text={liveness.fault ?? say('stream.unreachable')} />
      ) : (
        <Notice kind="loading" text={say('page.loading')} />
      )}
    </Panel>
  );
}

function WatchedBook({ market, book, phase }: { market: MarketRecord; book: Book; phase: Phase }) {
  const ladder = useMemo(() => ladderOf(book, LEVELS_SHOWN), [book]);
  return (
    <div className={styles.book} data-phase={phase}>
      <SpreadLine market={market} book={book} />
      <div className={styles.sides}>
        <LadderTable side="bids" rows={ladder.bids} market={market} />
        <LadderTable side="asks" rows={ladder.asks} market={market} />
      </div>
    </div>
  );
}

function SpreadLine({ market, book }: { market: MarketRecord; book: Book }) {
  const { say, numbers } = useTexts();
  const spread = spreadOf(book);
  return (
    <p className={styles.spread}>
      <span>{say('book.spread')}</span>
      <b>{spread ? `${numbers.fixed(spread.price, scaleOf(market.tick))} ${market.quote}` : '–'}</b>
      {spread && <span>{numbers.narrowPercent(spread.ratio)}</span>}
    </p>
  );
}
