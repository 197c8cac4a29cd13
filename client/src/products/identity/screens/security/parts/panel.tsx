import type { ReactNode } from 'react';
import type { SecurityOverview } from '../../../../../../../shared/products/identity/security';
import { useOverviewQuery } from '../../../../../entities/security/security-api';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { Panel as KitPanel } from '../../../../../shared/ui/page/panel';
import { Waiting } from '../../../../../shared/ui/page/waiting';
import styles from './security.module.css';

interface PanelProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A screen of the user centre: its heading, what it is for, and its content. */
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
  /** Beside the heading. */
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
  /** What it means that it is on, or off. */
  state: string;
  isBusy?: boolean;
  onSwitch: () => void;
}

/** A protection that is on or off, and the button for the other. */
export function SwitchSection({ isOn, state, isBusy = false, onSwitch, children, ...words }: SwitchSectionProps) {
  const { say } = useTexts();
  return (
    <Section
      {...words}
      actions={
        <button type="button" className={styles.action} disabled={isBusy} onClick={onSwitch}>
          {say(isOn ? 'devices.turn_off' : 'devices.turn_on')}
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

/** How the account stands, once it is known. */
export function WithOverview({ children }: { children: (overview: SecurityOverview) => ReactNode }) {
  const { data, error, refetch } = useOverviewQuery();
  if (data) return children(data);
  return <Waiting error={error} onRetry={refetch} />;
}
