/** How much, what it would bring, what it does to the account, and the button; the same for both kinds of product. */
import { useRef, useState, type ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { useAvailable } from '../../../entities/balance/use-available';
import { selectIsAway } from '../../../entities/connection/connection-slice';
import type { Obstacle } from '../api/earn-words';
import { mostOf, timesOf } from '../api/income';
import { Funds, QuickAmounts } from '../../../entities/order/ticket/quick';
import { NumberField } from '../../../entities/order/ticket/number-field';
import formStyles from '../../../entities/order/ticket/order-form.module.css';
import { selectIsLogin } from '../../../entities/session/session-slice';
import type { Fault } from '../../../shared/api/envelope';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { compare } from '../../../shared/lib/numbers/exact';
import { logInPath } from '../../../shared/lib/own-path';
import { EMPTY, decimalOfTyped, type Typed } from '../../../shared/lib/numbers/typed';
import { useAttempt } from '../../../shared/lib/hooks/use-attempt';
import { toastShown } from '../../../shared/toasts/toasts-slice';
import { Facts, type Fact } from '../../../shared/ui/figures/facts';
import { hasSubmit } from '../../../shared/ui/form/has-submit';
import { ConfirmEarn } from './confirm-earn';
import styles from './earn-form.module.css';
import { EarnNotes } from './earn-notes';
import { faultOf, ownLeft, type TicketFault } from './earn-ticket';

/** Of the smallest amount: to choose with one press. */
const QUICK_TIMES = [1, 5, 10];

export interface Offer {
  name: string;
  asset: string;
  scale: number;
  amountMin: string;
  userMax: string;
  remaining: string;
  /** Why it is not sold; null where it is. */
  obstacle: Obstacle | null;
}

export interface EarnFormProps {
  offer: Offer;
  /** What the user has of it already. */
  own: string;
  /** What this amount comes to; of none the names alone. */
  facts: (amount: string | null) => readonly Fact[];
  /** What one must know before it is sent. */
  terms: readonly string[];
  /** What else is chosen. */
  children?: ReactNode;
  /** What is chosen, when a purchase is sent again as the same. */
  choice: object;
  send: (amount: string, clientId: string) => Promise<{ error?: Fault }>;
}

export function EarnForm({ offer, own, facts, terms, children, choice, send }: EarnFormProps) {
  const { say, numbers } = useTexts();
  const dispatch = useDispatch();
  const form = useRef<HTMLFormElement>(null);
  const available = useAvailable('financial', offer.asset);
  const attempt = useAttempt();
  const saidOf = useFaultWords(offer.asset);
  const isLogin = useSelector(selectIsLogin);
  const isOffline = useSelector(selectIsAway);
  const [typed, setTyped] = useState<Typed>(EMPTY);
  const [fault, setFault] = useState<TicketFault | null>(null);
  const [refusal, setRefusal] = useState<Fault | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { name, asset, scale, amountMin, remaining } = offer;
  const bounds = { ...offer, own, available };
  const amount = decimalOfTyped(typed);
  const isPositive = amount !== null && compare(amount, '0') > 0;
  const change = (next: Typed) => {
    setTyped(next);
    setFault(null);
    setRefusal(null);
  };
  const press = () => {
    const found = faultOf(typed, bounds);
    setFault(found);
    if (found) form.current?.querySelector<HTMLInputElement>('[data-field="amount"] input')?.focus();
    else setAsked(amount);
  };
  const confirmed = async (wanted: string) => {
    setAsked(null);
    setBusy(true);
    const { error } = await send(wanted, attempt.idOf({ name, wanted, ...choice }));
    setBusy(false);
    setRefusal(error ?? null);
    if (error) return;
    attempt.accepted();
    setTyped(EMPTY);
    dispatch(toastShown({ kind: 'success', text: say('earn.bought', { product: name }) }));
  };
  const said = fault && saidOf(fault);
  const most = mostOf([ownLeft(bounds), remaining, ...(available === null ? [] : [available])], scale);
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={say('earn.form')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (hasSubmit(event.currentTarget)) press();
      }}
    >
      <NumberField
        {...{ name: 'amount', label: say('earn.amount'), unit: asset, scale, beyond: 'down' }}
        value={typed}
        onChange={change}
        isTold={fault !== null}
        fault={said ?? undefined}
      />
      <QuickAmounts
        label={say('earn.quick')}
        amounts={QUICK_TIMES.map((times) => timesOf(amountMin, times)).filter(
          (quick) => compare(quick, offer.userMax) <= 0,
        )}
        {...{ most, mostName: say('earn.most'), onChoose: change }}
      />
      {isLogin && <Funds {...{ available, asset, account: 'financial' }} label={say('earn.funds')} />}
      {children}
      <div className={styles.projection} aria-live="polite">
        <Facts layout="lines" facts={facts(isPositive ? amount : null)} />
      </div>
      <EarnNotes {...{ refusal, isOffline, available, asset }} />
      <Send obstacle={offer.obstacle} isBusy={isBusy || isOffline} />
      {asked !== null && (
        <ConfirmEarn
          {...{ name, terms }}
          facts={[[say('earn.amount'), `${numbers.exact(asked)} ${asset}`], ...facts(asked)]}
          onConfirm={() => void confirmed(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </form>
  );
}

/** In the exchange's words for the same refusal, with the bound that was crossed. */
function useFaultWords(asset: string): (fault: TicketFault) => string | null {
  const { say, numbers } = useTexts();
  const words = useServerWords();
  return (fault) => {
    if (fault.code === null) return null;
    const said = words('code', fault.code);
    if (!('bound' in fault) || fault.bound === undefined || fault.amount === undefined) return said;
    return `${said} ${say(`place.${fault.bound}`, { amount: `${numbers.exact(fault.amount)} ${asset}` })}`;
  };
}

/** The button, or why there is none. */
function Send({ obstacle, isBusy }: { obstacle: Offer['obstacle']; isBusy: boolean }) {
  const { say } = useTexts();
  const here = useLocation();
  const isLogin = useSelector(selectIsLogin);
  if (obstacle !== null) {
    return (
      <p className={formStyles.closed} role="status">
        {say(`earn.state.${obstacle}`)}
      </p>
    );
  }
  if (isLogin) {
    return (
      <button type="submit" className={formStyles.send} disabled={isBusy}>
        {say('earn.buy')}
      </button>
    );
  }
  return (
    <>
      <Link className={formStyles.send} to={logInPath(here)}>
        {say('earn.buy')}
      </Link>
      <p className={styles.visitor}>{say('earn.visitor')}</p>
    </>
  );
}
