import { useState } from 'react';
import { ANTI_PHISHING_CODE_LENGTH_MAX } from '../../../../../../shared/products/identity/rules/credentials';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../kit/entities/security/security-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { required } from '../../../../kit/ui/form/rules';
import { proofOf, type PasswordProof } from '../../../../kit/ui/form/fields/proof-items';
import { Field } from '../../../../kit/ui/form/field';
import { TextField } from '../../../../kit/ui/form/fields/text-field';
import { Section } from './parts/panel';
import { ProvenDialog } from './parts/proven-dialog';
import styles from './parts/security.module.css';
import { useConfirmation } from './parts/use-done';

/** A word chosen by the user that every genuine mail contains. */
export function AntiPhishing({ overview }: { overview: SecurityOverview }) {
  const { t } = useTexts();
  const [action, setAction] = useState<'set' | 'remove' | null>(null);
  const { antiPhishingCode } = overview;
  return (
    <Section
      title={t('phishing.title')}
      lead={t('phishing.lead')}
      actions={
        <div className={styles.actions}>
          <button type="button" className={styles.action} onClick={() => setAction('set')}>
            {t(antiPhishingCode === null ? 'security.verb.set' : 'security.verb.change')}
          </button>
          {antiPhishingCode !== null && (
            <button type="button" className={styles.action} onClick={() => setAction('remove')}>
              {t('security.remove')}
            </button>
          )}
        </div>
      }
    >
      <p>
        {antiPhishingCode === null ? (
          <span className={styles.state}>{t('security.off')}</span>
        ) : (
          <span className={styles.state} data-kind="good">
            {antiPhishingCode}
          </span>
        )}
      </p>
      {action !== null && <AntiPhishingDialog overview={overview} action={action} onClose={() => setAction(null)} />}
    </Section>
  );
}

interface Fields extends PasswordProof {
  antiPhishingCode?: string;
}

interface DialogProps {
  overview: SecurityOverview;
  action: 'set' | 'remove';
  onClose: () => void;
}

function AntiPhishingDialog({ overview, action, onClose }: DialogProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const confirm = useConfirmation();
  const [save] = securityApi.useSetAntiPhishingCodeMutation();
  const submit = async ({ antiPhishingCode, ...proof }: Fields) => {
    const code = action === 'remove' ? null : (antiPhishingCode?.trim() ?? '');
    const { error } = await save({ antiPhishingCode: code, ...proofOf(proof) });
    if (error) return error;
    confirm('security.saved');
    onClose();
  };
  return (
    <ProvenDialog<Fields>
      title={t('phishing.title')}
      submitText={t(action === 'set' ? 'security.save' : 'security.remove')}
      isBound={overview.authenticator}
      hasPasskey={overview.passkeys > 0}
      onSubmit={submit}
      onClose={onClose}
    >
      {action === 'set' && (
        <Field
          name="antiPhishingCode"
          label={t('phishing.code')}
          extra={t('phishing.hint')}
          rules={[required(serverText)]}
        >
          <TextField size="large" autoComplete="off" maxLength={ANTI_PHISHING_CODE_LENGTH_MAX} />
        </Field>
      )}
    </ProvenDialog>
  );
}
