import { useTexts } from '../../../shared/i18n/use-texts';
import { lineDiff } from '../../../shared/lib/line-diff';
import styles from './content.module.css';

const SIGNS = { same: ' ', gone: '−', new: '+' } as const;

interface TextDiffProps {
  label: string;
  before: string;
  after: string;
  lang: string;
}

/** What one text has and the other has not, line by line. */
export function TextDiff({ label, before, after, lang }: TextDiffProps) {
  const { say } = useTexts();
  if (before === after) return <p className={styles.muted}>{say('publish.diff.none')}</p>;
  return (
    <div className={styles.diff} role="group" aria-label={label} tabIndex={0} lang={lang}>
      {lineDiff(before, after).map(({ kind, text }, place) => (
        <div key={place} data-kind={kind}>
          <span aria-hidden="true">{SIGNS[kind]}</span>
          {kind !== 'same' && <span className="spoken">{say(`publish.diff.${kind}`)}: </span>}
          {text}
        </div>
      ))}
    </div>
  );
}
