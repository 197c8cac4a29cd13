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
  of: Draggable;
  /** Price at which the line was dropped. */
  price: string;
  /** The user has turned confirmations off. */
  isSkipped: boolean;
  onDone: () => void;
}

/** Amends an order or stop after its line was dragged: asks first, or sends the new price at once. */
export function MovedLine(moved: MovedLineProps) {
  return moved.isSkipped ? <MoveAtOnce {...moved} /> : <MoveDialog {...moved} />;
}

function MoveDialog({ market, of, price, onDone }: MovedLineProps) {
  const { t, numbers } = useTexts();
  const faultWords = useFaultWords();
  const dispatch = useDispatch();
  const { move, isBusy } = useMove(market, of, price);
  const [fault, setFault] = useState<Fault | null>(null);
  const shown = (decimal: string | null) =>
    decimal === null ? '–' : `${numbers.fixed(decimal, scaleOf(market.tick))} ${market.quote}`;
  const send = async () => {
    const refused = await move();
    setFault(refused);
    if (refused) return;
    dispatch(toastShown({ kind: 'success', key: 'perp.moved.done' }));
    onDone();
  };
  return (
    <Dialog title={t('perp.moved.title')} onClose={onDone}>
      <div className={styles.moved}>
        <p>{nameOf()}</p>
        <Facts
          layout="lines"
          facts={[
            [t('perp.moved.from'), shown(of.kind === 'stop' ? of.stop.trigger : of.order.price)],
            [t('perp.moved.to'), <b key="to">{shown(price)}</b>],
          ]}
        />
        <Refusal text={faultWords(fault)} />
        <Answers
          {...{ isBusy, onKeep: onDone, onConfirm: send }}
          keep={t('security.cancel')}
          confirm={t('perp.moved.confirm')}
        />
      </div>
    </Dialog>
  );

  function nameOf(): string {
    if (of.kind === 'stop')
      return `${t(`perp.line.${of.stop.kind}`)} · ${t(`perp.${of.stop.position}`)} · ${market.label}`;
    const { act, position, quantity } = of.order;
    const does = act === 'open' ? t(`perp.open_${position}`) : `${t('perp.line.close')} · ${t(`perp.${position}`)}`;
    return `${does} ${numbers.exact(quantity)} ${market.base} · ${market.label}`;
  }
}

function MoveAtOnce({ market, of, price, onDone }: MovedLineProps) {
  const dispatch = useDispatch();
  const { move } = useMove(market, of, price);
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    void move().then((refused) => {
      dispatch(
        toastShown(refused ? { kind: 'error', ...faultMessage(refused) } : { kind: 'success', key: 'perp.moved.done' }),
      );
      onDone();
    });
  }, [move, dispatch, onDone]);
  return null;
}

/** Resolves to the fault of a refused request, or null. */
function useMove(market: MarketRecord, of: Draggable, price: string) {
  const [amendOrder, order] = useAmendContractMutation();
  const [amendStop, stop] = useAmendStopMutation();
  const attempt = useAttempt();
  const move = async (): Promise<Fault | null> => {
    const answer = of.kind === 'stop' ? amendStop(stopWish(of.stop)) : amendOrder(orderWish(of.order));
    const { error } = await answer;
    if (!error) attempt.accepted();
    return error ?? null;
  };
  const stopWish = ({ id }: StopState) => wished({ market: market.name, stop: id, trigger: price });
  const orderWish = ({ id }: ContractOrderState) => wished({ market: market.name, order: id, price });
  const wished = <Wish extends object>(wish: Wish) => ({ clientId: attempt.idOf(wish), ...wish });
  return { move, isBusy: order.isLoading || stop.isLoading };
}
