import { BadgeCheck, Clock, XCircle } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { OwnVerification } from '../../../../../../shared/products/identity/verification';
import { useOwnVerificationQuery } from '../../api/verification-api';
import { useReasonWords } from '../../../../shared/i18n/reason-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { countryName } from '../../../../shared/lib/countries';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { Button } from '../../../../shared/ui/controls/button';
import { Facts } from '../../../../shared/ui/figures/facts';
import { Panel } from '../../../../shared/ui/page/panel';
import { Waiting } from '../../../../shared/ui/page/waiting';
import styles from './real-name.module.css';
import { Wizard } from './wizard';

/** Who the user is, proved by a document: what is needed, how it stands, and what came of it. */
export function RealNamePage() {
  const { say } = useTexts();
  const { data: own, error, refetch } = useOwnVerificationQuery();
  return (
    <Panel title={say('security.menu.verification')} level={1} lead={say('realname.lead')}>
      {own ? <Standing own={own} /> : <Waiting error={error} onRetry={refetch} />}
    </Panel>
  );
}

function Standing({ own }: { own: OwnVerification }) {
  const { say } = useTexts();
  const [isTriedAgain, setTriedAgain] = useState(false);
  switch (own.state) {
    case 'not_certified':
      return <Wizard before={own} />;
    case 'under_review':
      return (
        <Outcome
          kind="wait"
          icon={<Clock size={28} aria-hidden="true" />}
          title={say('realname.under_review')}
          own={own}
        >
          <p>{say('realname.under_review_text')}</p>
        </Outcome>
      );
    case 'failed':
      if (isTriedAgain) return <Wizard before={own} />;
      return (
        <Outcome kind="bad" icon={<XCircle size={28} aria-hidden="true" />} title={say('realname.failed')} own={own}>
          <p>{say('realname.failed_text')}</p>
          {own.reason !== null && <Reason text={own.reason} />}
          <Button onClick={() => setTriedAgain(true)}>{say('realname.again')}</Button>
        </Outcome>
      );
    case 'certified':
      return (
        <Outcome
          kind="good"
          icon={<BadgeCheck size={28} aria-hidden="true" />}
          title={say('account.verification.certified')}
          own={own}
        >
          <p>{say('realname.certified_text')}</p>
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
  const { say, language } = useTexts();
  const facts: [string, string | null][] = [
    [say('realname.name'), own.name],
    [say('realname.country'), own.nationality && countryName(own.nationality, language)],
    [say('realname.document'), own.documentType && say(`realname.document.${own.documentType}`)],
    [say('realname.number'), own.documentNumber],
    [say('realname.submitted_at'), own.submittedAt === null ? null : dateAndTime(own.submittedAt)],
    [say('realname.reviewed_at'), own.reviewedAt === null ? null : dateAndTime(own.reviewedAt)],
  ];
  const known = facts.filter(([, text]) => text !== null);
  if (known.length === 0) return null;
  return <Facts facts={known} />;
}

function Reason({ text }: { text: string }) {
  const reasonOf = useReasonWords();
  return <blockquote>{reasonOf(text)}</blockquote>;
}
