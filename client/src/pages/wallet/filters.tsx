import Select from 'antd/es/select';
import { useListedAssetsQuery } from '../../entities/wallet/wallet-api';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './wallet.module.css';

interface FiltersProps<Status extends string> {
  asset: string | undefined;
  status?: Status | undefined;
  /** With what each status is called; absent: there is no such choice. */
  statuses?: readonly { value: Status; label: string }[];
  onChange: (filters: { asset?: string | undefined; status?: Status | undefined }) => void;
}

/** By coin, and by how it went. */
export function Filters<Status extends string>({ asset, status, statuses, onChange }: FiltersProps<Status>) {
  const { say } = useTexts();
  const { data: assets = [] } = useListedAssetsQuery();
  return (
    <div className={styles.filters}>
      <Select
        aria-label={say('assets.asset')}
        placeholder={say('records.any_asset')}
        allowClear
        showSearch
        value={asset}
        options={assets.map((listed) => ({ value: listed.asset, label: listed.asset }))}
        onChange={(next?: string) => onChange({ asset: next, status })}
      />
      {statuses && (
        <Select<Status>
          aria-label={say('wallet.status')}
          placeholder={say('wallet.any_status')}
          allowClear
          value={status ?? null}
          options={[...statuses]}
          onChange={(next?: Status) => onChange({ asset, status: next })}
        />
      )}
    </div>
  );
}
