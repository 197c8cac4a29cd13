import { TriangleAlert } from 'lucide-react';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
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
import { serverNow } from '../../../../shared/stream/server-time';

const HOLD_MS = 24 * 60 * 60 * 1_000;

/** All that protects the account, who is logged in to it, and the emergency brake. */
export function SecurityPage() {
  const { say } = useTexts();
  return (
    <Panel title={say('security.menu.security')} lead={say('security.lead')}>
      <WithOverview>
        {(overview) => (
          <>
            <Section title={say('security.level_label')}>
              <SafetyMeter level={overview.safetyLevel} />
              <Hold overview={overview} />
            </Section>
            <Section title={say('security.bindings')}>
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

/** Withdrawals wait a day after whatever might be a thief's doing. */
function Hold({ overview: { securityChangedAt, heldUntil } }: { overview: SecurityOverview }) {
  const { say } = useTexts();
  const until = Math.max(securityChangedAt === null ? 0 : securityChangedAt + HOLD_MS, heldUntil ?? 0);
  if (serverNow() >= until) return null;
  return (
    <p className={styles.note} data-kind="warning">
      <TriangleAlert size={16} aria-hidden="true" />
      {say('security.hold', { time: dateAndTime(until) })}
    </p>
  );
}
