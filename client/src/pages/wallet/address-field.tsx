import Select from 'antd/es/select';
import type { ListedAddress } from '../../../../shared/wire/address-book';
import { useAddressBookQuery } from '../../entities/withdrawal/withdrawal-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import styles from './address-field.module.css';
import { shortAddress } from '../../../../shared/rules/short-address';
import { serverNow } from '../../shared/stream/server-time';

interface AddressFieldProps {
  chain: string;
  /** From the form that it is a field of. */
  id?: string;
  value?: string;
  onChange?: (address: string) => void;
  onBlur?: () => void;
}

/** One of the address book: nothing else can be withdrawn to. */
export function AddressField({ chain, value, ...properties }: AddressFieldProps) {
  const { say } = useTexts();
  const { data: book } = useAddressBookQuery(undefined, { refetchOnMountOrArgChange: true });
  const now = serverNow();
  const listed = book?.records.filter((record) => record.chain === chain && record.listed) ?? [];
  return (
    <>
      <Select
        {...properties}
        size="large"
        value={value ?? null}
        options={listed.map((record) => ({
          value: record.address,
          label: <Listed record={record} isUsable={record.usableAt <= now} />,
          title: record.address,
          disabled: record.usableAt > now,
        }))}
        notFoundContent={say('wallet.addresses.empty')}
      />
      <span className={styles.hint}>{say('wallet.withdrawal.listed_only')}</span>
    </>
  );
}

function Listed({ record: { label, address, usableAt }, isUsable }: { record: ListedAddress; isUsable: boolean }) {
  const { say } = useTexts();
  return (
    <span className={styles.listed}>
      <b>{label}</b>
      <span>{shortAddress(address)}</span>
      {!isUsable && <small>{say('wallet.address_usable_from', { time: dateAndTime(usableAt) })}</small>}
    </span>
  );
}
