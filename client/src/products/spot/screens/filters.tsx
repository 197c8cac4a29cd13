import { useInstruments } from '../../../entities/instrument/instrument';
import { useMarketList } from '../../../entities/market/market-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Faulty } from '../../../shared/ui/page/faulty';
import { Filter } from '../../../shared/ui/lists/filters';

interface MarketSelectProps {
  value: string | undefined;
  onChange: (market: string | undefined) => void;
}

export function MarketSelect({ value, onChange }: MarketSelectProps) {
  const { say } = useTexts();
  const pairs = useInstruments().filter(({ product }) => product === 'spot');
  const { error, refetch } = useMarketList();
  return (
    <Filter
      {...{ label: say('orderlist.market'), any: say('orderlist.any_market'), value, onChange }}
      isSearched
      options={pairs.map(({ id, label }) => ({ value: id, label }))}
      none={error && <Faulty fault={error} onRetry={() => void refetch()} />}
    />
  );
}
