/** Form for a robot: amount, grid, loss limit and key, with a preview and the button. */
import { useRef, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { useAvailable } from '../../../kit/entities/balance/use-available';
import { selectIsAway } from '../../../kit/entities/connection/connection-slice';
import type { Instrument } from '../../../kit/entities/instrument/instrument';
import { useSubmission } from '../../../kit/entities/order/ticket/use-submission';
import { NumberField } from '../../../kit/entities/order/ticket/number-field';
import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import { QuickAmounts } from '../../../kit/entities/order/ticket/quick';
import { TicketNote, UnverifiedNote } from '../../../kit/entities/order/ticket/ticket-note';
import { useStartRobotMutation } from '../api/robot-api';
import { useRunningRobots } from '../api/robot-slice';
import { useRobotFormat } from '../api/robot-format';
import { selectIsLogin, selectUser } from '../../../kit/entities/session/session-slice';
import type { Fault } from '../../../kit/api/envelope';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useFaultWords } from '../../../kit/i18n/use-fault-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { compare, cutTo, sumOf } from '../../../kit/lib/numbers/exact';
import { usePreferenceSwitch } from '../../../kit/lib/storage/preferences';
import { logInPath } from '../../../kit/lib/own-path';
import type { Typed } from '../../../kit/lib/numbers/typed';
import { Button } from '../../../kit/ui/controls/button';
import { Facts } from '../../../kit/ui/figures/facts';
import type { RobotProduct } from '../../../../../shared/products/robot/wire';
import { scaleOf } from '../../../../../shared/rules/units';
import { ConfirmRobot, SKIP_ROBOT_KEY } from './confirm-robot';
import { SecretKeyField } from './secret-key-field';
import {
  faultsOf,
  amountLeft,
  previewOf,
  requestOf,
  type RobotDraft,
  type RobotFault,
  type RobotField,
  type RobotRequest,
} from './robot-draft';
import styles from './robot-form.module.css';

interface RobotFormProps {
  product: RobotProduct;
  instrument: Instrument;
  draft: RobotDraft;
  onChange: (change: (draft: RobotDraft) => RobotDraft) => void;
  onBacktest: () => void;
  onStarted: () => void;
}

const LOSS_PLACES = 2;

export function RobotForm({ product, instrument, draft, onChange, onBacktest, onStarted }: RobotFormProps) {
  const { t, numbers } = useTexts();
  const format = useRobotFormat();
  const form = useRef<HTMLFormElement>(null);
  const isOffline = useSelector(selectIsAway);
  const isLogin = useSelector(selectIsLogin);
  const available = useAvailable('spot', product.quote);
  const robots = useRunningRobots() ?? [];
  const [isSkipped] = usePreferenceSwitch(SKIP_ROBOT_KEY);
  const [submitErrors, setSubmitErrors] = useState<readonly RobotFault[]>([]);
  const [pendingRequest, setPendingRequest] = useState<RobotRequest | null>(null);
  const { submit, isSending, faultOf, forget } = useSubmission<RobotRequest>(useStartRobotMutation()[0]);
  const errorText = useWords(product.quote);
  const { market, quote, tick, quoteScale } = product;
  const staked = sumOf(robots.filter((one) => one.market === market).map(({ amount }) => amount));
  const context = { product, terms: instrument.terms, available, staked };
  const preview = previewOf(draft, context);
  const money = (amount: string | null): string => (amount === null ? '–' : `${numbers.exact(amount)} ${quote}`);

  const change = (changes: Partial<RobotDraft>) => {
    forget();
    setSubmitErrors([]);
    onChange((previous) => ({ ...previous, ...changes }));
  };
  const send = async (request: RobotRequest) => {
    setPendingRequest(null);
    if (!(await submit(request, market, t('robot.started', { market: format.market(product) })))) return;
    // Clears the key as soon as it is no longer needed. Other input typed meanwhile is kept.
    onChange((previous) => ({ ...previous, secretKey: '' }));
    onStarted();
  };
  const handleSubmit = () => {
    if (isOffline || isSending) return;
    const found = faultsOf(draft, context);
    setSubmitErrors(found);
    const [firstError] = found;
    const request = requestOf(draft, product);
    if (firstError || !request) {
      form.current?.querySelector<HTMLInputElement>(`[data-field="${firstError?.field}"] input`)?.focus();
      return;
    }
    if (isSkipped) void send(request);
    else setPendingRequest(request);
  };
  const faultAt = (field: RobotField): string | undefined => {
    const error = submitErrors.find((one) => one.field === field);
    return error && (errorText(error) ?? undefined);
  };
  const fieldOf = (name: Exclude<RobotField, 'secretKey'>, label: string, unit: string, scale: number) => (
    <NumberField
      {...{ name, label, unit, scale, beyond: 'refused' as const }}
      value={draft[name]}
      onChange={(input: Typed) => change({ [name]: input })}
      isTold={submitErrors.some(({ field }) => field === name)}
      errorText={faultAt(name)}
    />
  );
  const max = mostOf(available, amountLeft(product, staked));
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={t('robot.form')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        handleSubmit();
      }}
    >
      {fieldOf('amount', t('robot.amount'), quote, quoteScale)}
      <QuickAmounts
        label={t('robot.amount.quick')}
        amounts={preview === null ? [] : [roundedUpOf(preview.minimum)]}
        {...{ maxAmount: cutTo(max, quoteScale), maxLabel: t('robot.amount.most') }}
        onChoose={(amount) => change({ amount })}
      />
      {isLogin && (
        <p className={formStyles.line}>
          <span>{t('robot.available')}</span>
          <b>{format.money(available, quote)}</b>
        </p>
      )}
      {fieldOf('upper', t('robot.upper'), quote, scaleOf(tick))}
      {fieldOf('lower', t('robot.lower'), quote, scaleOf(tick))}
      {fieldOf('lines', t('robot.lines'), '', 0)}
      {fieldOf('loss', t('robot.loss_limit'), '%', LOSS_PLACES)}
      <SecretKeyField
        value={draft.secretKey}
        onChange={(secretKey) => change({ secretKey })}
        error={faultAt('secretKey')}
      />
      <div className={styles.preview} aria-live="polite">
        <Facts
          layout="lines"
          details={[
            [t('robot.step'), money(preview?.step ?? null)],
            [t('robot.each'), money(preview?.each ?? null)],
            [t('robot.minimum'), money(preview?.minimum ?? null)],
            [t('robot.stop_value'), money(preview?.stop ?? null)],
          ]}
        />
      </div>
      <Notes {...{ refusal: faultOf(market), isOffline, available, quote }} />
      <div className={styles.acts}>
        <Button onClick={onBacktest}>{t('robot.backtest')}</Button>
        <Send product={product} isBusy={isSending || isOffline} />
      </div>
      {pendingRequest && (
        <ConfirmRobot
          {...{ product, preview }}
          request={pendingRequest}
          onConfirm={() => void send(pendingRequest)}
          onClose={() => setPendingRequest(null)}
        />
      )}
    </form>
  );
}

