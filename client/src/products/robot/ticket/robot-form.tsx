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
  const [tried, setTried] = useState<readonly RobotFault[]>([]);
  const [asked, setAsked] = useState<RobotRequest | null>(null);
  const { submit, isSending, faultOf, forget } = useSubmission<RobotRequest>(useStartRobotMutation()[0]);
  const saidOf = useWords(product.quote);
  const { market, quote, tick, quoteScale } = product;
  const staked = sumOf(robots.filter((one) => one.market === market).map(({ amount }) => amount));
  const context = { product, terms: instrument.terms, available, staked };
  const preview = previewOf(draft, context);
  const money = (amount: string | null): string => (amount === null ? '–' : `${numbers.exact(amount)} ${quote}`);

  const change = (part: Partial<RobotDraft>) => {
    forget();
    setTried([]);
    onChange((known) => ({ ...known, ...part }));
  };
  const send = async (request: RobotRequest) => {
    setAsked(null);
    if (!(await submit(request, market, t('robot.started', { market: format.market(product) })))) return;
    // Clears the key as soon as it is no longer needed. Other input typed meanwhile is kept.
    onChange((known) => ({ ...known, secretKey: '' }));
    onStarted();
  };
  const press = () => {
    if (isOffline || isSending) return;
    const found = faultsOf(draft, context);
    setTried(found);
    const [fault] = found;
    const wish = requestOf(draft, product);
    if (fault || !wish) {
      form.current?.querySelector<HTMLInputElement>(`[data-field="${fault?.field}"] input`)?.focus();
      return;
    }
    if (isSkipped) void send(wish);
    else setAsked(wish);
  };
  const faultAt = (field: RobotField): string | undefined => {
    const fault = tried.find((one) => one.field === field);
    return fault && (saidOf(fault) ?? undefined);
  };
  const fieldOf = (name: Exclude<RobotField, 'secretKey'>, label: string, unit: string, scale: number) => (
    <NumberField
      {...{ name, label, unit, scale, beyond: 'refused' as const }}
      value={draft[name]}
      onChange={(typed: Typed) => change({ [name]: typed })}
      isTold={tried.some(({ field }) => field === name)}
      fault={faultAt(name)}
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
        press();
      }}
    >
      {fieldOf('amount', t('robot.amount'), quote, quoteScale)}
      <QuickAmounts
        label={t('robot.amount.quick')}
        amounts={preview === null ? [] : [roundedUpOf(preview.minimum)]}
        {...{ most: cutTo(max, quoteScale), mostName: t('robot.amount.most') }}
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
        fault={faultAt('secretKey')}
      />
      <div className={styles.preview} aria-live="polite">
        <Facts
          layout="lines"
          facts={[
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
      {asked && (
        <ConfirmRobot
          {...{ product, preview }}
          request={asked}
          onConfirm={() => void send(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </form>
  );
}

/** The server's text for the same refusal, with the exceeded bound. */
function useWords(quote: string): (fault: RobotFault) => string | null {
  const { t, numbers } = useTexts();
  const words = useServerWords();
  return ({ field, code, amount, bound }) => {
    if (code === null) return null;
    if (field === 'secretKey') return t('robot.key.required');
    const said = words('code', code);
    return amount === undefined || bound === undefined
      ? said
      : `${said} ${t(`place.${bound}`, { amount: `${numbers.exact(amount)} ${quote}` })}`;
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
  const words = useServerWords();
  const user = useSelector(selectUser);
  const faultWords = useFaultWords();
  if (isOffline) return <TicketNote kind="bad">{t('place.offline')}</TicketNote>;
  if (refusal) return <TicketNote kind="bad">{faultWords(refusal)}</TicketNote>;
  if (user?.frozen) return <TicketNote kind="warning">{words('code', 'account.frozen')}</TicketNote>;
  if (user && user.verification !== 'certified') return <UnverifiedNote />;
  return user && available === '0' ? (
    <TicketNote kind="warning">{t('robot.nothing', { asset: quote })}</TicketNote>
  ) : null;
}

/** The button, or the reason why there is none. */
function Send({ product, isBusy }: { product: RobotProduct; isBusy: boolean }) {
  const { t } = useTexts();
  const words = useServerWords();
  const here = useLocation();
  const isLogin = useSelector(selectIsLogin);
  const { state, price } = product;
  const obstacle =
    state === 'closed'
      ? words('code', 'robot.closed')
      : state === 'maintenance'
        ? words('code', 'coin.under.maintenance')
        : price === null
          ? words('code', 'index.stale')
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
    <Link className={formStyles.send} to={logInPath(here)}>
      {t('robot.start')}
    </Link>
  );
}

function mostOf(available: string | null, left: string): string {
  return available !== null && compare(available, left) < 0 ? available : left;
}

/** Rounded up to whole units of quote, an amount easy to type. */
function roundedUpOf(amount: string): string {
  const whole = cutTo(amount, 0);
  return compare(whole, amount) === 0 ? whole : sumOf([whole, '1']);
}
