import { TrendingDown, TrendingUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { scaleOf } from '../../../../../shared/rules/units';
import type { OptionDirection } from '../../../../../shared/products/option/rules/settlement';
import { fillPlaceholders } from '../../../../../shared/wire/fill';
import type { OptionCatalogue, OptionProduct } from '../../../../../shared/products/option/wire';
import { selectIsAway, selectIsPolled } from '../../../kit/entities/connection/connection-slice';
import { useDurationWords } from '../api/use-duration-words';
import { useBuyOptionMutation } from '../api/option-api';
import { Funds, QuickAmounts } from '../../../kit/entities/order/ticket/quick';
import { PollingNote } from '../../../kit/entities/order/ticket/polling-note';
import { TicketNote, UnverifiedNote } from '../../../kit/entities/order/ticket/ticket-note';
import { useSubmission } from '../../../kit/entities/order/ticket/use-submission';
import { NumberField } from '../../../kit/entities/order/ticket/number-field';
import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import { selectIsLogin, selectUser } from '../../../kit/entities/session/session-slice';
import type { Fault } from '../../../kit/api/envelope';
import { useFaultWords } from '../../../kit/i18n/use-fault-words';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { compare } from '../../../kit/lib/numbers/exact';
import { usePreferenceSwitch, usePreferenceText } from '../../../kit/lib/storage/preferences';
import { logInPath } from '../../../kit/lib/own-path';
import { EMPTY, decimalOfTyped } from '../../../kit/lib/numbers/typed';
import { TextWithFact } from '../../../kit/ui/text-with-fact';
import { ConfirmOption, SKIP_OPTION_KEY } from './confirm-option';
import styles from './option-form.module.css';
import {
  faultsOf,
  durationOf,
  emptyDraft,
  hasLevels,
  stakeMax,
  previewOf,
  quickAmounts,
  requestOf,
  type OptionDraft,
  type OptionFault,
  type OptionField,
  type OptionRequest,
} from './option-ticket';
import { StartField } from './start-field';
import { LevelWords, RuleWords, breakEvenShown, feeShown, ppbShown } from './terms-words';
import { useOptionContext } from './use-option-context';

interface OptionFormProps {
  product: OptionProduct;
  rules: OptionCatalogue['rules'];
  /** Current index. */
  price: string | null;
  isStale: boolean;
  onBought?: (() => void) | undefined;
}

/** Purchase form: stake, duration and start, preview, and the two buttons. */
export function OptionForm({ product, rules, price, isStale, onBought }: OptionFormProps) {
  const texts = useTexts();
  const { t, numbers } = texts;
  const durationWords = useDurationWords();
  const limitWords = useLimitWords(product);
  const form = useRef<HTMLFormElement>(null);
  const isLogin = useSelector(selectIsLogin);
  const isOffline = useSelector(selectIsAway);
  const [isSkipped] = usePreferenceSwitch(SKIP_OPTION_KEY);
  const [keptDuration, keepDuration] = usePreferenceText('option.duration');
  const [rawDraft, setRawDraft] = useState<OptionDraft>(() => emptyDraft(Number(keptDuration)));
  const draft = { ...rawDraft, durationMs: durationOf(product, rawDraft.durationMs).durationMs };
  const [validation, setValidation] = useState<{ draft: OptionDraft; errors: readonly OptionFault[] } | null>(null);
  const [pendingRequest, setPendingRequest] = useState<OptionRequest | null>(null);
  const [symbol, setSymbol] = useState(product.symbol);
  // Levels and faults belong to one index; the stake stays.
  if (symbol !== product.symbol) {
    setSymbol(product.symbol);
    setRawDraft({ ...rawDraft, takeProfit: EMPTY, stopLoss: EMPTY });
    setValidation(null);
    setPendingRequest(null);
  }
  const aroundNow = useOptionContext(product, rules, price);
  const { submit, isSending, faultOf, forget } = useSubmission<OptionRequest>(useBuyOptionMutation()[0]);

  const change = (changes: Partial<OptionDraft>) => {
    forget();
    setValidation(null);
    setRawDraft((previous) => ({ ...previous, ...changes }));
  };
  const faultAt = (field: OptionField): string | undefined => {
    const error = validation?.errors.find((one) => one.field === field);
    if (!error || error.code === null) return undefined;
    return error.code === 'missing' ? t('option.levels.missing') : limitWords(error);
  };
  const send = async (request: OptionRequest) => {
    setPendingRequest(null);
    if (await submit(request, request.symbol, t(`option.bought.${request.direction}`, { product: product.label })))
      onBought?.();
  };
  const startPurchase = (direction: OptionDirection) => {
    if (isOffline || isSending) return;
    const found = faultsOf(draft, direction, aroundNow());
    setValidation({ draft: rawDraft, errors: found });
    const [firstError] = found;
    if (firstError) {
      form.current?.querySelector<HTMLInputElement>(`[data-field="${firstError.field}"] input`)?.focus();
      return;
    }
    const request = requestOf(draft, direction, product);
    if (isSkipped) void send(request);
    else setPendingRequest(request);
  };

  const context = aroundNow();
  const { asset, scale, tick } = product;
  const stake = decimalOfTyped(draft.stake);
  const isPositive = stake !== null && compare(stake, '0') > 0;
  const duration = durationOf(product, draft.durationMs);
  const preview = previewOf(product, draft.durationMs, isPositive ? stake : product.amountMin);
  const money = (amount: string) => `${numbers.exact(amount)} ${asset}`;
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={t('option.form')}
      noValidate
      onSubmit={(event) => event.preventDefault()}
    >
      <div className={styles.fields}>
        <fieldset className={styles.durations}>
          <legend>{t('option.duration')}</legend>
          {product.durations.map((one) => (
            <button
              key={one.durationMs}
              type="button"
              aria-pressed={one.durationMs === draft.durationMs}
              onClick={() => {
                keepDuration(String(one.durationMs));
                change({ durationMs: one.durationMs });
              }}
            >
              <b>{durationWords(one.durationMs)}</b>
              <span>+{ppbShown(numbers, one.payoutPpb)}</span>
              <small>
                <TextWithFact text="option.fee_of" params={{ fee: feeShown(texts, one, asset) }} />
              </small>
            </button>
          ))}
        </fieldset>
        <div className={styles.amount}>
          <NumberField
            {...{ name: 'stake', label: t('option.stake'), unit: asset, scale, beyond: 'down' }}
            value={draft.stake}
            onChange={(value) => change({ stake: value })}
            isTold={validation !== null}
            errorText={faultAt('stake')}
          />
          <QuickAmounts
            {...{ amounts: quickAmounts(product), maxAmount: stakeMax(context) }}
            label={t('option.stake.quick')}
            maxLabel={t('option.stake.most')}
            onChoose={(value) => change({ stake: value })}
          />
        </div>
        {isLogin && (
          <Funds {...{ asset, account: 'option' }} label={t('place.available')} available={context.available} />
        )}
        <div className={styles.timing} role="group" aria-label={t('option.start')}>
          {(['now', 'timed'] as const).map((timing) => (
            <button
              key={timing}
              type="button"
              aria-pressed={draft.timing === timing}
              onClick={() => change({ timing })}
            >
              {t(`option.timing.${timing}`)}
            </button>
          ))}
        </div>
        {draft.timing === 'timed' && (
          <StartField
            value={draft.startsAt}
            onChange={(startsAt) => change({ startsAt })}
            error={faultAt('startsAt')}
          />
        )}
        {product.offersLevels && draft.timing === 'now' && (
          <>
            <label className={formStyles.check}>
              <input
                type="checkbox"
                checked={draft.hasLevels}
                onChange={({ target }) => change({ hasLevels: target.checked })}
              />
              {t('option.levels')}
            </label>
            {hasLevels(draft, product) && (
              <>
                {(['takeProfit', 'stopLoss'] as const).map((field) => (
                  <NumberField
                    key={field}
                    {...{ name: field, unit: product.quote, scale: scaleOf(tick), beyond: 'refused' }}
                    label={t(field === 'takeProfit' ? 'option.level.take_profit' : 'option.level.stop_loss')}
                    value={draft[field]}
                    onChange={(value) => change({ [field]: value })}
                    isTold={validation !== null}
                    errorText={faultAt(field)}
                  />
                ))}
                <dl className={styles.returns}>
                  {(['take_profit', 'stop_loss'] as const).map((level) => (
                    <div key={level}>
                      <dt>{t(`option.levels.pays.${level}`)}</dt>
                      <dd>
                        <LevelWords
                          {...{ product, level, durationMs: draft.durationMs }}
                          stake={isPositive ? stake : product.amountMin}
                        />
                      </dd>
                    </div>
                  ))}
                </dl>
                <p className={styles.hint}>
                  <TextWithFact text="option.levels.hint" params={{ most: money(product.levelsUserMax) }} />
                </p>
              </>
            )}
          </>
        )}
        <p className={styles.rule}>
          <RuleWords rules={rules} isTimed={draft.timing === 'timed'} />
        </p>
      </div>
      <div className={styles.foot}>
        <dl className={formStyles.cost}>
          <div>
            <dt>{t('option.payout')}</dt>
            <dd>
              {isPositive ? (
                <>
                  {money(preview.payout)}{' '}
                  <em data-direction={preview.profit.startsWith('-') ? 'down' : 'up'}>
                    ({preview.profit.startsWith('-') ? '' : '+'}
                    {numbers.exact(preview.profit)})
                  </em>
                </>
              ) : (
                '–'
              )}
            </dd>
          </div>
          <div>
            <dt>{t('option.fee')}</dt>
            <dd>{isPositive ? money(preview.fee) : feeShown(texts, duration, asset)}</dd>
          </div>
          <div>
            <dt>{t('option.break_even')}</dt>
            <dd>{breakEvenShown(numbers, preview.breakEvenPpb)}</dd>
          </div>
        </dl>
        <Notes
          refusal={faultOf(product.symbol)}
          stakeError={faultAt('stake')}
          isOffline={isOffline}
          isStale={isStale && draft.timing === 'now'}
          available={context.available}
          asset={asset}
        />
        <Send product={product} isBusy={isSending || isOffline} onPress={startPurchase} />
      </div>
      {pendingRequest && (
        <ConfirmOption
          {...{ product, rules }}
          request={pendingRequest}
          onConfirm={() => void send(pendingRequest)}
          onClose={() => setPendingRequest(null)}
        />
      )}
    </form>
  );
}

