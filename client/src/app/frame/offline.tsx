import { WifiOff } from 'lucide-react';
import { useSelector } from 'react-redux';
import { selectIsConnectionLost } from '../../entities/connection/connection-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { useLasting } from '../../shared/lib/use-lasting';
import styles from './offline.module.css';

/** A moment without a connection, as between two networks, is nobody's concern. */
const LOST_MS = 3_000;

/** On every screen while there is no connection: that what is shown may be old, and what still can be done. */
export function Offline() {
  const { say } = useTexts();
  const isLost = useLasting(useSelector(selectIsConnectionLost), LOST_MS);
  return (
    <div className={styles.place} role="status">
      {isLost && (
        <p className={styles.bar}>
          <WifiOff size={16} aria-hidden="true" />
          <span>
            <b>{say('offline.title')}</b> {say('offline.text')}
          </span>
        </p>
      )}
    </div>
  );
}
