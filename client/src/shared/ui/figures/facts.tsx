import type { ReactNode } from 'react';
import { translateOf } from './figure';
import styles from './facts.module.css';

export type Fact = readonly [name: string, fact: ReactNode];

interface FactsProps {
  facts: readonly Fact[];
  /** Each under its name, side by side; or each at the end of its own line. */
  layout?: 'columns' | 'lines';
}

/** What is known of something, each by its name. */
export function Facts({ facts, layout = 'columns' }: FactsProps) {
  return (
    <dl className={styles.facts} data-layout={layout}>
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd translate={translateOf(fact)}>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
