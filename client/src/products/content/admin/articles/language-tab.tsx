import { useTexts } from '../../../../kit/i18n/use-texts';
import type { Completeness } from './article-draft';
import styles from './content.module.css';

/** A language in its own name, and whether its text is complete. */
export function LanguageTab({ name, state }: { name: string; state: Completeness }) {
  const { t } = useTexts();
  return (
    <span className={styles.language}>
      <span className={styles.dot} data-state={state} aria-hidden="true" />
      {name}
      <span className="spoken">{`: ${t(`publish.language.${state}`)}`}</span>
    </span>
  );
}
