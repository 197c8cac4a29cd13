import Select from 'antd/es/select';
import { useMarkets } from '../../entities/market/market-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { pairOf } from '../../features/manage-orders/order-columns';

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
      options={useMarkets().map(({ name }) => ({ value: name, label: pairOf(name) }))}
      onChange={onChange}
    />
  );
}
