import { LanguageSelect } from '../../features/choose-language/language-select';
import { useChosenMarket } from '../../features/choose-market/choice';
import { ThemeSwitch } from '../../features/choose-theme/theme-switch';
import { ConnectionBadge } from '../../features/show-connection/connection-badge';
import { useTexts } from '../../shared/i18n/use-texts';
import { API_DOCUMENTATION_PATH, PRODUCT_NAME } from '../../shared/lib/product';
import styles from './overview-page.module.css';

export function PageHeader({ contentId }: { contentId: string }) {
  const { say } = useTexts();
  const market = useChosenMarket();
  return (
    <header className={styles.header}>
      <a className={styles.skip} href={`#${contentId}`}>
        {say('page.skip')}
      </a>
      <a className={styles.logo} href="/" aria-label={`${PRODUCT_NAME}, ${say('page.home')}`}>
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span>{PRODUCT_NAME}</span>
      </a>
      {market && <ConnectionBadge market={market.name} />}
      <div className={styles.controls}>
        <a className={styles.documentation} href={API_DOCUMENTATION_PATH}>
          {say('page.api')}
        </a>
        <LanguageSelect />
        <ThemeSwitch />
      </div>
    </header>
  );
}
