import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ListedAddress, OwnershipMessage } from '../../../../../../shared/products/wallet/address-book';
import { useDeclareAddressMutation } from '../../api/withdrawal-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { toastShown } from '../../../../shared/toasts/toasts-slice';
import { Dialog } from '../../../../shared/ui/dialogs/dialog';
import { FieldForm } from '../../../../shared/ui/form/field-form';
import { Submit } from '../../../../shared/ui/form/submit';
import { useForm } from '../../../../shared/ui/form/use-form';
import { useRefusals } from '../../../../shared/ui/form/use-refusals';
import { BeneficiaryItems, beneficiaryOf, fieldsOf, type BeneficiaryFields } from '../parts/beneficiary-items';
import { OWNERSHIP_FIELD_OF, OwnershipItems, ownershipOf } from '../parts/ownership-items';
import styles from '../parts/wallet.module.css';

type Fields = BeneficiaryFields & { signature?: string };

/** Whose a listed address is. */
export function DeclareAddress({ record, onClose }: { record: ListedAddress; onClose: () => void }) {
  const { say } = useTexts();
  const dispatch = useDispatch();
  const [declare, { isLoading }] = useDeclareAddressMutation();
  const form = useForm<Fields>(fieldsOf(record.beneficiary));
  const { fault, explain, clear } = useRefusals(form, OWNERSHIP_FIELD_OF);
  const [told, setTold] = useState<OwnershipMessage | null>(null);
  const { addressId, address, chain } = record;
  const send = async ({ signature, ...fields }: Fields) => {
    clear();
    const beneficiary = beneficiaryOf(fields);
    if (!beneficiary) return;
    const { error } = await declare({ addressId, beneficiary, ownership: ownershipOf(told, signature) });
    if (error) return explain(error);
    dispatch(toastShown({ kind: 'success', key: 'wallet.owner.declared' }));
    onClose();
  };
  return (
    <Dialog title={say('wallet.owner.title')} onClose={onClose}>
      <p translate="no" className={styles.hash}>
        {address}
      </p>
      <FieldForm form={form} onSubmit={(fields: Fields) => void send(fields)} onChange={clear}>
        <BeneficiaryItems />
        <OwnershipItems {...{ chain, address, told }} onTold={setTold} />
        <Submit text={say('wallet.save')} isBusy={isLoading} fault={fault} />
      </FieldForm>
    </Dialog>
  );
}
