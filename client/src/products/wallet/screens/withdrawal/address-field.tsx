import type { ListedAddress } from '../../../../../../shared/products/wallet/address-book';
import { useAddressBookQuery } from '../../api/withdrawal-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { Combobox } from '../../../../kit/ui/form/fields/combobox';
import type { FieldControl } from '../../../../kit/ui/form/field';
import styles from './address-field.module.css';
import { shortAddress } from '../../../../../../shared/products/wallet/rules/short-address';
import { serverNow } from '../../../../kit/stream/server-time';

interface AddressFieldProps extends FieldControl {
  chain: string;
  value?: string;
  onChange?: (address: string | undefined) => void;
  onBlur?: () => void;
}

/** Choice from the address book; withdrawals go only to listed addresses. */
export function AddressField({ chain, ...properties }: AddressFieldProps) {
  const { t } = useTexts();
  const { data: book } = useAddressBookQuery(undefined, { refetchOnMountOrArgChange: true });
  const now = serverNow();
  const listedAddresses = book?.records.filter((record) => record.chain === chain && record.listed) ?? [];
  return (
    <>
      <Combobox
        {...properties}
        size="large"
        options={listedAddresses.map((record) => ({
          value: record.address,
          text: `${record.label} ${record.address}`,
          label: <Listed record={record} isUsable={record.usableAt <= now} />,
          isDisabled: record.usableAt > now,
        }))}
        none={t('wallet.addresses.empty')}
      />
      <span className={styles.hint}>{t('wallet.withdrawal.listed_only')}</span>
    </>
  );
}

function Listed({ record: { label, address, usableAt }, isUsable }: { record: ListedAddress; isUsable: boolean }) {
  const { t } = useTexts();
  return (
    <span className={styles.listed}>
      <b>{label}</b>
      <span>{shortAddress(address)}</span>
      {!isUsable && <small>{t('wallet.address_usable_from', { time: dateAndTime(usableAt) })}</small>}
    </span>
  );
}
