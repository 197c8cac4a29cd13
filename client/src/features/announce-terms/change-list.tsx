import { ArrowRight } from 'lucide-react';
import type { TermChange } from '../../entities/fee/term-changes';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './announced-terms.module.css';

/** What was, and what it becomes, term by term. */
export function ChangeList({ changes }: { changes: readonly TermChange[] }) {
  const { say } = useTexts();
  return (
    <dl className={styles.list}>
      {changes.map(({ term, before, after }) => (
        <div key={term}>
          <dt>{say(`terms.${term}`)}</dt>
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
