import { History, WifiOff } from 'lucide-react';
import { useSelector } from 'react-redux';
import { selectIsAway, selectIsPolled } from '../../entities/connection/connection-slice';
import { selectIsRebuilding } from '../../shared/api/rebuild-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { useLasting } from '../../shared/lib/hooks/use-lasting';
import { useOnline } from '../../shared/lib/hooks/use-online';
import styles from './offline.module.css';

/** A moment without a connection, as between two networks, is nobody's concern. */
const LOST_MS = 3_000;

const WORDS = {
  away: { title: 'offline.title', text: 'offline.text' },
  polled: { title: 'offline.polled.title', text: 'offline.polled.text' },
  rebuilding: { title: 'offline.rebuilding.title', text: 'offline.rebuilding.text' },
} as const;

/** On every screen while there is no connection, none that is live, or while lists are made anew: what is old, and what can be done. */
export function Offline() {
  const { say } = useTexts();
  // A browser knows at once what a socket only learns by waiting.
  const isCut = !useOnline();
  const isAway = useSelector(selectIsAway) || isCut;
  const isPolled = useSelector(selectIsPolled);
  const isLost = useLasting(isAway || isPolled, LOST_MS);
  const isRebuilding = useSelector(selectIsRebuilding);
  if (!isLost && !isRebuilding) return <div className={styles.place} role="status" />;
  let kind: keyof typeof WORDS = 'rebuilding';
  const Icon = isLost ? WifiOff : History;
  if (isLost) kind = isAway ? 'away' : 'polled';
  return (
    <div className={styles.place} role="status">
      <p className={styles.bar} data-warning={kind !== 'away'}>
        <Icon size={16} aria-hidden="true" />
        <span>
          <b>{say(WORDS[kind].title)}</b> {say(WORDS[kind].text)}
        </span>
      </p>
    </div>
  );
}
