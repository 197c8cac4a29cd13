import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { CHAINS, chainNameOf } from '../../../../../../shared/rules/chains';
import type { ListedAddress, OwnershipMessage } from '../../../../../../shared/products/wallet/address-book';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { useOverviewQuery } from '../../../../kit/entities/security/security-api';
import { useAddAddressMutation } from '../../api/withdrawal-api';
import {
  BOUND_CODE_FIELD_OF,
  BoundCodeItem,
  NowhereToSend,
  useBoundChannel,
} from '../../../../kit/bound-code/bound-code';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { Field } from '../../../../kit/ui/form/field';
import { required } from '../../../../kit/ui/form/rules';
import { FieldForm } from '../../../../kit/ui/form/field-form';
import { FundProofItems, PROOF_FIELD_OF, proofOf, type FundProof } from '../../../../kit/ui/form/fields/proof-items';
import { Submit } from '../../../../kit/ui/form/submit';
import { TextField } from '../../../../kit/ui/form/fields/text-field';
import { useFieldValue, useForm } from '../../../../kit/ui/form/use-form';
import { useRefusals } from '../../../../kit/ui/form/use-refusals';
import { Waiting } from '../../../../kit/ui/page/waiting';
import { BeneficiaryItems, beneficiaryOf, type BeneficiaryFields } from '../parts/beneficiary-items';
import { ChainChoice } from '../parts/chain-choice';
import { OWNERSHIP_FIELD_OF, OwnershipItems, ownershipOf } from '../parts/ownership-items';
import styles from '../parts/wallet.module.css';

interface Fields extends FundProof, BeneficiaryFields {
  signature?: string;
  code: string;
  address: string;
  label: string;
}

const LABEL_LENGTH_MAX = 40;
const ADDRESS_LENGTH_MAX = 128;
const FIELD_OF = {
  ...PROOF_FIELD_OF,
  ...BOUND_CODE_FIELD_OF,
  ...OWNERSHIP_FIELD_OF,
  'chain.address.invalid': 'address',
  'withdrawal.address.already.listed': 'address',
  'withdrawal.address.denied': 'address',
  'withdrawal.addresses.too.many': 'address',
};

interface AddAddressProps {
  /** Address used in an earlier withdrawal but not listed. */
  unlistedAddress?: ListedAddress | undefined;
  onClose: () => void;
}

/** Adds an address to withdraw to, with full proof of the account's owner. There is no other way to add one. */
export function AddAddress({ unlistedAddress, onClose }: AddAddressProps) {
  const { t } = useTexts();
  const { data: account, error, refetch } = useOverviewQuery();
  return (
    <Dialog title={t('wallet.addresses.add')} onClose={onClose}>
      {account ? (
        <AddForm account={account} unlistedAddress={unlistedAddress} onClose={onClose} />
      ) : (
        <Waiting error={error} onRetry={refetch} />
      )}
    </Dialog>
  );
}

function AddForm({ account, unlistedAddress, onClose }: AddAddressProps & { account: SecurityOverview }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const dispatch = useDispatch();
  const [add, { isLoading }] = useAddAddressMutation();
  const form = useForm<Fields>(unlistedAddress ? { address: unlistedAddress.address } : {});
  const { formError, explain, clear } = useRefusals(form, FIELD_OF);
  const [chain, setChain] = useState<string>(unlistedAddress?.chain ?? CHAINS[0]);
  const [issuedMessage, setIssuedMessage] = useState<{ message: OwnershipMessage; address: string } | null>(null);
  const addressInput = useFieldValue(form, 'address');
  // The text signed for another address proves nothing about this one.
  const message = issuedMessage?.address === addressInput?.trim() ? (issuedMessage?.message ?? null) : null;
  const to = useBoundChannel(account);
  if (!to) return <NowhereToSend />;
  const send = async ({ address, label, code, owner, ownerName, exchange, signature, ...proof }: Fields) => {
    clear();
    const beneficiary = beneficiaryOf({ owner, ownerName, exchange });
    const ownership = ownershipOf(message, signature);
    const addressDetails = { chain, address: address.trim(), label: label.trim(), beneficiary, ownership };
    const { error } = await add({ ...addressDetails, channel: to.channel, code: code.trim(), ...proofOf(proof) });
    if (error) return explain(error);
    dispatch(toastShown({ kind: 'success', key: 'wallet.addresses.added' }));
    onClose();
  };
  return (
    <>
      <ChainChoice
        options={CHAINS.map((one) => ({ chain: one, name: chainNameOf(one), detail: null }))}
        selected={chain}
        onChoose={(one) => {
          setChain(one);
          setIssuedMessage(null);
        }}
      />
      {!account.fundPassword && (
        <p className={styles.warning}>
          {t('wallet.withdrawal.no_fund_password')}{' '}
          <Link to="/accountSet/fundPassword">{t('wallet.withdrawal.set_fund_password')}</Link>
        </p>
      )}
      <FieldForm form={form} onSubmit={(fields: Fields) => void send(fields)} onChange={clear}>
        <Field name="address" label={t('wallet.address')} rules={[required(serverText)]}>
          <TextField
            size="large"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={ADDRESS_LENGTH_MAX}
          />
        </Field>
        <Field name="label" label={t('wallet.label')} rules={[required(serverText)]}>
          <TextField size="large" autoComplete="off" maxLength={LABEL_LENGTH_MAX} />
        </Field>
        <BeneficiaryItems />
        <OwnershipItems
          {...{ chain, message }}
          address={addressInput ?? ''}
          onTold={(message, address) => {
            form.set({ signature: undefined });
            setIssuedMessage({ message, address });
          }}
        />
        <BoundCodeItem overview={account} form={form} purpose="destination" to={to} />
        <FundProofItems hasAuthenticator={account.authenticator} hasPasskey={account.passkeys > 0} />
        <Submit text={t('wallet.addresses.add')} isBusy={isLoading} formError={formError} />
      </FieldForm>
      <p className={styles.muted}>{t('wallet.addresses.hold_text')}</p>
    </>
  );
}
