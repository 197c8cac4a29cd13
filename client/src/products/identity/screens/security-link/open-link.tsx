import { ShieldAlert } from 'lucide-react';
import type {
  LetterActed,
  LetterActRequest,
  LetterLinkRecord,
} from '../../../../../../shared/products/identity/letter-links';
import { useActByLetterMutation } from '../../api/letter-link-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { Facts } from '../../../../kit/ui/figures/facts';
import { TextWithFact } from '../../../../kit/ui/text-with-fact';
import styles from './security-link.module.css';

interface OpenLinkProps {
  token: string;
  link: LetterLinkRecord;
  onDone: (result: LetterActed) => void;
  /** Called on a refusal, because the allowed actions may have changed. */
  onRefused: () => void;
}

/** Shows what can be stopped, with the buttons for it. */
export function OpenLink({ token, link, onDone, onRefused }: OpenLinkProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const [act, { isLoading, error }] = useActByLetterMutation();
  const { account, expiresAt, frozen, withdrawal } = link;
  const send = async (action: LetterActRequest['act']) => {
    const { data } = await act({ token, act: action });
    if (data) onDone(data);
    else onRefused();
  };
  const isCancellable = withdrawal?.cancellable === true;
  return (
    <>
      <header className={styles.head}>
        <ShieldAlert size={28} aria-hidden="true" />
        <h1 id="security-link-title">{t('letter.title')}</h1>
      </header>
      <p>
        <TextWithFact text={withdrawal ? 'letter.lead_withdrawal' : 'letter.lead_account'} params={{ account }} />
      </p>
      {withdrawal && <About withdrawal={withdrawal} />}
      {frozen && !isCancellable ? (
        <p role="status">{t('letter.frozen_already')}</p>
      ) : (
        <>
          {withdrawal && !isCancellable && (
            <p className={styles.warning}>{t(hasEnded(withdrawal) ? 'letter.ended' : 'letter.too_late')}</p>
          )}
          <p className={styles.nothing}>{t('letter.nothing_yet', { time: dateAndTime(expiresAt) })}</p>
          <p className={styles.fault} role="alert">
            {error && (error.message ?? serverText('code', 'network.timeout'))}
          </p>
          <div className={styles.actions}>
            {isCancellable && (
              <button type="button" disabled={isLoading} aria-busy={isLoading} onClick={() => void send('cancel')}>
                {t('letter.cancel')}
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
                {t(isCancellable ? 'letter.both' : 'letter.freeze')}
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
  const { t, numbers } = useTexts();
  const { amount, asset, destination } = withdrawal;
  return (
    <Facts
      layout="lines"
      details={[
        [t('wallet.amount'), `${numbers.exact(amount)} ${asset}`],
        [t('wallet.to'), destination],
        [t('wallet.status'), t(statusOf(withdrawal))],
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
  const { t } = useTexts();
  return (
    <ul id="security-link-effects" className={styles.effects}>
      <li>{t('freeze.effect_trade')}</li>
      <li>{t('letter.effect_sessions')}</li>
      <li>{t('freeze.effect_staff')}</li>
    </ul>
  );
}
