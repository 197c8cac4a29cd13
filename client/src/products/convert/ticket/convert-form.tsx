/** Conversion form: two coins, an amount, the quote with its guarantee and validity, and the button. */
import { ArrowUpDown } from 'lucide-react';
import { useContext, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useSelector } from 'react-redux';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { useAvailable } from '../../../kit/entities/balance/use-available';
import { selectIsAway } from '../../../kit/entities/connection/connection-slice';
import { orderBlockOf, type OrderBlock } from '../../../kit/entities/order/ticket/order-block';
import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import { TicketNote, UnverifiedNote } from '../../../kit/entities/order/ticket/ticket-note';
import { selectIsLogin, selectUser } from '../../../kit/entities/session/session-slice';
import type { Fault } from '../../../kit/api/envelope';
import { useFaultWords } from '../../../kit/i18n/use-fault-words';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { EMPTY, decimalOfTyped, typedOf, type Typed } from '../../../kit/lib/numbers/typed';
import { logInPath } from '../../../kit/lib/own-path';
import { IconButton } from '../../../kit/ui/controls/icon-button';
import { Amount } from '../../../kit/ui/figures/amount';
import { AssetScales } from '../../../kit/ui/figures/asset-scales';
import { NumberRemark } from '../../../kit/ui/form/fields/number-remark';
import { hasSubmit } from '../../../kit/ui/form/has-submit';
import { useNumberField } from '../../../kit/ui/form/use-number-field';
import { coinsOf, pairIn, partnersOf } from '../api/coins';
import { CoinBox } from './coin-box';
import styles from './convert-form.module.css';
import { faultOf, placeOf, type TicketFault } from './convert-ticket';
import { Converted } from './converted';
import { QuoteFacts } from './quote-facts';
import { QUOTE_SECONDS, useConversion } from './use-conversion';

/** Decimals until the coin's scale is loaded. */
const SCALE_DEFAULT = 8;

interface ConvertFormProps {
  markets: readonly MarketRecord[];
  pair: { from: string; to: string };
  onRecords: () => void;
}

export function ConvertForm({ markets, pair: { from, to }, onRecords }: ConvertFormProps) {
  const { t, numbers } = useTexts();
  const serverText = useServerWords();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isLogin = useSelector(selectIsLogin);
  const isOffline = useSelector(selectIsAway);
  const user = useSelector(selectUser);
  const balance = useAvailable('spot', from);
  const available = isLogin ? balance : null;
  const scale = useContext(AssetScales)[from] ?? SCALE_DEFAULT;
  const [amountInput, setAmountInput] = useState<Typed>(EMPTY);
  const [validationError, setValidationError] = useState<TicketFault | null>(null);
  const amount = decimalOfTyped(amountInput);
  const conversion = useConversion(amount === null ? null : { from, to, amount });
  const { quote, fault: quoteError, secondsLeft, isAsking, isSending, unsure, outcome } = conversion;
  const isBusy = isAsking || isSending;
  const isLocked = isSending || unsure !== null;
  const isGood = quote !== null && secondsLeft > 0;
  const change = useChange({ from, to }, markets);
  const amountError = quoteError && placeOf(quoteError) === 'amount' ? quoteError : null;
  const amountErrorText = useAmountWords(validationError, amountError, serverText);
  const edit = (next: Typed) => {
    setAmountInput(next);
    setValidationError(null);
    conversion.forget();
  };
  const isTold = validationError !== null;
  const field = useNumberField({ unit: from, scale, beyond: 'down', value: amountInput, isTold, onChange: edit });
  const changePair = (next: { from?: string; to?: string }) => {
    setValidationError(null);
    // An amount is not kept for another coin.
    if (next.from !== undefined && next.from !== from) setAmountInput(EMPTY);
    conversion.forget();
    change(next);
  };
  const submit = () => {
    if (isBusy || isOffline) return;
    if (unsure) return void conversion.convert(unsure);
    if (isGood) return void conversion.convert(quote);
    const found = faultOf(amountInput, available);
    setValidationError(found);
    if (found || amount === null) input.current?.focus();
    else void conversion.quoteFor({ from, to, amount });
  };
  if (outcome) {
    const restart = () => {
      setAmountInput(EMPTY);
      conversion.again();
    };
    return <Converted {...{ outcome, onRecords }} onAgain={restart} />;
  }
  const isFaulty = amountErrorText !== null || field.remark?.kind === 'fault';
  return (
    <form
      className={styles.form}
      aria-label={t('menu.convert')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (hasSubmit(event.currentTarget)) submit();
      }}
    >
      <CoinBox
        title={t('convert.from')}
        extra={
          isLogin && (
            <span className={styles.available}>
              {t('convert.available')}{' '}
              <b>
                {available === null ? '–' : <Amount amount={available} asset={from} />} {from}
              </b>
            </span>
          )
        }
        coin={from}
        coins={coinsOf(markets)}
        label={t('convert.coin.from')}
        onChoose={(coin) => changePair({ from: coin })}
        {...{ isFaulty, isLocked }}
        below={
          <div id={`${id}-below`} className={styles.below}>
            {amountErrorText !== null && <p role="alert">{amountErrorText}</p>}
            <NumberRemark id={`${id}-remark`} remark={field.remark} />
          </div>
        }
      >
        <input
          type="text"
          {...field.input}
          onKeyDown={(event) => {
            refuseRepeatedEnter(event);
            field.input.onKeyDown(event);
          }}
          ref={input}
          placeholder="0"
          aria-label={t('convert.amount')}
          aria-invalid={isFaulty}
          aria-describedby={`${id}-below`}
          readOnly={isLocked}
        />
        {available !== null && (
          <button type="button" className={styles.max} disabled={isLocked} onClick={() => edit(typedOf(available))}>
            {t('wallet.maximum')}
          </button>
        )}
      </CoinBox>
      <div className={styles.swap}>
        <IconButton label={t('convert.swap')} disabled={isLocked} onClick={() => changePair({ from: to, to: from })}>
          <ArrowUpDown size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <CoinBox
        title={t('convert.to')}
        coin={to}
        coins={partnersOf(markets, from)}
        label={t('convert.coin.to')}
        onChoose={(coin) => changePair({ to: coin })}
        {...{ isLocked }}
      >
        <output
          className={styles.received}
          data-empty={quote === null}
          data-over={quote !== null && !isGood}
          aria-label={t('convert.receive')}
          translate="no"
        >
          {quote ? numbers.exact(quote.received) : '–'}
        </output>
      </CoinBox>
      {quote && <QuoteFacts quote={quote} />}
      {quote && <TimeLeft seconds={secondsLeft} />}
      <Notes
        refusal={amountError ? null : quoteError}
        {...{ isOffline, asset: from, isUnsure: unsure !== null }}
        block={isLogin ? orderBlockOf(user, available) : null}
      />
      <Send
        isBusy={isBusy || isOffline}
        text={
          isAsking
            ? t('convert.asking')
            : isSending
              ? t('convert.sending')
              : unsure
                ? t('convert.check')
                : isGood
                  ? t('convert.submit', { from, to })
                  : t(
                      quote || (quoteError && placeOf(quoteError) === 'quote')
                        ? 'convert.refresh'
                        : 'convert.get_quote',
                    )
        }
      />
    </form>
  );
}

