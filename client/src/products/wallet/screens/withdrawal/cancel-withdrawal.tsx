import { useDispatch } from 'react-redux';
import type { WithdrawalRecord } from '../../../../../../shared/products/wallet/wire';
import { useCancelWithdrawalMutation } from '../../api/withdrawal-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { useAttempt } from '../../../../kit/lib/hooks/use-attempt';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { Amount } from '../../../../kit/ui/figures/amount';
import { ConfirmDialog } from '../parts/confirm-dialog';
import { destinationOf } from './withdrawal-destination';

/** Asks for confirmation. */
export function CancelWithdrawal({ record, onClose }: { record: WithdrawalRecord; onClose: () => void }) {
  const { t } = useTexts();
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
      title={t('wallet.withdrawal.cancel_title')}
      text={t('wallet.withdrawal.cancel_text')}
      act={t('wallet.withdrawal.cancel')}
      isBusy={isLoading}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <p>
        <b>
          <Amount amount={amount} asset={asset} /> {asset}
        </b>{' '}
        · {destinationOf(record)}
      </p>
    </ConfirmDialog>
  );
}
