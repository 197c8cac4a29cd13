import { Pencil, X } from 'lucide-react';
import type { StopState } from '../../../../../../../shared/products/perpetual/stream';
import { useCancelStopMutation } from '../../../../../kit/entities/contract/contract-api';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { newClientId } from '../../../../../kit/lib/hooks/use-attempt';
import { IconButton } from '../../../../../kit/ui/controls/icon-button';
import { trailedPrice } from '../../../api/trailing';
import { callbackText, priceOf } from '../../../../../kit/positions/position-format';
import styles from '../../../../../kit/positions/positions.module.css';
import type { ShownPosition } from '../../../../../kit/positions/use-positions';

interface StopListProps {
  position: ShownPosition;
  last: string | null;
  /** Id of the stop being amended. */
  amended: string | null;
  onAmend: (stop: StopState) => void;
}

/** A position's stops, each with buttons to amend and cancel. */
export function StopList({ position, last, amended, onAmend }: StopListProps) {
  const texts = useTexts();
  const { t, numbers } = texts;
  const [cancel] = useCancelStopMutation();
  const { market, stops, mark } = position;
  /** For a trailing stop, its current trigger. */
  const triggerText = (stop: StopState): string => {
    const trailed = trailedPrice(stop, stop.triggerBy === 'mark' ? mark : last, market.tick);
    if (trailed === null) return priceOf(texts, position, stop.trigger);
    return `≈ ${priceOf(texts, position, trailed)}, ${callbackText(texts, stop)}`;
  };
  return (
    <ul className={styles.stops} aria-label={t('positions.stop.waiting')}>
      {stops.map((stop) => (
        <li key={stop.id} aria-current={stop.id === amended || undefined}>
          <span>
            {t(`positions.stop.${stop.kind}`)} {triggerText(stop)} ({t(`positions.look.${stop.triggerBy}`)}) ·{' '}
            {stop.quantity === null ? t('positions.stop.whole') : `${numbers.exact(stop.quantity)} ${market.base}`}
            {stop.price !== null && ` · ${t('place.kind.limit')} ${priceOf(texts, position, stop.price)}`}
          </span>
          <span className={styles.actions}>
            {stop.kind !== 'trailing' && (
              <IconButton label={t('own.amend')} onClick={() => onAmend(stop)}>
                <Pencil size={14} aria-hidden="true" />
              </IconButton>
            )}
            <IconButton
              label={t('orderlist.cancel')}
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
