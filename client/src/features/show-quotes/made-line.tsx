import { useTexts } from '../../shared/i18n/use-texts';
import styles from './made-line.module.css';

/** The part of a price line that nobody traded: it says so under the pointer. Nothing where all of it was traded. */
export function MadeLine({ path }: { path: string | null }) {
  const { say } = useTexts();
  if (path === null) return null;
  return (
    <path className={styles.made} d={path}>
      <title>{say('chart.made')}</title>
    </path>
  );
}
