import { useId, useState } from 'react';
import { timeOf } from '../act/fields';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Choice } from '../../kit/ui/controls/choice';
import styles from '../parts/admin.module.css';
import journal from './journal-page.module.css';

/** First and last moment of the journal. */
export interface JournalRange {
  position: number;
  began: number | null;
  at: number;
}

interface UntilProps {
  /** '' for the end, a position, or `@` and epoch milliseconds. */
  text: string;
  journalRange: JournalRange;
  onChange: (text: string) => void;
  /** Called with the value when the slider is released. */
  onCommit?: (text: string) => void;
}

const SECOND_MS = 1_000;
const MOMENT_MODES = ['position', 'time'] as const;

/** Selects a moment of the journal by position or time, by typing or with a slider. The right end is the journal's end. */
export function Until(properties: UntilProps) {
  const { t, numbers } = useTexts();
  const { text, journalRange } = properties;
  const id = useId();
  const last = Math.max(journalRange.position, 0);
  const at = text === '' || text.startsWith('@') ? last : Math.min(Number(text), last);
  const time = text.startsWith('@') ? Number(text.slice(1)) : journalRange.at;
  const [isByTime, setByTime] = useState(properties.text.startsWith('@'));
  return (
    <div className={journal.until}>
      <span className={journal.by}>
        <span className={styles.muted}>{t('staff.journal.moment')}</span>
        <Choice
          label={t('staff.journal.moment')}
          size="small"
          value={isByTime ? 'time' : 'position'}
          options={MOMENT_MODES.map((value) => ({ value, text: t(`staff.journal.by.${value}`) }))}
          onChange={(mode) => setByTime(mode === 'time')}
        />
        <output className={styles.muted}>
          {isByTime
            ? dateAndTime(time)
            : t('staff.journal.of_positions', { at: numbers.exact(String(at)), last: numbers.exact(String(last)) })}
        </output>
      </span>
      {isByTime ? <ByTime id={id} {...properties} /> : <ByPosition id={id} {...properties} />}
    </div>
  );
}

function ByPosition({ id, text, journalRange, onChange, onCommit }: UntilProps & { id: string }) {
  const { t } = useTexts();
  const last = Math.max(journalRange.position, 0);
  const positionText = text.startsWith('@') ? '' : text;
  const at = positionText === '' ? last : Math.min(Number(positionText), last);
  const untilOf = (next: number): string => (next >= last ? '' : String(next));
  return (
    <div className={journal.slide}>
      <input
        id={id}
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={t('staff.journal.by.position')}
        aria-valuetext={positionText === '' ? t('staff.journal.end') : String(at)}
        onChange={({ target }) => onChange(untilOf(Number(target.value)))}
        {...commitHandlers(onCommit, (value) => untilOf(Number(value)))}
      />
      <input
        className={styles.input}
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('staff.journal.moment')}
        placeholder={t('staff.journal.end')}
        value={positionText}
        onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, 15))}
      />
    </div>
  );
}

function ByTime({ id, text, journalRange, onChange, onCommit }: UntilProps & { id: string }) {
  const { t } = useTexts();
  const first = Math.floor((journalRange.began ?? journalRange.at) / SECOND_MS);
  const last = Math.ceil(journalRange.at / SECOND_MS);
  const at = text.startsWith('@') ? Math.min(Math.floor(Number(text.slice(1)) / SECOND_MS), last) : last;
  const untilOf = (second: number): string => (second >= last ? '' : `@${second * SECOND_MS}`);
  return (
    <div className={journal.slide}>
      <input
        id={id}
        type="range"
        min={first}
        max={last}
        value={at}
        aria-label={t('staff.journal.by.time')}
        aria-valuetext={dateAndTime(at * SECOND_MS)}
        onChange={({ target }) => onChange(untilOf(Number(target.value)))}
        {...commitHandlers(onCommit, (value) => untilOf(Number(value)))}
      />
      <input
        className={styles.input}
        type="datetime-local"
        step={1}
        aria-label={t('staff.journal.by.time')}
        value={dateAndTime(at * SECOND_MS).replace(' ', 'T')}
        onChange={({ target }) => {
          const time = timeOf(target.value);
          if (time !== null) onChange(`@${time}`);
        }}
      />
    </div>
  );
}

/** Commits on release of pointer or key, not while sliding. */
function commitHandlers(onCommit: UntilProps['onCommit'], untilOf: (value: string) => string) {
  if (!onCommit) return {};
  const commit = ({ currentTarget }: { currentTarget: HTMLInputElement }) => onCommit(untilOf(currentTarget.value));
  return { onPointerUp: commit, onKeyUp: commit };
}
