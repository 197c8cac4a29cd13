import { useWithBook, useWithBookOnce } from '../../../entities/book/with-book';
import { hasLimit, hasTrigger } from '../../../entities/order/order-terms';
import { useRef, useState, type FormEvent } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router';
import { scaleOf } from '../../../../../shared/rules/units';
import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { selectIsAway, selectIsPolled } from '../../../entities/connection/connection-slice';
import { useContractInfoQuery, usePlaceContractMutation } from '../../../entities/contract/contract-api';
import { useMark } from '../../../entities/contract/marks';
import type { OutcomeTerms } from '../../../entities/contract/outcomes';
import { selectIsLogin, selectUser } from '../../../entities/session/session-slice';
import { api } from '../../../shared/api/api';
import type { Fault } from '../../../shared/api/envelope';
import { useFaultWords } from '../../../shared/i18n/use-fault-words';
import type { TextKey } from '../../../shared/i18n/i18n';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { useKeptSwitch } from '../../../shared/lib/storage/kept';
import { Amount } from '../../../shared/ui/figures/amount';
import { hasSubmit } from '../../../shared/ui/form/has-submit';
import { AtMarket } from '../../../entities/order/ticket/at-market';
import { hindranceOf, isOfUser, type Hindrance } from '../../../entities/order/ticket/hindrance';
import { SendOrder } from '../../../entities/order/ticket/send-order';
import { CalmNote } from '../../../entities/order/ticket/calm-note';
import { TicketNote } from '../../../entities/order/ticket/ticket-note';
import { ledToFault } from '../../../entities/order/ticket/to-fault';
import { useSubmission } from '../../../entities/order/ticket/use-submission';
import { FarWords } from '../../../entities/order/ticket/far-words';
import formStyles from '../../../entities/order/ticket/order-form.module.css';
import { PreviewLines } from '../../../entities/order/ticket/preview-lines';
import { TicketFields } from '../../../entities/order/ticket/ticket-fields';
import { afterPlacing, atPercent, colourOf, inUnit, type ContractDraft } from './contract-draft';
import styles from './contract-form.module.css';
import { BeyondWords, ConfirmContract, SKIP_CONTRACT_KEY, type WantedContract } from './confirm-contract';
import type { ContractOrder } from './contract-context';
import { mostNow, sizeTermsOf } from './contract-foresight';
import { liquidatedBefore } from './contract-stops';
import { contractTicket } from './contract-ticket';
import { placedOf, titleOf } from './order-words';
import { useContractSurroundings, type Choices, type ContractSurroundings } from './use-contract-context';

interface ContractSideFormProps {
  market: MarketRecord;
  outcome: OutcomeTerms;
  side: PositionSide;
  /** Orders turn one position around. */
  isOneWay: boolean;
  choices: Choices;
  draft: ContractDraft;
  onDraft: (change: (draft: ContractDraft) => ContractDraft) => void;
  onPlaced?: (() => void) | undefined;
}

type Faults = ReturnType<typeof contractTicket.checks>;

