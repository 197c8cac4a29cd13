import { ArrowRight } from 'lucide-react';
import type { TermChange } from '../entities/fee/term-changes';
import { useTexts } from '../i18n/use-texts';
import styles from './announced-terms.module.css';

/** Old and new value of each term. */
export function ChangeList({ changes }: { changes: readonly TermChange[] }) {
  const { t } = useTexts();
  return (
    <dl className={styles.list}>
      {changes.map(({ term, before, after }) => (
        <div key={term}>
          <dt>{t(`terms.${term}`)}</dt>
          <dd>
            <del>{before}</del>
            <ArrowRight size={14} aria-label="→" />
            <ins>{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
