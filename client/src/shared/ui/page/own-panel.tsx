/** What is the user's own of a trading screen, below the chart. */
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useTexts } from '../../i18n/use-texts';
import styles from './own-panel.module.css';

export function OwnPanel({ label, children }: { label: string; children: ReactNode }) {
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

/** Whether what is of other markets is left out. */
export function HideOthers({ text, isOnly, onChange }: HideOthersProps) {
  return (
    <label className={styles.hide}>
      <input type="checkbox" checked={isOnly} onChange={({ target }) => onChange(target.checked)} />
      {text}
    </label>
  );
}

/** For visitors. */
export function Entrance() {
  const { say } = useTexts();
  const { pathname, search } = useLocation();
  const from = encodeURIComponent(pathname + search);
  return (
    <p className={styles.entrance}>
      <Link to={`/login?statusType=0&from=${from}`}>{say('menu.login')}</Link>
      <span>{say('own.or')}</span>
      <Link to="/register?statusType=1">{say('menu.register')}</Link>
      <span>{say('own.to_trade')}</span>
    </p>
  );
}
