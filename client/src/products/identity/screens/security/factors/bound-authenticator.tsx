import { Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { ProvenByBoth, SecurityOverview } from '../../../../../../../shared/products/identity/security';
import { securityApi, useAuthenticatorsQuery } from '../../../../../entities/security/security-api';
import type { Fault } from '../../../../../shared/api/envelope';
import { useServerWords } from '../../../../../shared/i18n/server-words';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { Dialog } from '../../../../../shared/ui/dialogs/dialog';
import { SecondFactorField } from '../../../../../shared/ui/form/fields/code-field';
import { codeRules } from '../../../../../shared/ui/form/rules';
import { PasswordItem, proofOf } from '../../../../../shared/ui/form/fields/proof-items';
import { Field } from '../../../../../shared/ui/form/field';
import { useForm } from '../../../../../shared/ui/form/use-form';
import { Waiting } from '../../../../../shared/ui/page/waiting';
import { FactorRows, type Factor } from './factor-rows';
import { Section } from '../parts/panel';
import { ProvenDialog } from '../parts/proven-dialog';
import { RenameFactor } from './rename-factor';
import { SecureForm } from '../parts/secure-form';
import styles from '../parts/security.module.css';
import { useSaid } from '../parts/use-done';

interface BoundAuthenticatorProps {
  overview: SecurityOverview;
  onAdd: () => void;
  onCodes: (codes: string[]) => void;
}

/** Those that are bound, what stands in for all of them, and the way out. */
export function BoundAuthenticator({ overview, onAdd, onCodes }: BoundAuthenticatorProps) {
  const { say, sayCount } = useTexts();
  const [isRenewing, setRenewing] = useState(false);
  return (
    <>
      <Section
        title={say('authenticator.own')}
        lead={say('authenticator.own_lead')}
        actions={
          <button type="button" className={styles.action} data-kind="main" onClick={onAdd}>
            <Plus size={15} aria-hidden="true" />
            {say('authenticator.add')}
          </button>
        }
      >
        <Authenticators overview={overview} />
      </Section>
      <Section
        title={say('recovery.title')}
        lead={sayCount('recovery.left', overview.recoveryCodesLeft)}
        actions={
          <button type="button" className={styles.action} onClick={() => setRenewing(true)}>
            {say('recovery.renew')}
          </button>
        }
      >
        <p className={styles.muted}>{say('recovery.about')}</p>
        {isRenewing && <RenewDialog onClose={() => setRenewing(false)} onCodes={onCodes} />}
      </Section>
    </>
  );
}

function Authenticators({ overview }: { overview: SecurityOverview }) {
  const { say } = useTexts();
  const { data, error, refetch } = useAuthenticatorsQuery();
  const [renamed, setRenamed] = useState<Factor | null>(null);
  const [removed, setRemoved] = useState<Factor | null>(null);
  const [rename] = securityApi.useRenameAuthenticatorMutation();
  if (!data) return <Waiting error={error} onRetry={refetch} />;
  const factors = data.map(({ authenticator, name, ...times }) => ({
    id: authenticator,
    name: name === '' ? say('authenticator.unnamed') : name,
    ...times,
  }));
  return (
    <>
      <FactorRows icon={ShieldCheck} factors={factors} onRename={setRenamed} onRemove={setRemoved} />
      {renamed && (
        <RenameFactor
          name={renamed.name}
          onRename={async (name) => (await rename({ authenticator: renamed.id, name })).error}
          onClose={() => setRenamed(null)}
        />
      )}
      {removed && <UnbindDialog authenticator={removed} overview={overview} onClose={() => setRemoved(null)} />}
    </>
  );
}

interface UnbindDialogProps {
  authenticator: Factor;
  overview: SecurityOverview;
  onClose: () => void;
}

function UnbindDialog({ authenticator: { id, name }, overview, onClose }: UnbindDialogProps) {
  const { say } = useTexts();
  const said = useSaid();
  const [unbind] = securityApi.useUnbindAuthenticatorMutation();
  return (
    <ProvenDialog
      title={say('authenticator.unbind')}
      kind="bad"
      isBound
      hasPasskey={overview.passkeys > 0}
      lead={
        <>
          <p>{say('passkeys.remove_lead', { name })}</p>
          <p>{say('authenticator.unbind_lead')}</p>
          {overview.authenticators === 1 && (
            <p className={styles.note} data-kind="warning">
              {say('authenticator.unbind_warning')}
            </p>
          )}
        </>
      }
      onSubmit={async (proof) => {
        const { error } = await unbind({ authenticator: id, ...proofOf(proof) });
        if (error) return error;
        said('authenticator.unbound');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

const FIELD_OF = {
  'password.wrong': 'password',
  'google.code.wrong': 'code',
  'google.code.used': 'code',
};

/** Password and authenticator: what protects the account is not changed by a ticket alone. */
function RenewDialog({ onClose, onCodes }: { onClose: () => void; onCodes: (codes: string[]) => void }) {
  const { say } = useTexts();
  const words = useServerWords();
  const form = useForm<ProvenByBoth>();
  const [renew] = securityApi.useRenewRecoveryCodesMutation();
  const submit = async ({ password, code }: ProvenByBoth): Promise<Fault | undefined> => {
    const { data, error } = await renew({ password, code: code.trim() });
    if (data) onCodes(data.recoveryCodes);
    return error;
  };
  return (
    <Dialog title={say('recovery.renew')} onClose={onClose}>
      <p>{say('recovery.renew_lead')}</p>
      <SecureForm form={form} fieldOf={FIELD_OF} submitText={say('recovery.renew')} onSubmit={submit}>
        <PasswordItem />
        <Field name="code" label={say('proof.second_factor')} extra={say('proof.second_hint')} rules={codeRules(words)}>
          <SecondFactorField />
        </Field>
      </SecureForm>
    </Dialog>
  );
}
