import { useEffect } from 'react';
import { useBannersQuery } from '../../entities/content/content-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { readText, writeText } from '../../shared/lib/storage/browser-storage';
import { serverNow } from '../../shared/stream/server-time';
import { FaultBoundary } from '../../shared/ui/page/fault-boundary';
import { lazyPart } from '../../shared/ui/page/lazy-part';
import styles from './home-highlights.module.css';

/** Content blockers stop files and addresses by the word banner: what comes late or not at all leaves the page as it is. */
const Carousel = lazyPart(
  async () => (await import('../../features/show-highlights/carousel')).Carousel,
  () => null,
);
/** What staff publish meanwhile is here within a minute; the answer is mostly that nothing is new. */
const REFRESH_MS = 60_000;
/** After the time itself. */
const LATER_MS = 500;
/** A timer counts no further. */
const WAIT_MS_MAX = 2_000_000_000;
const KEPT = 'home.banners';

/** What the desk wants to be seen. A place is held for it, but where there was nothing the last time. */
export function HomeHighlights() {
  const { language } = useTexts();
  const { data, isError, refetch } = useBannersQuery(language, { pollingInterval: REFRESH_MS, refetchOnFocus: true });
  const changesAt = data?.changesAt ?? null;
  const isEmpty = data ? data.records.length === 0 : isError || readText(KEPT) === 'none';
  useEffect(() => {
    if (data) writeText(KEPT, data.records.length === 0 ? 'none' : 'some');
  }, [data]);
  useEffect(() => {
    if (changesAt === null) return;
    const waitMs = Math.min(Math.max(changesAt - serverNow(), 0) + LATER_MS, WAIT_MS_MAX);
    const timer = setTimeout(() => void refetch(), waitMs);
    return () => clearTimeout(timer);
  }, [changesAt, refetch]);
  if (isEmpty) return null;
  return (
    <FaultBoundary place="highlights" fallback={() => null}>
      <div className={styles.place}>{data && <Carousel banners={data.records} />}</div>
    </FaultBoundary>
  );
}
