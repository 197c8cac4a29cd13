import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useDispatch } from 'react-redux';
import type { ListedAddress } from '../../../../shared/wire/address-book';
import { useLabelAddressMutation } from '../../entities/withdrawal/withdrawal-api';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Dialog } from '../../shared/ui/dialog';
import { required } from '../../shared/ui/form/rules';
import { FieldForm } from '../../shared/ui/form/field-form';
import { Submit } from '../../shared/ui/form/submit';
import { useRefusals } from '../../shared/ui/form/use-refusals';
import styles from './wallet.module.css';

const LABEL_LENGTH_MAX = 40;

export function RenameAddress({ record, onClose }: { record: ListedAddress; onClose: () => void }) {
  const { say } = useTexts();
  const words = useServerWords();
  const dispatch = useDispatch();
  const [rename, { isLoading }] = useLabelAddressMutation();
  const [form] = Form.useForm<{ label: string }>();
  const { fault, explain, clear } = useRefusals(form);
  const { addressId, address, label } = record;
  const send = async (fields: { label: string }) => {
    clear();
    const { error } = await rename({ addressId, label: fields.label.trim() });
    if (error) return explain(error);
    dispatch(toastShown({ kind: 'success', key: 'wallet.addresses.renamed' }));
    onClose();
  };
  return (
    <Dialog title={say('wallet.addresses.rename')} onClose={onClose}>
      <p className={styles.hash}>{address}</p>
      <FieldForm
        className={styles.fields}
        form={form}
        initialValues={{ label }}
        onSubmit={(fields: { label: string }) => void send(fields)}
        onChange={clear}
      >
        <Form.Item name="label" label={say('wallet.label')} rules={[required(words)]}>
          <Input size="large" autoComplete="off" maxLength={LABEL_LENGTH_MAX} />
        </Form.Item>
        <Submit text={say('wallet.save')} isBusy={isLoading} fault={fault} />
      </FieldForm>
    </Dialog>
  );
}
