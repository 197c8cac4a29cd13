/** How much, on which grid, with which limit and key; what that comes to; and the button. */
import { useRef, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { useAvailable } from '../../../entities/balance/use-available';
import { selectIsAway } from '../../../entities/connection/connection-slice';
import type { Instrument } from '../../../entities/instrument/instrument';
import { useSubmission } from '../../../entities/order/ticket/use-submission';
import { NumberField } from '../../../entities/order/ticket/number-field';
import formStyles from '../../../entities/order/ticket/order-form.module.css';
import { QuickAmounts } from '../../../entities/order/ticket/quick';
import { TicketNote, UnverifiedNote } from '../../../entities/order/ticket/ticket-note';
import { useStartRobotMutation } from '../api/robot-api';
import { useRunningRobots } from '../api/robot-slice';
import { useRobotWords } from '../api/robot-words';
import { selectIsLogin, selectUser } from '../../../entities/session/session-slice';
import type { Fault } from '../../../shared/api/envelope';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useFaultWords } from '../../../shared/i18n/use-fault-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { compare, cutTo, sumOf } from '../../../shared/lib/numbers/exact';
import { useKeptSwitch } from '../../../shared/lib/storage/kept';
import { logInPath } from '../../../shared/lib/own-path';
import type { Typed } from '../../../shared/lib/numbers/typed';
import { Button } from '../../../shared/ui/controls/button';
import { Facts } from '../../../shared/ui/figures/facts';
import type { RobotProduct } from '../../../../../shared/products/robot/wire';
import { scaleOf } from '../../../../../shared/rules/units';
import { ConfirmRobot, SKIP_ROBOT_KEY } from './confirm-robot';
import { SecretKeyField } from './secret-key-field';
import {
  checks,
  leftOf,
  previewOf,
  wishOf,
  type RobotDraft,
  type RobotFault,
  type RobotField,
  type RobotWish,
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
  const { say, numbers } = useTexts();
  const how = useRobotWords();
  const form = useRef<HTMLFormElement>(null);
  const isOffline = useSelector(selectIsAway);
  const isLogin = useSelector(selectIsLogin);
  const available = useAvailable('spot', product.quote);
  const robots = useRunningRobots() ?? [];
  const [isSkipped] = useKeptSwitch(SKIP_ROBOT_KEY);
  const [tried, setTried] = useState<readonly RobotFault[]>([]);
  const [asked, setAsked] = useState<RobotWish | null>(null);
  const { submit, isSending, faultOf, forget } = useSubmission<RobotWish>(useStartRobotMutation()[0]);
  const saidOf = useWords(product.quote);
  const { market, quote, tick, quoteScale } = product;
  const staked = sumOf(robots.filter((one) => one.market === market).map(({ amount }) => amount));
  const around = { product, terms: instrument.terms, available, staked };
  const preview = previewOf(draft, around);
  const money = (amount: string | null): string => (amount === null ? '–' : `${numbers.exact(amount)} ${quote}`);

  const change = (part: Partial<RobotDraft>) => {
    forget();
    setTried([]);
    onChange((known) => ({ ...known, ...part }));
  };
  const send = async (wish: RobotWish) => {
    setAsked(null);
    if (!(await submit(wish, market, say('robot.started', { market: how.market(product) })))) return;
    // The key is not kept longer than it is needed; what was typed while it was sent stays.
    onChange((known) => ({ ...known, secretKey: '' }));
    onStarted();
  };
  const press = () => {
    if (isOffline || isSending) return;
    const found = checks(draft, around);
    setTried(found);
    const [fault] = found;
    const wish = wishOf(draft, product);
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
  const most = mostOf(available, leftOf(product, staked));
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={say('robot.form')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      {fieldOf('amount', say('robot.amount'), quote, quoteScale)}
      <QuickAmounts
        label={say('robot.amount.quick')}
        amounts={preview === null ? [] : [roundedUpOf(preview.minimum)]}
        {...{ most: cutTo(most, quoteScale), mostName: say('robot.amount.most') }}
        onChoose={(amount) => change({ amount })}
      />
      {isLogin && (
        <p className={formStyles.line}>
          <span>{say('robot.available')}</span>
          <b>{how.money(available, quote)}</b>
        </p>
      )}
      {fieldOf('upper', say('robot.upper'), quote, scaleOf(tick))}
      {fieldOf('lower', say('robot.lower'), quote, scaleOf(tick))}
      {fieldOf('lines', say('robot.lines'), '', 0)}
      {fieldOf('loss', say('robot.loss_limit'), '%', LOSS_PLACES)}
      <SecretKeyField
        value={draft.secretKey}
        onChange={(secretKey) => change({ secretKey })}
        fault={faultAt('secretKey')}
      />
      <div className={styles.preview} aria-live="polite">
        <Facts
          layout="lines"
          facts={[
            [say('robot.step'), money(preview?.step ?? null)],
            [say('robot.each'), money(preview?.each ?? null)],
            [say('robot.minimum'), money(preview?.minimum ?? null)],
            [say('robot.stop_value'), money(preview?.stop ?? null)],
          ]}
        />
      </div>
      <Notes {...{ refusal: faultOf(market), isOffline, available, quote }} />
      <div className={styles.acts}>
        <Button onClick={onBacktest}>{say('robot.backtest')}</Button>
        <Send product={product} isBusy={isSending || isOffline} />
      </div>
      {asked && (
        <ConfirmRobot
          {...{ product, preview }}
          wish={asked}
          onConfirm={() => void send(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </form>
  );
}

/** In the exchange's words for the same refusal, with the bound that was crossed. */
function useWords(quote: string): (fault: RobotFault) => string | null {
  const { say, numbers } = useTexts();
  const words = useServerWords();
  return ({ field, code, amount, bound }) => {
    if (code === null) return null;
    if (field === 'secretKey') return say('robot.key.required');
    const said = words('code', code);
    return amount === undefined || bound === undefined
      ? said
      : `${said} ${say(`place.${bound}`, { amount: `${numbers.exact(amount)} ${quote}` })}`;
  };
}

interface NotesProps {
  refusal: Fault | null;
  isOffline: boolean;
  available: string | null;
  quote: string;
}

/** What stands in the way: one thing at a time, the gravest first. */
function Notes({ refusal, isOffline, available, quote }: NotesProps): ReactNode {
  const { say } = useTexts();
  const words = useServerWords();
  const user = useSelector(selectUser);
  const faultWords = useFaultWords();
  if (isOffline) return <TicketNote kind="bad">{say('place.offline')}</TicketNote>;
  if (refusal) return <TicketNote kind="bad">{faultWords(refusal)}</TicketNote>;
  if (user?.frozen) return <TicketNote kind="warning">{words('code', 'account.frozen')}</TicketNote>;
  if (user && user.verification !== 'certified') return <UnverifiedNote />;
  return user && available === '0' ? (
    <TicketNote kind="warning">{say('robot.nothing', { asset: quote })}</TicketNote>
  ) : null;
}

/** The button, or why there is none. */
function Send({ product, isBusy }: { product: RobotProduct; isBusy: boolean }) {
  const { say } = useTexts();
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
        {say('robot.start')}
      </button>
    );
  }
  return (
    <Link className={formStyles.send} to={logInPath(here)}>
      {say('robot.start')}
    </Link>
  );
}

/** The smaller of both. */
function mostOf(available: string | null, left: string): string {
  return available !== null && compare(available, left) < 0 ? available : left;
}

/** To whole units of quote: the least that one would type. */
function roundedUpOf(amount: string): string {
  const whole = cutTo(amount, 0);
  return compare(whole, amount) === 0 ? whole : sumOf([whole, '1']);
}