/** The server's text for a refusal, with the exceeded limit and what remains of it. */
function useLimitWords({ asset }: OptionProduct): (error: OptionFault & { code: string }) => string {
  const { numbers } = useTexts();
  const serverText = useServerWords();
  return (error) => {
    const figures = Object.entries(error.figures ?? {}).map(([name, figure]) => [name, numbers.exact(figure)] as const);
    return fillPlaceholders(serverText('code', error.code), { asset, ...Object.fromEntries(figures) });
  };
}

interface NotesProps {
  refusal: Fault | null;
  /** Fault of the stake. Repeated here, as the field shows it only while focused. */
  stakeError: string | undefined;
  isOffline: boolean;
  isStale: boolean;
  available: string | null;
  asset: string;
}

/** One note at a time, the most severe first, in reserved space. */
function Notes({ refusal, stakeError, isOffline, isStale, available, asset }: NotesProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const user = useSelector(selectUser);
  const faultWords = useFaultWords();
  const isPolled = useSelector(selectIsPolled);
  if (isOffline) return <TicketNote kind="bad">{t('place.offline')}</TicketNote>;
  if (refusal) return <TicketNote kind="bad">{faultWords(refusal)}</TicketNote>;
  if (stakeError !== undefined) return <TicketNote kind="bad">{stakeError}</TicketNote>;
  if (user?.frozen) return <TicketNote kind="warning">{serverText('code', 'account.frozen')}</TicketNote>;
  if (user && user.verification !== 'certified') return <UnverifiedNote />;
  if (user && available === '0') return <TicketNote kind="warning">{t('option.nothing', { asset })}</TicketNote>;
  if (isStale) return <TicketNote kind="warning">{serverText('code', 'index.stale')}</TicketNote>;
  return <PollingNote isPolled={isPolled} />;
}

