import { useEffect, useState, type ComponentType } from 'react';
import { checkVersion } from '../../kit/lib/version';
import { useIdle } from '../../kit/lib/hooks/when-idle';

type Loaded = ComponentType<{ className: string }>;

/** Loads order notices once the page is idle. Its place is reserved. */
export function OrderNoticesPlace({ className }: { className: string }) {
  const isIdle = useIdle();
  const [Shown, setShown] = useState<Loaded | null>(null);
  useEffect(() => {
    if (!isIdle) return;
    let isCurrent = true;
    import('../../terminal/notices/order-notices').then(
      ({ OrderNotices }) => isCurrent && setShown(() => OrderNotices),
      // The page works without notices. A failed load may mean that a new version was deployed.
      checkVersion,
    );
    return () => {
      isCurrent = false;
    };
  }, [isIdle]);
  return Shown ? <Shown className={className} /> : <span className={className} />;
}
