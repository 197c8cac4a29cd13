import type { OwnStaff } from '../../../../shared/wire/staff';
import { useTexts } from '../../kit/i18n/use-texts';
import styles from '../parts/admin.module.css';
import { Banks } from './limits-banks';
import { OverdueLimits } from './limits-overdue';
import { SafetyLimits } from './limits-safety';
import { Terms } from './limits-terms';
import { SecondApproval } from './limits-approval';
import { Panel } from '../../kit/ui/page/panel';

/** Terms of deposits and withdrawals. Staff see the parts they may change. */
export function LimitsPage({ ownStaff: { rights } }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  return (
    <>
      <Panel title={t('staff.section.limits')} level={1}>
        <p className={styles.lead}>{t('staff.limits.lead')}</p>
      </Panel>
      {rights.includes('settings') && <SafetyLimits />}
      {rights.includes('settings') && <SecondApproval />}
      {rights.includes('settings') && <OverdueLimits />}
      {rights.includes('recharges') && <Terms />}
      {rights.includes('settings') && <Banks />}
    </>
  );
}
