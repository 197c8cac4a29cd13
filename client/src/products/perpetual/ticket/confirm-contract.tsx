import { scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Confirmation } from '../../../kit/entities/order/ticket/confirmation';
import { PriceFarWarning } from '../../../kit/entities/order/ticket/price-far-warning';
import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import { PreviewLines } from '../../../kit/entities/order/ticket/preview-lines';
import type { PreviewLine, TicketWarning } from '../../../kit/entities/order/ticket/ticket-kind';
import { TextWithFact } from '../../../kit/ui/text-with-fact';
import { colourOf, type ContractDraft } from './contract-draft';
import type { ContractOrder } from './contract-context';

/** Storage key of the setting that skips confirmations. */
export const SKIP_CONTRACT_KEY = 'contract.skip-confirmation';

/** An order with its draft and the preview at the time it was submitted. */
export interface WantedContract {
  order: ContractOrder;
  draft: ContractDraft;
  preview: readonly PreviewLine[];
  warning: TicketWarning | null;
  /** Liquidation price if it is reached before the stop-loss, else null. */
  liquidatedBefore: string | null;
}

interface ConfirmContractProps {
  market: MarketRecord;
  pendingOrder: WantedContract;
  /** Title of the order. */
  title: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirmation of an order: full precision, and its preview. */
export function ConfirmContract({ market, pendingOrder, title, onConfirm, onClose }: ConfirmContractProps) {
  const { t, numbers } = useTexts();
  const { order, preview, warning, liquidatedBefore } = pendingOrder;
  const { act, position, kind, timeInForce, price, trigger, triggerBy, quantity } = order;
  const priced = (decimal: string) => `${numbers.fixed(decimal, scaleOf(market.tick))} ${market.quote}`;
  const details = [
    [t('place.kind'), t(`place.kind.${kind}`)],
    ...(timeInForce ? [[t('place.time_in_force'), t(`place.time_in_force.${timeInForce}`)]] : []),
    ...(trigger === undefined || triggerBy === undefined
      ? []
      : [
          [t('place.trigger'), priced(trigger)],
          [t('ticket.trigger_by'), t(`ticket.trigger_by.${triggerBy}`)],
        ]),
    [t('place.price'), price === undefined ? t('place.at_market') : priced(price)],
    [t('place.quantity'), `${numbers.fixed(quantity, scaleOf(market.lot))} ${market.base}`],
  ];
  return (
    <Confirmation
      {...{ details, onConfirm, onClose, confirm: title, skipKey: SKIP_CONTRACT_KEY }}
      title={`${title} · ${market.label}`}
      expectedOutcome={<PreviewLines lines={preview} quote={market.quote} />}
      side={colourOf(act, position)}
      isWarned={warning !== null || liquidatedBefore !== null}
    >
      {liquidatedBefore !== null && (
        <p className={formStyles.note} data-kind="warning" role="alert">
          <BeyondWords liquidation={liquidatedBefore} market={market} />
        </p>
      )}
      {warning && (
        <p className={formStyles.note} data-kind="warning" role="alert">
          <PriceFarWarning warning={warning} market={market} />
        </p>
      )}
    </Confirmation>
  );
}

/** Warning that liquidation comes before the stop-loss. */
export function BeyondWords({ liquidation, market }: { liquidation: string; market: MarketRecord }) {
  const { numbers } = useTexts();
  return (
    <TextWithFact
      text="ticket.stop.beyond"
      params={{ price: `${numbers.fixed(liquidation, scaleOf(market.tick))} ${market.quote}` }}
    />
  );
}
