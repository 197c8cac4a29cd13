import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../entities/security/security-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { useAttempt } from '../../../../shared/lib/hooks/use-attempt';
import { Dialog } from '../../../../shared/ui/dialogs/dialog';
import { agreementRule } from '../../../../shared/ui/form/rules';
import { PROOF_FIELD_OF, PasswordItem } from '../../../../shared/ui/form/fields/proof-items';
import { Field } from '../../../../shared/ui/form/field';
import { useForm } from '../../../../shared/ui/form/use-form';
import { Checkbox } from '../../../../shared/ui/form/fields/checkbox';
import { Section } from './parts/panel';
import { SecureForm } from './parts/secure-form';
import styles from './parts/security.module.css';
import { useSaid } from './parts/use-done';

/** The emergency brake: whoever sees a stranger in their account stops everything, and staff alone release it. */
export function Freeze({ overview: { frozen } }: { overview: SecurityOverview }) {
  const { say } = useTexts();
  const [isAsked, setAsked] = useState(false);
  return (
    <Section
      title={say('freeze.title')}
      lead={say(frozen ? 'freeze.frozen' : 'freeze.lead')}
      actions={
        <button
          type="button"
          className={styles.action}
          data-kind="bad"
          disabled={frozen}
          onClick={() => setAsked(true)}
        >
          <Snowflake size={15} aria-hidden="true" />
          {say('freeze.open')}
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
  const { say } = useTexts();
  const said = useSaid();
  const form = useForm<Fields>();
  const [freeze] = securityApi.useFreezeMutation();
  const attempt = useAttempt();
  const submit = async ({ password }: Fields) => {
    const { error } = await freeze({ clientId: attempt.idOf({}), password });
    if (!error) attempt.accepted();
    if (error) return error;
    said('freeze.done');
    onClose();
  };
  return (
    <Dialog title={say('freeze.title')} onClose={onClose}>
      <ul className={styles.list}>
        <li>{say('freeze.effect_trade')}</li>
        <li>{say('freeze.effect_sessions')}</li>
        <li>{say('freeze.effect_staff')}</li>
      </ul>
      <SecureForm form={form} fieldOf={PROOF_FIELD_OF} submitText={say('freeze.submit')} kind="bad" onSubmit={submit}>
        <PasswordItem />
        <Field name="understood" judgedOn="change" rules={[agreementRule(say('freeze.confirm_needed'))]}>
          <Checkbox>{say('freeze.confirm')}</Checkbox>
        </Field>
      </SecureForm>
    </Dialog>
  );
}
