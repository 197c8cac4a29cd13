import { useSelector } from 'react-redux';
import { selectIsConnectionLost } from '../../kit/entities/connection/connection-slice';
import { useTexts } from '../../kit/i18n/use-texts';
import { selectWorstPhase } from '../../kit/stream/channel';
import { phaseShown } from '../../kit/stream/liveness';
import { PhaseMark } from '../../kit/ui/figures/phase-mark';
import styles from './connection-badge.module.css';

/** Shows the worst status of all streams, including the user's own. */
export function ConnectionBadge() {
  const { t } = useTexts();
  const isLost = useSelector(selectIsConnectionLost);
  const phase = useSelector(selectWorstPhase);
  return (
    <div className={styles.badge} role="status">
      <span className="spoken">{t('phase.label')}: </span>
      <PhaseMark phase={phaseShown(phase, isLost)} />
    </div>
  );
}
