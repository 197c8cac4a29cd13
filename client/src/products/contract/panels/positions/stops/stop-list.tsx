import { Pencil, X } from 'lucide-react';
import type { StopState } from '../../../../../../../shared/products/perpetual/stream';
import { useCancelStopMutation } from '../../../../../entities/contract/contract-api';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { newClientId } from '../../../../../shared/lib/hooks/use-attempt';
import { IconButton } from '../../../../../shared/ui/controls/icon-button';
import { trailedPrice } from '../../../api/trailing';
import { behindOf, priceOf } from '../../../../../features/show-positions/position-words';
import styles from '../../../../../features/show-positions/positions.module.css';
import type { ShownPosition } from '../../../../../features/show-positions/use-positions';

interface StopListProps {
  position: ShownPosition;
  last: string | null;
  /** The one that is being changed. */
  amended: string | null;
  onAmend: (stop: StopState) => void;
}

/** What waits to close a position, each to be changed or taken back. */
export function StopList({ position, last, amended, onAmend }: StopListProps) {
  const texts = useTexts();
  const { say, numbers } = texts;
  const [cancel] = useCancelStopMutation();
  const { market, stops, mark } = position;
  /** One that follows stands where it would be reached now. */
  const where = (stop: StopState): string => {
    const trailed = trailedPrice(stop, stop.triggerBy === 'mark' ? mark : last, market.tick);
    if (trailed === null) return priceOf(texts, position, stop.trigger);
    return `≈ ${priceOf(texts, position, trailed)}, ${behindOf(texts, stop)}`;
  };
  return (
    <ul className={styles.stops} aria-label={say('positions.stop.waiting')}>
      {stops.map((stop) => (
        <li key={stop.id} aria-current={stop.id === amended || undefined}>
          <span>
            {say(`positions.stop.${stop.kind}`)} {where(stop)} ({say(`positions.look.${stop.triggerBy}`)}) ·{' '}
            {stop.quantity === null ? say('positions.stop.whole') : `${numbers.exact(stop.quantity)} ${market.base}`}
            {stop.price !== null && ` · ${say('place.kind.limit')} ${priceOf(texts, position, stop.price)}`}
          </span>
          <span className={styles.actions}>
            {stop.kind !== 'trailing' && (
              <IconButton label={say('own.amend')} onClick={() => onAmend(stop)}>
                <Pencil size={14} aria-hidden="true" />
              </IconButton>
            )}
            <IconButton
              label={say('orderlist.cancel')}
              onClick={() => void cancel({ clientId: newClientId(), stop: stop.id })}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </span>
        </li>
      ))}
    </ul>
  );
}
