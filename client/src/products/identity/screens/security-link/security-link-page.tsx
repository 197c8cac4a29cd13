/**
 * Target of a link in a security mail. It works without log-in, also for users who are locked out. The token is in the fragment and is sent
 * only in request bodies. Nothing happens before a button is pressed.
 */
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { LetterActed } from '../../../../../../shared/products/identity/letter-links';
import { useLetterLinkQuery } from '../../api/letter-link-api';
import type { Fault } from '../../../../kit/api/envelope';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Note } from '../../../../kit/ui/page/note';
import { OpenLink } from './open-link';
import styles from './security-link.module.css';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function SecurityLinkPage() {
  const { hash } = useLocation();
  const token = hash.slice(1);
  return (
    <div className={styles.page}>
      <section className={styles.card} aria-labelledby="security-link-title">
        {TOKEN.test(token) ? <Known key={token} token={token} /> : <Closed state="unknown" />}
      </section>
    </div>
  );
}

function Known({ token }: { token: string }) {
  const { t } = useTexts();
  const [result, setResult] = useState<LetterActed | null>(null);
  const { data: link, error, refetch } = useLetterLinkQuery(token, { skip: result !== null });
  if (result) return <Done result={result} />;
  const closed = error && closedBy(error);
  if (closed) return <Closed state={closed} />;
  if (error && !link) return <Faulty error={error} onRetry={() => void refetch()} />;
  if (!link) return <Note kind="loading" text={t('page.loading')} />;
  return <OpenLink token={token} link={link} onDone={setResult} onRefused={() => void refetch()} />;
}

type ClosedState = 'used' | 'expired' | 'unknown';

const CLOSED: Readonly<Record<string, ClosedState>> = {
  'letter.link.used': 'used',
  'letter.link.expired': 'expired',
  'letter.link.unknown': 'unknown',
};

function closedBy({ code }: Fault): ClosedState | undefined {
  return code === undefined ? undefined : CLOSED[code];
}

/** Why the link has no effect, and what to do instead. */
function Closed({ state }: { state: ClosedState }) {
  const { t } = useTexts();
  return (
    <>
      <h1 id="security-link-title">{t(`letter.${state}_title`)}</h1>
      <p>{t(`letter.${state}_text`)}</p>
      <LogIn />
    </>
  );
}

function Done({ result: { frozen } }: { result: LetterActed }) {
  const { t } = useTexts();
  const outcome = frozen ? 'frozen' : 'cancelled';
  return (
    <div role="status" className={styles.done}>
      <h1 id="security-link-title">{t(`letter.done_${outcome}`)}</h1>
      <p>{t(`letter.done_${outcome}_text`)}</p>
      {!frozen && <LogIn />}
    </div>
  );
}

function LogIn() {
  const { t } = useTexts();
  return (
    <Link className={styles.way} to="/login?statusType=0">
      {t('menu.login')}
    </Link>
  );
}
