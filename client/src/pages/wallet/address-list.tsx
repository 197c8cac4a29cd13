import { PencilLine, Trash2 } from 'lucide-react';
import type { ListedAddress } from '../../../../shared/wire/address-book';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { CopyButton } from '../../shared/ui/copy-button';
import { IconButton } from '../../shared/ui/icon-button';
import styles from './address-list.module.css';
import { serverNow } from '../../shared/stream/server-time';
import shared from './wallet.module.css';

interface AddressListProps {
  records: readonly ListedAddress[];
  onRename: (record: ListedAddress) => void;
  onRemove: (record: ListedAddress) => void;
}

export function AddressList({ records, onRename, onRemove }: AddressListProps) {
  const { say } = useTexts();
  const now = serverNow();
  return (
    <ul className={styles.addresses}>
      {records.map((record) => {
        const { addressId, label, chainName, address, usableAt } = record;
        return (
          <li key={addressId}>
            <p className={styles.name}>
              <b>{label}</b>
              <span>{chainName}</span>
            </p>
            <p className={styles.address}>
              <span className={shared.hash}>{address}</span>
              <CopyButton text={address} label={`${say('wallet.address')} ${label}`} />
            </p>
            <p className={styles.usable} data-usable={usableAt <= now}>
              {usableAt <= now
                ? say('wallet.addresses.usable')
                : say('wallet.address_usable_from', { time: dateAndTime(usableAt) })}
            </p>
            <p className={styles.actions}>
              <IconButton label={`${say('wallet.addresses.rename')}: ${label}`} onClick={() => onRename(record)}>
                <PencilLine size={16} aria-hidden="true" />
              </IconButton>
              <IconButton label={`${say('wallet.addresses.remove')}: ${label}`} onClick={() => onRemove(record)}>
                <Trash2 size={16} aria-hidden="true" />
              </IconButton>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
