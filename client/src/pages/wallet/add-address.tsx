import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { CHAINS, chainNameOf } from '../../../../shared/rules/chains';
import { useOverviewQuery } from '../../entities/security/security-api';
import { useAddAddressMutation } from '../../entities/withdrawal/withdrawal-api';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Dialog } from '../../shared/ui/dialog';
import { required } from '../../shared/ui/form/rules';
import { FieldForm } from '../../shared/ui/form/field-form';
import { FundProofItems, PROOF_FIELD_OF, proofOf, type FundProof } from '../../shared/ui/form/proof-items';
import { Submit } from '../../shared/ui/form/submit';
import { useRefusals } from '../../shared/ui/form/use-refusals';
import { ChainChoice } from './chain-choice';
import styles from './wallet.module.css';

interface Fields extends FundProof {
  address: string;
  label: string;
}

const LABEL_LENGTH_MAX = 40;
const ADDRESS_LENGTH_MAX = 128;
const FIELD_OF = {
  ...PROOF_FIELD_OF,
  'chain.address.invalid': 'address',
  'withdrawal.address.already.listed': 'address',
  'withdrawal.addresses.too.many': 'address',
};

export function AddAddress({ onClose }: { onClose: () => void }) {
  const { say } = useTexts();
  const words = useServerWords();
  const dispatch = useDispatch();
  const { data: account } = useOverviewQuery();
  const [add, { isLoading }] = useAddAddressMutation();
  const [form] = Form.useForm<Fields>();
  const { fault, explain, clear } = useRefusals(form, FIELD_OF);
  const [chain, setChain] = useState<string>(CHAINS[0]);
  const send = async ({ address, label, ...proof }: Fields) => {
    clear();
    const { error } = await add({ chain, address: address.trim(), label: label.trim(), ...proofOf(proof) });
    if (error) return explain(error);
    dispatch(toastShown({ kind: 'success', key: 'wallet.addresses.added' }));
    onClose();
  };
  return (
    <Dialog title={say('wallet.addresses.add')} onClose={onClose}>
      <ChainChoice
        options={CHAINS.map((one) => ({ chain: one, name: chainNameOf(one), detail: null }))}
        chosen={chain}
        onChoose={setChain}
      />
      {account?.fundPassword === false && (
        <p className={styles.warning}>
          {say('wallet.withdrawal.no_fund_password')}{' '}
          <Link to="/accountSet/fundPassword">{say('wallet.withdrawal.set_fund_password')}</Link>
        </p>
      )}
      <FieldForm
        className={styles.fields}
        form={form}
        onSubmit={(fields: Fields) => void send(fields)}
        onChange={clear}
      >
        <Form.Item name="address" label={say('wallet.address')} rules={[required(words)]}>
          <Input
            size="large"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={ADDRESS_LENGTH_MAX}
          />
        </Form.Item>
        <Form.Item name="label" label={say('wallet.label')} rules={[required(words)]}>
          <Input size="large" autoComplete="off" maxLength={LABEL_LENGTH_MAX} />
        </Form.Item>
        <FundProofItems hasAuthenticator={account?.authenticator ?? false} />
        <Submit text={say('wallet.addresses.add')} isBusy={isLoading} fault={fault} />
      </FieldForm>
      <p className={styles.muted}>{say('wallet.addresses.hold_text')}</p>
    </Dialog>
  );
}
