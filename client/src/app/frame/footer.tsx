import { LEGAL_LINKS, type LegalLink } from '../../../../shared/rules/desk-config';
import { useDeskConfig } from '../../entities/config/config-api';
import type { TextKey } from '../../shared/i18n/i18n';
import { useTexts } from '../../shared/i18n/use-texts';
import { API_DOCUMENTATION_PATH } from '../../shared/api/endpoints';
import { PRODUCT_NAME } from '../../shared/lib/product';
import { useIdle } from '../../shared/lib/hooks/when-idle';
import { AnyLink } from '../../shared/ui/controls/any-link';
import type { MenuEntry } from '../../shared/ui/screen';
import styles from './footer.module.css';

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
const LEGAL_TEXTS = {
  link_legal: 'footer.legal',
  link_privacy: 'footer.privacy',
  link_agreement: 'footer.agreement',
  link_risk: 'footer.risk',
  link_fees: 'footer.fee_schedule',
} as const satisfies Record<LegalLink, TextKey>;

export function Footer() {
  const { say } = useTexts();
  const config = useDeskConfig({ skip: !useIdle() });
  const email = config.footer_email;
  const legal = LEGAL_LINKS.map((key) => ({ path: config[key], text: LEGAL_TEXTS[key] }));
  return (
    <footer className={styles.footer} data-print="none">
      <div className={styles.columns}>
        <p className={styles.promise}>
          <b>{PRODUCT_NAME}</b>
          <span>{say('footer.promise')}</span>
        </p>
        <Column title={say('footer.product')} entries={PRODUCT_LINKS} />
        <Column title={say('footer.support')} entries={HELP_LINKS} />
        <Column title={say('footer.legal_title')} entries={legal.filter(({ path }) => path !== '')} />
      </div>
      <p className={styles.contact}>
        {email !== '' && (
          <span>
            {say('footer.contact')} <a href={`mailto:${email}`}>{email}</a>
          </span>
        )}
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
        <AnyLink key={text} to={path}>
          {say(text)}
        </AnyLink>
      ))}
    </nav>
  );
}
