import { Lock, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi } from '../../../../kit/entities/security/security-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { Choice } from '../../../../kit/ui/controls/choice';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { required } from '../../../../kit/ui/form/rules';
import { proofOf, type PasswordProof } from '../../../../kit/ui/form/fields/proof-items';
import { Field } from '../../../../kit/ui/form/field';
import { useForm } from '../../../../kit/ui/form/use-form';
import { TextField } from '../../../../kit/ui/form/fields/text-field';
import { CopyButton } from './factors/bind-authenticator';
import { Section } from './parts/panel';
import { ProvenDialog } from './parts/proven-dialog';
import { SecureForm } from './parts/secure-form';
import styles from './parts/security.module.css';
import { useConfirmation } from './parts/use-done';

const DAYS = [7, 30, 90, 365] as const;

/**
 * Locks the security settings for a time, even against someone who knows the password. The overview may show the lock before the master key
 * arrives or is stored. The key's dialog does not depend on the overview.
 */
export function SettingsLock({ overview }: { overview: SecurityOverview }) {
  const { t } = useTexts();
  const [openedDialog, setOpenedDialog] = useState<'lock' | 'unlock' | null>(null);
  const [masterKey, setMasterKey] = useState<string | null>(null);
  const { settingsLockedUntil: until } = overview;
  const act = until === null ? 'lock' : 'unlock';
  const close = () => setOpenedDialog(null);
  const locked = (key: string) => {
    setMasterKey(key);
    close();
  };
  return (
    <Section
      title={t('settings_lock.title')}
      lead={until === null ? t('settings_lock.lead') : t('settings_lock.until', { time: dateAndTime(until) })}
      actions={
        <button type="button" className={styles.action} onClick={() => setOpenedDialog(act)}>
          <Lock size={15} aria-hidden="true" />
          {t(`settings_lock.${act}`)}
        </button>
      }
    >
      {masterKey !== null && <KeyShown masterKey={masterKey} onClose={() => setMasterKey(null)} />}
      {masterKey === null && openedDialog === 'lock' && (
        <LockDialog overview={overview} onLocked={locked} onClose={close} />
      )}
      {masterKey === null && openedDialog === 'unlock' && <UnlockDialog onClose={close} />}
    </Section>
  );
}

interface Closing {
  onClose: () => void;
}

interface LockDialogProps extends Closing {
  overview: SecurityOverview;
  /** Receives the master key, which the server returns only once. */
  onLocked: (masterKey: string) => void;
}

function LockDialog({ overview, onLocked, onClose }: LockDialogProps) {
  const { t, tCount } = useTexts();
  const [days, setDays] = useState('30');
  const [lock] = securityApi.useLockSettingsMutation();
  const submit = async (proof: PasswordProof) => {
    const { data, error } = await lock({ days: Number(days), ...proofOf(proof) });
    if (data) onLocked(data.masterKey);
    return error;
  };
  return (
    <ProvenDialog
      title={t('settings_lock.lock')}
      lead={
        <>
          <p>{t('settings_lock.warning')}</p>
          <Choice
            label={t('settings_lock.days')}
            value={days}
            options={DAYS.map((count) => ({ value: String(count), text: tCount('settings_lock.days_of', count) }))}
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

/** Closes only when the user confirms that the key is stored. */
function KeyShown({ masterKey, onClose }: Closing & { masterKey: string }) {
  const { t } = useTexts();
  return (
    <Dialog title={t('settings_lock.key')}>
      <p className={styles.note} data-kind="warning">
        <TriangleAlert size={16} aria-hidden="true" />
        {t('settings_lock.key_lead')}
      </p>
      <p>
        <code translate="no">{masterKey}</code>
      </p>
      <div className={styles.actions}>
        <CopyButton text={masterKey} />
        <button type="button" className={styles.action} data-kind="main" onClick={onClose}>
          {t('recovery.done')}
        </button>
      </div>
    </Dialog>
  );
}

const KEY_FIELD_OF = { 'master.key.wrong': 'masterKey' };

function UnlockDialog({ onClose }: Closing) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const confirm = useConfirmation();
  const form = useForm<{ masterKey: string }>();
  const [unlock] = securityApi.useUnlockSettingsMutation();
  return (
    <Dialog title={t('settings_lock.unlock')} onClose={onClose}>
      <SecureForm
        form={form}
        fieldOf={KEY_FIELD_OF}
        submitText={t('settings_lock.unlock')}
        onSubmit={async ({ masterKey }) => {
          const { error } = await unlock({ masterKey });
          if (error) return error;
          confirm('security.saved');
          onClose();
        }}
      >
        <Field name="masterKey" label={t('settings_lock.key')} rules={[required(serverText)]}>
          <TextField size="large" autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        </Field>
      </SecureForm>
    </Dialog>
  );
}
