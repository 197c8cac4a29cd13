import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import { selectIsLogin } from '../../../kit/entities/session/session-slice';
import type { Fault } from '../../../kit/api/envelope';
import { useFaultWords } from '../../../kit/i18n/use-fault-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Button } from '../../../kit/ui/controls/button';
import { useDialogBusy } from '../../../kit/ui/dialogs/dialog-busy';

interface SetTermsProps {
  error: Fault | undefined;
  isBusy: boolean;
  isDisabled: boolean;
  confirm: string;
  onSend: () => Promise<void>;
}

/** Refusal and confirm button of a settings dialog; for visitors a link to log in that leads back here. */
export function SetTerms({ error, isBusy, isDisabled, confirm, onSend }: SetTermsProps) {
  const { t } = useTexts();
  useDialogBusy(isBusy);
  const faultWords = useFaultWords();
  const isLogin = useSelector(selectIsLogin);
  const { pathname, search } = useLocation();
  return (
    <>
      {error && (
        <p className={formStyles.note} data-kind="bad" role="alert">
          {faultWords(error)}
        </p>
      )}
      {isLogin ? (
        <Button disabled={isBusy || isDisabled} onClick={() => void onSend()}>
          {confirm}
        </Button>
      ) : (
        <Link
          className={formStyles.send}
          data-side="buy"
          to={`/login?statusType=0&from=${encodeURIComponent(pathname + search)}`}
        >
          {t('place.log_in')}
        </Link>
      )}
    </>
  );
}
