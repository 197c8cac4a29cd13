import { Link, useSearchParams } from 'react-router';
import type { TextKey } from '../../i18n/i18n';
import { useTexts } from '../../i18n/use-texts';
import styles from './tab-links.module.css';

/** The `active` parameter if it names one of `tabs`, else the first. */
export function useActiveTab<Tab extends { active: string }>(tabs: readonly Tab[]): Tab {
  const [parameters] = useSearchParams();
  return tabs.find(({ active }) => active === parameters.get('active')) ?? tabs[0];
}

interface TabLinksProps {
  label: string;
  tabs: readonly { active: string; text: TextKey }[];
  active: string;
}

/** Tabs as links: `active` in the URL selects one. */
export function TabLinks({ label, tabs, active }: TabLinksProps) {
  const { t } = useTexts();
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.active} to={`?active=${tab.active}`} aria-current={tab.active === active ? 'page' : undefined}>
          {t(tab.text)}
        </Link>
      ))}
    </nav>
  );
}
