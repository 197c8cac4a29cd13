import { PencilLine, Plus, Trash2, UserRound } from 'lucide-react';
import { shortAddress } from '../../../../../../shared/products/wallet/rules/short-address';
import type { ListedAddress } from '../../../../../../shared/products/wallet/address-book';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { CopyButton } from '../../../../shared/ui/figures/copy-button';
import { IconButton } from '../../../../shared/ui/controls/icon-button';
import styles from './address-list.module.css';
import { serverNow } from '../../../../shared/stream/server-time';
import { useBeneficiaryWords } from '../parts/beneficiary-items';
import shared from '../parts/wallet.module.css';

interface AddressListProps {
  records: readonly ListedAddress[];
  onAdd: (record: ListedAddress) => void;
  onDeclare: (record: ListedAddress) => void;
  onRename: (record: ListedAddress) => void;
  onRemove: (record: ListedAddress) => void;
}

export function AddressList({ records, onAdd, onDeclare, onRename, onRemove }: AddressListProps) {
  const { say } = useTexts();
  const now = serverNow();
  return (
    <ul className={styles.addresses}>
      {records.map((record) => {
        const { addressId, listed, chainName, address, usableAt } = record;
        const label = listed ? record.label : say('wallet.addresses.unlisted');
        // Of those without a label the address itself tells one from another.
        const name = listed ? label : shortAddress(address);
        const isUsable = listed && usableAt <= now;
        return (
          <li key={addressId}>
            <p className={styles.name}>
              <b>{label}</b>
              <span>{chainName}</span>
            </p>
            <p className={styles.address}>
              <span translate="no" className={shared.hash}>
                {address}
              </span>
              <CopyButton text={address} label={`${say('wallet.address')} ${name}`} />
            </p>
            <p className={styles.usable} data-usable={isUsable}>
              {!listed
                ? say('wallet.addresses.unlisted_text')
                : isUsable
                  ? say('wallet.addresses.usable')
                  : say('wallet.address_usable_from', { time: dateAndTime(usableAt) })}
            </p>
            {listed && <Owner record={record} />}
            <p className={styles.actions}>
              {listed && (
                <IconButton label={`${say('wallet.owner.declare')}: ${label}`} onClick={() => onDeclare(record)}>
                  <UserRound size={16} aria-hidden="true" />
                </IconButton>
              )}
              {listed ? (
                <IconButton label={`${say('wallet.addresses.rename')}: ${label}`} onClick={() => onRename(record)}>
                  <PencilLine size={16} aria-hidden="true" />
                </IconButton>
              ) : (
                <IconButton label={`${say('wallet.addresses.add')}: ${name}`} onClick={() => onAdd(record)}>
                  <Plus size={16} aria-hidden="true" />
                </IconButton>
              )}
              <IconButton label={`${say('wallet.addresses.remove')}: ${name}`} onClick={() => onRemove(record)}>
                <Trash2 size={16} aria-hidden="true" />
              </IconButton>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function Owner({ record: { beneficiary, provenAt } }: { record: ListedAddress }) {
  const { say } = useTexts();
  const wordsOf = useBeneficiaryWords();
  return (
    <p className={styles.owner}>
      {beneficiary === null ? say('wallet.owner.unknown') : wordsOf(beneficiary)}
      {provenAt !== null && <span>{say('wallet.owner.proven', { time: dateAndTime(provenAt) })}</span>}
    </p>
  );
}
