import type { ReactNode } from 'react';
import type { SecurityOverview } from '../../../../../../../shared/products/identity/security';
import { useOverviewQuery } from '../../../../../kit/entities/security/security-api';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { Panel as KitPanel } from '../../../../../kit/ui/page/panel';
import { Waiting } from '../../../../../kit/ui/page/waiting';
import styles from './security.module.css';

interface PanelProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A screen of the user centre: heading, lead and content. */
export function Panel({ title, lead, children }: PanelProps) {
  return (
    <KitPanel title={title} level={1} {...(lead === undefined ? {} : { lead })}>
      {children}
    </KitPanel>
  );
}

interface SectionProps {
  title: string;
  lead?: string;
  /** Shown beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Section({ title, lead, actions, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <header className={styles.sectionHead}>
        <div className={styles.sectionWords}>
          <h2>{title}</h2>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}

interface SwitchSectionProps extends Pick<SectionProps, 'title' | 'lead' | 'children'> {
  isOn: boolean;
  /** Text of the current state. */
  state: string;
  isBusy?: boolean;
  onSwitch: () => void;
}

/** A protection with its state, and the button to switch it. */
export function SwitchSection({
  isOn,
  state,
  isBusy = false,
  onSwitch,
  children,
  ...sectionProps
}: SwitchSectionProps) {
  const { t } = useTexts();
  return (
    <Section
      {...sectionProps}
      actions={
        <button type="button" className={styles.action} disabled={isBusy} onClick={onSwitch}>
          {t(isOn ? 'devices.turn_off' : 'devices.turn_on')}
        </button>
      }
    >
      <p>
        <span className={styles.state} data-kind={isOn ? 'good' : undefined}>
          {state}
        </span>
      </p>
      {children}
    </Section>
  );
}

/** Loads the security overview and passes it to its children. */
export function WithOverview({ children }: { children: (overview: SecurityOverview) => ReactNode }) {
  const { data, error, refetch } = useOverviewQuery();
  if (data) return children(data);
  return <Waiting error={error} onRetry={refetch} />;
}
