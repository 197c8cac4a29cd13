import Form from 'antd/es/form';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { AuthenticatorBegun, SecurityOverview } from '../../../../shared/wire/security';
import { securityApi } from '../../entities/security/security-api';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { SecondFactorField } from '../../shared/ui/form/code-field';
import { codeRules } from '../../shared/ui/form/rules';
import { QrCode } from '../../shared/ui/qr-code';
import { PROOF_FIELD_OF, PasswordItem } from '../../shared/ui/form/proof-items';
import {
  BOUND_CODE_FIELD_OF,
  BoundCodeItem,
  NowhereToSend,
  useBoundChannel,
} from '../../features/bound-code/bound-code';
import { SecureForm } from './secure-form';
import { useCopy } from '../../shared/ui/use-copy';
import styles from './security.module.css';

const BEGIN_FIELD_OF = { ...PROOF_FIELD_OF, ...BOUND_CODE_FIELD_OF };

interface BindAuthenticatorProps {
  overview: SecurityOverview;
  onCodes: (codes: string[]) => void;
}

/** First the password and a code to a bound address, then the secret, then the code that proves that the secret arrived. */
export function BindAuthenticator({ overview, onCodes }: BindAuthenticatorProps) {
  const { say } = useTexts();
  const [begun, setBegun] = useState<AuthenticatorBegun | null>(null);
  const [begin] = securityApi.useBeginAuthenticatorMutation();
  const [form] = Form.useForm<{ password: string; code: string }>();
  const to = useBoundChannel(overview);
  if (begun) return <Scan begun={begun} onCodes={onCodes} onAgain={() => setBegun(null)} />;
  if (to === null)
    return (
      <div className={styles.body}>
        <NowhereToSend />
      </div>
    );
  return (
    <div className={styles.body}>
      <p>{say('authenticator.begin')}</p>
      <SecureForm
        form={form}
        fieldOf={BEGIN_FIELD_OF}
        submitText={say('authenticator.begin_submit')}
        onSubmit={async ({ password, code }) => {
          const { data, error } = await begin({ password, channel: to.channel, code: code.trim() });
          if (data) setBegun(data);
          return error;
        }}
      >
        <PasswordItem />
        <BoundCodeItem overview={overview} form={form} purpose="authenticator" to={to} />
      </SecureForm>
    </div>
  );
}

interface ScanProps {
  begun: AuthenticatorBegun;
  onCodes: (codes: string[]) => void;
  onAgain: () => void;
}

const FIELD_OF = { 'google.code.wrong': 'code', 'google.code.used': 'code' };

function Scan({ begun: { secret, uri }, onCodes, onAgain }: ScanProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const [bind] = securityApi.useBindAuthenticatorMutation();
  const [form] = Form.useForm<{ code: string }>();
  const submit = async ({ code }: { code: string }) => {
    const { data, error } = await bind({ code: code.trim() });
    if (data) onCodes(data.recoveryCodes);
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
                <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
                <CopyButton text={secret} />
              </div>
            </div>
          </div>
        </li>
        <li>
          <div className={styles.step}>
            <p>{say('authenticator.step_code')}</p>
            <SecureForm form={form} fieldOf={FIELD_OF} submitText={say('authenticator.bind_submit')} onSubmit={submit}>
              <Form.Item name="code" label={say('proof.second_factor')} rules={codeRules(words)}>
                <SecondFactorField />
              </Form.Item>
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
