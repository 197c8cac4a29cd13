import { ShieldAlert } from 'lucide-react';
import type {
  LetterActed,
  LetterActRequest,
  LetterLinkRecord,
} from '../../../../../../shared/products/identity/letter-links';
import { useActByLetterMutation } from '../../api/letter-link-api';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { Facts } from '../../../../shared/ui/figures/facts';
import { Said } from '../../../../shared/ui/said';
import styles from './security-link.module.css';

interface OpenLinkProps {
  token: string;
  link: LetterLinkRecord;
  onDone: (done: LetterActed) => void;
  /** What the link is good for may have changed. */
  onRefused: () => void;
}

/** What can be stopped, and the buttons that stop it. */
export function OpenLink({ token, link, onDone, onRefused }: OpenLinkProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const [act, { isLoading, error }] = useActByLetterMutation();
  const { account, expiresAt, frozen, withdrawal } = link;
  const send = async (what: LetterActRequest['act']) => {
    const { data } = await act({ token, act: what });
    if (data) onDone(data);
    else onRefused();
  };
  const isCancellable = withdrawal?.cancellable === true;
  return (
    <>
      <header className={styles.head}>
        <ShieldAlert size={28} aria-hidden="true" />
        <h1 id="security-link-title">{say('letter.title')}</h1>
      </header>
      <p>
        <Said text={withdrawal ? 'letter.lead_withdrawal' : 'letter.lead_account'} facts={{ account }} />
      </p>
      {withdrawal && <About withdrawal={withdrawal} />}
      {frozen && !isCancellable ? (
        <p role="status">{say('letter.frozen_already')}</p>
      ) : (
        <>
          {withdrawal && !isCancellable && (
            <p className={styles.warning}>{say(hasEnded(withdrawal) ? 'letter.ended' : 'letter.too_late')}</p>
          )}
          <p className={styles.nothing}>{say('letter.nothing_yet', { time: dateAndTime(expiresAt) })}</p>
          <p className={styles.fault} role="alert">
            {error && (error.message ?? words('code', 'network.timeout'))}
          </p>
          <div className={styles.actions}>
            {isCancellable && (
              <button type="button" disabled={isLoading} aria-busy={isLoading} onClick={() => void send('cancel')}>
                {say('letter.cancel')}
              </button>
            )}
            {!frozen && (
              <button
                type="button"
                data-kind="bad"
                disabled={isLoading}
                aria-busy={isLoading}
                aria-describedby="security-link-effects"
                onClick={() => void send('freeze')}
              >
                {say(isCancellable ? 'letter.both' : 'letter.freeze')}
              </button>
            )}
          </div>
          {!frozen && <Effects />}
        </>
      )}
    </>
  );
}

type Withdrawal = NonNullable<LetterLinkRecord['withdrawal']>;

function hasEnded({ status }: Withdrawal): boolean {
  return status === 'withdrawn' || status === 'rejected' || status === 'cancelled';
}

function About({ withdrawal }: { withdrawal: Withdrawal }) {
  const { say, numbers } = useTexts();
  const { amount, asset, destination } = withdrawal;
  return (
    <Facts
      layout="lines"
      facts={[
        [say('wallet.amount'), `${numbers.exact(amount)} ${asset}`],
        [say('wallet.to'), destination],
        [say('wallet.status'), say(statusOf(withdrawal))],
      ]}
    />
  );
}

function statusOf({ status }: Withdrawal) {
  if (status === 'withdrawn' || status === 'rejected' || status === 'cancelled')
    return `wallet.withdrawal_status.${status}` as const;
  if (status === 'applied' || status === 'approved') return `wallet.stage.${status}` as const;
  return 'wallet.stage.paying' as const;
}

function Effects() {
  const { say } = useTexts();
  return (
    <ul id="security-link-effects" className={styles.effects}>
      <li>{say('freeze.effect_trade')}</li>
      <li>{say('letter.effect_sessions')}</li>
      <li>{say('freeze.effect_staff')}</li>
    </ul>
  );
}
