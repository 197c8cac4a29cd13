import { Wallet, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { TextKey } from '../../i18n/i18n';
import { useTexts } from '../../i18n/use-texts';
import styles from './view-bar.module.css';

export interface BarView<Name extends string> {
  name: Name;
  text: TextKey;
  Icon: LucideIcon;
}

interface ViewBarProps<Name extends string> {
  views: readonly BarView<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
  /** Before the views. */
  children?: ReactNode;
}

/** Below the thumb: the views of a trading screen, and the way to one's assets. The screen says how high `--bar` is. */
export function ViewBar<Name extends string>({ views, chosen, onChoose, children }: ViewBarProps<Name>) {
  const { say } = useTexts();
  return (
    <nav className={styles.bar} aria-label={say('desk.bar')}>
      {children}
      {views.map(({ name, text, Icon }) => (
        <button
          key={name}
          type="button"
          aria-current={name === chosen ? 'page' : undefined}
          onClick={() => onChoose(name)}
        >
          <Icon size={20} aria-hidden="true" />
          <span>{say(text)}</span>
        </button>
      ))}
      <Link to="/accountSet/myassets">
        <Wallet size={20} aria-hidden="true" />
        <span>{say('menu.group_assets')}</span>
      </Link>
    </nav>
  );
}
