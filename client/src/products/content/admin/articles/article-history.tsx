import type { ArticleActRecord } from '../../../../../../shared/products/content/staff';
import { useReasonWords } from '../../../../kit/i18n/reason-words';
import { useTexts, type Texts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { Panel } from '../../../../kit/ui/page/panel';
import styles from './content.module.css';

/** Actions on the article's versions, newest first. */
export function ArticleHistory({ acts }: { acts: readonly ArticleActRecord[] }) {
  const { t } = useTexts();
  const reasonWords = useReasonWords();
  return (
    <Panel title={t('publish.history')} level={2}>
      <ol className={styles.history}>
        {acts.map((act, place) => (
          <li key={place}>
            <time dateTime={new Date(act.at).toISOString()}>{dateAndTime(act.at)}</time>
            <span>{act.by === null ? t('publish.by_both') : `#${act.by}`}</span>
            <span>{wordsOf(t, act)}</span>
            {act.reason !== null && <span className={styles.muted}>{reasonWords(act.reason)}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function wordsOf(t: Texts['t'], { act, version, from, until }: ArticleActRecord): string {
  const actText = t(`publish.act.${act}`, { version: version === 0 ? t('publish.version.shipped') : String(version) });
  const times = [
    ...(from === null ? [] : [t('publish.from', { time: dateAndTime(from) })]),
    ...(until === null ? [] : [t('publish.until', { time: dateAndTime(until) })]),
  ];
  return [actText, ...times].join(' · ');
}
