import { BadgeCheck, Clock, XCircle } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { OwnVerification } from '../../../../../../shared/products/identity/verification';
import { useOwnVerificationQuery } from '../../api/verification-api';
import { useReasonWords } from '../../../../kit/i18n/reason-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { countryName } from '../../../../kit/lib/countries';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { Button } from '../../../../kit/ui/controls/button';
import { Facts } from '../../../../kit/ui/figures/facts';
import { Panel } from '../../../../kit/ui/page/panel';
import { Waiting } from '../../../../kit/ui/page/waiting';
import styles from './real-name.module.css';
import { Wizard } from './wizard';

/** Real-name verification: requirements, status and result. */
export function RealNamePage() {
  const { t } = useTexts();
  const { data: verification, error, refetch } = useOwnVerificationQuery();
  return (
    <Panel title={t('security.menu.verification')} level={1} lead={t('realname.lead')}>
      {verification ? <Standing verification={verification} /> : <Waiting error={error} onRetry={refetch} />}
    </Panel>
  );
}

function Standing({ verification }: { verification: OwnVerification }) {
  const { t } = useTexts();
  const [isTriedAgain, setTriedAgain] = useState(false);
  switch (verification.state) {
    case 'not_certified':
      return <Wizard before={verification} />;
    case 'under_review':
      return (
        <Outcome
          kind="wait"
          icon={<Clock size={28} aria-hidden="true" />}
          title={t('realname.under_review')}
          verification={verification}
        >
          <p>{t('realname.under_review_text')}</p>
        </Outcome>
      );
    case 'failed':
      if (isTriedAgain) return <Wizard before={verification} />;
      return (
        <Outcome
          kind="bad"
          icon={<XCircle size={28} aria-hidden="true" />}
          title={t('realname.failed')}
          verification={verification}
        >
          <p>{t('realname.failed_text')}</p>
          {verification.reason !== null && <Reason text={verification.reason} />}
          <Button onClick={() => setTriedAgain(true)}>{t('realname.again')}</Button>
        </Outcome>
      );
    case 'certified':
      return (
        <Outcome
          kind="good"
          icon={<BadgeCheck size={28} aria-hidden="true" />}
          title={t('account.verification.certified')}
          verification={verification}
        >
          <p>{t('realname.certified_text')}</p>
        </Outcome>
      );
  }
}

interface OutcomeProps {
  kind: 'wait' | 'bad' | 'good';
  icon: ReactNode;
  title: string;
  verification: OwnVerification;
  children: ReactNode;
}

function Outcome({ kind, icon, title, verification, children }: OutcomeProps) {
  return (
    <div className={styles.outcome} data-kind={kind} role="status">
      {icon}
      <h2>{title}</h2>
      {children}
      <OwnFacts verification={verification} />
    </div>
  );
}

function OwnFacts({ verification }: { verification: OwnVerification }) {
  const { t, language } = useTexts();
  const details: [string, string | null][] = [
    [t('realname.name'), verification.name],
    [t('realname.country'), verification.nationality && countryName(verification.nationality, language)],
    [t('realname.document'), verification.documentType && t(`realname.document.${verification.documentType}`)],
    [t('realname.number'), verification.documentNumber],
    [t('realname.submitted_at'), verification.submittedAt === null ? null : dateAndTime(verification.submittedAt)],
    [t('realname.reviewed_at'), verification.reviewedAt === null ? null : dateAndTime(verification.reviewedAt)],
  ];
  const filledDetails = details.filter(([, text]) => text !== null);
  if (filledDetails.length === 0) return null;
  return <Facts details={filledDetails} />;
}

function Reason({ text }: { text: string }) {
  const reasonOf = useReasonWords();
  return <blockquote>{reasonOf(text)}</blockquote>;
}
