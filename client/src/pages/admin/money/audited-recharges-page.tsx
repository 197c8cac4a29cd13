import { useTexts } from '../../../shared/i18n/use-texts';
import { Panel } from '../../../shared/ui/page/panel';
import { RechargeTabs } from './recharge-list';

/** All recharges, to be read. */
export function AuditedRechargesPage() {
  const { say } = useTexts();
  return (
    <Panel title={say('staff.section.recharges')} level={1}>
      <RechargeTabs />
    </Panel>
  );
}
