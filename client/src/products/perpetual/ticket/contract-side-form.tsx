import { useWithBook, useWithCurrentBook } from '../../../kit/entities/book/with-book';
import { hasLimit, hasTrigger } from '../../../kit/entities/order/order-terms';
import { useRef, useState, type FormEvent } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router';
import { scaleOf } from '../../../../../shared/rules/units';
import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { selectIsAway, selectIsPolled } from '../../../kit/entities/connection/connection-slice';
import { useContractInfoQuery, usePlaceContractMutation } from '../../../kit/entities/contract/contract-api';
import { useMark } from '../../../kit/entities/contract/marks';
import type { OutcomeTerms } from '../../../kit/entities/contract/outcomes';
import { selectIsLogin, selectUser } from '../../../kit/entities/session/session-slice';
import { api } from '../../../kit/api/api';
import type { Fault } from '../../../kit/api/envelope';
import { useFaultWords } from '../../../kit/i18n/use-fault-words';
import type { TextKey } from '../../../kit/i18n/i18n';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { usePreferenceSwitch } from '../../../kit/lib/storage/preferences';
import { Amount } from '../../../kit/ui/figures/amount';
import { hasSubmit } from '../../../kit/ui/form/has-submit';
import { AtMarket } from '../../../kit/entities/order/ticket/at-market';
import { orderBlockOf, isOfUser, type OrderBlock } from '../../../kit/entities/order/ticket/order-block';
import { SendOrder } from '../../../kit/entities/order/ticket/send-order';
import { PollingNote } from '../../../kit/entities/order/ticket/polling-note';
import { TicketNote } from '../../../kit/entities/order/ticket/ticket-note';
import { focusFirstFault } from '../../../kit/entities/order/ticket/focus-first-fault';
import { useSubmission } from '../../../kit/entities/order/ticket/use-submission';
import { PriceFarWarning } from '../../../kit/entities/order/ticket/price-far-warning';
import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import { PreviewLines } from '../../../kit/entities/order/ticket/preview-lines';
import { TicketFields } from '../../../kit/entities/order/ticket/ticket-fields';
import { afterPlacing, atPercent, colourOf, withUnit, type ContractDraft } from './contract-draft';
import styles from './contract-form.module.css';
import { BeyondWords, ConfirmContract, SKIP_CONTRACT_KEY, type WantedContract } from './confirm-contract';
import type { ContractOrder } from './contract-context';
import { maxQuantityNow, sizeTermsOf } from './contract-foresight';
import { liquidatedBefore } from './contract-stops';
import { contractTicket } from './contract-ticket';
import { placedOf, titleOf } from './order-words';
import { useContractMarketContext, type Choices, type ContractMarketContext } from './use-contract-context';

interface ContractSideFormProps {
  market: MarketRecord;
  outcome: OutcomeTerms;
  side: PositionSide;
  /** One-way mode. */
  isOneWay: boolean;
  choices: Choices;
  draft: ContractDraft;
  onDraft: (change: (draft: ContractDraft) => ContractDraft) => void;
  onPlaced?: (() => void) | undefined;
}

type Faults = ReturnType<typeof contractTicket.checks>;

