import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab<Name extends string> {
  name: Name;
  title: ReactNode;
}

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly Tab<Name>[];
  selected: Name;
  onChoose: (name: Name) => void;
  /** Placed at the end of the tab row. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Tab row with a panel for the selected tab. Arrow keys move between tabs. */
export function Tabs<Name extends string>({ label, tabs, selected, onChoose, aside, children }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // If the row is wider than the screen, the selected tab may be out of sight.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - list.current.clientWidth / 3;
  }, [selected]);
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (tabs.findIndex(({ name }) => name === selected) + step + tabs.length) % tabs.length;
    onChoose(tabs[next].name);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className={styles.tabs}>
      <div className={styles.head}>
        <div ref={list} className={styles.list} role="tablist" aria-label={label}>
          {tabs.map(({ name, title }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={name === selected}
              aria-controls={`${id}-panel`}
              tabIndex={name === selected ? 0 : -1}
              onClick={() => onChoose(name)}
              onKeyDown={move}
            >
              {title}
            </button>
          ))}
        </div>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      <div className={styles.panel} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </div>
  );
}
