import { useTexts } from '../../../../kit/i18n/use-texts';
import { lineDiff } from '../../../../kit/lib/line-diff';
import styles from './content.module.css';

const SIGNS = { same: ' ', gone: '−', new: '+' } as const;

interface TextDiffProps {
  label: string;
  before: string;
  after: string;
  lang: string;
}

/** Line-by-line differences of two texts. */
export function TextDiff({ label, before, after, lang }: TextDiffProps) {
  const { t } = useTexts();
  if (before === after) return <p className={styles.muted}>{t('publish.diff.none')}</p>;
  return (
    <div className={styles.diff} role="group" aria-label={label} tabIndex={0} lang={lang}>
      {lineDiff(before, after).map(({ kind, text }, place) => (
        <div key={place} data-kind={kind}>
          <span aria-hidden="true">{SIGNS[kind]}</span>
          {kind !== 'same' && <span className="spoken">{t(`publish.diff.${kind}`)}: </span>}
          {text}
        </div>
      ))}
    </div>
  );
}
