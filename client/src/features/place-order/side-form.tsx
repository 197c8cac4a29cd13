import { useMemo, useState, type FormEvent } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectAvailable, selectBalancesPosition } from '../../entities/balance/balance-slice';
import {
  AMOUNT_SCALE,
  faultsOf,
  isAbove,
  stepped,
  type OrderKind,
  type OrderSide,
  type TermsFault,
} from '../../entities/order/order-terms';
import { selectIsLogin, selectUser } from '../../entities/session/session-slice';
import { api } from '../../shared/api/api';
import { wordsOf } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { useKeptSwitch } from '../../shared/lib/kept';
import { ConfirmDialog } from './confirm-dialog';
import { CostLines } from './cost-lines';
import { decimalOfTyped, typedOf, type Typed } from '../../shared/lib/typed';
import {
  afterPlacing,
  atPercent,
  edited,
  fieldsOf,
  hasLimit,
  hasTrigger,
  isByAmount,
  percentShown,
  wishOf,
  type Draft,
  type DraftField,
  type DraftTerms,
  type TimeInForce,
} from './draft';
import { NumberField } from './number-field';
import styles from './order-form.module.css';
import { Slider } from './slider';
import { SKIP_CONFIRMATION_KEY } from './skip-confirmation';
import { useSubmission, type Order } from './use-submission';

interface SideFormProps {
  market: MarketRecord;
  side: OrderSide;
  kind: OrderKind;
  timeInForce: TimeInForce;
  draft: Draft;
  onDraft: (change: (draft: Draft) => Draft) => void;
  /** Of the market; null before the first trade. */
  last: string | null;
  onPlaced?: () => void;
}

/** An order, and the draft that it was made of. */
interface Wanted {
  order: Order;
  draft: Draft;
}

