import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import styles from './counted-link.module.css';

/** A second digit would cover the icon. */
const COUNT_SHOWN_MAX = 9;

interface CountedLinkProps {
  className: string;
  to: string;
  /** Accessible name, with the count. */
  label: string;
  icon: LucideIcon;
  /** Number of waiting items; hidden if zero. */
  count: number;
}

/** Icon link with a count of new items. */
export function CountedLink({ className, to, label, icon: Icon, count }: CountedLinkProps) {
  return (
    <Link className={`${className} ${styles.link}`} to={to} aria-label={label} title={label}>
      <Icon size={18} aria-hidden="true" />
      <Count count={count} />
    </Link>
  );
}

/** Badge at the icon's corner, hidden from screen readers. */
export function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.count} aria-hidden="true">
      {count > COUNT_SHOWN_MAX ? `${COUNT_SHOWN_MAX}+` : count}
    </span>
  );
}
