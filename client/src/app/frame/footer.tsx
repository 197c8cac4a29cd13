import { Link } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts';
import { API_DOCUMENTATION_PATH, PRODUCT_NAME } from '../../shared/lib/product';
import type { MenuEntry } from '../../shared/ui/screen';
import styles from './footer.module.css';

const CONTACT_EMAIL = 'support@open-exchange.example';

const PRODUCT_LINKS: readonly MenuEntry[] = [
  { path: '/about', text: 'footer.about' },
  { path: '/down', text: 'footer.download' },
  { path: '/share', text: 'menu.share' },
  { path: '/rateStandard', text: 'footer.rates' },
  { path: '/whitePaper', text: 'footer.white_paper' },
];
const HELP_LINKS: readonly MenuEntry[] = [
  { path: '/helpCenter', text: 'footer.help' },
  { path: '/noticeList', text: 'footer.notices' },
  { path: '/news', text: 'footer.news' },
  { path: '/informationList', text: 'footer.information' },
  { path: '/feedback', text: 'footer.feedback' },
];
const LEGAL_LINKS: readonly MenuEntry[] = [
  { path: '/legalStatement', text: 'footer.legal' },
  { path: '/privacyPolicy', text: 'footer.privacy' },
  { path: '/userAgreement', text: 'footer.agreement' },
];

export function Footer() {
  const { say } = useTexts();
  return (
    <footer className={styles.footer} data-print="none">
      <div className={styles.columns}>
        <p className={styles.promise}>
          <b>{PRODUCT_NAME}</b>
          <span>{say('footer.promise')}</span>
        </p>
        <Column title={say('footer.product')} entries={PRODUCT_LINKS} />
        <Column title={say('footer.support')} entries={HELP_LINKS} />
        <Column title={say('footer.legal_title')} entries={LEGAL_LINKS} />
      </div>
      <p className={styles.contact}>
        <span>
          {say('footer.contact')} <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>
        </span>
        <a href={API_DOCUMENTATION_PATH}>{say('page.api')}</a>
      </p>
    </footer>
  );
}

function Column({ title, entries }: { title: string; entries: readonly MenuEntry[] }) {
  const { say } = useTexts();
  return (
    <nav className={styles.column} aria-label={title}>
      <p>{title}</p>
      {entries.map(({ path, text }) => (
        <Link key={path} to={path}>
          {say(text)}
        </Link>
      ))}
    </nav>
  );
}