export function ContractSideForm(properties: ContractSideFormProps) {
  const { market, outcome, side, isOneWay, choices, onPlaced } = properties;
  const { say, numbers } = useTexts();
  const dispatch = useDispatch();
  const form = useRef<HTMLFormElement>(null);
  const isOffline = useSelector(selectIsAway);
  const [isSkipped] = useKeptSwitch(SKIP_CONTRACT_KEY);
  const around = useContractSurroundings(market, outcome, side, choices);
  const contextOnce = useWithBookOnce(around);
  const { act, kind } = choices;
  const { available, closable, last } = around;
  const fitted = (known: ContractDraft) => inUnit(known, sizeTermsOf(known, { ...around, book: null }));
  const draft = fitted(properties.draft);
  const onDraft: typeof properties.onDraft = (made) => properties.onDraft((known) => made(fitted(known)));
  /** What the open confirmation shows, and sends: as it was when it was asked for, whatever has changed since. */
  const [asked, setAsked] = useState<WantedContract | null>(null);
  const name = `${market.name} ${act} ${kind} ${market.state}`;
  // What was said of one form is not said of another.
  const [tried, setTried] = useState<{ name: string; draft: ContractDraft; faults: Faults } | null>(null);
  // What takes the book to tell is said of what was tried, not with every change of the book.
  const faults =
    tried?.name === name && tried.draft === properties.draft
      ? tried.faults
      : contractTicket.checks(draft, { ...around, book: null });
  const isShort = faults.some((fault) => fault.kind === 'wrong' && fault.isOfBalance);
  const { submit, isSending, faultOf, forget } = useSubmission<ContractOrder>(usePlaceContractMutation()[0]);
  const hindrance = hindranceOf(useSelector(selectUser), act === 'open' ? available : null);
  const change: typeof onDraft = (made) => {
    forget();
    onDraft(made);
  };

  const send = async (wanted: WantedContract) => {
    setAsked(null);
    const { order } = wanted;
    if (!(await submit(order, name, say(placedOf(order.act, order.position, isOneWay))))) return;
    if (isOfUser(hindrance)) dispatch(api.util.invalidateTags(['Session']));
    setTried(null);
    properties.onDraft((known) => afterPlacing(known, wanted.draft));
    onPlaced?.();
  };
  const press = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!hasSubmit(event.currentTarget)) return;
    const context = contextOnce();
    const found = contractTicket.checks(draft, context);
    setTried({ name, draft: properties.draft, faults: found });
    if (isOffline || ledToFault(form.current, found)) return;
    const wanted: WantedContract = {
      ...{ order: contractTicket.command(draft, context), draft: properties.draft },
      ...{ preview: contractTicket.preview(draft, context), warning: contractTicket.warning(draft, context) },
      liquidatedBefore: liquidatedBefore(draft, context),
    };
    // Whoever is not asked any more is asked all the same where it may be a slip.
    if (isSkipped && !wanted.warning && wanted.liquidatedBefore === null) void send(wanted);
    else setAsked(wanted);
  };

  return (
    <form
      ref={form}
      className={formStyles.side}
      onSubmit={press}
      aria-label={say(titleOf(act, side, isOneWay))}
      noValidate
    >
      <div className={formStyles.line}>
        <span>{say(act === 'open' ? 'place.available' : 'ticket.closable')}</span>
        <b>
          {act === 'close' ? (
            `${closable === null ? '–' : numbers.exact(closable)} ${market.base}`
          ) : (
            <>
              {available === null ? '–' : <Amount of={available} asset={market.quote} />} {market.quote}
            </>
          )}
        </b>
      </div>
      <TicketFields
        ticket={contractTicket}
        context={{ ...around, book: null }}
        {...{ draft, faults }}
        available={act === 'open' ? available : closable}
        isTold={tried?.name === name}
        start={() => last ?? market.price}
        before={!hasLimit(kind) && <AtMarket />}
        onDraft={change}
      />
      <Preview around={around} draft={draft} onDraft={change} />
      <div className={formStyles.foot}>
        <Brief around={around} draft={draft} />
        <Notes
          refusal={faultOf(name)}
          isOffline={isOffline}
          hindrance={hindrance ?? (isShort ? 'short' : null)}
          around={around}
          draft={draft}
        />
        <Send
          market={market}
          title={say(titleOf(act, side, isOneWay))}
          colour={colourOf(act, side)}
          act={act}
          isSending={isSending}
          isOffline={isOffline}
        />
      </div>
      {asked && (
        <ConfirmContract
          market={market}
          wanted={asked}
          title={say(titleOf(act, side, isOneWay))}
          onConfirm={() => void send(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </form>
  );
}

interface PreviewProps {
  around: ContractSurroundings;
  draft: ContractDraft;
  onDraft: (change: (draft: ContractDraft) => ContractDraft) => void;
}

/** Drawn with the book, the form around it is not. */
function Preview({ around, draft, onDraft }: PreviewProps) {
  const { say, numbers } = useTexts();
  const context = useWithBook(around);
  const most = mostNow(draft, context);
  const { market, act } = around;
  return (
    <dl className={formStyles.cost}>
      {act === 'open' && (
        <div>
          <dt>{say('ticket.most')}</dt>
          <dd>
            {most === null ? (
              '–'
            ) : (
              <button
                type="button"
                className={styles.most}
                onClick={() => onDraft((known) => atPercent(known, 100, sizeTermsOf(known, context)))}
              >
                {numbers.fixed(most, scaleOf(market.lot))} {market.base}
              </button>
            )}
          </dd>
        </div>
      )}
      <PreviewLines of={contractTicket.preview(draft, context)} quote={market.quote} />
    </dl>
  );
}

/** What an order is decided by. */
const BRIEFLY: readonly TextKey[] = ['place.cost', 'ticket.profit', 'ticket.liquidation'];

/** Where the window is so low that the foot lies over the preview, the foot says what matters most of it once more. */
function Brief({ around, draft }: Pick<PreviewProps, 'around' | 'draft'>) {
  const context = useWithBook(around);
  const lines = contractTicket.preview(draft, context).filter(({ name }) => BRIEFLY.includes(name));
  return (
    <dl
      className={`${formStyles.cost} ${styles.brief}`}
      data-tall={around.stops !== null || hasTrigger(around.kind)}
      aria-hidden="true"
    >
      <PreviewLines of={lines} quote={around.market.quote} />
    </dl>
  );
}

interface NotesProps {
  refusal: Fault | null;
  isOffline: boolean;
  hindrance: Hindrance | null;
  around: ContractSurroundings;
  draft: ContractDraft;
}

/** One thing at a time, the gravest first, in room that is kept for it. */
function Notes({ refusal, isOffline, hindrance, around, draft }: NotesProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const faultWords = useFaultWords();
  const { market } = around;
  const context = useWithBook(around);
  const warning = contractTicket.warning(draft, context);
  const before = liquidatedBefore(draft, context);
  const mark = useMark(market.name);
  const isPolled = useSelector(selectIsPolled);
  const said = isOffline ? say('place.offline') : faultWords(refusal);
  if (said !== null) return <TicketNote kind="bad">{said}</TicketNote>;
  if (market.state === 'open' && hindrance) {
    const isOfMoney = hindrance === 'nothing' || hindrance === 'short';
    return (
      <TicketNote kind="warning">
        {hindrance === 'nothing'
          ? say('ticket.nothing', { asset: market.quote })
          : words('code', hindrance === 'short' ? 'margin.insufficient' : hindrance)}{' '}
        {isOfMoney ? (
          <Link to={`/accountSet/transfer?from=spot&to=contract&asset=${encodeURIComponent(market.quote)}`}>
            {say('wallet.menu.transfer')}
          </Link>
        ) : (
          hindrance === 'account.not.authenticated' && <Link to="/accountSet/realName">{say('place.verify')}</Link>
        )}
      </TicketNote>
    );
  }
  const isStale = mark?.isStale === true && around.act === 'open';
  if (!warning && !isStale && before === null) return <CalmNote isPolled={isPolled} />;
  return (
    <TicketNote kind="warning">
      {isStale ? (
        words('code', 'mark.stale')
      ) : before !== null ? (
        <BeyondWords liquidation={before} market={market} />
      ) : (
        warning && <FarWords warning={warning} market={market} />
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

/** By the state that the contract itself has, which is told sooner than the catalogue is read again. */
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
