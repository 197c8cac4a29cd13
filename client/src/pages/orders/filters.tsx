import Select from 'antd/es/select';
import { useInstruments } from '../../entities/instrument/instrument';
import { MARKETS_POLL, useMarketsQuery } from '../../entities/market/market-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { Faulty } from '../../shared/ui/faulty';

interface MarketSelectProps {
  value: string | undefined;
  onChange: (market: string | undefined) => void;
}

export function MarketSelect({ value, onChange }: MarketSelectProps) {
  const { say } = useTexts();
  const pairs = useInstruments().filter(({ product }) => product === 'spot');
  const { error, refetch } = useMarketsQuery(undefined, MARKETS_POLL);
  // In place of the pairs, should they not have come.
  const none = error && { notFoundContent: <Faulty fault={error} onRetry={() => void refetch()} /> };
  return (
    <Select
      aria-label={say('orderlist.market')}
      placeholder={say('orderlist.any_market')}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={pairs.map(({ id, label }) => ({ value: id, label }))}
      onChange={onChange}
      {...none}
    />
  );
}
