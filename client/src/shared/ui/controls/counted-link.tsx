import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import styles from './counted-link.module.css';

/** A second figure would hide the icon. */
const COUNT_SHOWN_MAX = 9;

interface CountedLinkProps {
  className: string;
  to: string;
  /** Says the count as well. */
  label: string;
  icon: LucideIcon;
  /** Of what waits there; nothing is shown for none. */
  count: number;
}

/** An icon that leads somewhere and says how much is new there. */
export function CountedLink({ className, to, label, icon: Icon, count }: CountedLinkProps) {
  return (
    <Link className={`${className} ${styles.link}`} to={to} aria-label={label} title={label}>
      <Icon size={18} aria-hidden="true" />
      <Count of={count} />
    </Link>
  );
}

/** At the corner of an icon, for the eye alone. */
export function Count({ of: count }: { of: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.count} aria-hidden="true">
      {count > COUNT_SHOWN_MAX ? `${COUNT_SHOWN_MAX}+` : count}
    </span>
  );
}
