import { useDispatch } from 'react-redux';
import type { WithdrawalRecord } from '../../../../../../shared/products/wallet/wire';
import { useCancelWithdrawalMutation } from '../../api/withdrawal-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { useAttempt } from '../../../../shared/lib/hooks/use-attempt';
import { toastShown } from '../../../../shared/toasts/toasts-slice';
import { Amount } from '../../../../shared/ui/figures/amount';
import { ConfirmDialog } from '../parts/confirm-dialog';
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
    <ConfirmDialog
      title={say('wallet.withdrawal.cancel_title')}
      text={say('wallet.withdrawal.cancel_text')}
      act={say('wallet.withdrawal.cancel')}
      isBusy={isLoading}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <p>
        <b>
          <Amount of={amount} asset={asset} /> {asset}
        </b>{' '}
        · {destinationOf(record)}
      </p>
    </ConfirmDialog>
  );
}
