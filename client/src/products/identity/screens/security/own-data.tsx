import { Download, UserX } from 'lucide-react';
import { useState } from 'react';
import { securityApi } from '../../../../kit/entities/security/security-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { downloadText } from '../../../../kit/lib/download';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { agreementRule } from '../../../../kit/ui/form/rules';
import { proofOf, type PasswordProof } from '../../../../kit/ui/form/fields/proof-items';
import { Field } from '../../../../kit/ui/form/field';
import { Checkbox } from '../../../../kit/ui/form/fields/checkbox';
import { Section } from './parts/panel';
import { ProvenDialog } from './parts/proven-dialog';
import styles from './parts/security.module.css';
import { useConfirmation } from './parts/use-done';

interface OwnDataProps {
  userId: number;
  hasAuthenticator: boolean;
  hasPasskey: boolean;
}

/** The user's stored data: export as a file, or erasure of the account. */
export function OwnData(props: OwnDataProps) {
  const { t } = useTexts();
  const [action, setAction] = useState<'export' | 'erase' | null>(null);
  const { data } = securityApi.useErasureQuery();
  const erasure = data?.erasure ?? null;
  const close = () => setAction(null);
  return (
    <Section
      title={t('own_data.title')}
      lead={t('own_data.lead')}
      actions={
        <div className={styles.actions}>
          <button type="button" className={styles.action} onClick={() => setAction('export')}>
            <Download size={15} aria-hidden="true" />
            {t('own_data.export')}
          </button>
          {data && erasure === null && (
            <button type="button" className={styles.action} data-kind="bad" onClick={() => setAction('erase')}>
              <UserX size={15} aria-hidden="true" />
              {t('own_data.erase')}
            </button>
          )}
        </div>
      }
    >
      {erasure && <Waiting dueAt={erasure.dueAt} />}
      {action === 'export' && <ExportDialog {...props} onClose={close} />}
      {action === 'erase' && <EraseDialog {...props} onClose={close} />}
    </Section>
  );
}

function Waiting({ dueAt }: { dueAt: number }) {
  const { t } = useTexts();
  const confirm = useConfirmation();
  const [keep, { isLoading }] = securityApi.useKeepAccountMutation();
  const takeBack = async () => {
    const { error } = await keep();
    if (!error) confirm('own_data.kept');
  };
  return (
    <p>
      {t('own_data.waiting', { time: dateAndTime(dueAt) })}{' '}
      <button type="button" className={styles.action} disabled={isLoading} onClick={() => void takeBack()}>
        {t('own_data.keep')}
      </button>
    </p>
  );
}

interface DialogProps extends OwnDataProps {
  onClose: () => void;
}

function ExportDialog({ userId, hasAuthenticator, hasPasskey, onClose }: DialogProps) {
  const { t } = useTexts();
  const [load] = securityApi.useExportOwnDataMutation();
  const submit = async (proof: PasswordProof) => {
    const { data, error } = await load(proofOf(proof));
    if (error) return error;
    downloadText(`my-data-${userId}.json`, data ?? '', 'application/json');
    onClose();
  };
  return (
    <ProvenDialog
      title={t('own_data.export')}
      lead={<p>{t('own_data.export_lead')}</p>}
      isBound={hasAuthenticator}
      hasPasskey={hasPasskey}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

interface EraseFields extends PasswordProof {
  understood: boolean;
}

function EraseDialog({ hasAuthenticator, hasPasskey, onClose }: DialogProps) {
  const { t } = useTexts();
  const confirm = useConfirmation();
  const [erase] = securityApi.useEraseAccountMutation();
  const submit = async ({ understood: _, ...proof }: EraseFields) => {
    const { error } = await erase(proofOf(proof));
    if (error) return error;
    confirm('own_data.asked');
    onClose();
  };
  return (
    <ProvenDialog<EraseFields>
      title={t('own_data.erase')}
      kind="bad"
      lead={
        <ul className={styles.list}>
          <li>{t('own_data.effect_wait')}</li>
          <li>{t('own_data.effect_data')}</li>
          <li>{t('own_data.effect_journal')}</li>
        </ul>
      }
      isBound={hasAuthenticator}
      hasPasskey={hasPasskey}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field name="understood" judgedOn="change" rules={[agreementRule(t('freeze.confirm_needed'))]}>
        <Checkbox>{t('own_data.understood')}</Checkbox>
      </Field>
    </ProvenDialog>
  );
}
