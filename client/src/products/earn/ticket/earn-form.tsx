/** Purchase form for both kinds: amount, projected income, effects and the button. */
import { useRef, useState, type ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { useAvailable } from '../../../kit/entities/balance/use-available';
import { selectIsAway } from '../../../kit/entities/connection/connection-slice';
import type { Obstacle } from '../api/earn-format';
import { smallestBound, timesOf } from '../api/income';
import { Funds, QuickAmounts } from '../../../kit/entities/order/ticket/quick';
import { NumberField } from '../../../kit/entities/order/ticket/number-field';
import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import { selectIsLogin } from '../../../kit/entities/session/session-slice';
import type { Fault } from '../../../kit/api/envelope';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { compare } from '../../../kit/lib/numbers/exact';
import { logInPath } from '../../../kit/lib/own-path';
import { EMPTY, decimalOfTyped, type Typed } from '../../../kit/lib/numbers/typed';
import { useAttempt } from '../../../kit/lib/hooks/use-attempt';
import { toastShown } from '../../../kit/toasts/toasts-slice';
import { Facts, type Fact } from '../../../kit/ui/figures/facts';
import { hasSubmit } from '../../../kit/ui/form/has-submit';
import { ConfirmEarn } from './confirm-earn';
import styles from './earn-form.module.css';
import { EarnNotes } from './earn-notes';
import { faultOf, userQuotaLeft, type TicketFault } from './earn-ticket';

/** Multiples of the minimum amount offered as buttons. */
const QUICK_TIMES = [1, 5, 10];

export interface Offer {
  name: string;
  asset: string;
  scale: number;
  amountMin: string;
  userMax: string;
  remaining: string;
  /** Why the product is not on sale, or null. */
  obstacle: Obstacle | null;
}

export interface EarnFormProps {
  offer: Offer;
  /** Amount the user already holds. */
  ownAmount: string;
  /** Projection for the amount; for null, labels without values. */
  detailsOf: (amount: string | null) => readonly Fact[];
  /** Terms shown before confirmation. */
  terms: readonly string[];
  /** Additional options. */
  children?: ReactNode;
  /** Chosen options. A retry with the same options reuses the client id. */
  choice: object;
  send: (amount: string, clientId: string) => Promise<{ error?: Fault }>;
}

export function EarnForm({ offer, ownAmount, detailsOf, terms, children, choice, send }: EarnFormProps) {
  const { t, numbers } = useTexts();
  const dispatch = useDispatch();
  const form = useRef<HTMLFormElement>(null);
  const available = useAvailable('financial', offer.asset);
  const attempt = useAttempt();
  const errorTextOf = useFaultWords(offer.asset);
  const isLogin = useSelector(selectIsLogin);
  const isOffline = useSelector(selectIsAway);
  const [amountInput, setAmountInput] = useState<Typed>(EMPTY);
  const [validationError, setValidationError] = useState<TicketFault | null>(null);
  const [refusal, setRefusal] = useState<Fault | null>(null);
  const [pendingAmount, setPendingAmount] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { name, asset, scale, amountMin, remaining } = offer;
  const purchaseLimits = { ...offer, own: ownAmount, available };
  const amount = decimalOfTyped(amountInput);
  const isPositive = amount !== null && compare(amount, '0') > 0;
  const change = (next: Typed) => {
    setAmountInput(next);
    setValidationError(null);
    setRefusal(null);
  };
  const submit = () => {
    const found = faultOf(amountInput, purchaseLimits);
    setValidationError(found);
    if (found) form.current?.querySelector<HTMLInputElement>('[data-field="amount"] input')?.focus();
    else setPendingAmount(amount);
  };
  const confirmed = async (purchaseAmount: string) => {
    setPendingAmount(null);
    setBusy(true);
    const { error } = await send(purchaseAmount, attempt.idOf({ name, wanted: purchaseAmount, ...choice }));
    setBusy(false);
    setRefusal(error ?? null);
    if (error) return;
    attempt.accepted();
    setAmountInput(EMPTY);
    dispatch(toastShown({ kind: 'success', text: t('earn.bought', { product: name }) }));
  };
  const errorText = validationError && errorTextOf(validationError);
  const max = smallestBound(
    [userQuotaLeft(purchaseLimits), remaining, ...(available === null ? [] : [available])],
    scale,
  );
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={t('earn.form')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (hasSubmit(event.currentTarget)) submit();
      }}
    >
      <NumberField
        {...{ name: 'amount', label: t('earn.amount'), unit: asset, scale, beyond: 'down' }}
        value={amountInput}
        onChange={change}
        isTold={validationError !== null}
        errorText={errorText ?? undefined}
      />
      <QuickAmounts
        label={t('earn.quick')}
        amounts={QUICK_TIMES.map((times) => timesOf(amountMin, times)).filter(
          (quick) => compare(quick, offer.userMax) <= 0,
        )}
        {...{ maxAmount: max, maxLabel: t('earn.most'), onChoose: change }}
      />
      {isLogin && <Funds {...{ available, asset, account: 'financial' }} label={t('earn.funds')} />}
      {children}
      <div className={styles.projection} aria-live="polite">
        <Facts layout="lines" details={detailsOf(isPositive ? amount : null)} />
      </div>
      <EarnNotes {...{ refusal, isOffline, available, asset }} />
      <Send obstacle={offer.obstacle} isBusy={isBusy || isOffline} />
      {pendingAmount !== null && (
        <ConfirmEarn
          {...{ name, terms }}
          details={[[t('earn.amount'), `${numbers.exact(pendingAmount)} ${asset}`], ...detailsOf(pendingAmount)]}
          onConfirm={() => void confirmed(pendingAmount)}
          onClose={() => setPendingAmount(null)}
        />
      )}
    </form>
  );
}

/** The server's text for the same refusal, with the exceeded bound. */
function useFaultWords(asset: string): (error: TicketFault) => string | null {
  const { t, numbers } = useTexts();
  const serverText = useServerWords();
  return (error) => {
    if (error.code === null) return null;
    const text = serverText('code', error.code);
    if (!('bound' in error) || error.bound === undefined || error.amount === undefined) return text;
    return `${text} ${t(`place.${error.bound}`, { amount: `${numbers.exact(error.amount)} ${asset}` })}`;
  };
}

/** The button, or the reason why there is none. */
function Send({ obstacle, isBusy }: { obstacle: Offer['obstacle']; isBusy: boolean }) {
  const { t } = useTexts();
  const currentLocation = useLocation();
  const isLogin = useSelector(selectIsLogin);
  if (obstacle !== null) {
    return (
      <p className={formStyles.closed} role="status">
        {t(`earn.state.${obstacle}`)}
      </p>
    );
  }
  if (isLogin) {
    return (
      <button type="submit" className={formStyles.send} disabled={isBusy}>
        {t('earn.buy')}
      </button>
    );
  }
  return (
    <>
      <Link className={formStyles.send} to={logInPath(currentLocation)}>
        {t('earn.buy')}
      </Link>
      <p className={styles.visitor}>{t('earn.visitor')}</p>
    </>
  );
}
