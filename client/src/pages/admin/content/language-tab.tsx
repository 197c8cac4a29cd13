import { useTexts } from '../../../shared/i18n/use-texts';
import type { Completeness } from './article-draft';
import styles from './content.module.css';

/** A language by its own name, and whether its text is whole. */
export function LanguageTab({ name, state }: { name: string; state: Completeness }) {
  const { say } = useTexts();
  return (
    <span className={styles.language}>
      <span className={styles.dot} data-state={state} aria-hidden="true" />
      {name}
      <span className="spoken">{`: ${say(`publish.language.${state}`)}`}</span>
    </span>
  );
}
