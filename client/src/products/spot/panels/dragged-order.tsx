import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import type { OrderState } from '../../../../../shared/wire/market-data';
import { useAmendOrderMutation } from '../../../entities/order/order-api';
import { wordsOf } from '../../../shared/api/envelope';
import { newClientId } from '../../../shared/lib/hooks/use-attempt';
import { toastShown } from '../../../shared/toasts/toasts-slice';
import { AmendDialog } from './amend-dialog';

interface DraggedOrderProps {
  order: OrderState;
  price: string;
  /** Somebody who does not want to be asked is not asked. */
  isSkipped: boolean;
  onDone: () => void;
}

/** What becomes of an order whose line was dragged: a question first, or the new price at once. */
export function DraggedOrder(dragged: DraggedOrderProps) {
  const { order, price, isSkipped, onDone } = dragged;
  return isSkipped ? <AmendAtOnce {...dragged} /> : <AmendDialog order={order} price={price} onClose={onDone} />;
}

function AmendAtOnce({ order, price, onDone }: DraggedOrderProps) {
  const dispatch = useDispatch();
  const [amend] = useAmendOrderMutation();
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    void amend({ clientId: newClientId(), order: order.order, market: order.market, price }).then(({ error }) => {
      dispatch(toastShown(error ? { kind: 'error', ...wordsOf(error) } : { kind: 'success', key: 'own.amended' }));
      onDone();
    });
  }, [amend, dispatch, order.order, order.market, price, onDone]);
  return null;
}
