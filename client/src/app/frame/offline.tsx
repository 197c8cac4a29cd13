import { History, WifiOff } from 'lucide-react';
import { useSelector } from 'react-redux';
import { selectIsAway, selectIsPolled } from '../../kit/entities/connection/connection-slice';
import { selectIsRebuilding } from '../../kit/api/rebuild-slice';
import { useTexts } from '../../kit/i18n/use-texts';
import { useLongerThan } from '../../kit/lib/hooks/use-longer-than';
import { useOnline } from '../../kit/lib/hooks/use-online';
import styles from './offline.module.css';

/** Shorter interruptions, as between two networks, are not shown. */
const LOST_MS = 3_000;

const WORDS = {
  away: { title: 'offline.title', text: 'offline.text' },
  polled: { title: 'offline.polled.title', text: 'offline.polled.text' },
  rebuilding: { title: 'offline.rebuilding.title', text: 'offline.rebuilding.text' },
} as const;

/** Bar on every screen while the connection is lost, while the page polls instead of streaming, or while the server rebuilds lists. */
export function Offline() {
  const { t } = useTexts();
  // The browser detects a lost network before the socket times out.
  const isCut = !useOnline();
  const isAway = useSelector(selectIsAway) || isCut;
  const isPolled = useSelector(selectIsPolled);
  const isLost = useLongerThan(isAway || isPolled, LOST_MS);
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
          <b>{t(WORDS[kind].title)}</b> {t(WORDS[kind].text)}
        </span>
      </p>
    </div>
  );
}
