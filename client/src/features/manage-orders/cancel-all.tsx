import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { OrderState } from '../../../../shared/wire/market-data';
import { useCancelAllOrdersMutation } from '../../entities/order/order-api';
import { cancellationAsked } from '../../entities/order/own-acts';
import { labelOf, useInstrumentsById } from '../../entities/instrument/instrument';
import { useTexts } from '../../shared/i18n/use-texts';
import { newClientId } from '../../shared/lib/use-attempt';
import { Button } from '../../shared/ui/button';
import { Dialog } from '../../shared/ui/dialog';
import styles from './orders.module.css';

interface CancelAllProps {
  /** Those that the list beside it shows: open orders of one market, or of all. */
  orders: readonly OrderState[];
  market: string | undefined;
}

/** Every open order that is listed, after a question: of one market, or market by market. */
export function CancelAll({ orders, market }: CancelAllProps) {
  const { say, sayCount } = useTexts();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const instruments = useInstrumentsById();
  const dispatch = useDispatch();
  const [cancelAll] = useCancelAllOrdersMutation();
  const name =
    market === undefined
      ? say('orderlist.cancel_all')
      : say('orderlist.cancel_all_of', { market: labelOf(instruments, market) });
  const confirm = async () => {
    setBusy(true);
    dispatch(cancellationAsked(orders.map(({ order }) => order)));
    for (const one of new Set(orders.map((order) => order.market))) {
      await cancelAll({ clientId: newClientId(), market: one });
    }
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <Button disabled={orders.length === 0} onClick={() => setAsking(true)}>
        {name}
      </Button>
      {isAsking && (
        <Dialog title={name} onClose={() => setAsking(false)}>
          <p>{sayCount('orderlist.cancel_all_text', orders.length)}</p>
          <p className={styles.answers}>
            <Button onClick={() => setAsking(false)}>{say('orderlist.keep')}</Button>
            <button type="button" className={styles.confirm} disabled={isBusy} onClick={() => void confirm()}>
              {name}
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}
