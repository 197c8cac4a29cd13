import { useInstruments } from '../../../entities/instrument/instrument';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Filter } from '../../../shared/ui/lists/filters';

interface ContractSelectProps {
  value: string | undefined;
  onChange: (market: string | undefined) => void;
}

/** One contract, or all. */
export function ContractSelect({ value, onChange }: ContractSelectProps) {
  const { say } = useTexts();
  const contracts = useInstruments().filter(({ product }) => product === 'perpetual');
  return (
    <Filter
      {...{ label: say('positions.contract'), any: say('contracts.any_contract'), value, onChange }}
      isSearched
      options={contracts.map(({ id, label }) => ({ value: id, label }))}
    />
  );
}
