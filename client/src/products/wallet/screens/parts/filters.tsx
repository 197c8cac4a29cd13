import { useListedAssetsQuery } from '../../../../entities/wallet/wallet-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Filter, Filters } from '../../../../shared/ui/lists/filters';

interface RecordFiltersProps<Status extends string> {
  asset: string | undefined;
  status?: Status | undefined;
  /** With what each status is called; absent: there is no such choice. */
  statuses?: readonly { value: Status; label: string }[];
  onChange: (filters: { asset?: string | undefined; status?: Status | undefined }) => void;
}

/** By coin, and by how it went. */
export function RecordFilters<Status extends string>({
  asset,
  status,
  statuses,
  onChange,
}: RecordFiltersProps<Status>) {
  const { say } = useTexts();
  const { data: assets = [] } = useListedAssetsQuery();
  return (
    <Filters>
      <Filter
        {...{ label: say('assets.asset'), any: say('records.any_asset'), value: asset }}
        isSearched
        options={assets.map((listed) => ({ value: listed.asset, label: listed.asset }))}
        onChange={(next) => onChange({ asset: next, status })}
      />
      {statuses && (
        <Filter
          {...{ label: say('wallet.status'), any: say('wallet.any_status'), value: status, options: statuses }}
          onChange={(next) => onChange({ asset, status: next })}
        />
      )}
    </Filters>
  );
}
