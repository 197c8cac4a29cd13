import { useEffect } from 'react';
import { useBannersQuery } from '../../../kit/entities/content/content-api';
import { useTexts } from '../../../kit/i18n/use-texts';
import { readText, writeText } from '../../../kit/lib/storage/browser-storage';
import { serverNow } from '../../../kit/stream/server-time';
import { FaultBoundary } from '../../../kit/ui/page/fault-boundary';
import { lazyPart } from '../../../kit/ui/page/lazy-part';
import styles from './home-highlights.module.css';

/** Content blockers block files and addresses that contain the word banner. The page works without them. */
const Carousel = lazyPart(
  async () => (await import('../../../kit/highlights/carousel')).Carousel,
  () => null,
);
/** New banners appear within a minute. Most polls find nothing new. */
const REFRESH_MS = 60_000;
/** Delay after the announced time of change, in milliseconds. */
const LATER_MS = 500;
/** Below the maximum of `setTimeout`, 2^31 - 1 ms. */
const WAIT_MS_MAX = 2_000_000_000;
const KEPT = 'home.banners';

/** Banners chosen by staff. Space is reserved unless there were none at the last visit. */
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
