import { scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { totalOf } from '../../../kit/entities/order/order-terms';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Confirmation } from '../../../kit/entities/order/ticket/confirmation';
import type { Draft } from './draft';
import { PriceFarWarning } from '../../../kit/entities/order/ticket/price-far-warning';
import styles from '../../../kit/entities/order/ticket/order-form.module.css';
import { PreviewLines } from '../../../kit/entities/order/ticket/preview-lines';
import { SKIP_CONFIRMATION_KEY } from './skip-confirmation';
import type { SpotOrder } from './spot-ticket';
import type { PreviewLine, TicketWarning } from '../../../kit/entities/order/ticket/ticket-kind';

/** An order with its draft and the preview at the time it was submitted. */
export interface Wanted {
  order: SpotOrder;
  draft: Draft;
  preview: readonly PreviewLine[];
  warning: TicketWarning | null;
}

interface ConfirmDialogProps {
  market: MarketRecord;
  pendingOrder: Wanted;
  onConfirm: () => void;
  onClose: () => void;
}

/** Preview lines left out, as the order itself shows them with full precision. */
const IN_THE_ORDER: ReadonlySet<string> = new Set(['place.cost', 'place.proceeds']);

/** Confirmation of an order: in words, with full precision, its cost and the balance left. */
export function ConfirmDialog({ market, pendingOrder, onConfirm, onClose }: ConfirmDialogProps) {
  const { t, numbers } = useTexts();
  const digits = scaleOf(market.tick);
  const quantityDigits = scaleOf(market.lot);
  const { order, preview, warning } = pendingOrder;
  const { side, kind, timeInForce, price, trigger, quantity, quoteAmount } = order;
  const total = quoteAmount ?? (price !== undefined && quantity !== undefined ? totalOf(price, quantity) : null);
  const details = [
    [t('place.kind'), t(`place.kind.${kind}`)],
    ...(timeInForce ? [[t('place.time_in_force'), t(`place.time_in_force.${timeInForce}`)]] : []),
    ...(trigger === undefined ? [] : [[t('place.trigger'), `${numbers.fixed(trigger, digits)} ${market.quote}`]]),
    [t('place.price'), price === undefined ? t('place.at_market') : `${numbers.fixed(price, digits)} ${market.quote}`],
    ...(quantity === undefined
      ? []
      : [[t('place.quantity'), `${numbers.fixed(quantity, quantityDigits)} ${market.base}`]]),
    ...(total === null
      ? []
      : [[t('place.total'), `${numbers.fixed(total, Math.max(2, scaleOf(total)))} ${market.quote}`]]),
  ];
  return (
    <Confirmation
      {...{ details, side, onConfirm, onClose, skipKey: SKIP_CONFIRMATION_KEY }}
      isWarned={warning !== null}
      title={t(`place.confirm.${side}`, { market: market.label })}
      expectedOutcome={
        <PreviewLines lines={preview.filter(({ name }) => !IN_THE_ORDER.has(name))} quote={market.quote} />
      }
      confirm={t(`place.${side}`, { asset: market.base })}
    >
      {warning && (
        <p className={styles.note} data-kind="warning" role="alert">
          <PriceFarWarning warning={warning} market={market} />
        </p>
      )}
    </Confirmation>
  );
}
