import { useTexts } from '../../i18n/use-texts';
import type { Phase } from '../../stream/liveness';
import styles from './phase-mark.module.css';

/** Liveness indicator: a dot and a word. */
export function PhaseMark({ phase }: { phase: Phase }) {
  const { t } = useTexts();
  return (
    <span className={styles.mark} data-phase={phase}>
      {t(`phase.${phase}`)}
    </span>
  );
}
