import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { AuthenticatorBegun, SecurityOverview } from '../../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../../entities/security/security-api';
import { useServerWords } from '../../../../../shared/i18n/server-words';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { SecondFactorField } from '../../../../../shared/ui/form/fields/code-field';
import { codeRules } from '../../../../../shared/ui/form/rules';
import { QrCode } from '../../../../../shared/ui/figures/qr-code';
import {
  PROOF_FIELD_OF,
  PasswordItem,
  SecondFactorItem,
  proofOf,
  type PasswordProof,
} from '../../../../../shared/ui/form/fields/proof-items';
import {
  BOUND_CODE_FIELD_OF,
  BoundCodeItem,
  NowhereToSend,
  useBoundChannel,
} from '../../../../../features/bound-code/bound-code';
import { FactorNameItem } from './rename-factor';
import { SecureForm } from '../parts/secure-form';
import { useCopy } from '../../../../../shared/ui/figures/use-copy';
import { Field } from '../../../../../shared/ui/form/field';
import { useForm } from '../../../../../shared/ui/form/use-form';
import styles from '../parts/security.module.css';

const BEGIN_FIELD_OF = { ...PROOF_FIELD_OF, ...BOUND_CODE_FIELD_OF };

interface BindAuthenticatorProps {
  overview: SecurityOverview;
  onBound: (recoveryCodes: string[]) => void;
  /** Away from a further one; nothing leads back from the first. */
  onBack?: () => void;
}

interface BeginFields extends PasswordProof {
  code?: string;
}

/**
 * First the proof, which is the password with a code to a bound address, or with a factor for a further one; then the secret, then the
 * code that proves that the secret arrived.
 */
export function BindAuthenticator({ overview, onBound, onBack }: BindAuthenticatorProps) {
  const { say } = useTexts();
  const [begun, setBegun] = useState<AuthenticatorBegun | null>(null);
  const [begin] = securityApi.useBeginAuthenticatorMutation();
  const form = useForm<BeginFields>();
  const to = useBoundChannel(overview);
  const isFurther = overview.authenticator;
  const hasFactor = isFurther || overview.passkeys > 0;
  if (begun) return <Scan begun={begun} onBound={onBound} onAgain={() => setBegun(null)} />;
  if (to === null && !hasFactor)
    return (
      <div className={styles.body}>
        <NowhereToSend />
      </div>
    );
  return (
    <div className={styles.body}>
      <p>{say(isFurther ? 'authenticator.begin_further' : 'authenticator.begin')}</p>
      <SecureForm
        form={form}
        fieldOf={BEGIN_FIELD_OF}
        submitText={say('authenticator.begin_submit')}
        onSubmit={async ({ code, ...proof }) => {
          const sent = code === undefined || to === null ? {} : { channel: to.channel, code: code.trim() };
          const { data, error } = await begin({ ...proofOf(proof), ...sent });
          if (data) setBegun(data);
          return error;
        }}
      >
        <PasswordItem />
        {hasFactor || to === null ? (
          <SecondFactorItem isBound={isFurther} hasPasskey={overview.passkeys > 0} />
        ) : (
          <BoundCodeItem overview={overview} form={form} purpose="authenticator" to={to} />
        )}
      </SecureForm>
      {onBack && (
        <div>
          <button type="button" className={styles.action} onClick={onBack}>
            {say('realname.back')}
          </button>
        </div>
      )}
    </div>
  );
}

interface ScanProps {
  begun: AuthenticatorBegun;
  onBound: (recoveryCodes: string[]) => void;
  onAgain: () => void;
}

interface ScanFields {
  name: string;
  code: string;
}

const FIELD_OF = { 'google.code.wrong': 'code', 'google.code.used': 'code' };

function Scan({ begun: { secret, uri }, onBound, onAgain }: ScanProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const [bind] = securityApi.useBindAuthenticatorMutation();
  const form = useForm<ScanFields>({ name: say('authenticator.default_name') });
  const submit = async ({ name, code }: ScanFields) => {
    const { data, error } = await bind({ name: name.trim(), code: code.trim() });
    if (data) onBound(data.recoveryCodes);
    // Too much time has gone by: another secret is needed.
    if (error?.code === 'authenticator.not.begun') onAgain();
    return error;
  };
  return (
    <div className={styles.body}>
      <ol className={styles.steps}>
        <li>{say('authenticator.step_app')}</li>
        <li>
          <div className={styles.step}>
            <p>{say('authenticator.step_scan')}</p>
            <div className={styles.pair}>
              <QrCode text={uri} label={say('authenticator.qr')} />
              <div className={styles.stack}>
                <p className={styles.muted}>{say('authenticator.by_hand')}</p>
                <code translate="no" className={styles.secret}>
                  {secret.match(/.{1,4}/g)?.join(' ')}
                </code>
                <CopyButton text={secret} />
              </div>
            </div>
          </div>
        </li>
        <li>
          <div className={styles.step}>
            <p>{say('authenticator.step_code')}</p>
            <SecureForm form={form} fieldOf={FIELD_OF} submitText={say('authenticator.bind_submit')} onSubmit={submit}>
              <FactorNameItem />
              <Field name="code" label={say('proof.second_factor')} rules={codeRules(words)}>
                <SecondFactorField />
              </Field>
            </SecureForm>
          </div>
        </li>
      </ol>
    </div>
  );
}

export function CopyButton({ text }: { text: string }) {
  const { say } = useTexts();
  const copy = useCopy();
  return (
    <button type="button" className={styles.action} onClick={() => void copy(text)}>
      <Copy size={15} aria-hidden="true" />
      {say('security.copy')}
    </button>
  );
}
