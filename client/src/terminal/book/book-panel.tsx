import { memo, useMemo, useRef, type CSSProperties } from 'react';
import { useSelector } from 'react-redux';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectBook } from '../../kit/entities/book/book-slice';
import { ladderOf, stepsOf, type BookSide } from '../../kit/entities/book/ladder';
import { selectIsConnectionLost } from '../../kit/entities/connection/connection-slice';
import { useTexts } from '../../kit/i18n/use-texts';
import { widthOf } from '../../kit/lib/numbers/size-shown';
import { usePreference } from '../../kit/lib/storage/preferences';
import { phaseShown } from '../../kit/stream/liveness';
import { Choice } from '../../kit/ui/controls/choice';
import { Note } from '../../kit/ui/page/note';
import { PhaseMark } from '../../kit/ui/figures/phase-mark';
import styles from './book-panel.module.css';
import { LadderSide, type Pick } from './ladder-side';
import { MiddleLine } from './middle-line';
import { useOwnPrices, type Resting } from './use-own-prices';
import { useRowCount } from './use-row-count';
import { useSelected } from '../../kit/lib/hooks/use-selected';

const VIEWS = ['both', 'bids', 'asks'] as const;
type View = (typeof VIEWS)[number];

interface BookPanelProps {
  market: MarketRecord;
  /** Hook for the user's own resting orders; must stay the same while mounted. */
  useResting: (market: string) => readonly Resting[];
  /** Price of the clicked row; with Shift also the cumulative quantity up to it. */
  onPick: (pick: Pick) => void;
}

export function BookPanel({ market, useResting, onPick }: BookPanelProps) {
  const { t, numbers } = useTexts();
  const isLost = useSelector(selectIsConnectionLost);
  const { book, liveness } = useSelected(selectBook, market.name);
  const phase = phaseShown(liveness.phase, isLost);
  const steps = useMemo(() => stepsOf(market.tick, market.price), [market.tick, market.price]);
  const [step, chooseStep] = usePreference(`trade.step.${market.name}`, [steps[0], ...steps.slice(1)]);
  const [view, chooseView] = usePreference<View>('trade.book-view', VIEWS);
  const body = useRef<HTMLDivElement>(null);
  const rows = useRowCount(body);
  const ownPrices = useOwnPrices(useResting(market.name), step);
  const counts = countsOf(view, rows);
  const ladder = useMemo(
    () => book && ladderOf(book, { counts: { bids: counts.bids, asks: counts.asks }, step, lot: market.lot }),
    [book, counts.bids, counts.asks, step, market.lot],
  );
  const side = (name: BookSide) =>
    ladder && (
      <LadderSide
        // The key resets a focused row when the market changes.
        key={`${name} ${market.name}`}
        side={name}
        rows={ladder[name]}
        count={counts[name]}
        ownPrices={ownPrices[name]}
        market={market}
        step={step}
        onPick={onPick}
      />
    );
  return (
    <section
      className={styles.book}
      data-phase={phase}
      aria-label={t('book.title')}
      style={{ '--price': widthOf(numbers.fixed(market.price, scaleOf(market.tick))) } as CSSProperties}
    >
      <div className={styles.tools}>
        <Views view={view} onChoose={chooseView} />
        {phase !== 'live' && <PhaseMark phase={phase} />}
        <Step key={market.name} step={step} steps={steps} onChoose={chooseStep} />
      </div>
      <div className={styles.heads} aria-hidden="true">
        <span>{t('book.price', { asset: market.quote })}</span>
        <span>{t('book.quantity', { asset: market.base })}</span>
        <span>{t('book.total', { asset: market.base })}</span>
      </div>
      <div ref={body} className={styles.body}>
        {book ? (
          <>
            {view !== 'bids' && side('asks')}
            <MiddleLine market={market} book={book} />
            {view !== 'asks' && side('bids')}
          </>
        ) : phase === 'stale' ? (
          <Note kind="error" text={liveness.fault ?? t('stream.unreachable')} />
        ) : (
          <Note kind="loading" text={t('page.loading')} />
        )}
      </div>
    </section>
  );
}

/* The components below are memoised, so that book updates do not re-render them. */

const Views = memo(function Views({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  const { t } = useTexts();
  return (
    <div className={styles.views} role="group" aria-label={t('book.view')}>
      {VIEWS.map((name) => (
        <button
          key={name}
          type="button"
          data-view={name}
          aria-pressed={view === name}
          aria-label={t(`book.view.${name}`)}
          title={t(`book.view.${name}`)}
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
  const { t, numbers } = useTexts();
  return (
    <Choice
      label={t('book.step')}
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
