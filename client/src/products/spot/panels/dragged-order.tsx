import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import type { OrderState } from '../../../../../shared/wire/market-data';
import { useAmendOrderMutation } from '../../../kit/entities/order/order-api';
import { faultMessage } from '../../../kit/api/envelope';
import { newClientId } from '../../../kit/lib/hooks/use-attempt';
import { toastShown } from '../../../kit/toasts/toasts-slice';
import { AmendDialog } from './amend-dialog';

interface DraggedOrderProps {
  order: OrderState;
  price: string;
  /** The user has turned confirmations off. */
  isSkipped: boolean;
  onDone: () => void;
}

/** Amends an order after its line was dragged: asks first, or sends the new price at once. */
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
      dispatch(toastShown(error ? { kind: 'error', ...faultMessage(error) } : { kind: 'success', key: 'own.amended' }));
      onDone();
    });
  }, [amend, dispatch, order.order, order.market, price, onDone]);
  return null;
}
