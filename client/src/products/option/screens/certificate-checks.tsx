import { Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { verifyCertificate } from '../../../../../shared/products/option/proof/certificate';
import { CHECKS, type Fault } from '../../../../../shared/proof/refusal';
import type { CertificateStatement } from '../../../../../shared/products/option/proof/statement';
import { useTexts } from '../../../kit/i18n/use-texts';
import { browserSha256 } from '../../../kit/lib/proving';
import { useVerification } from '../../../kit/lib/hooks/use-verification';
import { Note } from '../../../kit/ui/page/note';
import { ProofResult } from '../../../kit/ui/figures/proof-result';
import styles from './certificate-page.module.css';

interface Props {
  certificate: unknown;
  /** File name; null if it is not from a file. */
  name: string | null;
  /** Renders the contents of a proven certificate. */
  children: (statement: CertificateStatement) => ReactNode;
}

const verify = (certificate: unknown) => verifyCertificate(certificate, browserSha256);

/** Verifies a certificate and shows the checks that passed and the first that failed. */
export function Checked({ certificate, name, children }: Props) {
  const { t } = useTexts();
  const verdict = useVerification(certificate, verify);
  if (!verdict) return <Note kind="loading" text={t('certificate.checking')} />;
  if (verdict === 'failed') return <Note kind="error" text={t('certificate.insecure')} />;
  if ('refused' in verdict) {
    const { fault: failure, where: path } = verdict.refused;
    return (
      <>
        <ProofResult kind="bad" title={<Titled text={t('certificate.refused')} name={name} />}>
          {t(`certificate.fault.${failure}`)} {path !== '' && `(${path})`}
        </ProofResult>
        <Checks failure={failure} />
      </>
    );
  }
  return (
    <>
      <ProofResult kind="good" title={<Titled text={t('certificate.proved')} name={name} />}>
        {t(verdict.isOpen ? 'certificate.open' : 'certificate.whole')}
      </ProofResult>
      <Checks failure={null} />
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

function Checks({ failure }: { failure: Fault | null }) {
  const { t } = useTexts();
  const failed = CHECKS.findIndex(([, failures]) => (failures as readonly (Fault | null)[]).includes(failure));
  return (
    <ul className={styles.checks} aria-label={t('certificate.checks')}>
      {CHECKS.map(([check], place) => {
        const state = failed < 0 || place < failed ? 'proved' : place === failed ? 'refused' : 'unchecked';
        const Sign = SIGNS[state];
        return (
          <li key={check} data-state={state}>
            <Sign size={16} role="img" aria-label={t(`certificate.${state}`)} />
            {t(`certificate.check.${check}`)}
          </li>
        );
      })}
    </ul>
  );
}
