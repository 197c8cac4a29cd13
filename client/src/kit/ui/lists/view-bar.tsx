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
  selectedView: Name;
  onChoose: (name: Name) => void;
  /** Placed before the views. */
  children?: ReactNode;
}

/** Bottom bar on a phone with the views of a trading screen and a link to assets. The screen sets its height in `--bar`. */
export function ViewBar<Name extends string>({ views, selectedView, onChoose, children }: ViewBarProps<Name>) {
  const { t } = useTexts();
  return (
    <nav className={styles.bar} aria-label={t('desk.bar')}>
      {children}
      {views.map(({ name, text, Icon }) => (
        <button
          key={name}
          type="button"
          aria-current={name === selectedView ? 'page' : undefined}
          onClick={() => onChoose(name)}
        >
          <Icon size={20} aria-hidden="true" />
          <span>{t(text)}</span>
        </button>
      ))}
      <Link to="/accountSet/myassets">
        <Wallet size={20} aria-hidden="true" />
        <span>{t('menu.group_assets')}</span>
      </Link>
    </nav>
  );
}
