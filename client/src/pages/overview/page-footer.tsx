import { useTexts } from '../../shared/i18n/use-texts';
import { API_DOCUMENTATION_PATH, PRODUCT_NAME } from '../../shared/lib/product';
import styles from './overview-page.module.css';

export function PageFooter() {
  const { say } = useTexts();
  return (
    <footer className={styles.footer}>
      <span>{PRODUCT_NAME}</span>
      <a href={API_DOCUMENTATION_PATH}>{say('page.api')}</a>
    </footer>
  );
}
