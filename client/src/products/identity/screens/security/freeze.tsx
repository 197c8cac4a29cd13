import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../kit/entities/security/security-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { useAttempt } from '../../../../kit/lib/hooks/use-attempt';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { agreementRule } from '../../../../kit/ui/form/rules';
import { PROOF_FIELD_OF, PasswordItem } from '../../../../kit/ui/form/fields/proof-items';
import { Field } from '../../../../kit/ui/form/field';
import { useForm } from '../../../../kit/ui/form/use-form';
import { Checkbox } from '../../../../kit/ui/form/fields/checkbox';
import { Section } from './parts/panel';
import { SecureForm } from './parts/secure-form';
import styles from './parts/security.module.css';
import { useConfirmation } from './parts/use-done';

/** Freezes the account if a stranger has access. Only staff can release it. */
export function Freeze({ overview: { frozen } }: { overview: SecurityOverview }) {
  const { t } = useTexts();
  const [isAsked, setAsked] = useState(false);
  return (
    <Section
      title={t('freeze.title')}
      lead={t(frozen ? 'freeze.frozen' : 'freeze.lead')}
      actions={
        <button
          type="button"
          className={styles.action}
          data-kind="bad"
          disabled={frozen}
          onClick={() => setAsked(true)}
        >
          <Snowflake size={15} aria-hidden="true" />
          {t('freeze.open')}
        </button>
      }
    >
      {isAsked && <FreezeDialog onClose={() => setAsked(false)} />}
    </Section>
  );
}

interface Fields {
  password: string;
  understood: boolean;
}

function FreezeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const confirm = useConfirmation();
  const form = useForm<Fields>();
  const [freeze] = securityApi.useFreezeMutation();
  const attempt = useAttempt();
  const submit = async ({ password }: Fields) => {
    const { error } = await freeze({ clientId: attempt.idOf({}), password });
    if (!error) attempt.accepted();
    if (error) return error;
    confirm('freeze.done');
    onClose();
  };
  return (
    <Dialog title={t('freeze.title')} onClose={onClose}>
      <ul className={styles.list}>
        <li>{t('freeze.effect_trade')}</li>
        <li>{t('freeze.effect_sessions')}</li>
        <li>{t('freeze.effect_staff')}</li>
      </ul>
      <SecureForm form={form} fieldOf={PROOF_FIELD_OF} submitText={t('freeze.submit')} kind="bad" onSubmit={submit}>
        <PasswordItem />
        <Field name="understood" judgedOn="change" rules={[agreementRule(t('freeze.confirm_needed'))]}>
          <Checkbox>{t('freeze.confirm')}</Checkbox>
        </Field>
      </SecureForm>
    </Dialog>
  );
}
