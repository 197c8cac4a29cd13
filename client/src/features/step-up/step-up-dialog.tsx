import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import type { StepUpWanted } from '../../../../shared/wire/step-up';
import { useDemoCodes } from '../../entities/demo/use-demo-code';
import { securityApi } from '../../entities/security/security-api';
import { selectUser } from '../../entities/session/session-slice';
import { wordsOf, type Fault, type Words } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { isPasskeyPossible, wasDeclined } from '../../shared/lib/passkeys';
import { Dialog } from '../../shared/ui/dialogs/dialog';
import { SecondFactorField } from '../../shared/ui/form/fields/code-field';
import { FieldForm } from '../../shared/ui/form/field-form';
import { codeRules } from '../../shared/ui/form/rules';
import { Submit } from '../../shared/ui/form/submit';
import styles from './step-up.module.css';
import { Field } from '../../shared/ui/form/field';
import { useForm } from '../../shared/ui/form/use-form';
import { Said } from '../../shared/ui/said';

interface StepUpDialogProps {
  wanted: StepUpWanted;
  /** Why what was given before was none. */
  refused: Fault | null;
  /** While what was given is judged. */
  isBusy: boolean;
  /** The header's text, or null when the user would rather not. */
  onAnswer: (proof: string | null) => void;
}

/** The factor once more, for the one act that a request is held for. */
export function StepUpDialog({ wanted, refused, isBusy, onAnswer }: StepUpDialogProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const form = useForm<{ code: string }>();
  const [fault, setFault] = useState<Fault | null>(refused);
  useEffect(() => setFault(refused), [refused]);
  const [askOptions] = securityApi.useStepUpOptionsMutation();
  const canSign = wanted.factors.includes('passkey') && isPasskeyPossible();

  const sign = async () => {
    const { data, error } = await askOptions({ digest: wanted.digest });
    if (error) return setFault(error);
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const response = await startAuthentication({ optionsJSON: data as PublicKeyCredentialRequestOptionsJSON });
      onAnswer(`passkey ${base64UrlOf(JSON.stringify(response))}`);
    } catch (failure) {
      setFault({
        message: wasDeclined(failure) ? say('login.passkey_declined') : words('code', 'passkey.refused'),
      });
    }
  };
  return (
    <Dialog title={say('step_up.title')} isBusy={isBusy} onClose={() => onAnswer(null)}>
      {wanted.scope === 'trading' && <p className={styles.lead}>{say('step_up.trading')}</p>}
      {wanted.factors.includes('authenticator') && (
        <FieldForm
          form={form}
          onSubmit={({ code }) => onAnswer(`authenticator ${code.replace(/\s/g, '')}`)}
          onChange={() => setFault(null)}
        >
          {wanted.scope === 'act' && <p className={styles.lead}>{say('step_up.text')}</p>}
          <Field name="code" label={say('proof.second_factor')} rules={codeRules(words)}>
            <SecondFactorField />
          </Field>
          <DemoCodeHint />
          <Submit text={say('step_up.submit')} isBusy={isBusy} fault={fault && wordsOf(fault)} />
        </FieldForm>
      )}
      {canSign && (
        <PasskeyWay
          isAlone={!wanted.factors.includes('authenticator')}
          isAct={wanted.scope === 'act'}
          isBusy={isBusy}
          fault={fault && wordsOf(fault)}
          onSign={() => void sign()}
        />
      )}
    </Dialog>
  );
}

interface PasskeyWayProps {
  /** There is no form above it that says what this is about, or what went wrong. */
  isAlone: boolean;
  isAct: boolean;
  isBusy: boolean;
  fault: Words | null;
  onSign: () => void;
}

function PasskeyWay({ isAlone, isAct, isBusy, fault, onSign }: PasskeyWayProps) {
  const { say } = useTexts();
  return (
    <div className={styles.passkey}>
      {isAlone && isAct && <p className={styles.lead}>{say('step_up.passkey_text')}</p>}
      {isAlone && (
        <p className={styles.fault} role="alert">
          {fault && ('key' in fault ? say(fault.key) : fault.text)}
        </p>
      )}
      <button type="button" className={styles.way} data-main={isAlone} disabled={isBusy} onClick={onSign}>
        <KeyRound size={16} aria-hidden="true" />
        {say('step_up.passkey')}
      </button>
    </div>
  );
}

/** A visitor of the demo has no such app at hand. */
function DemoCodeHint() {
  const { say } = useTexts();
  const user = useSelector(selectUser);
  const shown = useDemoCodes().get(user?.email ?? '');
  if (!shown) return null;
  const seconds = String(shown.secondsLeft);
  if (shown.code === null)
    return (
      <p className={styles.lead}>
        <Said text="demo_code.next" facts={{ seconds }} />
      </p>
    );
  return (
    <p className={styles.lead}>
      {say('demo_code.shown')}{' '}
      <code translate="no" className={styles.code}>
        {shown.code}
      </code>{' '}
      <Said text="demo_code.left" facts={{ seconds }} />
    </p>
  );
}

/** What a browser's answer is made of is ASCII. */
function base64UrlOf(text: string): string {
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
