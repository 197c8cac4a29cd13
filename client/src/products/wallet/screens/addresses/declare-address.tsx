import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ListedAddress, OwnershipMessage } from '../../../../../../shared/products/wallet/address-book';
import { useDeclareAddressMutation } from '../../api/withdrawal-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { FieldForm } from '../../../../kit/ui/form/field-form';
import { Submit } from '../../../../kit/ui/form/submit';
import { useForm } from '../../../../kit/ui/form/use-form';
import { useRefusals } from '../../../../kit/ui/form/use-refusals';
import { BeneficiaryItems, beneficiaryOf, fieldsOf, type BeneficiaryFields } from '../parts/beneficiary-items';
import { OWNERSHIP_FIELD_OF, OwnershipItems, ownershipOf } from '../parts/ownership-items';
import styles from '../parts/wallet.module.css';

type Fields = BeneficiaryFields & { signature?: string };

/** Declares the owner of a listed address. */
export function DeclareAddress({ record, onClose }: { record: ListedAddress; onClose: () => void }) {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const [declare, { isLoading }] = useDeclareAddressMutation();
  const form = useForm<Fields>(fieldsOf(record.beneficiary));
  const { formError, explain, clear } = useRefusals(form, OWNERSHIP_FIELD_OF);
  const [message, setMessage] = useState<OwnershipMessage | null>(null);
  const { addressId, address, chain } = record;
  const send = async ({ signature, ...fields }: Fields) => {
    clear();
    const beneficiary = beneficiaryOf(fields);
    if (!beneficiary) return;
    const { error } = await declare({ addressId, beneficiary, ownership: ownershipOf(message, signature) });
    if (error) return explain(error);
    dispatch(toastShown({ kind: 'success', key: 'wallet.owner.declared' }));
    onClose();
  };
  return (
    <Dialog title={t('wallet.owner.title')} onClose={onClose}>
      <p translate="no" className={styles.hash}>
        {address}
      </p>
      <FieldForm form={form} onSubmit={(fields: Fields) => void send(fields)} onChange={clear}>
        <BeneficiaryItems />
        <OwnershipItems {...{ chain, address, message }} onTold={setMessage} />
        <Submit text={t('wallet.save')} isBusy={isLoading} formError={formError} />
      </FieldForm>
    </Dialog>
  );
}
