import { PencilLine, Plus, Trash2, UserRound } from 'lucide-react';
import { shortAddress } from '../../../../../../shared/products/wallet/rules/short-address';
import type { ListedAddress } from '../../../../../../shared/products/wallet/address-book';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { CopyButton } from '../../../../kit/ui/figures/copy-button';
import { IconButton } from '../../../../kit/ui/controls/icon-button';
import styles from './address-list.module.css';
import { serverNow } from '../../../../kit/stream/server-time';
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
  const { t } = useTexts();
  const now = serverNow();
  return (
    <ul className={styles.addresses}>
      {records.map((record) => {
        const { addressId, listed, chainName, address, usableAt } = record;
        const label = listed ? record.label : t('wallet.addresses.unlisted');
        // Unlisted addresses have no label, so the address itself tells them apart.
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
              <CopyButton text={address} label={`${t('wallet.address')} ${name}`} />
            </p>
            <p className={styles.usable} data-usable={isUsable}>
              {!listed
                ? t('wallet.addresses.unlisted_text')
                : isUsable
                  ? t('wallet.addresses.usable')
                  : t('wallet.address_usable_from', { time: dateAndTime(usableAt) })}
            </p>
            {listed && <Owner record={record} />}
            <p className={styles.actions}>
              {listed && (
                <IconButton label={`${t('wallet.owner.declare')}: ${label}`} onClick={() => onDeclare(record)}>
                  <UserRound size={16} aria-hidden="true" />
                </IconButton>
              )}
              {listed ? (
                <IconButton label={`${t('wallet.addresses.rename')}: ${label}`} onClick={() => onRename(record)}>
                  <PencilLine size={16} aria-hidden="true" />
                </IconButton>
              ) : (
                <IconButton label={`${t('wallet.addresses.add')}: ${name}`} onClick={() => onAdd(record)}>
                  <Plus size={16} aria-hidden="true" />
                </IconButton>
              )}
              <IconButton label={`${t('wallet.addresses.remove')}: ${name}`} onClick={() => onRemove(record)}>
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
  const { t } = useTexts();
  const wordsOf = useBeneficiaryWords();
  return (
    <p className={styles.owner}>
      {beneficiary === null ? t('wallet.owner.unknown') : wordsOf(beneficiary)}
      {provenAt !== null && <span>{t('wallet.owner.proven', { time: dateAndTime(provenAt) })}</span>}
    </p>
  );
}
