import { useMemo, useRef, useState, type FormEvent } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { selectAvailable, selectBalancesPosition } from '../../../entities/balance/balance-slice';
import { selectIsAway } from '../../../entities/connection/connection-slice';
import { placingBegun, placingEnded } from '../../../shared/news/own-acts';
import { usePlaceOrderMutation } from '../../../entities/order/order-api';
import { hasLimit, type OrderKind, type OrderSide } from '../../../entities/order/order-terms';
import { AtMarket } from '../../../entities/order/ticket/at-market';
import { hindranceOf, isOfUser } from '../../../entities/order/ticket/hindrance';
import { selectIsLogin, selectUser } from '../../../entities/session/session-slice';
import { api } from '../../../shared/api/api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { useKeptSwitch } from '../../../shared/lib/storage/kept';
import { Amount } from '../../../shared/ui/figures/amount';
import { hasSubmit } from '../../../shared/ui/form/has-submit';
import { ConfirmDialog, type Wanted } from './confirm-dialog';
import { afterPlacing, type Draft, type TimeInForce } from './draft';
import { FormNote } from './form-note';
import styles from '../../../entities/order/ticket/order-form.module.css';
import { PreviewLines } from '../../../entities/order/ticket/preview-lines';
import { SendOrder } from '../../../entities/order/ticket/send-order';
import { SKIP_CONFIRMATION_KEY } from './skip-confirmation';
import { spotTicket, type SpotOrder } from './spot-ticket';
import { TicketFields } from '../../../entities/order/ticket/ticket-fields';
import { useFeeTerms, useMarketOnce, useOfMarket, type Surroundings } from './use-market-now';
import { useSubmission } from '../../../entities/order/ticket/use-submission';
import { ledToFault } from '../../../entities/order/ticket/to-fault';
import { useSelected } from '../../../shared/lib/hooks/use-selected';

interface SideFormProps {
  market: MarketRecord;
  side: OrderSide;
  kind: OrderKind;
  timeInForce: TimeInForce;
  draft: Draft;
  onDraft: (change: (draft: Draft) => Draft) => void;
  onPlaced?: () => void;
}

export function SideForm({ market, side, kind, timeInForce, draft, onDraft, onPlaced }: SideFormProps) {
  const { say, numbers } = useTexts();
  const dispatch = useDispatch();
  const form = useRef<HTMLFormElement>(null);
  const isLogin = useSelector(selectIsLogin);
  const isOffline = useSelector(selectIsAway);
  const spent = side === 'buy' ? market.quote : market.base;
  const hasBalance = useSelector(selectBalancesPosition) !== null;
  const held = useSelected(selectAvailable, spent);
  const available = isLogin && hasBalance ? held : null;
  const [isSkipped] = useKeptSwitch(SKIP_CONFIRMATION_KEY);
  const { level, base, quote } = useFeeTerms(market);
  const around = useMemo<Surroundings>(
    () => ({ market, side, kind, timeInForce, available, level, scales: { base, quote } }),
    [market, side, kind, timeInForce, available, level, base, quote],
  );
  const contextOnce = useMarketOnce(around);
  const hindrance = hindranceOf(useSelector(selectUser), available);
  /** What the open confirmation shows, and sends: as it was when it was asked for, whatever has changed since. */
  const [asked, setAsked] = useState<Wanted | null>(null);
  // What was said of one form is not said of another: of another market, another kind of order.
  const [tried, setTried] = useState<string | null>(null);
  const name = `${market.name} ${kind} ${market.state}`;
  const faults = useOfMarket(around, (context) => spotTicket.checks(draft, context));
  const isShort = faults.some((fault) => fault.kind === 'wrong' && fault.isOfBalance);
  const [place] = usePlaceOrderMutation();
  const { submit, isSending, faultOf, forget } = useSubmission<SpotOrder>(async (order) => {
    dispatch(placingBegun());
    const answer = await place(order);
    dispatch(placingEnded(answer.data?.order ?? null));
    return answer;
  });
  const placed = (order: SpotOrder) =>
    say(`place.placed.${order.side}`, {
      asset: market.base,
      price: order.price ? numbers.fixed(order.price, scaleOf(market.tick)) : say(`place.kind.${order.kind}`),
    });
  const change: typeof onDraft = (made) => {
    forget();
    onDraft(made);
  };

  const send = async ({ order, draft: sent }: Wanted) => {
    setAsked(null);
    if (!(await submit(order, name, placed(order)))) return;
    if (isOfUser(hindrance)) dispatch(api.util.invalidateTags(['Session']));
    setTried(null);
    onDraft((known) => afterPlacing(known, sent));
    onPlaced?.();
  };
  const press = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!hasSubmit(event.currentTarget)) return;
    setTried(name);
    if (isOffline || ledToFault(form.current, faults)) return;
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
        // What fields there are, and what a share of the balance is, no price decides.
        context={{ ...around, book: null, last: null }}
        {...{ draft, faults, available }}
        isTold={tried === name}
        start={() => contextOnce().last ?? market.price}
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
        <SendOrder
          {...{ side, isLogin, isSending, isOffline, state: market.state }}
          title={say(`place.${side}`, { asset: market.base })}
        />
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

/** Follows the market, the form around it does not. What is left afterwards is for the confirmation. */
function Preview({ around, draft }: { around: Surroundings; draft: Draft }) {
  const lines = useOfMarket(around, (context) =>
    spotTicket.preview(draft, context).filter(({ name }) => name !== 'place.left'),
  );
  return (
    <dl className={styles.cost}>
      <PreviewLines of={lines} quote={around.market.quote} />
    </dl>
  );
}