export function ContractSideForm(properties: ContractSideFormProps) {
  const { market, outcome, side, isOneWay, choices, onPlaced } = properties;
  const { t, numbers } = useTexts();
  const dispatch = useDispatch();
  const form = useRef<HTMLFormElement>(null);
  const isOffline = useSelector(selectIsAway);
  const [isSkipped] = usePreferenceSwitch(SKIP_CONTRACT_KEY);
  const marketContext = useContractMarketContext(market, outcome, side, choices);
  const contextOnce = useWithCurrentBook(marketContext);
  const { act, kind } = choices;
  const { available, closable, last } = marketContext;
  const fitted = (baseDraft: ContractDraft) =>
    withUnit(baseDraft, sizeTermsOf(baseDraft, { ...marketContext, book: null }));
  const draft = fitted(properties.draft);
  const onDraft: typeof properties.onDraft = (update) => properties.onDraft((previous) => update(fitted(previous)));
  /** Snapshot under confirmation; it is sent as shown, even if inputs change meanwhile. */
  const [pendingOrder, setPendingOrder] = useState<WantedContract | null>(null);
  const name = `${market.name} ${act} ${kind} ${market.state}`;
  // Faults belong to one form, identified by `name`.
  const [validation, setValidation] = useState<{ name: string; draft: ContractDraft; errors: Faults } | null>(null);
  // Faults that depend on the book stay as they were on submission, and do not follow each change of the book.
  const errors =
    validation?.name === name && validation.draft === properties.draft
      ? validation.errors
      : contractTicket.checks(draft, { ...marketContext, book: null });
  const isShort = errors.some((error) => error.kind === 'wrong' && error.isOfBalance);
  const { submit, isSending, faultOf, forget } = useSubmission<ContractOrder>(usePlaceContractMutation()[0]);
  const block = orderBlockOf(useSelector(selectUser), act === 'open' ? available : null);
  const change: typeof onDraft = (update) => {
    forget();
    onDraft(update);
  };

  const send = async (requestedOrder: WantedContract) => {
    setPendingOrder(null);
    const { order } = requestedOrder;
    if (!(await submit(order, name, t(placedOf(order.act, order.position, isOneWay))))) return;
    if (isOfUser(block)) dispatch(api.util.invalidateTags(['Session']));
    setValidation(null);
    properties.onDraft((previous) => afterPlacing(previous, requestedOrder.draft));
    onPlaced?.();
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!hasSubmit(event.currentTarget)) return;
    const context = contextOnce();
    const found = contractTicket.checks(draft, context);
    setValidation({ name, draft: properties.draft, errors: found });
    if (isOffline || focusFirstFault(form.current, found)) return;
    const requestedOrder: WantedContract = {
      ...{ order: contractTicket.command(draft, context), draft: properties.draft },
      ...{ preview: contractTicket.preview(draft, context), warning: contractTicket.warning(draft, context) },
      liquidatedBefore: liquidatedBefore(draft, context),
    };
    // A likely mistake is confirmed even if the user has turned confirmations off.
    if (isSkipped && !requestedOrder.warning && requestedOrder.liquidatedBefore === null) void send(requestedOrder);
    else setPendingOrder(requestedOrder);
  };

  return (
    <form
      ref={form}
      className={formStyles.side}
      onSubmit={handleSubmit}
      aria-label={t(titleOf(act, side, isOneWay))}
      noValidate
    >
      <div className={formStyles.line}>
        <span>{t(act === 'open' ? 'place.available' : 'ticket.closable')}</span>
        <b>
          {act === 'close' ? (
            `${closable === null ? '–' : numbers.exact(closable)} ${market.base}`
          ) : (
            <>
              {available === null ? '–' : <Amount amount={available} asset={market.quote} />} {market.quote}
            </>
          )}
        </b>
      </div>
      <TicketFields
        ticket={contractTicket}
        context={{ ...marketContext, book: null }}
        {...{ draft, errors }}
        available={act === 'open' ? available : closable}
        isTold={validation?.name === name}
        start={() => last ?? market.price}
        before={!hasLimit(kind) && <AtMarket />}
        onDraft={change}
      />
      <Preview marketContext={marketContext} draft={draft} onDraft={change} />
      <div className={formStyles.foot}>
        <Brief marketContext={marketContext} draft={draft} />
        <Notes
          refusal={faultOf(name)}
          isOffline={isOffline}
          block={block ?? (isShort ? 'short' : null)}
          marketContext={marketContext}
          draft={draft}
        />
        <Send
          market={market}
          title={t(titleOf(act, side, isOneWay))}
          colour={colourOf(act, side)}
          act={act}
          isSending={isSending}
          isOffline={isOffline}
        />
      </div>
      {pendingOrder && (
        <ConfirmContract
          market={market}
          pendingOrder={pendingOrder}
          title={t(titleOf(act, side, isOneWay))}
          onConfirm={() => void send(pendingOrder)}
          onClose={() => setPendingOrder(null)}
        />
      )}
    </form>
  );
}

interface PreviewProps {
  marketContext: ContractMarketContext;
  draft: ContractDraft;
  onDraft: (change: (draft: ContractDraft) => ContractDraft) => void;
}

