import { LEGAL_LINKS, type LegalLink } from '../../../../shared/rules/site-config';
import { useDeskConfig } from '../../kit/entities/config/config-api';
import type { TextKey } from '../../kit/i18n/i18n';
import { useTexts } from '../../kit/i18n/use-texts';
import { API_DOCUMENTATION_PATH } from '../../kit/api/endpoints';
import { PRODUCT_NAME } from '../../kit/lib/product';
import { useIdle } from '../../kit/lib/hooks/when-idle';
import { AnyLink } from '../../kit/ui/controls/any-link';
import type { MenuEntry } from '../../kit/ui/screen';
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
  const { t } = useTexts();
  const config = useDeskConfig({ skip: !useIdle() });
  const email = config.footer_email;
  const legal = LEGAL_LINKS.map((key) => ({ path: config[key], text: LEGAL_TEXTS[key] }));
  return (
    <footer className={styles.footer} data-print="none">
      <div className={styles.columns}>
        <p className={styles.promise}>
          <b>{PRODUCT_NAME}</b>
          <span>{t('footer.promise')}</span>
        </p>
        <Column title={t('footer.product')} entries={PRODUCT_LINKS} />
        <Column title={t('footer.support')} entries={HELP_LINKS} />
        <Column title={t('footer.legal_title')} entries={legal.filter(({ path }) => path !== '')} />
      </div>
      <p className={styles.contact}>
        {email !== '' && (
          <span>
            {t('footer.contact')} <a href={`mailto:${email}`}>{email}</a>
          </span>
        )}
        <a href={API_DOCUMENTATION_PATH}>{t('page.api')}</a>
      </p>
    </footer>
  );
}

function Column({ title, entries }: { title: string; entries: readonly MenuEntry[] }) {
  const { t } = useTexts();
  return (
    <nav className={styles.column} aria-label={title}>
      <p>{title}</p>
      {entries.map(({ path, text }) => (
        <AnyLink key={text} to={path}>
          {t(text)}
        </AnyLink>
      ))}
    </nav>
  );
}
