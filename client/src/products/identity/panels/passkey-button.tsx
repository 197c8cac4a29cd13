import { KeyRound } from 'lucide-react';
import { useDispatch } from 'react-redux';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { sessionApi } from '../../../entities/session/session-api';
import { useEnter } from '../api/use-enter';
import { wordsOf, type Fault } from '../../../shared/api/envelope';
import { useTexts } from '../../../shared/i18n/use-texts';
import { isPasskeyPossible, wasDeclined } from '../../../shared/lib/passkeys';
import { toastShown } from '../../../shared/toasts/toasts-slice';
import styles from './enter.module.css';

interface PasskeyButtonProps {
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
  onRefused: (refused: Fault) => void;
}

/** Logs in by a passkey of this device, without a name and without a password. */
export function PasskeyButton({ isBusy, onBusy, onRefused }: PasskeyButtonProps) {
  const { say } = useTexts();
  const dispatch = useDispatch();
  const { byPasskey } = useEnter();
  const [askOptions] = sessionApi.usePasskeyLogInOptionsMutation();
  if (!isPasskeyPossible()) return null;

  const logIn = async () => {
    const { data: options, error } = await askOptions();
    if (error) return onRefused(error);
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
      const refused = await byPasskey({ response: await startAuthentication({ optionsJSON }) });
      if (refused) onRefused(refused);
    } catch (failure) {
      if (wasDeclined(failure)) dispatch(toastShown({ kind: 'info', key: 'login.passkey_declined' }));
      else dispatch(toastShown({ kind: 'error', ...wordsOf({}) }));
    }
  };
  const press = async () => {
    onBusy(true);
    await logIn();
    onBusy(false);
  };
  return (
    <button type="button" className={styles.other} disabled={isBusy} onClick={() => void press()}>
      <KeyRound size={16} aria-hidden="true" />
      {say('login.passkey')}
    </button>
  );
}
