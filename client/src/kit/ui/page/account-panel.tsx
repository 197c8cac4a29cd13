/** The user's own data on a trading screen, below the chart. */
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useTexts } from '../../i18n/use-texts';
import styles from './account-panel.module.css';

export function AccountPanel({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.panel} aria-label={label}>
      {children}
    </section>
  );
}

interface HideOthersProps {
  text: string;
  isOnly: boolean;
  onChange: (isOnly: boolean) => void;
}

/** Whether other markets are hidden. */
export function HideOthers({ text, isOnly, onChange }: HideOthersProps) {
  return (
    <label className={styles.hide}>
      <input type="checkbox" checked={isOnly} onChange={({ target }) => onChange(target.checked)} />
      {text}
    </label>
  );
}

/** Shown to visitors. */
export function Entrance() {
  const { t } = useTexts();
  const { pathname, search } = useLocation();
  const from = encodeURIComponent(pathname + search);
  return (
    <p className={styles.entrance}>
      <Link to={`/login?statusType=0&from=${from}`}>{t('menu.login')}</Link>
      <span>{t('own.or')}</span>
      <Link to="/register?statusType=1">{t('menu.register')}</Link>
      <span>{t('own.to_trade')}</span>
    </p>
  );
}
