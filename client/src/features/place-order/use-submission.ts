import { nanoid } from '@reduxjs/toolkit';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { PlaceOrderRequest } from '../../../../shared/wire/spot';
import { usePlaceOrderMutation } from '../../entities/order/order-api';
import type { Fault } from '../../shared/api/envelope';
import { toastShown } from '../../shared/toasts/toasts-slice';

export type Order = Omit<PlaceOrderRequest, 'clientId' | 'selfTrade'>;

/** After these nobody knows whether the order was taken: only the same id again can tell. */
const UNSURE: ReadonlySet<string> = new Set(['system.error', 'system.busy', 'outcome.unknown', 'request.too.many']);

/** Sends an order. One that may have been taken keeps its id when it is sent again, so that it is never placed twice. */
export function useSubmission(said: (order: Order) => string) {
  const dispatch = useDispatch();
  const [place, { isLoading }] = usePlaceOrderMutation();
  const [fault, setFault] = useState<Fault | null>(null);
  const unsure = useRef<{ id: string; payload: string } | null>(null);
  const submit = async (order: Order): Promise<boolean> => {
    const payload = JSON.stringify(order);
    const clientId = unsure.current?.payload === payload ? unsure.current.id : nanoid();
    const { error } = await place({ clientId, ...order });
    const refusal = error;
    unsure.current =
      refusal && (refusal.code === undefined || UNSURE.has(refusal.code)) ? { id: clientId, payload } : null;
    setFault(refusal ?? null);
    if (refusal) return false;
    dispatch(toastShown({ kind: 'success', text: said(order) }));
    return true;
  };
  return { submit, isSending: isLoading, fault, forget: () => setFault(null) };
}
