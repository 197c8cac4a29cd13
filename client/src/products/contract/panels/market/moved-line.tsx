import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { scaleOf } from '../../../../../../shared/rules/units';
import type { ContractOrderState, StopState } from '../../../../../../shared/products/perpetual/stream';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { useAmendContractMutation, useAmendStopMutation } from '../../../../entities/contract/contract-api';
import { wordsOf, type Fault } from '../../../../shared/api/envelope';
import { useFaultWords } from '../../../../shared/i18n/use-fault-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { useAttempt } from '../../../../shared/lib/hooks/use-attempt';
import { toastShown } from '../../../../shared/toasts/toasts-slice';
import { Dialog } from '../../../../shared/ui/dialogs/dialog';
import { Answers, Refusal } from '../../../../shared/ui/dialogs/dialog-form';
import { Facts } from '../../../../shared/ui/figures/facts';
import type { Draggable } from './contract-lines';
import styles from './moved-line.module.css';

interface MovedLineProps {
  market: MarketRecord;
  of: Draggable;
  /** Where it was let go. */
  price: string;
  /** Somebody who does not want to be asked is not asked. */
  isSkipped: boolean;
  onDone: () => void;
}

/** What becomes of an order or a stop whose line was dragged: a question first, or the new price at once. */
export function MovedLine(moved: MovedLineProps) {
  return moved.isSkipped ? <MoveAtOnce {...moved} /> : <MoveDialog {...moved} />;
}

function MoveDialog({ market, of, price, onDone }: MovedLineProps) {
  const { say, numbers } = useTexts();
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
    <Dialog title={say('perp.moved.title')} onClose={onDone}>
      <div className={styles.moved}>
        <p>{nameOf()}</p>
        <Facts
          layout="lines"
          facts={[
            [say('perp.moved.from'), shown(of.kind === 'stop' ? of.stop.trigger : of.order.price)],
            [say('perp.moved.to'), <b key="to">{shown(price)}</b>],
          ]}
        />
        <Refusal text={faultWords(fault)} />
        <Answers
          {...{ isBusy, onKeep: onDone, onConfirm: send }}
          keep={say('security.cancel')}
          confirm={say('perp.moved.confirm')}
        />
      </div>
    </Dialog>
  );

  function nameOf(): string {
    if (of.kind === 'stop')
      return `${say(`perp.line.${of.stop.kind}`)} · ${say(`perp.${of.stop.position}`)} · ${market.label}`;
    const { act, position, quantity } = of.order;
    const does =
      act === 'open' ? say(`perp.open_${position}`) : `${say('perp.line.close')} · ${say(`perp.${position}`)}`;
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
        toastShown(refused ? { kind: 'error', ...wordsOf(refused) } : { kind: 'success', key: 'perp.moved.done' }),
      );
      onDone();
    });
  }, [move, dispatch, onDone]);
  return null;
}

/** Gives what was refused, or null. */
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
