import { Lock, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../entities/security/security-api';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { Choice } from '../../../../shared/ui/controls/choice';
import { Dialog } from '../../../../shared/ui/dialogs/dialog';
import { required } from '../../../../shared/ui/form/rules';
import { proofOf, type PasswordProof } from '../../../../shared/ui/form/fields/proof-items';
import { Field } from '../../../../shared/ui/form/field';
import { useForm } from '../../../../shared/ui/form/use-form';
import { TextField } from '../../../../shared/ui/form/fields/text-field';
import { CopyButton } from './factors/bind-authenticator';
import { Section } from './parts/panel';
import { ProvenDialog } from './parts/proven-dialog';
import { SecureForm } from './parts/secure-form';
import styles from './parts/security.module.css';
import { useSaid } from './parts/use-done';

const DAYS = [7, 30, 90, 365] as const;

/**
 * Nothing that protects the account is changed for a while, whoever has the password by then. The account is known to be
 * locked before the master key is put away, perhaps before it is here: neither takes the key away.
 */
export function SettingsLock({ overview }: { overview: SecurityOverview }) {
  const { say } = useTexts();
  const [asked, setAsked] = useState<'lock' | 'unlock' | null>(null);
  const [masterKey, setMasterKey] = useState<string | null>(null);
  const { settingsLockedUntil: until } = overview;
  const act = until === null ? 'lock' : 'unlock';
  const close = () => setAsked(null);
  const locked = (key: string) => {
    setMasterKey(key);
    close();
  };
  return (
    <Section
      title={say('settings_lock.title')}
      lead={until === null ? say('settings_lock.lead') : say('settings_lock.until', { time: dateAndTime(until) })}
      actions={
        <button type="button" className={styles.action} onClick={() => setAsked(act)}>
          <Lock size={15} aria-hidden="true" />
          {say(`settings_lock.${act}`)}
        </button>
      }
    >
      {masterKey !== null && <KeyShown masterKey={masterKey} onClose={() => setMasterKey(null)} />}
      {masterKey === null && asked === 'lock' && <LockDialog overview={overview} onLocked={locked} onClose={close} />}
      {masterKey === null && asked === 'unlock' && <UnlockDialog onClose={close} />}
    </Section>
  );
}

interface Closing {
  onClose: () => void;
}

interface LockDialogProps extends Closing {
  overview: SecurityOverview;
  /** Tells the key, which is told once. */
  onLocked: (masterKey: string) => void;
}

function LockDialog({ overview, onLocked, onClose }: LockDialogProps) {
  const { say, sayCount } = useTexts();
  const [days, setDays] = useState('30');
  const [lock] = securityApi.useLockSettingsMutation();
  const submit = async (proof: PasswordProof) => {
    const { data, error } = await lock({ days: Number(days), ...proofOf(proof) });
    if (data) onLocked(data.masterKey);
    return error;
  };
  return (
    <ProvenDialog
      title={say('settings_lock.lock')}
      lead={
        <>
          <p>{say('settings_lock.warning')}</p>
          <Choice
            label={say('settings_lock.days')}
            value={days}
            options={DAYS.map((count) => ({ value: String(count), text: sayCount('settings_lock.days_of', count) }))}
            onChange={setDays}
            size="row"
          />
        </>
      }
      isBound={overview.authenticator}
      hasPasskey={overview.passkeys > 0}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

/** It closes only by saying that the key is safe. */
function KeyShown({ masterKey, onClose }: Closing & { masterKey: string }) {
  const { say } = useTexts();
  return (
    <Dialog title={say('settings_lock.key')}>
      <p className={styles.note} data-kind="warning">
        <TriangleAlert size={16} aria-hidden="true" />
        {say('settings_lock.key_lead')}
      </p>
      <p>
        <code translate="no">{masterKey}</code>
      </p>
      <div className={styles.actions}>
        <CopyButton text={masterKey} />
        <button type="button" className={styles.action} data-kind="main" onClick={onClose}>
          {say('recovery.done')}
        </button>
      </div>
    </Dialog>
  );
}

const KEY_FIELD_OF = { 'master.key.wrong': 'masterKey' };

function UnlockDialog({ onClose }: Closing) {
  const { say } = useTexts();
  const words = useServerWords();
  const said = useSaid();
  const form = useForm<{ masterKey: string }>();
  const [unlock] = securityApi.useUnlockSettingsMutation();
  return (
    <Dialog title={say('settings_lock.unlock')} onClose={onClose}>
      <SecureForm
        form={form}
        fieldOf={KEY_FIELD_OF}
        submitText={say('settings_lock.unlock')}
        onSubmit={async ({ masterKey }) => {
          const { error } = await unlock({ masterKey });
          if (error) return error;
          said('security.saved');
          onClose();
        }}
      >
        <Field name="masterKey" label={say('settings_lock.key')} rules={[required(words)]}>
          <TextField size="large" autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        </Field>
      </SecureForm>
    </Dialog>
  );
}