interface SendProps {
  product: OptionProduct;
  isBusy: boolean;
  onPress: (direction: OptionDirection) => void;
}

/** Reasons for missing buttons, as the server's refusal codes. */
const NOT_SOLD = { closed: 'option.closed', maintenance: 'coin.under.maintenance', slow: 'index.slow' } as const;
const ICONS = { up: TrendingUp, down: TrendingDown } as const;

/** The buy buttons, or the reason for their absence. */
function Send({ product, isBusy, onPress }: SendProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const currentLocation = useLocation();
  const isLogin = useSelector(selectIsLogin);
  if (product.state !== 'open') {
    return (
      <p className={formStyles.closed} role="status">
        {serverText('code', NOT_SOLD[product.state])}
      </p>
    );
  }
  return (
    <div className={styles.send}>
      {(['up', 'down'] as const).map((direction) => {
        const Icon = ICONS[direction];
        const content = (
          <>
            <Icon size={18} aria-hidden="true" />
            {t(`option.buy.${direction}`)}
          </>
        );
        const side = direction === 'up' ? 'buy' : 'sell';
        return isLogin ? (
          <button
            key={direction}
            type="button"
            className={formStyles.send}
            data-side={side}
            disabled={isBusy}
            onClick={() => onPress(direction)}
          >
            {content}
          </button>
        ) : (
          <Link key={direction} className={formStyles.send} data-side={side} to={logInPath(currentLocation)}>
            {content}
          </Link>
        );
      })}
      {!isLogin && <p className={styles.visitor}>{t('option.visitor')}</p>}
    </div>
  );
}
