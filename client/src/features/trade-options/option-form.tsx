import { ArrowDown, ArrowUp, ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import type { OptionDirection } from '../../../../shared/rules/option/settlement';
import { scaleOf } from '../../../../shared/rules/units';
import type { OptionDuration, OptionProduct, OptionRules } from '../../../../shared/wire/option';
import type { OpenOption, OptionLimit } from '../../../../shared/wire/option-stream';
import { useBuyOptionMutation } from '../../entities/option/option-api';
import { NumberField } from '../../entities/order/ticket/number-field';
import { wordsOf } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { cutTo, quotientOf, productOf } from '../../shared/lib/exact';
import { useKeptSwitch } from '../../shared/lib/kept';
import { EMPTY, decimalOfTyped, typedOf } from '../../shared/lib/typed';
import { useAttempt } from '../../shared/lib/use-attempt';
import { serverNow } from '../../shared/stream/server-time';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Facts } from '../../shared/ui/facts';
import { ConfirmOption, SKIP_OPTION_KEY, type WantedOption } from './confirm-option';
import styles from './option.module.css';
import { faultOf, foresee, mostOf, payoutShown } from './option-ticket';
import { useOptionWords } from './option-words';

const PARTS = [25, 50, 75, 100] as const;
/** As the browser writes a date and a time, to the second. */
const TIME_DIGITS = 19;

interface OptionFormProps {
  product: OptionProduct;
  rules: OptionRules;
  latest: string | null;
  available: string;
  open: readonly OpenOption[];
  limit: OptionLimit | undefined;
  isLogin: boolean;
  /** What cannot be done now, and why. */
  halt: string | null;
}

