import { Download, UserX } from 'lucide-react';
import { useState } from 'react';
import { securityApi } from '../../../../entities/security/security-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { downloadText } from '../../../../shared/lib/download';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { agreementRule } from '../../../../shared/ui/form/rules';
import { proofOf, type PasswordProof } from '../../../../shared/ui/form/fields/proof-items';
import { Field } from '../../../../shared/ui/form/field';
import { Checkbox } from '../../../../shared/ui/form/fields/checkbox';
import { Section } from './parts/panel';
import { ProvenDialog } from './parts/proven-dialog';
import styles from './parts/security.module.css';
import { useSaid } from './parts/use-done';

interface OwnDataProps {
  userId: number;
  hasAuthenticator: boolean;
  hasPasskey: boolean;
}

/** What is kept about the user: taken along as a file, or erased with the account. */
export function OwnData(props: OwnDataProps) {
  const { say } = useTexts();
  const [wish, setWish] = useState<'export' | 'erase' | null>(null);
  const { data } = securityApi.useErasureQuery();
  const erasure = data?.erasure ?? null;
  const close = () => setWish(null);
  return (
    <Section
      title={say('own_data.title')}
      lead={say('own_data.lead')}
      actions={
        <div className={styles.actions}>
          <button type="button" className={styles.action} onClick={() => setWish('export')}>
            <Download size={15} aria-hidden="true" />
            {say('own_data.export')}
          </button>
          {data && erasure === null && (
            <button type="button" className={styles.action} data-kind="bad" onClick={() => setWish('erase')}>
              <UserX size={15} aria-hidden="true" />
              {say('own_data.erase')}
            </button>
          )}
        </div>
      }
    >
      {erasure && <Waiting dueAt={erasure.dueAt} />}
      {wish === 'export' && <ExportDialog {...props} onClose={close} />}
      {wish === 'erase' && <EraseDialog {...props} onClose={close} />}
    </Section>
  );
}

function Waiting({ dueAt }: { dueAt: number }) {
  const { say } = useTexts();
  const said = useSaid();
  const [keep, { isLoading }] = securityApi.useKeepAccountMutation();
  const takeBack = async () => {
    const { error } = await keep();
    if (!error) said('own_data.kept');
  };
  return (
    <p>
      {say('own_data.waiting', { time: dateAndTime(dueAt) })}{' '}
      <button type="button" className={styles.action} disabled={isLoading} onClick={() => void takeBack()}>
        {say('own_data.keep')}
      </button>
    </p>
  );
}

interface DialogProps extends OwnDataProps {
  onClose: () => void;
}

function ExportDialog({ userId, hasAuthenticator, hasPasskey, onClose }: DialogProps) {
  const { say } = useTexts();
  const [load] = securityApi.useExportOwnDataMutation();
  const submit = async (proof: PasswordProof) => {
    const { data, error } = await load(proofOf(proof));
    if (error) return error;
    downloadText(`my-data-${userId}.json`, data ?? '', 'application/json');
    onClose();
  };
  return (
    <ProvenDialog
      title={say('own_data.export')}
      lead={<p>{say('own_data.export_lead')}</p>}
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
  const { say } = useTexts();
  const said = useSaid();
  const [erase] = securityApi.useEraseAccountMutation();
  const submit = async ({ understood: _, ...proof }: EraseFields) => {
    const { error } = await erase(proofOf(proof));
    if (error) return error;
    said('own_data.asked');
    onClose();
  };
  return (
    <ProvenDialog<EraseFields>
      title={say('own_data.erase')}
      kind="bad"
      lead={
        <ul className={styles.list}>
          <li>{say('own_data.effect_wait')}</li>
          <li>{say('own_data.effect_data')}</li>
          <li>{say('own_data.effect_journal')}</li>
        </ul>
      }
      isBound={hasAuthenticator}
      hasPasskey={hasPasskey}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field name="understood" judgedOn="change" rules={[agreementRule(say('freeze.confirm_needed'))]}>
        <Checkbox>{say('own_data.understood')}</Checkbox>
      </Field>
    </ProvenDialog>
  );
}
