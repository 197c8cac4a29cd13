import { Check, Minus, X } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { verifyCertificate, type Verdict } from '../../../../shared/proof/certificate';
import { CHECKS, type Fault } from '../../../../shared/proof/refusal';
import type { Told } from '../../../../shared/proof/told';
import { useTexts } from '../../shared/i18n/use-texts';
import { Note } from '../../shared/ui/note';
import styles from './certificate-page.module.css';

/** By the browser: bytes of a text in UTF-8, in hex. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Props {
  given: unknown;
  /** Of the file. */
  name: string | null;
  /** What is shown of one that is proved. */
  children: (says: Told) => ReactNode;
}

/** Checks a certificate and says what of it holds, and what the first thing is that does not. */
export function Checked({ given, name, children }: Props) {
  const { say } = useTexts();
  const [verdict, setVerdict] = useState<Verdict | 'failed' | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const tell = (found: Verdict | 'failed') => {
      if (isCurrent) setVerdict(found);
    };
    // Browsers have no hash to offer where the page came over an open connection.
    verifyCertificate(given, sha256).then(tell, () => tell('failed'));
    return () => {
      isCurrent = false;
    };
  }, [given]);
  if (!verdict) return <Note kind="loading" text={say('certificate.checking')} />;
  if (verdict === 'failed') return <Note kind="error" text={say('certificate.insecure')} />;
  if ('refused' in verdict) {
    const { fault, where } = verdict.refused;
    return (
      <>
        <p className={styles.verdict} data-kind="bad" role="alert">
          <X size={20} aria-hidden="true" />
          <span>
            <b>{say('certificate.refused')}</b> {name}
            <br />
            {say(`certificate.fault.${fault}`)} {where !== '' && `(${where})`}
          </span>
        </p>
        <Checks fault={fault} />
      </>
    );
  }
  return (
    <>
      <p className={styles.verdict} data-kind="good" role="status">
        <Check size={20} aria-hidden="true" />
        <span>
          <b>{say('certificate.proved')}</b> {name}
          <br />
          {say(verdict.isOpen ? 'certificate.open' : 'certificate.whole')}
        </span>
      </p>
      <Checks fault={null} />
      {children(verdict.says)}
    </>
  );
}

const SIGNS = { proved: Check, refused: X, unchecked: Minus };

function Checks({ fault }: { fault: Fault | null }) {
  const { say } = useTexts();
  const failed = CHECKS.findIndex(([, faults]) => (faults as readonly (Fault | null)[]).includes(fault));
  return (
    <ul className={styles.checks} aria-label={say('certificate.checks')}>
      {CHECKS.map(([check], place) => {
        const state = failed < 0 || place < failed ? 'proved' : place === failed ? 'refused' : 'unchecked';
        const Sign = SIGNS[state];
        return (
          <li key={check} data-state={state}>
            <Sign size={16} role="img" aria-label={say(`certificate.${state}`)} />
            {say(`certificate.check.${check}`)}
          </li>
        );
      })}
    </ul>
  );
}
