import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import type { StepUpWanted } from '../../../../shared/wire/step-up';
import { useDemoCodes } from '../../kit/entities/demo/use-demo-code';
import { securityApi } from '../../kit/entities/security/security-api';
import { selectUser } from '../../kit/entities/session/session-slice';
import { faultMessage, type Fault, type Words } from '../../kit/api/envelope';
import { useServerWords } from '../../kit/i18n/server-words';
import { useTexts } from '../../kit/i18n/use-texts';
import { isPasskeyPossible, isDeclined } from '../../kit/lib/passkeys';
import { Dialog } from '../../kit/ui/dialogs/dialog';
import { SecondFactorField } from '../../kit/ui/form/fields/code-field';
import { FieldForm } from '../../kit/ui/form/field-form';
import { codeRules } from '../../kit/ui/form/rules';
import { Submit } from '../../kit/ui/form/submit';
import styles from './step-up.module.css';
import { Field } from '../../kit/ui/form/field';
import { useForm } from '../../kit/ui/form/use-form';
import { TextWithFact } from '../../kit/ui/text-with-fact';

interface StepUpDialogProps {
  challenge: StepUpWanted;
  /** Why the previous attempt was refused. */
  previousError: Fault | null;
  /** The answer is being verified. */
  isBusy: boolean;
  /** Value of the proof header, or null if the user cancelled. */
  onAnswer: (proof: string | null) => void;
}

/** Asks for the second factor again, for the one action whose request is waiting. */
export function StepUpDialog({ challenge, previousError, isBusy, onAnswer }: StepUpDialogProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const form = useForm<{ code: string }>();
  const [submitError, setSubmitError] = useState<Fault | null>(previousError);
  useEffect(() => setSubmitError(previousError), [previousError]);
  const [askOptions] = securityApi.useStepUpOptionsMutation();
  const canSign = challenge.factors.includes('passkey') && isPasskeyPossible();

  const sign = async () => {
    const { data, error } = await askOptions({ digest: challenge.digest });
    if (error) return setSubmitError(error);
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const response = await startAuthentication({ optionsJSON: data as PublicKeyCredentialRequestOptionsJSON });
      onAnswer(`passkey ${base64UrlOf(JSON.stringify(response))}`);
    } catch (failure) {
      setSubmitError({
        message: isDeclined(failure) ? t('login.passkey_declined') : serverText('code', 'passkey.refused'),
      });
    }
  };
  return (
    <Dialog title={t('step_up.title')} isBusy={isBusy} onClose={() => onAnswer(null)}>
      {challenge.scope === 'trading' && <p className={styles.lead}>{t('step_up.trading')}</p>}
      {challenge.factors.includes('authenticator') && (
        <FieldForm
          form={form}
          onSubmit={({ code }) => onAnswer(`authenticator ${code.replace(/\s/g, '')}`)}
          onChange={() => setSubmitError(null)}
        >
          {challenge.scope === 'act' && <p className={styles.lead}>{t('step_up.text')}</p>}
          <Field name="code" label={t('proof.second_factor')} rules={codeRules(serverText)}>
            <SecondFactorField />
          </Field>
          <DemoCodeHint />
          <Submit text={t('step_up.submit')} isBusy={isBusy} formError={submitError && faultMessage(submitError)} />
        </FieldForm>
      )}
      {canSign && (
        <PasskeyWay
          isAlone={!challenge.factors.includes('authenticator')}
          isAct={challenge.scope === 'act'}
          isBusy={isBusy}
          errorMessage={submitError && faultMessage(submitError)}
          onSign={() => void sign()}
        />
      )}
    </Dialog>
  );
}

interface PasskeyWayProps {
  /** No form is shown above, so this part must give the explanation and errors itself. */
  isAlone: boolean;
  isAct: boolean;
  isBusy: boolean;
  errorMessage: Words | null;
  onSign: () => void;
}

function PasskeyWay({ isAlone, isAct, isBusy, errorMessage, onSign }: PasskeyWayProps) {
  const { t } = useTexts();
  return (
    <div className={styles.passkey}>
      {isAlone && isAct && <p className={styles.lead}>{t('step_up.passkey_text')}</p>}
      {isAlone && (
        <p className={styles.fault} role="alert">
          {errorMessage && ('key' in errorMessage ? t(errorMessage.key) : errorMessage.text)}
        </p>
      )}
      <button type="button" className={styles.way} data-main={isAlone} disabled={isBusy} onClick={onSign}>
        <KeyRound size={16} aria-hidden="true" />
        {t('step_up.passkey')}
      </button>
    </div>
  );
}

/** Visitors of the demo have no authenticator app, so the current code is shown. */
function DemoCodeHint() {
  const { t } = useTexts();
  const user = useSelector(selectUser);
  const demoCode = useDemoCodes().get(user?.email ?? '');
  if (!demoCode) return null;
  const seconds = String(demoCode.secondsLeft);
  if (demoCode.code === null)
    return (
      <p className={styles.lead}>
        <TextWithFact text="demo_code.next" params={{ seconds }} />
      </p>
    );
  return (
    <p className={styles.lead}>
      {t('demo_code.shown')}{' '}
      <code translate="no" className={styles.code}>
        {demoCode.code}
      </code>{' '}
      <TextWithFact text="demo_code.left" params={{ seconds }} />
    </p>
  );
}

/** The browser's response is ASCII, as `btoa` requires. */
function base64UrlOf(text: string): string {
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
