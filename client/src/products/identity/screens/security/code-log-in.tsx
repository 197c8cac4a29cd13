import { useState } from 'react';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../kit/entities/security/security-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { proofOf, type PasswordProof } from '../../../../kit/ui/form/fields/proof-items';
import { Section } from './parts/panel';
import { ProvenDialog } from './parts/proven-dialog';
import styles from './parts/security.module.css';
import { useConfirmation } from './parts/use-done';

/** Switch for log-in by mail or phone code. If on, access to the mailbox is enough to log in. */
export function CodeLogIn({ overview }: { overview: SecurityOverview }) {
  const { t } = useTexts();
  const [isAsked, setAsked] = useState(false);
  const { codeLogIn } = overview;
  const name = t(codeLogIn ? 'code_log_in.switch_off' : 'code_log_in.switch_on');
  return (
    <Section
      title={t('code_log_in.title')}
      lead={t(codeLogIn ? 'code_log_in.on' : 'code_log_in.off')}
      actions={
        <button type="button" className={styles.action} onClick={() => setAsked(true)}>
          {name}
        </button>
      }
    >
      {isAsked && <SwitchDialog name={name} overview={overview} onClose={() => setAsked(false)} />}
    </Section>
  );
}

interface SwitchDialogProps {
  name: string;
  overview: SecurityOverview;
  onClose: () => void;
}

function SwitchDialog({ name, overview, onClose }: SwitchDialogProps) {
  const confirm = useConfirmation();
  const [change] = securityApi.useSetCodeLogInMutation();
  const submit = async (proof: PasswordProof) => {
    const { error } = await change({ on: !overview.codeLogIn, ...proofOf(proof) });
    if (error) return error;
    confirm('security.saved');
    onClose();
  };
  return (
    <ProvenDialog
      title={name}
      isBound={overview.authenticator}
      hasPasskey={overview.passkeys > 0}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
