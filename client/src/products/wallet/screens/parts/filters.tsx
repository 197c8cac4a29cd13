import { useListedAssetsQuery } from '../../../../kit/entities/wallet/wallet-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Filter, Filters } from '../../../../kit/ui/lists/filters';

interface RecordFiltersProps<Status extends string> {
  asset: string | undefined;
  status?: Status | undefined;
  /** Options with their labels; without them there is no status filter. */
  statuses?: readonly { value: Status; label: string }[];
  onChange: (filters: { asset?: string | undefined; status?: Status | undefined }) => void;
}

/** Filters by asset and status. */
export function RecordFilters<Status extends string>({
  asset,
  status,
  statuses,
  onChange,
}: RecordFiltersProps<Status>) {
  const { t } = useTexts();
  const { data: assets = [] } = useListedAssetsQuery();
  return (
    <Filters>
      <Filter
        {...{ label: t('assets.asset'), any: t('records.any_asset'), value: asset }}
        isSearched
        options={assets.map((record) => ({ value: record.asset, label: record.asset }))}
        onChange={(next) => onChange({ asset: next, status })}
      />
      {statuses && (
        <Filter
          {...{ label: t('wallet.status'), any: t('wallet.any_status'), value: status, options: statuses }}
          onChange={(next) => onChange({ asset, status: next })}
        />
      )}
    </Filters>
  );
}
