import { Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { ProvenByBoth } from '../../../../../../../shared/products/identity/proofs';
import type { SecurityOverview } from '../../../../../../../shared/products/identity/security';
import { securityApi, useAuthenticatorsQuery } from '../../../../../kit/entities/security/security-api';
import type { Fault } from '../../../../../kit/api/envelope';
import { useServerWords } from '../../../../../kit/i18n/server-words';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { Dialog } from '../../../../../kit/ui/dialogs/dialog';
import { SecondFactorField } from '../../../../../kit/ui/form/fields/code-field';
import { codeRules } from '../../../../../kit/ui/form/rules';
import { PasswordItem, proofOf } from '../../../../../kit/ui/form/fields/proof-items';
import { Field } from '../../../../../kit/ui/form/field';
import { useForm } from '../../../../../kit/ui/form/use-form';
import { Waiting } from '../../../../../kit/ui/page/waiting';
import { FactorRows, type Factor } from './factor-rows';
import { Section } from '../parts/panel';
import { ProvenDialog } from '../parts/proven-dialog';
import { RenameFactor } from './rename-factor';
import { SecureForm } from '../parts/secure-form';
import styles from '../parts/security.module.css';
import { useConfirmation } from '../parts/use-done';

interface BoundAuthenticatorProps {
  overview: SecurityOverview;
  onAdd: () => void;
  onCodes: (codes: string[]) => void;
}

/** Bound authenticators, recovery codes, and unbinding. */
export function BoundAuthenticator({ overview, onAdd, onCodes }: BoundAuthenticatorProps) {
  const { t, tCount } = useTexts();
  const [isRenewing, setRenewing] = useState(false);
  return (
    <>
      <Section
        title={t('authenticator.own')}
        lead={t('authenticator.own_lead')}
        actions={
          <button type="button" className={styles.action} data-kind="main" onClick={onAdd}>
            <Plus size={15} aria-hidden="true" />
            {t('authenticator.add')}
          </button>
        }
      >
        <Authenticators overview={overview} />
      </Section>
      <Section
        title={t('recovery.title')}
        lead={tCount('recovery.left', overview.recoveryCodesLeft)}
        actions={
          <button type="button" className={styles.action} onClick={() => setRenewing(true)}>
            {t('recovery.renew')}
          </button>
        }
      >
        <p className={styles.muted}>{t('recovery.about')}</p>
        {isRenewing && <RenewDialog onClose={() => setRenewing(false)} onCodes={onCodes} />}
      </Section>
    </>
  );
}

function Authenticators({ overview }: { overview: SecurityOverview }) {
  const { t } = useTexts();
  const { data, error, refetch } = useAuthenticatorsQuery();
  const [renamed, setRenamed] = useState<Factor | null>(null);
  const [removed, setRemoved] = useState<Factor | null>(null);
  const [rename] = securityApi.useRenameAuthenticatorMutation();
  if (!data) return <Waiting error={error} onRetry={refetch} />;
  const factors = data.map(({ authenticator, name, ...times }) => ({
    id: authenticator,
    name: name === '' ? t('authenticator.unnamed') : name,
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
  const { t } = useTexts();
  const confirm = useConfirmation();
  const [unbind] = securityApi.useUnbindAuthenticatorMutation();
  return (
    <ProvenDialog
      title={t('authenticator.unbind')}
      kind="bad"
      isBound
      hasPasskey={overview.passkeys > 0}
      lead={
        <>
          <p>{t('passkeys.remove_lead', { name })}</p>
          <p>{t('authenticator.unbind_lead')}</p>
          {overview.authenticators === 1 && (
            <p className={styles.note} data-kind="warning">
              {t('authenticator.unbind_warning')}
            </p>
          )}
        </>
      }
      onSubmit={async (proof) => {
        const { error } = await unbind({ authenticator: id, ...proofOf(proof) });
        if (error) return error;
        confirm('authenticator.unbound');
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

/** Asks for password and authenticator, because a ticket alone must not change security settings. */
function RenewDialog({ onClose, onCodes }: { onClose: () => void; onCodes: (codes: string[]) => void }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const form = useForm<ProvenByBoth>();
  const [renew] = securityApi.useRenewRecoveryCodesMutation();
  const submit = async ({ password, code }: ProvenByBoth): Promise<Fault | undefined> => {
    const { data, error } = await renew({ password, code: code.trim() });
    if (data) onCodes(data.recoveryCodes);
    return error;
  };
  return (
    <Dialog title={t('recovery.renew')} onClose={onClose}>
      <p>{t('recovery.renew_lead')}</p>
      <SecureForm form={form} fieldOf={FIELD_OF} submitText={t('recovery.renew')} onSubmit={submit}>
        <PasswordItem />
        <Field
          name="code"
          label={t('proof.second_factor')}
          extra={t('proof.second_hint')}
          rules={codeRules(serverText)}
        >
          <SecondFactorField />
        </Field>
      </SecureForm>
    </Dialog>
  );
}
