import { useSelector } from 'react-redux';
import { selectIsConnectionLost } from '../../entities/connection/connection-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { selectWorstPhase } from '../../shared/stream/channel';
import { phaseShown } from '../../shared/stream/liveness';
import { PhaseMark } from '../../shared/ui/figures/phase-mark';
import styles from './connection-badge.module.css';

/** Everything that is shown is as good as the worst of its streams, the user's own among them. */
export function ConnectionBadge() {
  const { say } = useTexts();
  const isLost = useSelector(selectIsConnectionLost);
  const phase = useSelector(selectWorstPhase);
  return (
    <div className={styles.badge} role="status">
      <span className="spoken">{say('phase.label')}: </span>
      <PhaseMark phase={phaseShown(phase, isLost)} />
    </div>
  );
}
