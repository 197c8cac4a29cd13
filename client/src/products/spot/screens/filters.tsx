import { useInstruments } from '../../../kit/entities/instrument/instrument';
import { useMarketList } from '../../../kit/entities/market/market-api';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Faulty } from '../../../kit/ui/page/faulty';
import { Filter } from '../../../kit/ui/lists/filters';

interface MarketSelectProps {
  value: string | undefined;
  onChange: (market: string | undefined) => void;
}

export function MarketSelect({ value, onChange }: MarketSelectProps) {
  const { t } = useTexts();
  const spotInstruments = useInstruments().filter(({ product }) => product === 'spot');
  const { error, refetch } = useMarketList();
  return (
    <Filter
      {...{ label: t('orderlist.market'), any: t('orderlist.any_market'), value, onChange }}
      isSearched
      options={spotInstruments.map(({ id, label }) => ({ value: id, label }))}
      none={error && <Faulty error={error} onRetry={() => void refetch()} />}
    />
  );
}
