import type { ComponentType } from 'react';
import { useContractAccount } from '../../../../kit/entities/contract/positions';
import type { TextKey } from '../../../../kit/i18n/i18n';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Panel } from '../../../../kit/ui/page/panel';
import { TabLinks, useActiveTab } from '../../../../kit/ui/controls/tab-links';
import { ContractCalendar } from './contract-calendar';
import { CurrentOrders, EndedOrders } from './order-lists';
import { ClosedList, EndedStopsList, FillsList, FundingList } from './stored-lists';

const TABS: readonly { active: string; text: TextKey; Content: ComponentType }[] = [
  { active: '1', text: 'contracts.current', Content: CurrentOrders },
  { active: '2', text: 'contracts.history', Content: EndedOrders },
  { active: '4', text: 'positions.tab.fills', Content: FillsList },
  { active: '5', text: 'positions.tab.closed', Content: ClosedList },
  { active: '6', text: 'positions.tab.funding', Content: FundingList },
  { active: '7', text: 'positions.stops', Content: EndedStopsList },
  { active: '3', text: 'contracts.calendar', Content: ContractCalendar },
];

/** The tab is `active` in the address. */
export function ContractOrdersPage() {
  const { t } = useTexts();
  // Keeps the positions channel open: lists refetch when it reports a change.
  useContractAccount();
  const { active, Content } = useActiveTab(TABS);
  return (
    <Panel title={t('contracts.title')} level={1}>
      <TabLinks label={t('contracts.title')} tabs={TABS} active={active} />
      <Content />
    </Panel>
  );
}
