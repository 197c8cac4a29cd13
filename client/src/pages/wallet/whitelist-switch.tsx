import Form from 'antd/es/form';
import Switch from 'antd/es/switch';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useOverviewQuery } from '../../entities/security/security-api';
import { useSetWhitelistOnlyMutation } from '../../entities/withdrawal/withdrawal-api';
import { wordsOf } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Dialog } from '../../shared/ui/dialog';
import { FieldForm } from '../../shared/ui/form/field-form';
import { FundProofItems, PROOF_FIELD_OF, proofOf, type FundProof } from '../../shared/ui/form/proof-items';
import { Submit } from '../../shared/ui/form/submit';
import { useRefusals } from '../../shared/ui/form/use-refusals';
import shared from './wallet.module.css';
import styles from './whitelist-switch.module.css';

/** On takes nothing. Off weakens the account, so it takes a proof. */
export function WhitelistSwitch({ isOn }: { isOn: boolean }) {
  const { say } = useTexts();
  const dispatch = useDispatch();
  const [set, { isLoading }] = useSetWhitelistOnlyMutation();
  const [isAsking, setAsking] = useState(false);
  const turnOn = async () => {
    const { error } = await set({ whitelistOnly: true });
    dispatch(
      toastShown(error ? { kind: 'error', ...wordsOf(error) } : { kind: 'success', key: 'wallet.whitelist.on' }),
    );
  };
  return (
    <div className={styles.whitelist}>
      <p>
        <b id="whitelist-name">{say('wallet.whitelist.name')}</b>
        <span id="whitelist-text">{say('wallet.whitelist.text')}</span>
      </p>
      <Switch
        aria-labelledby="whitelist-name"
        aria-describedby="whitelist-text"
        checked={isOn}
        loading={isLoading}
        onChange={(next) => (next ? void turnOn() : setAsking(true))}
      />
      {isAsking && <TurnOff onClose={() => setAsking(false)} />}
    </div>
  );
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const { say } = useTexts();
  const dispatch = useDispatch();
  const { data: account } = useOverviewQuery();
  const [set, { isLoading }] = useSetWhitelistOnlyMutation();
  const [form] = Form.useForm<FundProof>();
  const { fault, explain, clear } = useRefusals(form, PROOF_FIELD_OF);
  const send = async (proof: FundProof) => {
    clear();
    const { error } = await set({ whitelistOnly: false, ...proofOf(proof) });
    if (error) return explain(error);
    dispatch(toastShown({ kind: 'success', key: 'wallet.whitelist.off' }));
    onClose();
  };
  return (
    <Dialog title={say('wallet.whitelist.turn_off')} onClose={onClose}>
      <p className={shared.warning}>{say('wallet.whitelist.off_text')}</p>
      <FieldForm
        className={shared.fields}
        form={form}
        onSubmit={(proof: FundProof) => void send(proof)}
        onChange={clear}
      >
        <FundProofItems hasAuthenticator={account?.authenticator ?? false} />
        <Submit text={say('wallet.whitelist.turn_off')} isBusy={isLoading} fault={fault} />
      </FieldForm>
    </Dialog>
  );
}
