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
  const spentAsset = side === 'buy' ? market.quote : market.base;
  const hasBalance = useSelector(selectBalancesPosition) !== null;
  const availableBalance = useSelected(selectAvailable, spentAsset);
  const available = isLogin && hasBalance ? availableBalance : null;
  const [isSkipped] = usePreferenceSwitch(SKIP_CONFIRMATION_KEY);
  const { level, base, quote } = useFeeTerms(market);
  const marketContext = useMemo<MarketContext>(
    () => ({ market, side, kind, timeInForce, available, level, scales: { base, quote } }),
    [market, side, kind, timeInForce, available, level, base, quote],
  );
  const contextOnce = useCurrentMarket(marketContext);
  const block = orderBlockOf(useSelector(selectUser), available);
  /** Snapshot under confirmation; it is sent as shown, even if inputs change meanwhile. */
  const [pendingOrder, setPendingOrder] = useState<Wanted | null>(null);
  // Faults belong to one form: market, kind of order and market state.
  const [submittedForm, setSubmittedForm] = useState<string | null>(null);
  const name = `${market.name} ${kind} ${market.state}`;
  const errors = useMarketValue(marketContext, (context) => spotTicket.checks(draft, context));
  const isShort = errors.some((error) => error.kind === 'wrong' && error.isOfBalance);
  const [place] = usePlaceOrderMutation();
  const { submit, isSending, faultOf, forget } = useSubmission<SpotOrder>(async (order) => {
    dispatch(placingBegun());
    const answer = await place(order);
    dispatch(placingEnded(answer.data?.order ?? null));
    return answer;
  });
  const placedMessage = (order: SpotOrder) =>
    t(`place.placed.${order.side}`, {
      asset: market.base,
      price: order.price ? numbers.fixed(order.price, scaleOf(market.tick)) : t(`place.kind.${order.kind}`),
    });
  const change: typeof onDraft = (update) => {
    forget();
    onDraft(update);
  };

  const send = async ({ order, draft: placedDraft }: Wanted) => {
    setPendingOrder(null);
    if (!(await submit(order, name, placedMessage(order)))) return;
    if (isOfUser(block)) dispatch(api.util.invalidateTags(['Session']));
    setSubmittedForm(null);
    onDraft((current) => afterPlacing(current, placedDraft));
    onPlaced?.();
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!hasSubmit(event.currentTarget)) return;
    setSubmittedForm(name);
    if (isOffline || focusFirstFault(form.current, errors)) return;
    const context = contextOnce();
    const orderSnapshot: Wanted = {
      ...{ order: spotTicket.command(draft, context), draft },
      ...{ preview: spotTicket.preview(draft, context), warning: spotTicket.warning(draft, context) },
    };
    // A likely mistake is confirmed even if the user has turned confirmations off.
    if (isSkipped && !orderSnapshot.warning) void send(orderSnapshot);
    else setPendingOrder(orderSnapshot);
  };

  return (
    <form
      ref={form}
      className={styles.side}
      onSubmit={handleSubmit}
      aria-label={t(`place.${side}`, { asset: market.base })}
      noValidate
    >
      <div className={styles.line}>
        <span>{t('place.available')}</span>
        <span>
          <b>
            {available === null ? '–' : <Amount amount={available} asset={spentAsset} />} {spentAsset}
          </b>
        </span>
      </div>
      <TicketFields
        ticket={spotTicket}
        // Fields and shares of the balance do not depend on the market's prices.
        context={{ ...marketContext, book: null, last: null }}
        {...{ draft, errors, available }}
        isTold={submittedForm === name}
        start={() => contextOnce().last ?? market.price}
        before={!hasLimit(kind) && <AtMarket />}
        onDraft={change}
      />
      <Preview marketContext={marketContext} draft={draft} />
      <div className={styles.foot}>
        <FormNote
          refusal={faultOf(name)}
          isOffline={isOffline}
          block={market.state === 'open' ? (block ?? (isShort ? 'short' : null)) : null}
          asset={spentAsset}
          marketContext={marketContext}
          draft={draft}
        />
        <SendOrder
          {...{ side, isLogin, isSending, isOffline, state: market.state }}
          title={t(`place.${side}`, { asset: market.base })}
        />
      </div>
      {pendingOrder && (
        <ConfirmDialog
          market={market}
          pendingOrder={pendingOrder}
          onConfirm={() => void send(pendingOrder)}
          onClose={() => setPendingOrder(null)}
        />
      )}
    </form>
  );
}

/** Rerenders with the market; the form around it does not. The balance left is shown only in the confirmation. */
function Preview({ marketContext, draft }: { marketContext: MarketContext; draft: Draft }) {
  const lines = useMarketValue(marketContext, (context) =>
    spotTicket.preview(draft, context).filter(({ name }) => name !== 'place.left'),
  );
  return (
    <dl className={styles.cost}>
      <PreviewLines lines={lines} quote={marketContext.market.quote} />
    </dl>
  );
}
