import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { scaleOf } from '../../../../../../shared/rules/units';
import type { ContractOrderState, StopState } from '../../../../../../shared/products/perpetual/stream';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { useAmendContractMutation, useAmendStopMutation } from '../../../../kit/entities/contract/contract-api';
import { faultMessage, type Fault } from '../../../../kit/api/envelope';
import { useFaultWords } from '../../../../kit/i18n/use-fault-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { useAttempt } from '../../../../kit/lib/hooks/use-attempt';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { Answers, Refusal } from '../../../../kit/ui/dialogs/dialog-form';
import { Facts } from '../../../../kit/ui/figures/facts';
import type { Draggable } from './contract-lines';
import styles from './moved-line.module.css';

interface MovedLineProps {
  market: MarketRecord;
  movedItem: Draggable;
  /** Price at which the line was dropped. */
  price: string;
  /** The user has turned confirmations off. */
  isSkipped: boolean;
  onDone: () => void;
}

/** Amends an order or stop after its line was dragged: asks first, or sends the new price at once. */
export function MovedLine(properties: MovedLineProps) {
  return properties.isSkipped ? <MoveAtOnce {...properties} /> : <MoveDialog {...properties} />;
}

function MoveDialog({ market, movedItem, price, onDone }: MovedLineProps) {
  const { t, numbers } = useTexts();
  const faultWords = useFaultWords();
  const dispatch = useDispatch();
  const { move, isBusy } = useMove(market, movedItem, price);
  const [error, setError] = useState<Fault | null>(null);
  const priceText = (decimal: string | null) =>
    decimal === null ? '–' : `${numbers.fixed(decimal, scaleOf(market.tick))} ${market.quote}`;
  const send = async () => {
    const moveError = await move();
    setError(moveError);
    if (moveError) return;
    dispatch(toastShown({ kind: 'success', key: 'perp.moved.done' }));
    onDone();
  };
  return (
    <Dialog title={t('perp.moved.title')} onClose={onDone}>
      <div className={styles.moved}>
        <p>{nameOf()}</p>
        <Facts
          layout="lines"
          details={[
            [
              t('perp.moved.from'),
              priceText(movedItem.kind === 'stop' ? movedItem.stop.trigger : movedItem.order.price),
            ],
            [t('perp.moved.to'), <b key="to">{priceText(price)}</b>],
          ]}
        />
        <Refusal text={faultWords(error)} />
        <Answers
          {...{ isBusy, onKeep: onDone, onConfirm: send }}
          keep={t('security.cancel')}
          confirm={t('perp.moved.confirm')}
        />
      </div>
    </Dialog>
  );

  function nameOf(): string {
    if (movedItem.kind === 'stop')
      return `${t(`perp.line.${movedItem.stop.kind}`)} · ${t(`perp.${movedItem.stop.position}`)} · ${market.label}`;
    const { act, position, quantity } = movedItem.order;
    const does = act === 'open' ? t(`perp.open_${position}`) : `${t('perp.line.close')} · ${t(`perp.${position}`)}`;
    return `${does} ${numbers.exact(quantity)} ${market.base} · ${market.label}`;
  }
}

function MoveAtOnce({ market, movedItem, price, onDone }: MovedLineProps) {
  const dispatch = useDispatch();
  const { move } = useMove(market, movedItem, price);
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    void move().then((error) => {
      dispatch(
        toastShown(error ? { kind: 'error', ...faultMessage(error) } : { kind: 'success', key: 'perp.moved.done' }),
      );
      onDone();
    });
  }, [move, dispatch, onDone]);
  return null;
}

/** Resolves to the fault of a refused request, or null. */
function useMove(market: MarketRecord, movedItem: Draggable, price: string) {
  const [amendOrder, order] = useAmendContractMutation();
  const [amendStop, stop] = useAmendStopMutation();
  const attempt = useAttempt();
  const move = async (): Promise<Fault | null> => {
    const answer =
      movedItem.kind === 'stop' ? amendStop(stopRequest(movedItem.stop)) : amendOrder(orderRequest(movedItem.order));
    const { error } = await answer;
    if (!error) attempt.accepted();
    return error ?? null;
  };
  const stopRequest = ({ id }: StopState) => withClientId({ market: market.name, stop: id, trigger: price });
  const orderRequest = ({ id }: ContractOrderState) => withClientId({ market: market.name, order: id, price });
  const withClientId = <Wish extends object>(request: Wish) => ({ clientId: attempt.idOf(request), ...request });
  return { move, isBusy: order.isLoading || stop.isLoading };
}
