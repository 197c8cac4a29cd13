import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './proof-result.module.css';

interface ProofResultProps {
  kind: 'good' | 'bad';
  title: ReactNode;
  children: ReactNode;
}

/** Result of a proof's verification. */
export function ProofResult({ kind, title, children }: ProofResultProps) {
  const Sign = kind === 'good' ? Check : X;
  return (
    <p className={styles.result} data-kind={kind} role={kind === 'good' ? 'status' : 'alert'}>
      <Sign size={20} aria-hidden="true" />
      <span>
        {title}
        <br />
        {children}
      </span>
    </p>
  );
}
