import { useState, type ReactNode } from 'react';
import { decimalOf, scaleOf, unitsOf } from '../../../../../../../shared/rules/units';
import { usePlaceStopMutation } from '../../../../../entities/contract/contract-api';
import { trailedPrice } from '../../../api/trailing';
import { useTried } from '../../../../../shared/ui/dialogs/use-tried';
import { NumberField } from '../../../../../entities/order/ticket/number-field';
import { useServerWords } from '../../../../../shared/i18n/server-words';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { compare, isAbove, isMultiple, productOf } from '../../../../../shared/lib/numbers/exact';
import { EMPTY, decimalOfTyped, type Typed } from '../../../../../shared/lib/numbers/typed';
import { useSent } from '../../../../../shared/lib/hooks/use-sent';
import { Choice } from '../../../../../shared/ui/controls/choice';
import { DialogForm } from '../../../../../shared/ui/dialogs/dialog-form';
import { Facts } from '../../../../../shared/ui/figures/facts';
import { behindOf, priceOf } from '../../../../../features/show-positions/position-words';
import styles from '../../../../../features/show-positions/positions.module.css';
import { LookChoice, PartField, usePartFault, type Look } from './stop-fields';
import type { ShownPosition } from '../../../../../features/show-positions/use-positions';
import type { StopWishes } from './use-stop-wishes';

const MEASURES = ['rate', 'distance'] as const;
/** Places of a percentage that is typed, and the bounds that the exchange has: of the price. */
const RATE_SCALE = 2;
const RATE_MIN = '0.001';
const RATE_MAX = '0.1';

/** What is in the form. */
interface Entered {
  triggerBy: Look;
  measure: (typeof MEASURES)[number];
  callback: Typed;
  quantity: Typed;
}

const FIRST: Entered = { triggerBy: 'mark', measure: 'rate', callback: EMPTY, quantity: EMPTY };

interface TrailingFormProps {
  position: ShownPosition;
  last: string | null;
  wishes: StopWishes;
  /** Of what kind the stop is, to be chosen. */
  children: ReactNode;
}

/** A stop that follows the price: how far behind, of which price, and how much it closes. */
export function TrailingForm({ position, last, wishes, children }: TrailingFormProps) {
  const texts = useTexts();
  const { say } = texts;
  const words = useServerWords();
  const partFault = usePartFault(position);
  const { state, market, mark } = position;
  const [entered, setEntered] = useState(FIRST);
  const { triggerBy, measure, callback, quantity } = entered;
  const enter = (more: Partial<Entered>) => setEntered((known) => ({ ...known, ...more }));
  const [place] = usePlaceStopMutation();
  const { hasTried, setTried, setFault, refusal } = useTried(wishes.fault);
  const sent = useSent(`trailing ${state.id}`);

  const now = triggerBy === 'mark' ? mark : last;
  const typed = decimalOfTyped(callback);
  const part = decimalOfTyped(quantity);
  const away = typed === null ? null : measure === 'rate' ? { callbackRate: ofPercent(typed) } : { callback: typed };
  const wouldCloseAt =
    away === null || now === null
      ? null
      : trailedPrice(
          { position: state.side, trigger: null, callback: null, callbackRate: null, extreme: now, ...away },
          now,
          market.tick,
        );
  const faultNow = (): string | null => {
    if (away === null || typed === null || compare(typed, '0') === 0) return say('positions.stop.callback_required');
    if (measure === 'distance' && !isMultiple(typed, market.tick)) return words('code', 'price.off.tick');
    if (isOutside(away, now)) return words('code', 'callback.out.of.range');
    return partFault(part);
  };
  const send = async () => {
    setTried(true);
    if (callback.kind === 'refused' || quantity.kind === 'refused') return;
    const found = faultNow();
    setFault(found);
    if (found !== null || away === null) return;
    const wish = {
      ...{ market: market.name, position: state.side, kind: 'trailing' as const, triggerBy, ...away },
      ...(part === null ? {} : { quantity: part }),
    };
    const name = `${say('positions.stop.trailing')} ${behindOf(texts, { callback: null, callbackRate: null, ...away })}`;
    if (!(await sent(wishes.sending(name, place), wish, { key: 'positions.stop.placed.trailing' }))) return;
    // What was typed before a late answer came is another wish.
    setEntered((now) => (now === entered ? { ...FIRST, triggerBy, measure } : now));
    setTried(false);
  };
  return (
    <DialogForm {...{ refusal, isBusy: wishes.isBusy, onSend: send }} confirm={say('positions.stop.confirm')}>
      <div className={styles.choices} role="group" aria-label={say('positions.stops')}>
        {children}
        <LookChoice value={triggerBy} onChange={(look) => enter({ triggerBy: look })} />
        <Choice
          label={say('positions.stop.by')}
          value={measure}
          options={MEASURES.map((value) => ({ value, text: say(`positions.stop.callback_by.${value}`) }))}
          onChange={(value) => enter({ measure: value, callback: EMPTY })}
        />
      </div>
      <NumberField
        {...{ name: 'callback', label: say('positions.stop.callback'), value: callback, isTold: hasTried }}
        {...(measure === 'rate'
          ? { unit: '%', scale: RATE_SCALE }
          : { unit: market.quote, scale: scaleOf(market.tick) })}
        onChange={(typedNow) => enter({ callback: typedNow })}
        beyond="down"
      />
      <PartField
        {...{ market, value: quantity, onChange: (typedNow: Typed) => enter({ quantity: typedNow }), isTold: hasTried }}
      />
      <p className={styles.hint}>{say('positions.stop.trailing_hint')}</p>
      <Facts
        layout="lines"
        facts={[
          [
            say('positions.stop.would_close'),
            wouldCloseAt === null ? '–' : `≈ ${priceOf(texts, position, wouldCloseAt)} ${market.quote}`,
          ],
        ]}
      />
    </DialogForm>
  );
}

/** `1.5` percent are `0.015`. */
function ofPercent(percent: string): string {
  const units = unitsOf(percent, RATE_SCALE);
  return typeof units === 'bigint' ? decimalOf(units, RATE_SCALE + 2) : '0';
}

/** A distance lies within the same parts of the price of now. */
function isOutside(away: { callbackRate: string } | { callback: string }, now: string | null): boolean {
  if ('callbackRate' in away) return compare(away.callbackRate, RATE_MIN) < 0 || isAbove(away.callbackRate, RATE_MAX);
  if (now === null) return false;
  return compare(away.callback, productOf(now, RATE_MIN)) < 0 || isAbove(away.callback, productOf(now, RATE_MAX));
}
