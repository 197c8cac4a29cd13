import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './side-menu.module.css';

interface MenuEntry {
  to: string;
  text: string;
  icon: LucideIcon;
  isCurrent: boolean;
}

interface MenuGroup {
  /** Absent without a heading. */
  title?: string;
  entries: readonly MenuEntry[];
}

interface SideMenuProps {
  label: string;
  groups: readonly MenuGroup[];
  /** Above the entries, if there is room. */
  head?: ReactNode;
}

/** Navigation between the screens of a section: beside them, on a phone a row above them. */
export function SideMenu({ label, groups, head }: SideMenuProps) {
  const menu = useRef<HTMLElement>(null);
  const current = groups.flatMap(({ entries }) => entries).find(({ isCurrent }) => isCurrent)?.to;
  // Scrolls the current entry into view within the menu only, not the page.
  useEffect(() => {
    const entry = menu.current?.querySelector<HTMLElement>('[aria-current]');
    if (!menu.current || !entry) return;
    menu.current.scrollLeft = entry.offsetLeft - menu.current.clientWidth / 3;
    menu.current.scrollTop = entry.offsetTop - menu.current.clientHeight / 2;
  }, [current]);
  return (
    <nav ref={menu} className={styles.menu} aria-label={label}>
      {head && <div className={styles.head}>{head}</div>}
      {groups.map(({ title, entries }, index) => (
        <div key={title ?? index} className={styles.group}>
          {title !== undefined && <p>{title}</p>}
          {entries.map(({ to, text, icon: Icon, isCurrent }) => (
            <Link key={to} to={to} aria-current={isCurrent ? 'page' : undefined}>
              <Icon size={16} aria-hidden="true" />
              {text}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
