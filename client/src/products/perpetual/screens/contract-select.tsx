import { useInstruments } from '../../../kit/entities/instrument/instrument';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Filter } from '../../../kit/ui/lists/filters';

interface ContractSelectProps {
  value: string | undefined;
  onChange: (market: string | undefined) => void;
}

/** Filter by contract; undefined means all. */
export function ContractSelect({ value, onChange }: ContractSelectProps) {
  const { t } = useTexts();
  const contracts = useInstruments().filter(({ product }) => product === 'perpetual');
  return (
    <Filter
      {...{ label: t('positions.contract'), any: t('contracts.any_contract'), value, onChange }}
      isSearched
      options={contracts.map(({ id, label }) => ({ value: id, label }))}
    />
  );
}
