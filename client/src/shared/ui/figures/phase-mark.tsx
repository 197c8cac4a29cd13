import { useTexts } from '../../i18n/use-texts';
import type { Phase } from '../../stream/liveness';
import styles from './phase-mark.module.css';

/** A dot and a word: how far what is shown can be trusted. */
export function PhaseMark({ phase }: { phase: Phase }) {
  const { say } = useTexts();
  return (
    <span className={styles.mark} data-phase={phase}>
      {say(`phase.${phase}`)}
    </span>
  );
}
