import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { FinancialHolding } from '../../../../../shared/products/earn/wire';
import { useCancelFinancialMutation, useLeaveFinancialMutation } from '../api/earn-api';
import { useEarnFormat } from '../api/earn-format';
import { faultMessage, type Fault } from '../../../kit/api/envelope';
import { useTexts } from '../../../kit/i18n/use-texts';
import { useAttempt } from '../../../kit/lib/hooks/use-attempt';
import { toastShown } from '../../../kit/toasts/toasts-slice';
import { Dialog } from '../../../kit/ui/dialogs/dialog';
import { Submit } from '../../../kit/ui/form/submit';
import styles from './manage-earn.module.css';

interface GiveUpDialogProps {
  /** State when the dialog was opened. If interest starts meanwhile, a confirmed cancellation must not become an early exit. */
  holding: FinancialHolding;
  onClose: () => void;
}

/** States the loss before confirmation: none before interest starts, all of the income afterwards. */
export function GiveUpDialog({ holding, onClose }: GiveUpDialogProps) {
  const { t } = useTexts();
  const format = useEarnFormat();
  const dispatch = useDispatch();
  const attempt = useAttempt();
  const [cancel, cancelling] = useCancelFinancialMutation();
  const [leave, leaving] = useLeaveFinancialMutation();
  const [requestError, setRequestError] = useState<Fault | null>(null);
  const { purchase, amount, asset, expected } = holding;
  const act = holding.status === 'buying' ? 'cancel' : 'leave';
  const confirmed = async () => {
    const request = { clientId: attempt.idOf({ purchase, act }), purchase };
    const { error } = await (act === 'cancel' ? cancel(request) : leave(request));
    setRequestError(error ?? null);
    if (error) return;
    attempt.accepted();
    dispatch(toastShown({ kind: 'success', key: `financial.${act}.done` }));
    onClose();
  };
  const params = {
    amount: format.plain(amount, asset),
    ...(act === 'leave' ? { income: format.plain(expected, asset) } : {}),
  };
  return (
    <Dialog title={t(`financial.${act}.title`)} onClose={onClose}>
      <form
        className={styles.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void confirmed();
        }}
      >
        <p className={styles.loss}>{t(`financial.${act}.loss`, params)}</p>
        <Submit
          text={t(`financial.${act}`)}
          isBusy={cancelling.isLoading || leaving.isLoading}
          formError={requestError && faultMessage(requestError)}
          kind="bad"
        />
      </form>
    </Dialog>
  );
}