/** How long, how much, from when, and up or down: with what it pays and how often one has to be right for it. */
export function OptionForm({ product, rules, latest, available, open, limit, isLogin, halt }: OptionFormProps) {
  const texts = useTexts();
  const { say, numbers } = texts;
  const words = useServerWords();
  const how = useOptionWords();
  const dispatch = useDispatch();
  const [chosen, setDuration] = useState(product.durations[0].durationMs);
  const [stakeTyped, setStake] = useState(EMPTY);
  const [isTimed, setTimed] = useState(false);
  const [start, setStart] = useState('');
  const [hasLevels, setLevels] = useState(false);
  const [profitTyped, setProfit] = useState(EMPTY);
  const [lossTyped, setLoss] = useState(EMPTY);
  const [fault, setFault] = useState<{ field: 'stake' | 'start' | 'levels'; text: string } | null>(null);
  const [hasTried, setTried] = useState(false);
  const [wanted, setWanted] = useState<WantedOption | null>(null);
  const [isSkipped] = useKeptSwitch(SKIP_OPTION_KEY);
  const [buy, { isLoading, error, reset }] = useBuyOptionMutation();
  const attempt = useAttempt();

  const duration = product.durations.find(({ durationMs }) => durationMs === chosen) ?? product.durations[0];
  const stake = decimalOfTyped(stakeTyped);
  const foreseen = stake === null ? null : foresee(product, duration, stake);
  const most = mostOf({ product, available, open, limit });
  const around = { product, rules, available, open, limit, latest, now: serverNow() };
  const money = (amount: string) => `${numbers.exact(amount)} ${product.asset}`;

  const change = () => {
    setFault(null);
    reset();
  };
  const textOf = (code: string): string => {
    if (code === 'option.amount.minimum') return say('option.minimum', { amount: money(product.amountMin) });
    if (code === 'option.amount.maximum') return say('option.maximum', { amount: money(product.amountMax) });
    return words('code', code);
  };
  const wish = (direction: OptionDirection): WantedOption | null => {
    setTried(true);
    const typed = hasLevels && !isTimed ? [stakeTyped, profitTyped, lossTyped] : [stakeTyped];
    if (typed.some(({ kind }) => kind === 'refused')) return null;
    const startsAt = isTimed ? timeOf(start) : null;
    const [takeProfit, stopLoss] =
      hasLevels && !isTimed ? [decimalOfTyped(profitTyped), decimalOfTyped(lossTyped)] : [null, null];
    const found = faultOf({ direction, stake, startsAt, takeProfit, stopLoss }, around);
    setFault(found && { field: found.field, text: textOf(found.code) });
    if (found || stake === null || !foreseen) return null;
    return {
      foreseen,
      request: {
        ...{ symbol: product.symbol, direction, stake, durationMs: duration.durationMs },
        ...(startsAt === null || startsAt === undefined ? {} : { startsAt }),
        ...(takeProfit === null ? {} : { takeProfit }),
        ...(stopLoss === null ? {} : { stopLoss }),
      },
    };
  };
  const send = async ({ request }: WantedOption) => {
    setWanted(null);
    const { error: refused } = await buy({ clientId: attempt.idOf(request), ...request });
    if (refused) return;
    attempt.accepted();
    setTried(false);
    dispatch(
      toastShown({ kind: 'success', text: say(`option.bought.${request.direction}`, { symbol: product.label }) }),
    );
  };
  const press = (direction: OptionDirection) => {
    change();
    const one = wish(direction);
    if (!one) return;
    if (isSkipped) void send(one);
    else setWanted(one);
  };
  const said = error && wordsOf(error);
  const refusal = said && ('text' in said ? said.text : say(said.key));
  return (
    <div className={styles.form}>
      <fieldset className={styles.durations}>
        <legend>{say('option.duration')}</legend>
        {product.durations.map((one) => (
          <Duration
            key={one.durationMs}
            of={one}
            payout={payoutShown(product, one)}
            isChosen={one === duration}
            onChoose={() => {
              setDuration(one.durationMs);
              change();
            }}
          />
        ))}
      </fieldset>
      <p className={styles.line}>
        <span>{say('option.available')}</span>
        <span>
          <b>{isLogin ? money(available) : '–'}</b>
          {isLogin && (
            <Link
              to="/accountSet/transfer"
              className={styles.move}
              aria-label={say('option.transfer')}
              title={say('option.transfer')}
            >
              <ArrowLeftRight size={14} aria-hidden="true" />
            </Link>
          )}
        </span>
      </p>
      <NumberField
        {...{ name: 'stake', label: say('option.stake'), unit: product.asset, scale: product.scale }}
        {...{ value: stakeTyped, isTold: hasTried, beyond: 'down' }}
        {...(fault?.field === 'stake' ? { fault: fault.text, isFirstFault: true } : {})}
        onChange={(typed) => {
          setStake(typed);
          change();
        }}
      />
      <div className={styles.parts}>
        {PARTS.map((part) => (
          <button
            key={part}
            type="button"
            disabled={!isLogin || most === '0'}
            onClick={() => {
              setStake(
                typedOf(
                  cutTo(quotientOf(productOf(most, String(part)), '100', product.scale), Math.min(2, product.scale)),
                ),
              );
              change();
            }}
          >
            {part} %
          </button>
        ))}
      </div>
      <div className={styles.timing} role="group" aria-label={say('option.start')}>
        {([false, true] as const).map((timed) => (
          <button key={String(timed)} type="button" aria-pressed={timed === isTimed} onClick={() => setTimed(timed)}>
            {say(timed ? 'option.start.timed' : 'option.start.now')}
          </button>
        ))}
        {isTimed && (
          <input
            type="datetime-local"
            step="1"
            aria-label={say('option.start.at')}
            aria-invalid={fault?.field === 'start'}
            value={start}
            onChange={({ target }) => {
              setStart(target.value.slice(0, TIME_DIGITS));
              change();
            }}
          />
        )}
      </div>
      {fault?.field === 'start' && <p className={styles.fault}>{fault.text}</p>}
      {product.offersLevels && !isTimed && (
        <label className={styles.check}>
          <input type="checkbox" checked={hasLevels} onChange={({ target }) => setLevels(target.checked)} />
          {say('option.levels')}
        </label>
      )}
      {product.offersLevels && !isTimed && hasLevels && (
        <div className={styles.levels}>
          <NumberField
            {...{
              name: 'takeProfit',
              label: say('option.take_profit'),
              unit: product.quote,
              scale: scaleOf(product.tick),
            }}
            {...{ value: profitTyped, onChange: setProfit, isTold: hasTried, beyond: 'down' }}
          />
          <NumberField
            {...{ name: 'stopLoss', label: say('option.stop_loss'), unit: product.quote, scale: scaleOf(product.tick) }}
            {...{ value: lossTyped, onChange: setLoss, isTold: hasTried, beyond: 'down' }}
          />
          <p className={styles.hint}>{say('option.levels_hint')}</p>
          {fault?.field === 'levels' && <p className={styles.fault}>{fault.text}</p>}
        </div>
      )}
      <Facts
        layout="lines"
        facts={[
          [say('option.pays'), foreseen ? money(foreseen.payoutNet) : '–'],
          [
            say('option.profit'),
            foreseen ? <span key="profit" data-direction="up">{`+${money(foreseen.profit)}`}</span> : '–',
          ],
          [say('option.fee'), foreseen ? money(foreseen.charge) : '–'],
          [say('option.break_even'), foreseen ? how.part(foreseen.breakEvenPpb) : '–'],
        ]}
      />
      <p className={styles.hint}>
        {say('option.rule', {
          delay: numbers.exact(quotientOf(String(rules.entryDelayMs), '1000', 1)),
          wait: String(rules.entryWaitMs / 1_000),
        })}
      </p>
      {(halt ?? refusal) && (
        <p className={styles.refusal} role="alert">
          {halt ?? refusal}
        </p>
      )}
      <div className={styles.buttons}>
        {(['up', 'down'] as const).map((direction) =>
          isLogin ? (
            <button
              key={direction}
              type="button"
              className={styles.buy}
              data-direction={direction}
              disabled={isLoading || halt !== null}
              onClick={() => press(direction)}
            >
              {direction === 'up' ? (
                <ArrowUp size={18} aria-hidden="true" />
              ) : (
                <ArrowDown size={18} aria-hidden="true" />
              )}
              {say(`option.direction.${direction}`)}
            </button>
          ) : (
            <Link
              key={direction}
              className={styles.buy}
              data-direction={direction}
              to="/login?statusType=0&from=%2FsecondContract"
            >
              {say('option.log_in', { direction: say(`option.direction.${direction}`) })}
            </Link>
          ),
        )}
      </div>
      {wanted && (
        <ConfirmOption
          product={product}
          wanted={wanted}
          onConfirm={() => void send(wanted)}
          onClose={() => setWanted(null)}
        />
      )}
    </div>
  );
}

interface DurationProps {
  of: OptionDuration;
  payout: number;
  isChosen: boolean;
  onChoose: () => void;
}

function Duration({ of, payout, isChosen, onChoose }: DurationProps) {
  const how = useOptionWords();
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose}>
      <b>{how.duration(of.durationMs)}</b>
      <span>+{how.part(payout)}</span>
    </button>
  );
}

/** Epoch milliseconds of a local time; undefined for what is none. */
function timeOf(entered: string): number | undefined {
  const at = entered === '' ? NaN : new Date(entered).getTime();
  return Number.isNaN(at) ? undefined : at;
}
