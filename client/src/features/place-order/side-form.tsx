import { useMemo, useRef, useState, type FormEvent } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectAvailable, selectBalancesPosition } from '../../entities/balance/balance-slice';
import { selectIsConnectionLost } from '../../entities/connection/connection-slice';
import type { OrderKind, OrderSide } from '../../entities/order/order-terms';
import { selectIsLogin, selectUser } from '../../entities/session/session-slice';
import { api } from '../../shared/api/api';
import { useTexts } from '../../shared/i18n/use-texts';
import { compare } from '../../shared/lib/exact';
import { useKeptSwitch } from '../../shared/lib/kept';
import { Amount } from '../../shared/ui/amount';
import { ConfirmDialog, type Wanted } from './confirm-dialog';
import { afterPlacing, hasLimit, type Draft, type TimeInForce } from './draft';
import { FormNote, type Hindrance } from './form-note';
import styles from '../../entities/order/ticket/order-form.module.css';
import { PreviewLines } from '../../entities/order/ticket/preview-lines';
import { Sending } from './sending';
import { SKIP_CONFIRMATION_KEY } from './skip-confirmation';
import { spotTicket } from './spot-ticket';
import { TicketFields } from '../../entities/order/ticket/ticket-fields';
import { useContextNow, useContextOnce, useFeeTerms, type Surroundings } from './use-market-now';
import { useSubmission } from './use-submission';

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

export function SideForm({ market, side, kind, timeInForce, draft, onDraft, last, onPlaced }: SideFormProps) {
  const { say, numbers } = useTexts();
  const dispatch = useDispatch();
  const form = useRef<HTMLFormElement>(null);
  const isLogin = useSelector(selectIsLogin);
  const isOffline = useSelector(selectIsConnectionLost);
  const spent = side === 'buy' ? market.quote : market.base;
  const hasBalance = useSelector(selectBalancesPosition) !== null;
  const held = useSelector((state: Parameters<typeof selectAvailable>[0]) => selectAvailable(state, spent));
  const available = isLogin && hasBalance ? held : null;
  const [isSkipped] = useKeptSwitch(SKIP_CONFIRMATION_KEY);
  const { level, base, quote } = useFeeTerms(market);
  const around = useMemo<Surroundings>(
    () => ({ market, side, kind, timeInForce, available, last, level, scales: { base, quote } }),
    [market, side, kind, timeInForce, available, last, level, base, quote],
  );
  const contextOnce = useContextOnce(around);
  const hindrance = useHindrance(available);
  /** What the open confirmation shows, and sends: as it was when it was asked for, whatever has changed since. */
  const [asked, setAsked] = useState<Wanted | null>(null);
  // What was said of one form is not said of another: of another market, another kind of order.
  const [tried, setTried] = useState<string | null>(null);
  const name = `${market.name} ${kind} ${market.state}`;
  const faults = spotTicket.checks(draft, { ...around, book: null });
  const isShort = faults.some((fault) => fault.kind === 'wrong' && fault.isOfBalance);
  const { submit, isSending, faultOf, forget } = useSubmission((order) =>
    say(`place.placed.${order.side}`, {
      asset: market.base,
      price: order.price ? numbers.fixed(order.price, scaleOf(market.tick)) : say(`place.kind.${order.kind}`),
    }),
  );
  const change: typeof onDraft = (made) => {
    forget();
    onDraft(made);
  };

  const send = async ({ order, draft: sent }: Wanted) => {
    setAsked(null);
    if (!(await submit(order, name))) return;
    // Taken after all: what was known of the user is out of date.
    if (hindrance === 'account.frozen' || hindrance === 'account.not.authenticated')
      dispatch(api.util.invalidateTags(['Session']));
    setTried(null);
    onDraft((known) => afterPlacing(known, sent));
    onPlaced?.();
  };
  const press = (event: FormEvent) => {
    event.preventDefault();
    setTried(name);
    if (isOffline) return;
    const [fault] = faults;
    if (fault) {
      form.current?.querySelector<HTMLInputElement>(`[data-field="${fault.field}"] input`)?.focus();
      return;
    }
    const context = contextOnce();
    const wanted: Wanted = {
      ...{ order: spotTicket.command(draft, context), draft },
      ...{ preview: spotTicket.preview(draft, context), warning: spotTicket.warning(draft, context) },
    };
    // Whoever is not asked any more is asked all the same where it may be a slip.
    if (isSkipped && !wanted.warning) void send(wanted);
    else setAsked(wanted);
  };

  return (
    <form
      ref={form}
      className={styles.side}
      onSubmit={press}
      aria-label={say(`place.${side}`, { asset: market.base })}
      noValidate
    >
      <div className={styles.line}>
        <span>{say('place.available')}</span>
        <span>
          <b>
            {available === null ? '–' : <Amount of={available} asset={spent} />} {spent}
          </b>
        </span>
      </div>
      <TicketFields
        ticket={spotTicket}
        context={{ ...around, book: null }}
        {...{ draft, faults, available }}
        isTold={tried === name}
        start={last ?? market.price}
        before={!hasLimit(kind) && <AtMarket />}
        onDraft={change}
      />
      <Preview around={around} draft={draft} />
      <div className={styles.foot}>
        <FormNote
          refusal={faultOf(name)}
          isOffline={isOffline}
          hindrance={market.state === 'open' ? (hindrance ?? (isShort ? 'short' : null)) : null}
          asset={spent}
          around={around}
          draft={draft}
        />
        <Sending market={market} side={side} isSending={isSending} isLogin={isLogin} isOffline={isOffline} />
      </div>
      {asked && (
        <ConfirmDialog
          market={market}
          wanted={asked}
          onConfirm={() => void send(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </form>
  );
}

function AtMarket() {
  const { say } = useTexts();
  return (
    <p className={styles.atMarket}>
      <span>{say('place.price')}</span>
      <span>{say('place.at_market')}</span>
    </p>
  );
}

/** Drawn with the book, the form around it is not. What is left afterwards is for the confirmation. */
function Preview({ around, draft }: { around: Surroundings; draft: Draft }) {
  const context = useContextNow(around);
  const lines = spotTicket.preview(draft, context).filter(({ name }) => name !== 'place.left');
  return (
    <dl className={styles.cost}>
      <PreviewLines of={lines} quote={around.market.quote} />
    </dl>
  );
}

/** Why the exchange would refuse whatever this user orders, as far as is known: the button stays, and asks it. */
function useHindrance(available: string | null): Hindrance | null {
  const user = useSelector(selectUser);
  if (user?.frozen) return 'account.frozen';
  if (user && user.verification !== 'certified') return 'account.not.authenticated';
  return available !== null && compare(available, '0') <= 0 ? 'nothing' : null;
}
