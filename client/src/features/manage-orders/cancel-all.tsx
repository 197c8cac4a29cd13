import { nanoid } from '@reduxjs/toolkit';
import { useState } from 'react';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useCancelAllOrdersMutation } from '../../entities/order/order-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { Dialog } from '../../shared/ui/dialog';
import styles from './orders.module.css';

/** Every open order of this market, after a question. */
export function CancelAll({ market, count }: { market: MarketRecord; count: number }) {
  const { say, sayCount } = useTexts();
  const [isAsking, setAsking] = useState(false);
  const [cancelAll, { isLoading }] = useCancelAllOrdersMutation();
  const pair = market.label;
  const confirm = async () => {
    await cancelAll({ clientId: nanoid(), market: market.name });
    setAsking(false);
  };
  return (
    <>
      <button type="button" className={styles.all} disabled={count === 0} onClick={() => setAsking(true)}>
        {say('own.cancel_all')}
      </button>
      {isAsking && (
        <Dialog title={say('own.cancel_all_of', { market: pair })} onClose={() => setAsking(false)}>
          <p>{sayCount('own.cancel_all_text', count)}</p>
          <button type="button" className={styles.confirm} disabled={isLoading} onClick={() => void confirm()}>
            {say('own.cancel_all')}
          </button>
        </Dialog>
      )}
    </>
  );
}
