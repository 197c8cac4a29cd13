import type { ComponentType } from 'react';
import { useSelector } from 'react-redux';
import { selectIndexPrice, type IndexPriceState } from '../../../kit/entities/index-price/index-price-slice';
import { useOptionProductsQuery } from '../api/option-api';
import { useOpenOptions } from '../api/option-slice';
import { OptionDays } from '../panels/options/days-list';
import { OptionHistory } from '../panels/options/history-list';
import { OpenOptionsList } from '../panels/options/open-options';
import { useOptionNews } from '../panels/options/use-option-news';
import type { TextKey } from '../../../kit/i18n/i18n';
import { useTexts } from '../../../kit/i18n/use-texts';
import { useInterest } from '../../../kit/stream/interest';
import { Panel } from '../../../kit/ui/page/panel';
import { TabLinks, useActiveTab } from '../../../kit/ui/controls/tab-links';

const TABS: readonly { active: string; text: TextKey; Content: ComponentType }[] = [
  { active: '1', text: 'option.tab.open', Content: OpenList },
  { active: '2', text: 'option.tab.history', Content: OptionHistory },
  { active: '3', text: 'option.tab.days', Content: OptionDays },
];

/** The tab is `active` in the address. */
export function OptionRecordsPage() {
  const { t } = useTexts();
  // Keeps the channel open: lists refetch when it reports a change.
  useOpenOptions();
  useOptionNews();
  const { active, Content } = useActiveTab(TABS);
  return (
    <Panel title={t('menu.second_records')} level={1}>
      <TabLinks label={t('menu.second_records')} tabs={TABS} active={active} />
      <Content />
    </Panel>
  );
}

function OpenList() {
  const { data } = useOptionProductsQuery();
  const symbols = [...new Set((useOpenOptions() ?? []).map(({ symbol }) => symbol))];
  const indexes = useSelector((state: { indexPrice: IndexPriceState }) => state.indexPrice);
  return (
    <>
      {symbols.map((symbol) => (
        <Followed key={symbol} symbol={symbol} />
      ))}
      <OpenOptionsList
        rules={data?.rules}
        priceOf={(symbol) => selectIndexPrice({ indexPrice: indexes }, symbol).index?.price ?? null}
        density="page"
      />
    </>
  );
}

/** Subscribes to the index while mounted; renders nothing. */
function Followed({ symbol }: { symbol: string }) {
  useInterest({ channel: 'index', market: symbol });
  return null;
}
