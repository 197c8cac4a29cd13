import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Panel } from '../../../shared/ui/page/panel';
import styles from './earn-pages.module.css';

/** What happens when: `at` in epoch milliseconds, or null for this moment. */
export function Timeline({ steps }: { steps: readonly (readonly [name: string, at: number | null])[] }) {
  const { say } = useTexts();
  return (
    <Panel title={say('earn.timeline')} level={2}>
      <ol className={styles.timeline}>
        {steps.map(([name, at]) => (
          <li key={name}>
            <b>{name}</b>
            {at === null ? <time>{say('earn.timeline.now')}</time> : <time>{dateAndTime(at)}</time>}
          </li>
        ))}
      </ol>
      <p className={styles.note}>{say('earn.zone')}</p>
    </Panel>
  );
}
