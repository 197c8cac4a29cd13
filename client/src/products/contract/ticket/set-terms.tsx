import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import formStyles from '../../../entities/order/ticket/order-form.module.css';
import { selectIsLogin } from '../../../entities/session/session-slice';
import type { Fault } from '../../../shared/api/envelope';
import { useFaultWords } from '../../../shared/i18n/use-fault-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Button } from '../../../shared/ui/controls/button';
import { useDialogBusy } from '../../../shared/ui/dialogs/dialog-busy';

interface SetTermsProps {
  error: Fault | undefined;
  isBusy: boolean;
  isDisabled: boolean;
  confirm: string;
  onSend: () => Promise<void>;
}

/** Why terms were refused, and the button that sets them; for whoever is not logged in the way to be, and back here. */
export function SetTerms({ error, isBusy, isDisabled, confirm, onSend }: SetTermsProps) {
  const { say } = useTexts();
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
          {say('place.log_in')}
        </Link>
      )}
    </>
  );
}
