import type { ReactNode } from 'react';
import { translateOf } from './figure';
import styles from './facts.module.css';

export type Fact = readonly [name: string, fact: ReactNode];

interface FactsProps {
  details: readonly Fact[];
  /** `columns`: values below their names, side by side; `lines`: one line each. */
  layout?: 'columns' | 'lines';
}

/** A list of named facts. */
export function Facts({ details, layout = 'columns' }: FactsProps) {
  return (
    <dl className={styles.facts} data-layout={layout}>
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd translate={translateOf(value)}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
