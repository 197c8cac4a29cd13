import type { ArticleActRecord } from '../../../../../shared/products/content/staff';
import { useReasonWords } from '../../../shared/i18n/reason-words';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Panel } from '../../../shared/ui/page/panel';
import styles from './content.module.css';

/** What was done with its versions, newest first. */
export function ArticleHistory({ acts }: { acts: readonly ArticleActRecord[] }) {
  const { say } = useTexts();
  const reasonWords = useReasonWords();
  return (
    <Panel title={say('publish.history')} level={2}>
      <ol className={styles.history}>
        {acts.map((act, place) => (
          <li key={place}>
            <time dateTime={new Date(act.at).toISOString()}>{dateAndTime(act.at)}</time>
            <span>{act.by === null ? say('publish.by_both') : `#${act.by}`}</span>
            <span>{wordsOf(say, act)}</span>
            {act.reason !== null && <span className={styles.muted}>{reasonWords(act.reason)}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function wordsOf(say: Texts['say'], { act, version, from, until }: ArticleActRecord): string {
  const what = say(`publish.act.${act}`, { version: version === 0 ? say('publish.version.shipped') : String(version) });
  const times = [
    ...(from === null ? [] : [say('publish.from', { time: dateAndTime(from) })]),
    ...(until === null ? [] : [say('publish.until', { time: dateAndTime(until) })]),
  ];
  return [what, ...times].join(' · ');
}