/** Rerenders with the book; the form around it does not. */
function Preview({ marketContext, draft, onDraft }: PreviewProps) {
  const { t, numbers } = useTexts();
  const context = useWithBook(marketContext);
  const max = maxQuantityNow(draft, context);
  const { market, act } = marketContext;
  return (
    <dl className={formStyles.cost}>
      {act === 'open' && (
        <div>
          <dt>{t('ticket.most')}</dt>
          <dd>
            {max === null ? (
              '–'
            ) : (
              <button
                type="button"
                className={styles.most}
                onClick={() => onDraft((previous) => atPercent(previous, 100, sizeTermsOf(previous, context)))}
              >
                {numbers.fixed(max, scaleOf(market.lot))} {market.base}
              </button>
            )}
          </dd>
        </div>
      )}
      <PreviewLines lines={contractTicket.preview(draft, context)} quote={market.quote} />
    </dl>
  );
}

/** Preview lines that matter most for the decision. */
const BRIEFLY: readonly TextKey[] = ['place.cost', 'ticket.profit', 'ticket.liquidation'];

/** If the foot covers the preview in a low window, it repeats the most important lines. */
function Brief({ marketContext, draft }: Pick<PreviewProps, 'marketContext' | 'draft'>) {
  const context = useWithBook(marketContext);
  const lines = contractTicket.preview(draft, context).filter(({ name }) => BRIEFLY.includes(name));
  return (
    <dl
      className={`${formStyles.cost} ${styles.brief}`}
      data-tall={marketContext.stops !== null || hasTrigger(marketContext.kind)}
      aria-hidden="true"
    >
      <PreviewLines lines={lines} quote={marketContext.market.quote} />
    </dl>
  );
}

interface NotesProps {
  refusal: Fault | null;
  isOffline: boolean;
  block: OrderBlock | null;
  marketContext: ContractMarketContext;
  draft: ContractDraft;
}

/** One note at a time, the most severe first, in reserved space. */
function Notes({ refusal, isOffline, block, marketContext, draft }: NotesProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const faultWords = useFaultWords();
  const { market } = marketContext;
  const context = useWithBook(marketContext);
  const warning = contractTicket.warning(draft, context);
  const before = liquidatedBefore(draft, context);
  const mark = useMark(market.name);
  const isPolled = useSelector(selectIsPolled);
  const errorText = isOffline ? t('place.offline') : faultWords(refusal);
  if (errorText !== null) return <TicketNote kind="bad">{errorText}</TicketNote>;
  if (market.state === 'open' && block) {
    const isOfMoney = block === 'nothing' || block === 'short';
    return (
      <TicketNote kind="warning">
        {block === 'nothing'
          ? t('ticket.nothing', { asset: market.quote })
          : serverText('code', block === 'short' ? 'margin.insufficient' : block)}{' '}
        {isOfMoney ? (
          <Link to={`/accountSet/transfer?from=spot&to=contract&asset=${encodeURIComponent(market.quote)}`}>
            {t('wallet.menu.transfer')}
          </Link>
        ) : (
          block === 'account.not.authenticated' && <Link to="/accountSet/realName">{t('place.verify')}</Link>
        )}
      </TicketNote>
    );
  }
  const isStale = mark?.isStale === true && marketContext.act === 'open';
  if (!warning && !isStale && before === null) return <PollingNote isPolled={isPolled} />;
  return (
    <TicketNote kind="warning">
      {isStale ? (
        serverText('code', 'mark.stale')
      ) : before !== null ? (
        <BeyondWords liquidation={before} market={market} />
      ) : (
        warning && <PriceFarWarning warning={warning} market={market} />
      )}
    </TicketNote>
  );
}

interface SendProps {
  market: MarketRecord;
  title: string;
  colour: 'buy' | 'sell';
  act: 'open' | 'close';
  isSending: boolean;
  isOffline: boolean;
}

/** Uses the contract's own state, which is newer than the catalogue's. */
function Send({ market, title, colour, act, isSending, isOffline }: SendProps) {
  const isLogin = useSelector(selectIsLogin);
  const { data: info } = useContractInfoQuery(market.name);
  const state = info?.state ?? market.state;
  return (
    <SendOrder
      {...{ state, title, isLogin, isSending, isOffline }}
      isTaken={state === 'close_only' && act === 'close'}
      side={colour}
    />
  );
}