/** Puts the pair into the address and keeps its other parameters. */
function useChange(pair: { from: string; to: string }, markets: readonly MarketRecord[]) {
  const [parameters, setParameters] = useSearchParams();
  return (next: { from?: string; to?: string }) => {
    const nextPair = pairIn(markets, { ...pair, ...next });
    if (nextPair) setParameters({ ...Object.fromEntries(parameters), ...nextPair }, { replace: true });
  };
}

/** Faults of the amount that the field does not report itself. */
function useAmountWords(
  validationError: TicketFault | null,
  amountError: Fault | null,
  serverText: ReturnType<typeof useServerWords>,
): string | null {
  const faultWords = useFaultWords();
  if (validationError) return validationError.code === null ? null : serverText('code', validationError.code);
  return faultWords(amountError);
}

/** Remaining validity of the quote as a shrinking bar. */
function TimeLeft({ seconds }: { seconds: number }) {
  const { t } = useTexts();
  return (
    <div className={styles.time} data-over={seconds === 0}>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ inlineSize: `${(seconds / QUOTE_SECONDS) * 100}%` }} />
      </span>
      {/* Only the end is announced; otherwise screen readers would read every second. */}
      <span role={seconds === 0 ? 'status' : undefined}>
        {seconds === 0 ? t('convert.over') : t('convert.valid', { seconds: String(seconds) })}
      </span>
    </div>
  );
}

interface NotesProps {
  refusal: Fault | null;
  isOffline: boolean;
  isUnsure: boolean;
  block: OrderBlock | null;
  asset: string;
}

/** Shows the most serious note only. */
function Notes({ refusal, isOffline, isUnsure, block, asset }: NotesProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const faultWords = useFaultWords();
  if (isUnsure) return <TicketNote kind="bad">{t('convert.unsure')}</TicketNote>;
  if (isOffline) return <TicketNote kind="bad">{t('place.offline')}</TicketNote>;
  if (refusal) return <TicketNote kind="bad">{faultWords(refusal)}</TicketNote>;
  if (block === 'account.not.authenticated') return <UnverifiedNote />;
  if (block === 'account.frozen') return <TicketNote kind="warning">{serverText('code', block)}</TicketNote>;
  if (block === null) return null;
  return (
    <TicketNote kind="warning">
      {t('place.nothing', { asset })}{' '}
      <Link to={`/accountSet/recharge?asset=${encodeURIComponent(asset)}`}>{t('wallet.menu.recharge')}</Link>
    </TicketNote>
  );
}

/** A repeated Enter, like a double click, would accept a quote that the user has not read. */
function refuseRepeatedEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

function Send({ text, isBusy }: { text: string; isBusy: boolean }) {
  const { t } = useTexts();
  const currentLocation = useLocation();
  const isLogin = useSelector(selectIsLogin);
  return isLogin ? (
    <button
      type="submit"
      className={formStyles.send}
      disabled={isBusy}
      onKeyDown={refuseRepeatedEnter}
      onClick={(event) => event.detail > 1 && event.preventDefault()}
    >
      {text}
    </button>
  ) : (
    <Link className={formStyles.send} to={logInPath(currentLocation)}>
      {t('convert.log_in')}
    </Link>
  );
}
