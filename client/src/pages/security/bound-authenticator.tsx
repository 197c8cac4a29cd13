import Form from 'antd/es/form';
import { useState } from 'react';
import type { ProvenByBoth, SecurityOverview } from '../../../../shared/wire/security';
import { securityApi } from '../../entities/security/security-api';
import type { Fault } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { Dialog } from '../../shared/ui/dialog';
import { SecondFactorField } from '../../shared/ui/form/code-field';
import { codeRules } from '../../shared/ui/form/rules';
import { PasswordItem } from '../../shared/ui/form/proof-items';
import { Section } from './panel';
import { SecureForm } from './secure-form';
import styles from './security.module.css';
import { useDone } from './use-done';

interface BoundAuthenticatorProps {
  overview: SecurityOverview;
  onCodes: (codes: string[]) => void;
}

/** Recovery codes that are left, new ones, and the way out. */
export function BoundAuthenticator({ overview: { recoveryCodesLeft }, onCodes }: BoundAuthenticatorProps) {
  const { say, sayCount } = useTexts();
  const done = useDone();
  const [wish, setWish] = useState<'renew' | 'unbind' | null>(null);
  const [renew] = securityApi.useRenewRecoveryCodesMutation();
  const [unbind] = securityApi.useUnbindAuthenticatorMutation();
  const submit = async (proof: ProvenByBoth): Promise<Fault | undefined> => {
    if (wish === 'renew') {
      const { data, error } = await renew(proof);
      if (data) onCodes(data.recoveryCodes);
      return error;
    }
    const { error } = await unbind(proof);
    if (!error) done('authenticator.unbound');
    return error;
  };
  return (
    <>
      <Section
        title={say('recovery.title')}
        lead={sayCount('recovery.left', recoveryCodesLeft)}
        actions={
          <button type="button" className={styles.action} onClick={() => setWish('renew')}>
            {say('recovery.renew')}
          </button>
        }
      >
        <p className={styles.muted}>{say('recovery.about')}</p>
      </Section>
      <Section
        title={say('authenticator.unbind')}
        lead={say('authenticator.unbind_lead')}
        actions={
          <button type="button" className={styles.action} data-kind="bad" onClick={() => setWish('unbind')}>
            {say('authenticator.unbind')}
          </button>
        }
      >
        {wish !== null && <BothDialog wish={wish} onClose={() => setWish(null)} onSubmit={submit} />}
      </Section>
    </>
  );
}

interface BothDialogProps {
  wish: 'renew' | 'unbind';
  onClose: () => void;
  onSubmit: (proof: ProvenByBoth) => Promise<Fault | undefined>;
}

const FIELD_OF = {
  'password.wrong': 'password',
  'google.code.wrong': 'code',
  'google.code.used': 'code',
};

/** Password and authenticator: what protects the account is not changed by a ticket alone. */
function BothDialog({ wish, onClose, onSubmit }: BothDialogProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const [form] = Form.useForm<ProvenByBoth>();
  const title = say(wish === 'renew' ? 'recovery.renew' : 'authenticator.unbind');
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{say(wish === 'renew' ? 'recovery.renew_lead' : 'authenticator.unbind_warning')}</p>
      <SecureForm
        form={form}
        fieldOf={FIELD_OF}
        submitText={title}
        kind={wish === 'unbind' ? 'bad' : undefined}
        onSubmit={({ password, code }) => onSubmit({ password, code: code.trim() })}
      >
        <PasswordItem />
        <Form.Item
          name="code"
          label={say('proof.second_factor')}
          extra={say('proof.second_hint')}
          rules={codeRules(words)}
        >
          <SecondFactorField />
        </Form.Item>
      </SecureForm>
    </Dialog>
  );
}
