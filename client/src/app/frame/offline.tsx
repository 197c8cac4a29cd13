import { WifiOff } from 'lucide-react';
import { useSelector } from 'react-redux';
import { selectIsAway, selectIsPolled } from '../../entities/connection/connection-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { useLasting } from '../../shared/lib/use-lasting';
import { useOnline } from '../../shared/lib/use-online';
import styles from './offline.module.css';

/** A moment without a connection, as between two networks, is nobody's concern. */
const LOST_MS = 3_000;

/** On every screen while there is no connection, or none that is live: that what is shown may be old, and what still can be done. */
export function Offline() {
  const { say } = useTexts();
  // A browser knows at once what a socket only learns by waiting.
  const isCut = !useOnline();
  const isAway = useSelector(selectIsAway) || isCut;
  const isPolled = useSelector(selectIsPolled);
  const isLost = useLasting(isAway || isPolled, LOST_MS);
  return (
    <div className={styles.place} role="status">
      {isLost && (
        <p className={styles.bar} data-polled={!isAway}>
          <WifiOff size={16} aria-hidden="true" />
          <span>
            <b>{say(isAway ? 'offline.title' : 'offline.polled.title')}</b>{' '}
            {say(isAway ? 'offline.text' : 'offline.polled.text')}
          </span>
        </p>
      )}
    </div>
  );
}
