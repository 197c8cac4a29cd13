import { useDispatch } from 'react-redux';
import type { ListedAddress } from '../../../../../../shared/products/wallet/address-book';
import { useLabelAddressMutation } from '../../api/withdrawal-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { Field } from '../../../../kit/ui/form/field';
import { required } from '../../../../kit/ui/form/rules';
import { FieldForm } from '../../../../kit/ui/form/field-form';
import { Submit } from '../../../../kit/ui/form/submit';
import { TextField } from '../../../../kit/ui/form/fields/text-field';
import { useForm } from '../../../../kit/ui/form/use-form';
import { useRefusals } from '../../../../kit/ui/form/use-refusals';
import styles from '../parts/wallet.module.css';

const LABEL_LENGTH_MAX = 40;

export function RenameAddress({ record, onClose }: { record: ListedAddress; onClose: () => void }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const dispatch = useDispatch();
  const [rename, { isLoading }] = useLabelAddressMutation();
  const { addressId, address, label } = record;
  const form = useForm<{ label: string }>({ label });
  const { formError, explain, clear } = useRefusals(form);
  const send = async (fields: { label: string }) => {
    clear();
    const { error } = await rename({ addressId, label: fields.label.trim() });
    if (error) return explain(error);
    dispatch(toastShown({ kind: 'success', key: 'wallet.addresses.renamed' }));
    onClose();
  };
  return (
    <Dialog title={t('wallet.addresses.rename')} onClose={onClose}>
      <p translate="no" className={styles.hash}>
        {address}
      </p>
      <FieldForm form={form} onSubmit={(fields: { label: string }) => void send(fields)} onChange={clear}>
        <Field name="label" label={t('wallet.label')} rules={[required(serverText)]}>
          <TextField size="large" autoComplete="off" maxLength={LABEL_LENGTH_MAX} />
        </Field>
        <Submit text={t('wallet.save')} isBusy={isLoading} formError={formError} />
      </FieldForm>
    </Dialog>
  );
}
