import { useDispatch } from 'react-redux';
import type { ListedAddress } from '../../../../shared/wire/address-book';
import { useRemoveAddressMutation } from '../../entities/withdrawal/withdrawal-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { focusFirst } from '../../shared/lib/focus-first';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Button } from '../../shared/ui/button';
import { Dialog } from '../../shared/ui/dialog';
import styles from './wallet.module.css';

export function RemoveAddress({ record, onClose }: { record: ListedAddress; onClose: () => void }) {
  const { say } = useTexts();
  const dispatch = useDispatch();
  const [remove, { isLoading }] = useRemoveAddressMutation();
  const send = async () => {
    const { error } = await remove({ addressId: record.addressId });
    if (!error) dispatch(toastShown({ kind: 'success', key: 'wallet.addresses.removed' }));
    onClose();
  };
  return (
    <Dialog title={say('wallet.addresses.remove')} onClose={onClose}>
      <p>
        <b>{record.label}</b> · {record.chainName}
      </p>
      <p className={styles.hash}>{record.address}</p>
      <p className={styles.muted}>{say('wallet.addresses.remove_text')}</p>
      <div className={styles.actions}>
        <Button onClick={onClose}>{say('wallet.keep')}</Button>
        <button
          type="button"
          ref={focusFirst}
          className={styles.way}
          disabled={isLoading}
          aria-busy={isLoading}
          onClick={() => void send()}
        >
          {say('wallet.addresses.remove')}
        </button>
      </div>
    </Dialog>
  );
}
