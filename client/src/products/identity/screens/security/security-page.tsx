import { TriangleAlert } from 'lucide-react';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { AntiPhishing } from './anti-phishing';
import { Bindings } from './bindings';
import { DeviceApproval } from './device-approval';
import { Freeze } from './freeze';
import { LogIns } from './log-ins';
import { OwnLimits } from './own-limits';
import { Panel, Section, WithOverview } from './parts/panel';
import { SafetyMeter } from './safety';
import styles from './parts/security.module.css';
import { Sessions } from './sessions';
import { TradingFactor } from './trading-factor';
import { serverNow } from '../../../../kit/stream/server-time';

const HOLD_MS = 24 * 60 * 60 * 1_000;

/** Protections of the account, active sessions and the emergency freeze. */
export function SecurityPage() {
  const { t } = useTexts();
  return (
    <Panel title={t('security.menu.security')} lead={t('security.lead')}>
      <WithOverview>
        {(overview) => (
          <>
            <Section title={t('security.level_label')}>
              <SafetyMeter level={overview.safetyLevel} />
              <Hold overview={overview} />
            </Section>
            <Section title={t('security.bindings')}>
              <Bindings overview={overview} />
            </Section>
            <AntiPhishing overview={overview} />
            <DeviceApproval overview={overview} />
            <TradingFactor overview={overview} />
            <OwnLimits overview={overview} />
            <Sessions />
            <LogIns />
            <Freeze overview={overview} />
          </>
        )}
      </WithOverview>
    </Panel>
  );
}

/** Withdrawals are held for a day after security changes, which might be an intruder's. */
function Hold({ overview: { securityChangedAt, heldUntil } }: { overview: SecurityOverview }) {
  const { t } = useTexts();
  const until = Math.max(securityChangedAt === null ? 0 : securityChangedAt + HOLD_MS, heldUntil ?? 0);
  if (serverNow() >= until) return null;
  return (
    <p className={styles.note} data-kind="warning">
      <TriangleAlert size={16} aria-hidden="true" />
      {t('security.hold', { time: dateAndTime(until) })}
    </p>
  );
}
