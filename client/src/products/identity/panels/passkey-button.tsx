import { KeyRound } from 'lucide-react';
import { useDispatch } from 'react-redux';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { sessionApi } from '../../../kit/entities/session/session-api';
import { useLogInMethods } from '../api/use-log-in-methods';
import { faultMessage, type Fault } from '../../../kit/api/envelope';
import { useTexts } from '../../../kit/i18n/use-texts';
import { isPasskeyPossible, isDeclined } from '../../../kit/lib/passkeys';
import { toastShown } from '../../../kit/toasts/toasts-slice';
import styles from './enter.module.css';

interface PasskeyButtonProps {
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
  onRefused: (error: Fault) => void;
}

/** Logs in with a passkey of this device, without name and password. */
export function PasskeyButton({ isBusy, onBusy, onRefused }: PasskeyButtonProps) {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const { byPasskey } = useLogInMethods();
  const [askOptions] = sessionApi.usePasskeyLogInOptionsMutation();
  if (!isPasskeyPossible()) return null;

  const logIn = async () => {
    const { data: options, error } = await askOptions();
    if (error) return onRefused(error);
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
      const logInError = await byPasskey({ response: await startAuthentication({ optionsJSON }) });
      if (logInError) onRefused(logInError);
    } catch (failure) {
      if (isDeclined(failure)) dispatch(toastShown({ kind: 'info', key: 'login.passkey_declined' }));
      else dispatch(toastShown({ kind: 'error', ...faultMessage({}) }));
    }
  };
  const handlePress = async () => {
    onBusy(true);
    await logIn();
    onBusy(false);
  };
  return (
    <button type="button" className={styles.other} disabled={isBusy} onClick={() => void handlePress()}>
      <KeyRound size={16} aria-hidden="true" />
      {t('login.passkey')}
    </button>
  );
}