/** The server's text for the same refusal, with the exceeded bound. */
function useWords(quote: string): (error: RobotFault) => string | null {
  const { t, numbers } = useTexts();
  const serverText = useServerWords();
  return ({ field, code, amount, bound }) => {
    if (code === null) return null;
    if (field === 'secretKey') return t('robot.key.required');
    const message = serverText('code', code);
    return amount === undefined || bound === undefined
      ? message
      : `${message} ${t(`place.${bound}`, { amount: `${numbers.exact(amount)} ${quote}` })}`;
  };
}

interface NotesProps {
  refusal: Fault | null;
  isOffline: boolean;
  available: string | null;
  quote: string;
}

/** Shows the most serious obstacle only. */
function Notes({ refusal, isOffline, available, quote }: NotesProps): ReactNode {
  const { t } = useTexts();
  const serverText = useServerWords();
  const user = useSelector(selectUser);
  const faultWords = useFaultWords();
  if (isOffline) return <TicketNote kind="bad">{t('place.offline')}</TicketNote>;
  if (refusal) return <TicketNote kind="bad">{faultWords(refusal)}</TicketNote>;
  if (user?.frozen) return <TicketNote kind="warning">{serverText('code', 'account.frozen')}</TicketNote>;
  if (user && user.verification !== 'certified') return <UnverifiedNote />;
  return user && available === '0' ? (
    <TicketNote kind="warning">{t('robot.nothing', { asset: quote })}</TicketNote>
  ) : null;
}

/** The button, or the reason why there is none. */
function Send({ product, isBusy }: { product: RobotProduct; isBusy: boolean }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const currentLocation = useLocation();
  const isLogin = useSelector(selectIsLogin);
  const { state, price } = product;
  const obstacle =
    state === 'closed'
      ? serverText('code', 'robot.closed')
      : state === 'maintenance'
        ? serverText('code', 'coin.under.maintenance')
        : price === null
          ? serverText('code', 'index.stale')
          : null;
  if (obstacle !== null) {
    return (
      <p className={formStyles.closed} role="status">
        {obstacle}
      </p>
    );
  }
  if (isLogin) {
    return (
      <button type="submit" className={formStyles.send} disabled={isBusy}>
        {t('robot.start')}
      </button>
    );
  }
  return (
    <Link className={formStyles.send} to={logInPath(currentLocation)}>
      {t('robot.start')}
    </Link>
  );
}

function mostOf(available: string | null, remaining: string): string {
  return available !== null && compare(available, remaining) < 0 ? available : remaining;
}

/** Rounded up to whole units of quote, an amount easy to type. */
function roundedUpOf(amount: string): string {
  const wholeUnits = cutTo(amount, 0);
  return compare(wholeUnits, amount) === 0 ? wholeUnits : sumOf([wholeUnits, '1']);
}
