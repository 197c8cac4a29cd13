import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { AuthenticatorBegun } from '../../../../../../../shared/products/identity/authenticators';
import type { SecurityOverview } from '../../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../../kit/entities/security/security-api';
import { useServerWords } from '../../../../../kit/i18n/server-words';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { SecondFactorField } from '../../../../../kit/ui/form/fields/code-field';
import { codeRules } from '../../../../../kit/ui/form/rules';
import { QrCode } from '../../../../../kit/ui/figures/qr-code';
import {
  PROOF_FIELD_OF,
  PasswordItem,
  SecondFactorItem,
  proofOf,
  type PasswordProof,
} from '../../../../../kit/ui/form/fields/proof-items';
import {
  BOUND_CODE_FIELD_OF,
  BoundCodeItem,
  NowhereToSend,
  useBoundChannel,
} from '../../../../../kit/bound-code/bound-code';
import { FactorNameItem } from './rename-factor';
import { SecureForm } from '../parts/secure-form';
import { useCopy } from '../../../../../kit/ui/figures/use-copy';
import { Field } from '../../../../../kit/ui/form/field';
import { useForm } from '../../../../../kit/ui/form/use-form';
import styles from '../parts/security.module.css';

const BEGIN_FIELD_OF = { ...PROOF_FIELD_OF, ...BOUND_CODE_FIELD_OF };

interface BindAuthenticatorProps {
  overview: SecurityOverview;
  onBound: (recoveryCodes: string[]) => void;
  /** Absent for the first authenticator, which has no way back. */
  onBack?: () => void;
}

interface BeginFields extends PasswordProof {
  code?: string;
}

/**
 * Asks for proof first: the password with a code to a bound address, or with a second factor. It then shows the secret and asks for a code
 * that proves its receipt.
 */
export function BindAuthenticator({ overview, onBound, onBack }: BindAuthenticatorProps) {
  const { t } = useTexts();
  const [setup, setSetup] = useState<AuthenticatorBegun | null>(null);
  const [begin] = securityApi.useBeginAuthenticatorMutation();
  const form = useForm<BeginFields>();
  const to = useBoundChannel(overview);
  const isFurther = overview.authenticator;
  const hasFactor = isFurther || overview.passkeys > 0;
  if (setup) return <Scan setup={setup} onBound={onBound} onAgain={() => setSetup(null)} />;
  if (to === null && !hasFactor)
    return (
      <div className={styles.body}>
        <NowhereToSend />
      </div>
    );
  return (
    <div className={styles.body}>
      <p>{t(isFurther ? 'authenticator.begin_further' : 'authenticator.begin')}</p>
      <SecureForm
        form={form}
        fieldOf={BEGIN_FIELD_OF}
        submitText={t('authenticator.begin_submit')}
        onSubmit={async ({ code, ...proof }) => {
          const codeProof = code === undefined || to === null ? {} : { channel: to.channel, code: code.trim() };
          const { data, error } = await begin({ ...proofOf(proof), ...codeProof });
          if (data) setSetup(data);
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
            {t('realname.back')}
          </button>
        </div>
      )}
    </div>
  );
}

interface ScanProps {
  setup: AuthenticatorBegun;
  onBound: (recoveryCodes: string[]) => void;
  onAgain: () => void;
}

interface ScanFields {
  name: string;
  code: string;
}

const FIELD_OF = { 'google.code.wrong': 'code', 'google.code.used': 'code' };

function Scan({ setup: { secret, uri }, onBound, onAgain }: ScanProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const [bind] = securityApi.useBindAuthenticatorMutation();
  const form = useForm<ScanFields>({ name: t('authenticator.default_name') });
  const submit = async ({ name, code }: ScanFields) => {
    const { data, error } = await bind({ name: name.trim(), code: code.trim() });
    if (data) onBound(data.recoveryCodes);
    // The secret has expired, so a new one is needed.
    if (error?.code === 'authenticator.not.begun') onAgain();
    return error;
  };
  return (
    <div className={styles.body}>
      <ol className={styles.steps}>
        <li>{t('authenticator.step_app')}</li>
        <li>
          <div className={styles.step}>
            <p>{t('authenticator.step_scan')}</p>
            <div className={styles.pair}>
              <QrCode text={uri} label={t('authenticator.qr')} />
              <div className={styles.stack}>
                <p className={styles.muted}>{t('authenticator.by_hand')}</p>
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
            <p>{t('authenticator.step_code')}</p>
            <SecureForm form={form} fieldOf={FIELD_OF} submitText={t('authenticator.bind_submit')} onSubmit={submit}>
              <FactorNameItem />
              <Field name="code" label={t('proof.second_factor')} rules={codeRules(serverText)}>
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
  const { t } = useTexts();
  const copy = useCopy();
  return (
    <button type="button" className={styles.action} onClick={() => void copy(text)}>
      <Copy size={15} aria-hidden="true" />
      {t('security.copy')}
    </button>
  );
}
