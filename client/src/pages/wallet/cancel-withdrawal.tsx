import { useDispatch } from 'react-redux';
import type { WithdrawalRecord } from '../../../../shared/wire/wallet';
import { useCancelWithdrawalMutation } from '../../entities/withdrawal/withdrawal-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { focusFirst } from '../../shared/lib/focus-first';
import { useAttempt } from '../../shared/lib/use-attempt';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Amount } from '../../shared/ui/amount';
import { Button } from '../../shared/ui/button';
import { Dialog } from '../../shared/ui/dialog';
import styles from './wallet.module.css';
import { destinationOf } from './withdrawal-destination';

/** Asks once more. */
export function CancelWithdrawal({ record, onClose }: { record: WithdrawalRecord; onClose: () => void }) {
  const { say } = useTexts();
  const dispatch = useDispatch();
  const [cancel, { isLoading }] = useCancelWithdrawalMutation();
  const attempt = useAttempt();
  const { withdrawal, amount, asset } = record;
  const send = async () => {
    const { error } = await cancel({ clientId: attempt.idOf({ withdrawal }), withdrawal });
    if (!error) attempt.accepted();
    if (!error) dispatch(toastShown({ kind: 'success', key: 'wallet.withdrawal.cancelled' }));
    onClose();
  };
  return (
    <Dialog title={say('wallet.withdrawal.cancel_title')} onClose={onClose}>
      <p>
        <b>
          <Amount of={amount} asset={asset} /> {asset}
        </b>{' '}
        · {destinationOf(record)}
      </p>
      <p className={styles.muted}>{say('wallet.withdrawal.cancel_text')}</p>
      <div className={styles.actions}>
        <Button onClick={onClose}>{say('wallet.keep')}</Button>
        <button
          type="button"
          ref={focusFirst}
          className={styles.way}
          disabled={isLoading}
          aria-busy={isLoading}
          onClick={() => void send()}
        >
          {say('wallet.withdrawal.cancel')}
        </button>
      </div>
    </Dialog>
  );
}
