import { X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { scaleOf } from '../../../../shared/rules/units';
import { useCancelStopMutation, usePlaceStopMutation } from '../../entities/contract/contract-api';
import { closingOf } from '../../entities/contract/outcomes';
import { useLastPrice } from '../../entities/market/use-quote-shown';
import { wordsOf } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { compare, isAbove, isMultiple } from '../../shared/lib/exact';
import { EMPTY, decimalOfTyped } from '../../shared/lib/typed';
import { newClientId, useAttempt } from '../../shared/lib/use-attempt';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Choice } from '../../shared/ui/choice';
import { Dialog } from '../../shared/ui/dialog';
import { Facts } from '../../shared/ui/facts';
import { IconButton } from '../../shared/ui/icon-button';
import { NumberField } from '../../entities/order/ticket/number-field';
import { moneyOf, priceOf } from './position-words';
import styles from './positions.module.css';
import type { ShownPosition } from './use-positions';

type Kind = 'take_profit' | 'stop_loss';
const KINDS: readonly Kind[] = ['take_profit', 'stop_loss'];
const LOOKS = ['mark', 'last'] as const;

interface StopDialogProps {
  position: ShownPosition;
  onClose: () => void;
}

/** What waits to close a position at a price, and one more: whole or part, at the market or at a limit. */
export function StopDialog({ position, onClose }: StopDialogProps) {
  const texts = useTexts();
  const { say, numbers } = texts;
  const words = useServerWords();
  const dispatch = useDispatch();
  const { state, market, terms, mark, reckoned, stops } = position;
  const last = useLastPrice(market.name);
  const [kind, setKind] = useState<Kind>('take_profit');
  const [triggerBy, setTriggerBy] = useState<(typeof LOOKS)[number]>('mark');
  const [trigger, setTrigger] = useState(EMPTY);
  const [price, setPrice] = useState(EMPTY);
  const [quantity, setQuantity] = useState(EMPTY);
  const [fault, setFault] = useState<string | null>(null);
  const [hasTried, setTried] = useState(false);
  const [place, { isLoading, error }] = usePlaceStopMutation();
  const [cancel] = useCancelStopMutation();
  const attempt = useAttempt();

  const at = decimalOfTyped(trigger);
  const limit = decimalOfTyped(price);
  const part = decimalOfTyped(quantity);
  const closing =
    at !== null && reckoned && isMultiple(at, market.tick)
      ? closingOf(terms, {
          ...{ side: state.side, quantity: part ?? state.quantity, price: reckoned.entry },
          closePrice: limit !== null && isMultiple(limit, market.tick) ? limit : at,
        })
      : null;
  const known = closing?.kind === 'closing' ? closing : null;
  const isBeyond = kind === 'stop_loss' && at !== null && isPast(at, state.liquidationPrice, state.side);
  const faultNow = (): string | null => {
    if (at === null || compare(at, '0') <= 0) return say('positions.stop.required');
    if (!isMultiple(at, market.tick)) return words('code', 'price.off.tick');
    const now = triggerBy === 'mark' ? mark : last;
    const isAboveNow = now !== null && isAbove(at, now);
    const isBelowNow = now !== null && isAbove(now, at);
    const isRight = (kind === 'take_profit') === (state.side === 'long') ? isAboveNow : isBelowNow;
    if (now !== null && !isRight)
      return words('code', kind === 'take_profit' ? 'take.profit.wrong.side' : 'stop.loss.wrong.side');
    if (limit !== null && !isMultiple(limit, market.tick)) return words('code', 'price.off.tick');
    if (part === null) return null;
    if (!isMultiple(part, market.lot)) return words('code', 'quantity.off.lot');
    return isAbove(part, state.quantity) ? words('code', 'closing.exceeds.position') : null;
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if ([trigger, price, quantity].some((typed) => typed.kind === 'refused')) return;
    const found = faultNow();
    setFault(found);
    if (found !== null || at === null) return;
    const wish = {
      ...{ market: market.name, position: state.side, kind, trigger: at, triggerBy },
      ...(limit === null ? {} : { price: limit }),
      ...(part === null ? {} : { quantity: part }),
    };
    const { error: refused } = await place({ clientId: attempt.idOf(wish), ...wish });
    if (refused) return;
    attempt.accepted();
    dispatch(toastShown({ kind: 'success', text: say(`positions.stop.placed.${kind}`) }));
    setTrigger(EMPTY);
    setPrice(EMPTY);
    setQuantity(EMPTY);
    setTried(false);
  };
  const said = error && wordsOf(error);
  const refusal = fault ?? (said && ('text' in said ? said.text : say(said.key)));
  return (
    <Dialog title={say('positions.stop.title', { market: market.label })} onClose={onClose}>
      {stops.length > 0 && (
        <ul className={styles.stops} aria-label={say('positions.stop.waiting')}>
          {stops.map((stop) => (
            <li key={stop.id}>
              <span>
                {say(`positions.stop.${stop.kind}`)} {priceOf(texts, position, stop.trigger)} (
                {say(`positions.look.${stop.triggerBy}`)}) ·{' '}
                {stop.quantity === null
                  ? say('positions.stop.whole')
                  : `${numbers.exact(stop.quantity)} ${market.base}`}
                {stop.price !== null && ` · ${say('place.kind.limit')} ${priceOf(texts, position, stop.price)}`}
              </span>
              <IconButton
                label={say('orderlist.cancel')}
                onClick={() => void cancel({ clientId: newClientId(), stop: stop.id })}
              >
                <X size={14} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        <div className={styles.choices} role="group" aria-label={say('positions.stops')}>
          {KINDS.map((name) => (
            <button key={name} type="button" aria-pressed={name === kind} onClick={() => setKind(name)}>
              {say(`positions.stop.${name}`)}
            </button>
          ))}
          <Choice
            label={say('positions.look')}
            value={triggerBy}
            options={LOOKS.map((value) => ({ value, text: say(`positions.look.${value}`) }))}
            onChange={setTriggerBy}
          />
        </div>
        <NumberField
          {...{ name: 'trigger', label: say('place.trigger'), unit: market.quote, scale: scaleOf(market.tick) }}
          {...{ value: trigger, onChange: setTrigger, isTold: hasTried, beyond: 'down' }}
        />
        <NumberField
          {...{ name: 'price', label: say('positions.stop.limit'), unit: market.quote, scale: scaleOf(market.tick) }}
          {...{ value: price, onChange: setPrice, isTold: hasTried, beyond: 'down' }}
        />
        <NumberField
          {...{ name: 'quantity', label: say('positions.stop.part'), unit: market.base, scale: scaleOf(market.lot) }}
          {...{ value: quantity, onChange: setQuantity, isTold: hasTried, beyond: 'down' }}
        />
        <p className={styles.hint}>{say('positions.stop.hint')}</p>
        <Facts
          layout="lines"
          facts={[[say('positions.expected'), `≈ ${moneyOf(texts, known?.result)} ${market.quote}`]]}
        />
        {isBeyond && (
          <p className={styles.warning} role="alert">
            {say('positions.stop.beyond', { price: priceOf(texts, position, state.liquidationPrice) })}
          </p>
        )}
        {refusal && (
          <p className={styles.refusal} role="alert">
            {refusal}
          </p>
        )}
        <button type="submit" className={styles.confirm} disabled={isLoading}>
          {say('positions.stop.confirm')}
        </button>
      </form>
    </Dialog>
  );
}

/** Whether the position is liquidated before such a price is reached. */
function isPast(price: string, liquidation: string | null, side: 'long' | 'short'): boolean {
  if (liquidation === null) return false;
  return side === 'long' ? compare(price, liquidation) <= 0 : compare(price, liquidation) >= 0;
}
