import { useEffect, useState, type ComponentType } from 'react';
import { askForVersion } from '../../shared/lib/version';
import { useIdle } from '../../shared/lib/hooks/when-idle';

type Loaded = ComponentType<{ className: string }>;

/** A part of its own, for users, behind what the page itself needs; its place is kept free. */
export function OrderNoticesPlace({ className }: { className: string }) {
  const isIdle = useIdle();
  const [Shown, setShown] = useState<Loaded | null>(null);
  useEffect(() => {
    if (!isIdle) return;
    let isCurrent = true;
    import('../../features/order-notices/order-notices').then(
      ({ OrderNotices }) => isCurrent && setShown(() => OrderNotices),
      // Without it the page is as good; why it did not come another version may tell.
      askForVersion,
    );
    return () => {
      isCurrent = false;
    };
  }, [isIdle]);
  return Shown ? <Shown className={className} /> : <span className={className} />;
}
