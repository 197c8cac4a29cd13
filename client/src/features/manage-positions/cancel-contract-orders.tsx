import { useState } from 'react';
import { useCancelAllContractMutation } from '../../entities/contract/contract-api';
import { useContractAccount } from '../../entities/contract/positions';
import { useTexts } from '../../shared/i18n/use-texts';
import { newClientId } from '../../shared/lib/use-attempt';
import { Button } from '../../shared/ui/button';
import { Dialog } from '../../shared/ui/dialog';
import styles from './positions.module.css';

/** Every open order of one market or of all, after a question: market by market. */
export function CancelContractOrders({ only }: { only: string | undefined }) {
  const { say, sayCount } = useTexts();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [cancelAll] = useCancelAllContractMutation();
  const orders = (useContractAccount()?.orders ?? []).filter(({ market }) => only === undefined || market === only);
  const confirm = async () => {
    setBusy(true);
    for (const market of new Set(orders.map((order) => order.market))) {
      await cancelAll({ clientId: newClientId(), market });
    }
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <Button disabled={orders.length === 0} onClick={() => setAsking(true)}>
        {say('orderlist.cancel_all')}
      </Button>
      {isAsking && (
        <Dialog title={say('orderlist.cancel_all')} onClose={() => setAsking(false)}>
          <p>{sayCount('orderlist.cancel_all_text', orders.length)}</p>
          <p className={styles.answers}>
            <Button onClick={() => setAsking(false)}>{say('orderlist.keep')}</Button>
            <button type="button" className={styles.confirm} disabled={isBusy} onClick={() => void confirm()}>
              {say('orderlist.cancel_all')}
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}
