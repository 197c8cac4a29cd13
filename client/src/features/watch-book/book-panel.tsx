import { memo, useMemo, useRef, type CSSProperties } from 'react';
import { useSelector } from 'react-redux';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectBook } from '../../entities/book/book-slice';
import { ladderOf, stepsOf, type BookSide } from '../../entities/book/ladder';
import { selectIsConnectionLost } from '../../entities/connection/connection-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { widthOf } from '../../shared/lib/numbers/size-shown';
import { useKept } from '../../shared/lib/storage/kept';
import { phaseShown } from '../../shared/stream/liveness';
import { Choice } from '../../shared/ui/controls/choice';
import { Note } from '../../shared/ui/page/note';
import { PhaseMark } from '../../shared/ui/figures/phase-mark';
import styles from './book-panel.module.css';
import { LadderSide, type Pick } from './ladder-side';
import { MiddleLine } from './middle-line';
import { useOwnPrices, type Resting } from './use-own-prices';
import { useRowCount } from './use-row-count';
import { useSelected } from '../../shared/lib/hooks/use-selected';

const VIEWS = ['both', 'bids', 'asks'] as const;
type View = (typeof VIEWS)[number];

interface BookPanelProps {
  market: MarketRecord;
  /** What of the user's own rests there: the same hook for as long as the book is there. */
  useResting: (market: string) => readonly Resting[];
  /** A row was clicked: its price, and with Shift all that stands up to there. */
  onPick: (pick: Pick) => void;
}

export function BookPanel({ market, useResting, onPick }: BookPanelProps) {
  const { say, numbers } = useTexts();
  const isLost = useSelector(selectIsConnectionLost);
  const { book, liveness } = useSelected(selectBook, market.name);
  const phase = phaseShown(liveness.phase, isLost);
  const steps = useMemo(() => stepsOf(market.tick, market.price), [market.tick, market.price]);
  const [step, chooseStep] = useKept(`trade.step.${market.name}`, [steps[0], ...steps.slice(1)]);
  const [view, chooseView] = useKept<View>('trade.book-view', VIEWS);
  const body = useRef<HTMLDivElement>(null);
  const rows = useRowCount(body);
  const own = useOwnPrices(useResting(market.name), step);
  const counts = countsOf(view, rows);
  const ladder = useMemo(
    () => book && ladderOf(book, { counts: { bids: counts.bids, asks: counts.asks }, step, lot: market.lot }),
    [book, counts.bids, counts.asks, step, market.lot],
  );
  const side = (name: BookSide) =>
    ladder && (
      <LadderSide
        // Whoever is at a row is not at a price of another market then.
        key={`${name} ${market.name}`}
        side={name}
        rows={ladder[name]}
        count={counts[name]}
        own={own[name]}
        market={market}
        step={step}
        onPick={onPick}
      />
    );
  return (
    <section
      className={styles.book}
      data-phase={phase}
      aria-label={say('book.title')}
      style={{ '--price': widthOf(numbers.fixed(market.price, scaleOf(market.tick))) } as CSSProperties}
    >
      <div className={styles.tools}>
        <Views view={view} onChoose={chooseView} />
        {phase !== 'live' && <PhaseMark phase={phase} />}
        <Step key={market.name} step={step} steps={steps} onChoose={chooseStep} />
      </div>
      <div className={styles.heads} aria-hidden="true">
        <span>{say('book.price', { asset: market.quote })}</span>
        <span>{say('book.quantity', { asset: market.base })}</span>
        <span>{say('book.total', { asset: market.base })}</span>
      </div>
      <div ref={body} className={styles.body}>
        {book ? (
          <>
            {view !== 'bids' && side('asks')}
            <MiddleLine market={market} book={book} />
            {view !== 'asks' && side('bids')}
          </>
        ) : phase === 'stale' ? (
          <Note kind="error" text={liveness.fault ?? say('stream.unreachable')} />
        ) : (
          <Note kind="loading" text={say('page.loading')} />
        )}
      </div>
    </section>
  );
}

/* Prices pass below them: neither is rendered again with the book. */

const Views = memo(function Views({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  const { say } = useTexts();
  return (
    <div className={styles.views} role="group" aria-label={say('book.view')}>
      {VIEWS.map((name) => (
        <button
          key={name}
          type="button"
          data-view={name}
          aria-pressed={view === name}
          aria-label={say(`book.view.${name}`)}
          title={say(`book.view.${name}`)}
          onClick={() => onChoose(name)}
        >
          <i />
          <i />
        </button>
      ))}
    </div>
  );
});

interface StepProps {
  step: string;
  steps: readonly string[];
  onChoose: (step: string) => void;
}

const Step = memo(function Step({ step, steps, onChoose }: StepProps) {
  const { say, numbers } = useTexts();
  return (
    <Choice
      label={say('book.step')}
      size="small"
      value={step}
      options={steps.map((choice) => ({ value: choice, text: numbers.exact(choice) }))}
      onChange={onChoose}
    />
  );
});

function countsOf(view: View, rows: number): Record<BookSide, number> {
  if (view === 'both') return { asks: Math.floor(rows / 2), bids: Math.floor(rows / 2) };
  return { asks: view === 'asks' ? rows : 0, bids: view === 'bids' ? rows : 0 };
}
