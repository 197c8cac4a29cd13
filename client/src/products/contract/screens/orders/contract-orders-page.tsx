import type { ComponentType } from 'react';
import { useContractAccount } from '../../../../entities/contract/positions';
import type { TextKey } from '../../../../shared/i18n/i18n';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Panel } from '../../../../shared/ui/page/panel';
import { TabLinks, useActiveTab } from '../../../../shared/ui/controls/tab-links';
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

/** `active` of the address says which. */
export function ContractOrdersPage() {
  const { say } = useTexts();
  // Lists are as fresh as what the stream tells of positions.
  useContractAccount();
  const { active, Content } = useActiveTab(TABS);
  return (
    <Panel title={say('contracts.title')} level={1}>
      <TabLinks label={say('contracts.title')} tabs={TABS} active={active} />
      <Content />
    </Panel>
  );
}
