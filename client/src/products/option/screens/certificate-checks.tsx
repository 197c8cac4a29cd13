import { Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { verifyCertificate } from '../../../../../shared/proof/certificate';
import { CHECKS, type Fault } from '../../../../../shared/proof/refusal';
import type { Told } from '../../../../../shared/proof/told';
import { useTexts } from '../../../shared/i18n/use-texts';
import { browserSha256 } from '../../../shared/lib/proving';
import { useVerdict } from '../../../shared/lib/hooks/use-verdict';
import { Note } from '../../../shared/ui/page/note';
import { ProofResult } from '../../../shared/ui/figures/proof-result';
import styles from './certificate-page.module.css';

interface Props {
  given: unknown;
  /** Of the file. */
  name: string | null;
  /** What is shown of one that is proved. */
  children: (says: Told) => ReactNode;
}

const verify = (given: unknown) => verifyCertificate(given, browserSha256);

/** Checks a certificate and says what of it holds, and what the first thing is that does not. */
export function Checked({ given, name, children }: Props) {
  const { say } = useTexts();
  const verdict = useVerdict(given, verify);
  if (!verdict) return <Note kind="loading" text={say('certificate.checking')} />;
  if (verdict === 'failed') return <Note kind="error" text={say('certificate.insecure')} />;
  if ('refused' in verdict) {
    const { fault, where } = verdict.refused;
    return (
      <>
        <ProofResult kind="bad" title={<Titled text={say('certificate.refused')} name={name} />}>
          {say(`certificate.fault.${fault}`)} {where !== '' && `(${where})`}
        </ProofResult>
        <Checks fault={fault} />
      </>
    );
  }
  return (
    <>
      <ProofResult kind="good" title={<Titled text={say('certificate.proved')} name={name} />}>
        {say(verdict.isOpen ? 'certificate.open' : 'certificate.whole')}
      </ProofResult>
      <Checks fault={null} />
      {children(verdict.says)}
    </>
  );
}

function Titled({ text, name }: { text: string; name: string | null }) {
  return (
    <>
      <b>{text}</b> {name}
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
