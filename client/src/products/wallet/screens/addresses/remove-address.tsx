import { useDispatch } from 'react-redux';
import type { ListedAddress } from '../../../../../../shared/products/wallet/address-book';
import { useRemoveAddressMutation } from '../../api/withdrawal-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { ConfirmDialog } from '../parts/confirm-dialog';
import styles from '../parts/wallet.module.css';

export function RemoveAddress({ record, onClose }: { record: ListedAddress; onClose: () => void }) {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const [remove, { isLoading }] = useRemoveAddressMutation();
  const send = async () => {
    const { error } = await remove({ addressId: record.addressId });
    if (!error) dispatch(toastShown({ kind: 'success', key: 'wallet.addresses.removed' }));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('wallet.addresses.remove')}
      text={t('wallet.addresses.remove_text')}
      act={t('wallet.addresses.remove')}
      isBusy={isLoading}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <p>
        <b>{record.label}</b> · {record.chainName}
      </p>
      <p translate="no" className={styles.hash}>
        {record.address}
      </p>
    </ConfirmDialog>
  );
}
