import Select from 'antd/es/select';
import { useInstruments } from '../../entities/instrument/instrument';
import { useTexts } from '../../shared/i18n/use-texts';

interface ContractSelectProps {
  value: string | undefined;
  onChange: (market: string | undefined) => void;
}

/** One contract, or all. */
export function ContractSelect({ value, onChange }: ContractSelectProps) {
  const { say } = useTexts();
  const contracts = useInstruments().filter(({ product }) => product === 'perpetual');
  return (
    <Select
      aria-label={say('positions.contract')}
      placeholder={say('contracts.any_contract')}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={contracts.map(({ id, label }) => ({ value: id, label }))}
      onChange={onChange}
    />
  );
}
