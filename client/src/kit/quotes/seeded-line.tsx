import { useTexts } from '../i18n/use-texts';
import styles from './seeded-line.module.css';

/** Generated part of a price line, explained by a tooltip. Renders nothing if all prices were traded. */
export function SeededLine({ path }: { path: string | null }) {
  const { t } = useTexts();
  if (path === null) return null;
  return (
    <path className={styles.made} d={path}>
      <title>{t('chart.made')}</title>
    </path>
  );
}
