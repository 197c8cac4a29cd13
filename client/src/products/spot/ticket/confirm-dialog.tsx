import { scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { totalOf } from '../../../entities/order/order-terms';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Confirmation } from '../../../entities/order/ticket/confirmation';
import type { Draft } from './draft';
import { FarWords } from '../../../entities/order/ticket/far-words';
import styles from '../../../entities/order/ticket/order-form.module.css';
import { PreviewLines } from '../../../entities/order/ticket/preview-lines';
import { SKIP_CONFIRMATION_KEY } from './skip-confirmation';
import type { SpotOrder } from './spot-ticket';
import type { PreviewLine, TicketWarning } from '../../../entities/order/ticket/ticket-kind';

/** An order, the draft that it was made of, and what was foreseen of it then. */
export interface Wanted {
  order: SpotOrder;
  draft: Draft;
  preview: readonly PreviewLine[];
  warning: TicketWarning | null;
}

interface ConfirmDialogProps {
  market: MarketRecord;
  wanted: Wanted;
  onConfirm: () => void;
  onClose: () => void;
}

/** Told of the order itself, to the last digit. */
const IN_THE_ORDER: ReadonlySet<string> = new Set(['place.cost', 'place.proceeds']);

/** The order once more, in words and to the last digit, before it is sent; what it costs, and what is left then. */
export function ConfirmDialog({ market, wanted, onConfirm, onClose }: ConfirmDialogProps) {
  const { say, numbers } = useTexts();
  const digits = scaleOf(market.tick);
  const quantityDigits = scaleOf(market.lot);
  const { order, preview, warning } = wanted;
  const { side, kind, timeInForce, price, trigger, quantity, quoteAmount } = order;
  const total = quoteAmount ?? (price !== undefined && quantity !== undefined ? totalOf(price, quantity) : null);
  const facts = [
    [say('place.kind'), say(`place.kind.${kind}`)],
    ...(timeInForce ? [[say('place.time_in_force'), say(`place.time_in_force.${timeInForce}`)]] : []),
    ...(trigger === undefined ? [] : [[say('place.trigger'), `${numbers.fixed(trigger, digits)} ${market.quote}`]]),
    [
      say('place.price'),
      price === undefined ? say('place.at_market') : `${numbers.fixed(price, digits)} ${market.quote}`,
    ],
    ...(quantity === undefined
      ? []
      : [[say('place.quantity'), `${numbers.fixed(quantity, quantityDigits)} ${market.base}`]]),
    ...(total === null
      ? []
      : [[say('place.total'), `${numbers.fixed(total, Math.max(2, scaleOf(total)))} ${market.quote}`]]),
  ];
  return (
    <Confirmation
      {...{ facts, side, onConfirm, onClose, skipKey: SKIP_CONFIRMATION_KEY }}
      isWarned={warning !== null}
      title={say(`place.confirm.${side}`, { market: market.label })}
      foreseen={<PreviewLines of={preview.filter(({ name }) => !IN_THE_ORDER.has(name))} quote={market.quote} />}
      confirm={say(`place.${side}`, { asset: market.base })}
    >
      {warning && (
        <p className={styles.note} data-kind="warning" role="alert">
          <FarWords warning={warning} market={market} />
        </p>
      )}
    </Confirmation>
  );
}
