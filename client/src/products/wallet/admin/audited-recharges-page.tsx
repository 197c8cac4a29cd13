import { useTexts } from '../../../kit/i18n/use-texts';
import { Panel } from '../../../kit/ui/page/panel';
import { RechargeTabs } from './recharge-list';

/** All deposits, read-only for auditors. */
export function AuditedRechargesPage() {
  const { t } = useTexts();
  return (
    <Panel title={t('staff.section.recharges')} level={1}>
      <RechargeTabs />
    </Panel>
  );
}
