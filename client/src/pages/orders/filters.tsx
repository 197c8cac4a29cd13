import Select from 'antd/es/select';
import { useInstruments } from '../../entities/instrument/instrument';
import { useTexts } from '../../shared/i18n/use-texts';

interface MarketSelectProps {
  value: string | undefined;
  onChange: (market: string | undefined) => void;
}

export function MarketSelect({ value, onChange }: MarketSelectProps) {
  const { say } = useTexts();
  return (
    <Select
      aria-label={say('orderlist.market')}
      placeholder={say('orderlist.any_market')}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={useInstruments().map(({ id, label }) => ({ value: id, label }))}
      onChange={onChange}
    />
  );
}
