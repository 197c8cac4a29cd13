import type { LucideIcon } from 'lucide-react';
import { Button } from '../controls/button';
import styles from './row-act.module.css';

interface RowActProps {
  icon: LucideIcon;
  name: string;
  disabled?: boolean;
  onClick: () => void;
}

/** Action of a row: an icon in a table, text on a card. */
export function RowAct({ icon: Icon, name, ...button }: RowActProps) {
  return (
    <Button {...button} title={name}>
      <span className={styles.act}>
        <Icon size={15} aria-hidden="true" />
        <span className={styles.name}>{name}</span>
      </span>
    </Button>
  );
}
