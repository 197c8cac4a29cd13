import { WifiOff } from 'lucide-react';
import { useSelector } from 'react-redux';
import { selectIsConnectionLost } from '../../entities/connection/connection-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { useLasting } from '../../shared/lib/use-lasting';
import { useOnline } from '../../shared/lib/use-online';
import styles from './offline.module.css';

/** A moment without a connection, as between two networks, is nobody's concern. */
const LOST_MS = 3_000;

/** On every screen while there is no connection: that what is shown may be old, and what still can be done. */
export function Offline() {
  const { say } = useTexts();
  // A browser knows at once what a socket only learns by waiting.
  const isCut = !useOnline();
  const isClosed = useSelector(selectIsConnectionLost);
  const isLost = useLasting(isCut || isClosed, LOST_MS);
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
