import { useRef, useState, type FormEvent } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { scaleOf } from '../../../../shared/rules/units';
import type { PositionSide } from '../../../../shared/rules/perpetual/position';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectIsConnectionLost } from '../../entities/connection/connection-slice';
import { useContractInfoQuery } from '../../entities/contract/contract-api';
import { useMark } from '../../entities/contract/marks';
import type { OutcomeTerms } from '../../entities/contract/outcomes';
import { selectIsLogin, selectUser } from '../../entities/session/session-slice';
import { api } from '../../shared/api/api';
import { wordsOf, type Fault } from '../../shared/api/envelope';
import type { TextKey } from '../../shared/i18n/i18n';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { compare } from '../../shared/lib/exact';
import { useKeptSwitch } from '../../shared/lib/kept';
import { Amount } from '../../shared/ui/amount';
import { FarWords } from '../../entities/order/ticket/far-words';
import formStyles from '../../entities/order/ticket/order-form.module.css';
import { PreviewLines } from '../../entities/order/ticket/preview-lines';
import { TicketFields } from '../../entities/order/ticket/ticket-fields';
import { afterPlacing, atPercent, colourOf, hasLimit, inUnit, type ContractDraft } from './contract-draft';
import styles from './contract-form.module.css';
import { BeyondWords, ConfirmContract, SKIP_CONTRACT_KEY, type WantedContract } from './confirm-contract';
import { contractTicket, liquidatedBefore, mostNow, sizeTermsOf } from './contract-ticket';
import { titleOf } from './order-words';
import {
  useContractNow,
  useContractOnce,
  useContractSurroundings,
  type Choices,
  type ContractSurroundings,
} from './use-contract-context';
import { useContractSubmission } from './use-contract-submission';

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
  const isOffline = useSelector(selectIsConnectionLost);
  const [isSkipped] = useKeptSwitch(SKIP_CONTRACT_KEY);
  const around = useContractSurroundings(market, outcome, side, choices);
  const contextOnce = useContractOnce(around);
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
  const { submit, isSending, faultOf, forget } = useContractSubmission();
  const hindrance = useHindrance(act === 'open' ? available : null);
  const change: typeof onDraft = (made) => {
    forget();
    onDraft(made);
  };

  const send = async (wanted: WantedContract) => {
    setAsked(null);
    if (!(await submit(wanted.order, name, isOneWay))) return;
    if (hindrance === 'account.frozen' || hindrance === 'account.not.authenticated')
      dispatch(api.util.invalidateTags(['Session']));
    setTried(null);
    properties.onDraft((known) => afterPlacing(known, wanted.draft));
    onPlaced?.();
  };
  const press = (event: FormEvent) => {
    event.preventDefault();
    const context = contextOnce();
    const found = contractTicket.checks(draft, context);
    setTried({ name, draft: properties.draft, faults: found });
    if (isOffline) return;
    const [fault] = found;
    if (fault) {
      form.current?.querySelector<HTMLInputElement>(`[data-field="${fault.field}"] input`)?.focus();
      return;
    }
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
        start={last ?? market.price}
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

function AtMarket() {
  const { say } = useTexts();
  return (
    <p className={formStyles.atMarket}>
      <span>{say('place.price')}</span>
      <span>{say('place.at_market')}</span>
    </p>
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
  const context = useContractNow(around);
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
  const context = useContractNow(around);
  const lines = contractTicket.preview(draft, context).filter(({ name }) => BRIEFLY.includes(name));
  return (
    <dl className={`${formStyles.cost} ${styles.brief}`} data-tall={around.stops !== null} aria-hidden="true">
      <PreviewLines of={lines} quote={around.market.quote} />
    </dl>
  );
}

type Hindrance = 'account.frozen' | 'account.not.authenticated' | 'nothing' | 'short';

/** Why the exchange would refuse whatever this user opens, as far as is known: the button stays, and asks it. */
function useHindrance(available: string | null): Hindrance | null {
  const user = useSelector(selectUser);
  if (user?.frozen) return 'account.frozen';
  if (user && user.verification !== 'certified') return 'account.not.authenticated';
  return available !== null && compare(available, '0') <= 0 ? 'nothing' : null;
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
  const { market } = around;
  const context = useContractNow(around);
  const warning = contractTicket.warning(draft, context);
  const before = liquidatedBefore(draft, context);
  const mark = useMark(market.name);
  const said = isOffline
    ? say('place.offline')
    : refusal && ((refused) => ('text' in refused ? refused.text : say(refused.key)))(wordsOf(refusal));
  if (said) {
    return (
      <div className={formStyles.note} role="alert" data-kind="bad">
        {said}
      </div>
    );
  }
  if (market.state === 'open' && hindrance) {
    const isOfMoney = hindrance === 'nothing' || hindrance === 'short';
    return (
      <div className={formStyles.note} role="status" data-kind="warning">
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
      </div>
    );
  }
  const isStale = mark?.isStale === true && around.act === 'open';
  return (
    <div
      className={formStyles.note}
      role="status"
      data-kind={warning || isStale || before !== null ? 'warning' : undefined}
    >
      {isStale ? (
        words('code', 'mark.stale')
      ) : before !== null ? (
        <BeyondWords liquidation={before} market={market} />
      ) : (
        warning && <FarWords warning={warning} market={market} />
      )}
    </div>
  );
}

const CLOSED_CODES = {
  closed: 'coin.not.open',
  maintenance: 'coin.under.maintenance',
  cancel_only: 'market.cancel.only',
  close_only: 'market.close.only',
} as const;

interface SendProps {
  market: MarketRecord;
  title: string;
  colour: 'buy' | 'sell';
  act: 'open' | 'close';
  isSending: boolean;
  isOffline: boolean;
}

/** The button, or why there is none. */
function Send({ market, title, colour, act, isSending, isOffline }: SendProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const { pathname, search } = useLocation();
  const isLogin = useSelector(selectIsLogin);
  const { data: info } = useContractInfoQuery(market.name);
  const state = info?.state ?? market.state;
  const isShut = state !== 'open' && !(state === 'close_only' && act === 'close');
  if (isShut) {
    return (
      <p className={formStyles.closed} role="status">
        {words('code', CLOSED_CODES[state])}
      </p>
    );
  }
  if (!isLogin) {
    return (
      <Link
        className={formStyles.send}
        data-side={colour}
        to={`/login?statusType=0&from=${encodeURIComponent(pathname + search)}`}
      >
        {say('place.log_in')}
      </Link>
    );
  }
  return (
    <button type="submit" className={formStyles.send} data-side={colour} disabled={isSending || isOffline}>
      {isSending ? say('place.sending') : title}
    </button>
  );
}
