import AutoComplete from 'antd/es/auto-complete';
import Select from 'antd/es/select';
import type { ListedAddress } from '../../../../shared/wire/address-book';
import { useAddressBookQuery } from '../../entities/withdrawal/withdrawal-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import styles from './address-field.module.css';
import { shortAddress } from './short-address';
import { serverNow } from '../../shared/stream/server-time';

interface AddressFieldProps {
  chain: string;
  /** Nothing else is allowed. */
  isListedOnly: boolean;
  /** From the form that it is a field of. */
  id?: string;
  value?: string;
  onChange?: (address: string) => void;
  onBlur?: () => void;
}

/** From the address book, or typed: which of the two it is need not be said first. */
export function AddressField({ chain, isListedOnly, value, ...properties }: AddressFieldProps) {
  const { say } = useTexts();
  const { data: book } = useAddressBookQuery(undefined, { refetchOnMountOrArgChange: true });
  const now = serverNow();
  const listed = book?.records.filter((record) => record.chain === chain) ?? [];
  const options = listed.map((record) => ({
    value: record.address,
    label: <Listed record={record} isUsable={record.usableAt <= now} />,
    title: record.address,
    disabled: record.usableAt > now,
  }));
  const waiting = listed.find(({ address, usableAt }) => address === value?.trim() && usableAt > now);
  const text = isListedOnly
    ? say('wallet.withdrawal.listed_only')
    : waiting
      ? say('wallet.address_usable_from', { time: dateAndTime(waiting.usableAt) })
      : null;
  return (
    <>
      {isListedOnly ? (
        <Select
          {...properties}
          size="large"
          value={value ?? null}
          options={options}
          notFoundContent={say('wallet.addresses.empty')}
        />
      ) : (
        <AutoComplete
          {...properties}
          size="large"
          value={value ?? ''}
          options={options}
          placeholder={say('wallet.withdrawal.address_hint')}
        />
      )}
      {text !== null && <span className={styles.hint}>{text}</span>}
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
