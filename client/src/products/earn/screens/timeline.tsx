import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { Panel } from '../../../kit/ui/page/panel';
import styles from './earn-pages.module.css';

/** Steps with their times: `at` in epoch milliseconds, or null for now. */
export function Timeline({ steps }: { steps: readonly (readonly [name: string, at: number | null])[] }) {
  const { t } = useTexts();
  return (
    <Panel title={t('earn.timeline')} level={2}>
      <ol className={styles.timeline}>
        {steps.map(([name, at]) => (
          <li key={name}>
            <b>{name}</b>
            {at === null ? <time>{t('earn.timeline.now')}</time> : <time>{dateAndTime(at)}</time>}
          </li>
        ))}
      </ol>
      <p className={styles.note}>{t('earn.zone')}</p>
    </Panel>
  );
}
