import { useMemo, useRef, useState, type FormEvent } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { selectAvailable, selectBalancesPosition } from '../../../kit/entities/balance/balance-slice';
import { selectIsAway } from '../../../kit/entities/connection/connection-slice';
import { placingBegun, placingEnded } from '../../../kit/news/own-acts';
import { usePlaceOrderMutation } from '../../../kit/entities/order/order-api';
import { hasLimit, type OrderKind, type OrderSide } from '../../../kit/entities/order/order-terms';
import { AtMarket } from '../../../kit/entities/order/ticket/at-market';
import { orderBlockOf, isOfUser } from '../../../kit/entities/order/ticket/order-block';
import { selectIsLogin, selectUser } from '../../../kit/entities/session/session-slice';
import { api } from '../../../kit/api/api';
import { useTexts } from '../../../kit/i18n/use-texts';
import { usePreferenceSwitch } from '../../../kit/lib/storage/preferences';
import { Amount } from '../../../kit/ui/figures/amount';
import { hasSubmit } from '../../../kit/ui/form/has-submit';
import { ConfirmDialog, type Wanted } from './confirm-dialog';
import { afterPlacing, type Draft, type TimeInForce } from './draft';
import { FormNote } from './form-note';
import styles from '../../../kit/entities/order/ticket/order-form.module.css';
import { PreviewLines } from '../../../kit/entities/order/ticket/preview-lines';
import { SendOrder } from '../../../kit/entities/order/ticket/send-order';
import { SKIP_CONFIRMATION_KEY } from './skip-confirmation';
import { spotTicket, type SpotOrder } from './spot-ticket';
import { TicketFields } from '../../../kit/entities/order/ticket/ticket-fields';
import { useFeeTerms, useCurrentMarket, useMarketValue, type MarketContext } from './use-market-context';
import { useSubmission } from '../../../kit/entities/order/ticket/use-submission';
import { focusFirstFault } from '../../../kit/entities/order/ticket/focus-first-fault';
import { useSelected } from '../../../kit/lib/hooks/use-selected';

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
  const { t, numbers } = useTexts();
  const dispatch = useDispatch();
  const form = useRef<HTMLFormElement>(null);
  const isLogin = useSelector(selectIsLogin);
  const isOffline = useSelector(selectIsAway);
  const spent = side === 'buy' ? market.quote : market.base;
  const hasBalance = useSelector(selectBalancesPosition) !== null;
  const held = useSelected(selectAvailable, spent);
  const available = isLogin && hasBalance ? held : null;
  const [isSkipped] = usePreferenceSwitch(SKIP_CONFIRMATION_KEY);
  const { level, base, quote } = useFeeTerms(market);
  const marketContext = useMemo<MarketContext>(
    () => ({ market, side, kind, timeInForce, available, level, scales: { base, quote } }),
    [market, side, kind, timeInForce, available, level, base, quote],
  );
  const contextOnce = useCurrentMarket(marketContext);
  const block = orderBlockOf(useSelector(selectUser), available);
  /** Snapshot under confirmation; it is sent as shown, even if inputs change meanwhile. */
  const [asked, setAsked] = useState<Wanted | null>(null);
  // Faults belong to one form: market, kind of order and market state.
  const [tried, setTried] = useState<string | null>(null);
  const name = `${market.name} ${kind} ${market.state}`;
  const faults = useMarketValue(marketContext, (context) => spotTicket.checks(draft, context));
  const isShort = faults.some((fault) => fault.kind === 'wrong' && fault.isOfBalance);
  const [place] = usePlaceOrderMutation();
  const { submit, isSending, faultOf, forget } = useSubmission<SpotOrder>(async (order) => {
    dispatch(placingBegun());
    const answer = await place(order);
    dispatch(placingEnded(answer.data?.order ?? null));
    return answer;
  });
  const placed = (order: SpotOrder) =>
    t(`place.placed.${order.side}`, {
      asset: market.base,
      price: order.price ? numbers.fixed(order.price, scaleOf(market.tick)) : t(`place.kind.${order.kind}`),
    });
  const change: typeof onDraft = (made) => {
    forget();
    onDraft(made);
  };

  const send = async ({ order, draft: sent }: Wanted) => {
    setAsked(null);
    if (!(await submit(order, name, placed(order)))) return;
    if (isOfUser(block)) dispatch(api.util.invalidateTags(['Session']));
    setTried(null);
    onDraft((known) => afterPlacing(known, sent));
    onPlaced?.();
  };
  const press = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!hasSubmit(event.currentTarget)) return;
    setTried(name);
    if (isOffline || focusFirstFault(form.current, faults)) return;
    const context = contextOnce();
    const wanted: Wanted = {
      ...{ order: spotTicket.command(draft, context), draft },
      ...{ preview: spotTicket.preview(draft, context), warning: spotTicket.warning(draft, context) },
    };
    // A likely mistake is confirmed even if the user has turned confirmations off.
    if (isSkipped && !wanted.warning) void send(wanted);
    else setAsked(wanted);
  };

  return (
    <form
      ref={form}
      className={styles.side}
      onSubmit={press}
      aria-label={t(`place.${side}`, { asset: market.base })}
      noValidate
    >
      <div className={styles.line}>
        <span>{t('place.available')}</span>
        <span>
          <b>
            {available === null ? '–' : <Amount of={available} asset={spent} />} {spent}
          </b>
        </span>
      </div>
      <TicketFields
        ticket={spotTicket}
        // Fields and shares of the balance do not depend on the market's prices.
        context={{ ...marketContext, book: null, last: null }}
        {...{ draft, faults, available }}
        isTold={tried === name}
        start={() => contextOnce().last ?? market.price}
        before={!hasLimit(kind) && <AtMarket />}
        onDraft={change}
      />
      <Preview around={marketContext} draft={draft} />
      <div className={styles.foot}>
        <FormNote
          refusal={faultOf(name)}
          isOffline={isOffline}
          block={market.state === 'open' ? (block ?? (isShort ? 'short' : null)) : null}
          asset={spent}
          marketContext={marketContext}
          draft={draft}
        />
        <SendOrder
          {...{ side, isLogin, isSending, isOffline, state: market.state }}
          title={t(`place.${side}`, { asset: market.base })}
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

/** Rerenders with the market; the form around it does not. The balance left is shown only in the confirmation. */
function Preview({ around: marketContext, draft }: { around: MarketContext; draft: Draft }) {
  const lines = useMarketValue(marketContext, (context) =>
    spotTicket.preview(draft, context).filter(({ name }) => name !== 'place.left'),
  );
  return (
    <dl className={styles.cost}>
      <PreviewLines of={lines} quote={marketContext.market.quote} />
    </dl>
  );
}
