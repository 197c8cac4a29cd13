import { scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Confirmation } from '../../../entities/order/ticket/confirmation';
import { FarWords } from '../../../entities/order/ticket/far-words';
import formStyles from '../../../entities/order/ticket/order-form.module.css';
import { PreviewLines } from '../../../entities/order/ticket/preview-lines';
import type { PreviewLine, TicketWarning } from '../../../entities/order/ticket/ticket-kind';
import { Said } from '../../../shared/ui/said';
import { colourOf, type ContractDraft } from './contract-draft';
import type { ContractOrder } from './contract-context';

/** Under which a user's wish not to be asked twice is kept. */
export const SKIP_CONTRACT_KEY = 'contract.skip-confirmation';

/** An order, the draft that it was made of, and what was foreseen of it then. */
export interface WantedContract {
  order: ContractOrder;
  draft: ContractDraft;
  preview: readonly PreviewLine[];
  warning: TicketWarning | null;
  /** Where it would be liquidated before its stop-loss is reached. */
  liquidatedBefore: string | null;
}

interface ConfirmContractProps {
  market: MarketRecord;
  wanted: WantedContract;
  /** What the order is called. */
  title: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** The order once more, to the last digit, before it is sent, and what it would come to. */
export function ConfirmContract({ market, wanted, title, onConfirm, onClose }: ConfirmContractProps) {
  const { say, numbers } = useTexts();
  const { order, preview, warning, liquidatedBefore } = wanted;
  const { act, position, kind, timeInForce, price, trigger, triggerBy, quantity } = order;
  const priced = (decimal: string) => `${numbers.fixed(decimal, scaleOf(market.tick))} ${market.quote}`;
  const facts = [
    [say('place.kind'), say(`place.kind.${kind}`)],
    ...(timeInForce ? [[say('place.time_in_force'), say(`place.time_in_force.${timeInForce}`)]] : []),
    ...(trigger === undefined || triggerBy === undefined
      ? []
      : [
          [say('place.trigger'), priced(trigger)],
          [say('ticket.trigger_by'), say(`ticket.trigger_by.${triggerBy}`)],
        ]),
    [say('place.price'), price === undefined ? say('place.at_market') : priced(price)],
    [say('place.quantity'), `${numbers.fixed(quantity, scaleOf(market.lot))} ${market.base}`],
  ];
  return (
    <Confirmation
      {...{ facts, onConfirm, onClose, confirm: title, skipKey: SKIP_CONTRACT_KEY }}
      title={`${title} · ${market.label}`}
      foreseen={<PreviewLines of={preview} quote={market.quote} />}
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
          <FarWords warning={warning} market={market} />
        </p>
      )}
    </Confirmation>
  );
}

/** That a stop-loss would come too late. */
export function BeyondWords({ liquidation, market }: { liquidation: string; market: MarketRecord }) {
  const { numbers } = useTexts();
  return (
    <Said
      text="ticket.stop.beyond"
      facts={{ price: `${numbers.fixed(liquidation, scaleOf(market.tick))} ${market.quote}` }}
    />
  );
}
