import { useState } from 'react';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../entities/security/security-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { proofOf, type PasswordProof } from '../../../../shared/ui/form/fields/proof-items';
import { Section } from './parts/panel';
import { ProvenDialog } from './parts/proven-dialog';
import styles from './parts/security.module.css';
import { useSaid } from './parts/use-done';

/** Whether a code to the e-mail or phone logs in: whoever reads that mailbox is else as good as the owner. */
export function CodeLogIn({ overview }: { overview: SecurityOverview }) {
  const { say } = useTexts();
  const [isAsked, setAsked] = useState(false);
  const { codeLogIn } = overview;
  const name = say(codeLogIn ? 'code_log_in.switch_off' : 'code_log_in.switch_on');
  return (
    <Section
      title={say('code_log_in.title')}
      lead={say(codeLogIn ? 'code_log_in.on' : 'code_log_in.off')}
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
  const said = useSaid();
  const [change] = securityApi.useSetCodeLogInMutation();
  const submit = async (proof: PasswordProof) => {
    const { error } = await change({ on: !overview.codeLogIn, ...proofOf(proof) });
    if (error) return error;
    said('security.saved');
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
