import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useTexts } from '../../../shared/i18n/use-texts';
import styles from '../parts/desk.module.css';
import { Banks } from './limits-banks';
import { OverdueLimits } from './limits-overdue';
import { SafetyLimits } from './limits-safety';
import { Terms } from './limits-terms';
import { SecondApproval } from './limits-approval';
import { Panel } from '../../../shared/ui/page/panel';

/** On which terms money comes in and goes out. Each part is shown to who may change it. */
export function LimitsPage({ own: { rights } }: { own: OwnStaff }) {
  const { say } = useTexts();
  return (
    <>
      <Panel title={say('staff.section.limits')} level={1}>
        <p className={styles.lead}>{say('staff.limits.lead')}</p>
      </Panel>
      {rights.includes('settings') && <SafetyLimits />}
      {rights.includes('settings') && <SecondApproval />}
      {rights.includes('settings') && <OverdueLimits />}
      {rights.includes('recharges') && <Terms />}
      {rights.includes('settings') && <Banks />}
    </>
  );
}