export function SideForm({ market, side, kind, timeInForce, draft, onDraft, last, onPlaced }: SideFormProps) {
  const { say, numbers } = useTexts();
  const words = useServerWords();
  const dispatch = useDispatch();
  const isLogin = useSelector(selectIsLogin);
  const hindrance = useHindrance();
  const spent = side === 'buy' ? market.quote : market.base;
  const hasBalance = useSelector(selectBalancesPosition) !== null;
  const available = useSelector((state: Parameters<typeof selectAvailable>[0]) => selectAvailable(state, spent));
  const [isSkipped] = useKeptSwitch(SKIP_CONFIRMATION_KEY);
  /** What the open confirmation shows, and sends: as it was when it was asked for, whatever has changed since. */
  const [asked, setAsked] = useState<Wanted | null>(null);
  const [hasTried, setTried] = useState(false);
  const terms: DraftTerms = useMemo(() => ({ side, kind, market, available }), [side, kind, market, available]);
  const wish = wishOf(draft, terms);
  const faults = faultsOf(wish, market, last, isLogin && hasBalance ? available : null);
  const { submit, isSending, fault, forget } = useSubmission((order) =>
    say(`place.placed.${order.side}`, {
      asset: market.base,
      price: order.price ? numbers.fixed(order.price, scaleOf(market.tick)) : say(`place.kind.${order.kind}`),
    }),
  );

  // What was said of the market as it was is no longer true of what it is.
  const [stateSeen, setStateSeen] = useState(market.state);
  if (stateSeen !== market.state) {
    setStateSeen(market.state);
    forget();
  }

  const fieldOf = (name: DraftField) => ({
    value: draft[name],
    // What is too fine becomes what costs less or brings more.
    beyond: side === 'sell' && (name === 'price' || name === 'trigger') ? ('up' as const) : ('down' as const),
    isTold: hasTried,
    onChange: (typed: Typed) => {
      forget();
      onDraft((known) => edited(known, name, typed, market));
    },
  });
  const stepOf = (name: 'price' | 'trigger') => (steps: 1 | -1) => {
    // What is no number is the user's to mend.
    if (draft[name].kind === 'refused') return;
    const from = decimalOfTyped(draft[name]) ?? last ?? market.price;
    fieldOf(name).onChange(typedOf(stepped(from, market.tick, steps)));
  };
  const wordsOfFault = ({ code, limit }: TermsFault) =>
    limit
      ? `${words('code', code)} ${say(`place.${limit.kind}`, { amount: `${numbers.exact(limit.value)} ${limit.asset}` })}`
      : words('code', code);
  const faultAt = (name: DraftField): string | undefined => {
    const found = faults.find(({ field }) => (field === 'amount' ? 'spent' : field) === name);
    // Nobody is told off for what they have not typed yet.
    return found && (hasTried || (found.code === 'balance.insufficient' && draft[name].kind !== 'empty'))
      ? wordsOfFault(found)
      : undefined;
  };

  const order: Order = {
    market: market.name,
    side,
    kind,
    ...(hasLimit(kind)
      ? { timeInForce: kind === 'stop_limit' && timeInForce === 'post_only' ? 'gtc' : timeInForce }
      : {}),
    ...(wish.price === undefined ? {} : { price: wish.price }),
    ...(wish.trigger === undefined ? {} : { trigger: wish.trigger }),
    ...(wish.quantity === undefined ? {} : { quantity: wish.quantity }),
    ...(wish.amount === undefined ? {} : { quoteAmount: wish.amount }),
  };
  const send = async (wanted: Wanted) => {
    setAsked(null);
    if (!(await submit(wanted.order))) return;
    // Taken after all: what was known of the user is out of date.
    if (hindrance) dispatch(api.util.invalidateTags(['Session']));
    setTried(false);
    onDraft((known) => afterPlacing(known, wanted.draft));
    onPlaced?.();
  };
  const press = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (faults.length > 0 || fieldsOf(terms).some((name) => draft[name].kind === 'refused')) return;
    if (isSkipped) void send({ order, draft });
    else setAsked({ order, draft });
  };

  const priceScale = scaleOf(market.tick);
  const said = fault && wordsOf(fault);
  return (
    <form className={styles.side} onSubmit={press} aria-label={say(`place.${side}`, { asset: market.base })} noValidate>
      <p className={styles.line}>
        <span>{say('place.available')}</span>
        <b>
          {isLogin && hasBalance
            ? `${numbers.fixed(available, Math.max(2, scaleOf(available)))} ${spent}`
            : `– ${spent}`}
        </b>
      </p>
      {hasTrigger(kind) && (
        <NumberField
          label={say('place.trigger')}
          unit={market.quote}
          scale={priceScale}
          {...fieldOf('trigger')}
          onStep={stepOf('trigger')}
          fault={faultAt('trigger')}
        />
      )}
      {hasLimit(kind) ? (
        <NumberField
          label={say('place.price')}
          unit={market.quote}
          scale={priceScale}
          {...fieldOf('price')}
          onStep={stepOf('price')}
          fault={faultAt('price')}
        />
      ) : (
        <p className={styles.atMarket}>
          <span>{say('place.price')}</span>
          <span>{say('place.at_market')}</span>
        </p>
      )}
      {!isByAmount(terms) && (
        <NumberField
          label={say('place.quantity')}
          unit={market.base}
          scale={scaleOf(market.lot)}
          {...fieldOf('quantity')}
          fault={faultAt('quantity')}
        />
      )}
      {isByAmount(terms) && (
        <NumberField
          label={say('place.total')}
          unit={market.quote}
          scale={AMOUNT_SCALE}
          {...fieldOf('spent')}
          fault={faultAt('spent')}
        />
      )}
      <Slider
        label={say('place.percent')}
        value={percentShown(draft, terms)}
        isDisabled={!isLogin || !isAbove(available, '0')}
        onChange={(percent) => {
          forget();
          onDraft((known) => atPercent(known, percent, terms));
        }}
      />
      {!isByAmount(terms) && hasLimit(kind) && (
        <NumberField label={say('place.total')} unit={market.quote} scale={AMOUNT_SCALE} {...fieldOf('total')} />
      )}
      <CostLines market={market} wish={wish} timeInForce={timeInForce} />
      {said && (
        <p className={styles.refusal} role="alert">
          {'text' in said ? said.text : say(said.key)}
        </p>
      )}
      {!said && hindrance && market.state === 'open' && (
        <p className={styles.closed} role="status">
          {words('code', hindrance)}
        </p>
      )}
      <Sending market={market} side={side} isSending={isSending} isLogin={isLogin} />
      {asked && (
        <ConfirmDialog
          market={market}
          order={asked.order}
          onConfirm={() => void send(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </form>
  );
}

interface SendingProps {
  market: MarketRecord;
  side: OrderSide;
  isSending: boolean;
  isLogin: boolean;
}

const CLOSED_CODES = {
  closed: 'coin.not.open',
  maintenance: 'coin.under.maintenance',
  cancel_only: 'market.cancel.only',
};

/** Why the exchange would refuse whatever this user orders, as far as is known: the button stays, and asks it. */
function useHindrance(): 'account.frozen' | 'account.not.authenticated' | null {
  const user = useSelector(selectUser);
  if (user?.frozen) return 'account.frozen';
  return user && user.verification !== 'certified' ? 'account.not.authenticated' : null;
}

/** The button, or why there is none. */
function Sending({ market, side, isSending, isLogin }: SendingProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const { pathname, search } = useLocation();
  if (market.state !== 'open') {
    return (
      <p className={styles.closed} role="status">
        {words('code', CLOSED_CODES[market.state])}
      </p>
    );
  }
  if (!isLogin) {
    return (
      <Link
        className={styles.send}
        data-side={side}
        to={`/login?statusType=0&from=${encodeURIComponent(pathname + search)}`}
      >
        {say('place.log_in')}
      </Link>
    );
  }
  return (
    <button type="submit" className={styles.send} data-side={side} disabled={isSending}>
      {isSending ? say('place.sending') : say(`place.${side}`, { asset: market.base })}
    </button>
  );
}
