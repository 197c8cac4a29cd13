import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { FinancialHolding } from '../../../../../shared/products/earn/wire';
import { useCancelFinancialMutation, useLeaveFinancialMutation } from '../api/earn-api';
import { useEarnWords } from '../api/earn-words';
import { wordsOf, type Fault } from '../../../shared/api/envelope';
import { useTexts } from '../../../shared/i18n/use-texts';
import { useAttempt } from '../../../shared/lib/hooks/use-attempt';
import { toastShown } from '../../../shared/toasts/toasts-slice';
import { Dialog } from '../../../shared/ui/dialogs/dialog';
import { Submit } from '../../../shared/ui/form/submit';
import styles from './manage-earn.module.css';

interface GiveUpDialogProps {
  /** As it was when it was asked for: one that begins to earn meanwhile is not left by a press that meant to cancel. */
  holding: FinancialHolding;
  onClose: () => void;
}

/** What is lost is said before: nothing, as long as it does not earn; all of its income afterwards. */
export function GiveUpDialog({ holding, onClose }: GiveUpDialogProps) {
  const { say } = useTexts();
  const how = useEarnWords();
  const dispatch = useDispatch();
  const attempt = useAttempt();
  const [cancel, cancelling] = useCancelFinancialMutation();
  const [leave, leaving] = useLeaveFinancialMutation();
  const [fault, setFault] = useState<Fault | null>(null);
  const { purchase, amount, asset, expected } = holding;
  const act = holding.status === 'buying' ? 'cancel' : 'leave';
  const confirmed = async () => {
    const wish = { clientId: attempt.idOf({ purchase, act }), purchase };
    const { error } = await (act === 'cancel' ? cancel(wish) : leave(wish));
    setFault(error ?? null);
    if (error) return;
    attempt.accepted();
    dispatch(toastShown({ kind: 'success', key: `financial.${act}.done` }));
    onClose();
  };
  const facts = {
    amount: how.plain(amount, asset),
    ...(act === 'leave' ? { income: how.plain(expected, asset) } : {}),
  };
  return (
    <Dialog title={say(`financial.${act}.title`)} onClose={onClose}>
      <form
        className={styles.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void confirmed();
        }}
      >
        <p className={styles.loss}>{say(`financial.${act}.loss`, facts)}</p>
        <Submit
          text={say(`financial.${act}`)}
          isBusy={cancelling.isLoading || leaving.isLoading}
          fault={fault && wordsOf(fault)}
          kind="bad"
        />
      </form>
    </Dialog>
  );
}
