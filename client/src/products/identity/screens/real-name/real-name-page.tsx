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
  const { data: own, error, refetch } = useOwnVerificationQuery();
  return (
    <Panel title={t('security.menu.verification')} level={1} lead={t('realname.lead')}>
      {own ? <Standing own={own} /> : <Waiting error={error} onRetry={refetch} />}
    </Panel>
  );
}

function Standing({ own }: { own: OwnVerification }) {
  const { t } = useTexts();
  const [isTriedAgain, setTriedAgain] = useState(false);
  switch (own.state) {
    case 'not_certified':
      return <Wizard before={own} />;
    case 'under_review':
      return (
        <Outcome kind="wait" icon={<Clock size={28} aria-hidden="true" />} title={t('realname.under_review')} own={own}>
          <p>{t('realname.under_review_text')}</p>
        </Outcome>
      );
    case 'failed':
      if (isTriedAgain) return <Wizard before={own} />;
      return (
        <Outcome kind="bad" icon={<XCircle size={28} aria-hidden="true" />} title={t('realname.failed')} own={own}>
          <p>{t('realname.failed_text')}</p>
          {own.reason !== null && <Reason text={own.reason} />}
          <Button onClick={() => setTriedAgain(true)}>{t('realname.again')}</Button>
        </Outcome>
      );
    case 'certified':
      return (
        <Outcome
          kind="good"
          icon={<BadgeCheck size={28} aria-hidden="true" />}
          title={t('account.verification.certified')}
          own={own}
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
  own: OwnVerification;
  children: ReactNode;
}

function Outcome({ kind, icon, title, own, children }: OutcomeProps) {
  return (
    <div className={styles.outcome} data-kind={kind} role="status">
      {icon}
      <h2>{title}</h2>
      {children}
      <OwnFacts own={own} />
    </div>
  );
}

function OwnFacts({ own }: { own: OwnVerification }) {
  const { t, language } = useTexts();
  const facts: [string, string | null][] = [
    [t('realname.name'), own.name],
    [t('realname.country'), own.nationality && countryName(own.nationality, language)],
    [t('realname.document'), own.documentType && t(`realname.document.${own.documentType}`)],
    [t('realname.number'), own.documentNumber],
    [t('realname.submitted_at'), own.submittedAt === null ? null : dateAndTime(own.submittedAt)],
    [t('realname.reviewed_at'), own.reviewedAt === null ? null : dateAndTime(own.reviewedAt)],
  ];
  const known = facts.filter(([, text]) => text !== null);
  if (known.length === 0) return null;
  return <Facts facts={known} />;
}

function Reason({ text }: { text: string }) {
  const reasonOf = useReasonWords();
  return <blockquote>{reasonOf(text)}</blockquote>;
}
