import { useState } from 'react';
import { scaleOf } from '../../../../../../../shared/rules/units';
import type { StopState } from '../../../../../../../shared/products/perpetual/stream';
import { useAmendStopMutation, usePlaceStopMutation } from '../../../../../entities/contract/contract-api';
import { closingOf, targetOf } from '../../../../../entities/contract/outcomes';
import { useLastPrice } from '../../../../../entities/market/use-quote-shown';
import { useFaultWords } from '../../../../../shared/i18n/use-fault-words';
import { useServerWords } from '../../../../../shared/i18n/server-words';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { compare, isAbove, isMultiple, productOf, quotientOf } from '../../../../../shared/lib/numbers/exact';
import { EMPTY, decimalOfTyped, typedOf, type Typed } from '../../../../../shared/lib/numbers/typed';
import { useSent } from '../../../../../shared/lib/hooks/use-sent';
import { Button } from '../../../../../shared/ui/controls/button';
import { Choice } from '../../../../../shared/ui/controls/choice';
import { Dialog } from '../../../../../shared/ui/dialogs/dialog';
import { DialogForm, Refusal } from '../../../../../shared/ui/dialogs/dialog-form';
import { Facts } from '../../../../../shared/ui/figures/facts';
import { useTried } from '../../../../../shared/ui/dialogs/use-tried';
import { NumberField } from '../../../../../entities/order/ticket/number-field';
import { Said } from '../../../../../shared/ui/said';
import { moneyOf, priceOf } from '../../../../../features/show-positions/position-words';
import styles from '../../../../../features/show-positions/positions.module.css';
import { LookChoice, PartField, usePartFault, type Look } from './stop-fields';
import { StopList } from './stop-list';
import { TrailingForm } from './trailing-form';
import type { ShownPosition } from '../../../../../features/show-positions/use-positions';
import { useStopWishes } from './use-stop-wishes';

type Kind = 'take_profit' | 'stop_loss';
const KINDS = ['take_profit', 'stop_loss', 'trailing'] as const satisfies StopState['kind'][];
/** What it is set by; the exchange is told the price. */
const MEASURES = ['price', 'profit', 'rate'] as const;
type Measure = (typeof MEASURES)[number];
/** Places of a percentage that is typed. */
const RATE_SCALE = 2;

/** What is in the form. */
interface Entered {
  /** The stop that is changed; null: a new one. */
  amendedId: string | null;
  chosen: StopState['kind'];
  triggerBy: Look;
  measure: Measure;
  trigger: Typed;
  target: Typed;
  price: Typed;
  quantity: Typed;
}

const FIRST: Entered = {
  ...{ amendedId: null, chosen: 'take_profit', triggerBy: 'mark', measure: 'price' },
  ...{ trigger: EMPTY, target: EMPTY, price: EMPTY, quantity: EMPTY },
};

interface StopDialogProps {
  position: ShownPosition;
  onClose: () => void;
}

/** What waits to close a position at a price, each to be changed, and one more: whole or part, at the market or at a limit. */
export function StopDialog({ position, onClose }: StopDialogProps) {
  const texts = useTexts();
  const { say } = texts;
  const words = useServerWords();
  const partFault = usePartFault(position);
  const { state, market, terms: outcome, mark, reckoned, stops } = position;
  const last = useLastPrice(market.name);
  const [entered, setEntered] = useState(FIRST);
  const { amendedId, chosen, triggerBy, measure, trigger, target, price, quantity } = entered;
  const enter = (more: Partial<Entered>) => setEntered((known) => ({ ...known, ...more }));
  const [place] = usePlaceStopMutation();
  const [amend] = useAmendStopMutation();
  const wishes = useStopWishes();
  const faultWords = useFaultWords();
  const sent = useSent(`stop ${state.id}`);

  /** Undefined once it is over: then what is in the fields is a new one. */
  const amended = stops.find(({ id }) => id === amendedId);
  const { hasTried, setTried, setFault, refusal } = useTried(wishes.fault);

  /** What a trailing stop is set by stands in a form of its own. */
  const kind = chosen === 'trailing' ? 'stop_loss' : chosen;
  const limit = decimalOfTyped(price);
  const part = decimalOfTyped(quantity);
  const at = measure === 'price' ? decimalOfTyped(trigger) : priceForTarget(position, kind, measure, target, part);
  const closing =
    at !== null && reckoned && isMultiple(at, market.tick)
      ? closingOf(outcome, {
          ...{ side: state.side, quantity: part ?? state.quantity, price: reckoned.entry },
          closePrice: limit !== null && isMultiple(limit, market.tick) ? limit : at,
        })
      : null;
  const known = closing?.kind === 'closing' ? closing : null;
  const isBeyond = kind === 'stop_loss' && at !== null && isPast(at, state.liquidationPrice, state.side);
  const faultNow = (): string | null => {
    if (at === null) return say('positions.stop.required');
    if (compare(at, '0') <= 0) return words('code', 'stop.zero');
    if (!isMultiple(at, market.tick)) return words('code', 'price.off.tick');
    const now = triggerBy === 'mark' ? mark : last;
    const isAboveNow = now !== null && isAbove(at, now);
    const isBelowNow = now !== null && isAbove(now, at);
    const isRight = (kind === 'take_profit') === (state.side === 'long') ? isAboveNow : isBelowNow;
    if (now !== null && !isRight)
      return words('code', kind === 'take_profit' ? 'take.profit.wrong.side' : 'stop.loss.wrong.side');
    if (amended && ((amended.price !== null && limit === null) || (amended.quantity !== null && part === null)))
      return say('positions.stop.kept');
    if (limit !== null && !isMultiple(limit, market.tick)) return words('code', 'price.off.tick');
    return partFault(part);
  };
  const forget = () => {
    setFault(null);
    setTried(false);
    wishes.forget();
  };
  const begin = () => {
    setEntered({ ...FIRST, chosen, triggerBy });
    wishes.turn();
    forget();
  };
  const fill = (stop: StopState) => {
    const { id, kind: kindNow, triggerBy: look } = stop;
    setEntered({
      ...{ amendedId: id, chosen: kindNow, triggerBy: look, measure: 'price', target: EMPTY },
      ...{ trigger: typedOf(stop.trigger), price: typedOf(stop.price), quantity: typedOf(stop.quantity) },
    });
    wishes.turn();
    forget();
  };
  const send = async () => {
    setTried(true);
    const named = measure === 'price' ? trigger : target;
    if ([named, price, quantity].some((typed) => typed.kind === 'refused')) return;
    const found = faultNow();
    setFault(found);
    if (found !== null || at === null) return;
    const terms = {
      ...{ market: market.name, trigger: at },
      ...(limit === null ? {} : { price: limit }),
      ...(part === null ? {} : { quantity: part }),
    };
    const name = `${say(`positions.stop.${kind}`)} ${priceOf(texts, position, at)}`;
    const isTaken = amended
      ? await sent(wishes.sending(name, amend), { stop: amended.id, ...terms }, { key: 'positions.stop.amended' })
      : await sent(
          wishes.sending(name, place),
          { ...{ position: state.side, kind, triggerBy }, ...terms },
          { key: `positions.stop.placed.${kind}` },
        );
    if (!isTaken) return;
    // What was typed before a late answer came is another wish.
    setEntered((now) => (now === entered ? { ...FIRST, chosen, triggerBy } : now));
    forget();
  };
  const kinds = KINDS.map((name) => (
    <button
      key={name}
      type="button"
      aria-pressed={name === chosen}
      disabled={amended !== undefined && name !== chosen}
      onClick={() => {
        if (name === chosen) return;
        enter({ chosen: name, target: EMPTY });
        wishes.turn();
      }}
    >
      {say(`positions.stop.${name}`)}
    </button>
  ));
  return (
    <Dialog title={say('positions.stop.title', { market: market.label })} onClose={onClose}>
      {stops.length > 0 && <StopList {...{ position, last }} amended={amended?.id ?? null} onAmend={fill} />}
      {wishes.other && <Refusal text={`${wishes.other.name}: ${faultWords(wishes.other.fault)}`} />}
      {chosen === 'trailing' ? (
        <TrailingForm {...{ position, last, wishes }}>{kinds}</TrailingForm>
      ) : (
        <DialogForm
          {...{ refusal, isBusy: wishes.isBusy, onSend: send }}
          confirm={say(amended ? 'positions.stop.amend' : 'positions.stop.confirm')}
          foot={amended && <Button onClick={begin}>{say('positions.stop.new')}</Button>}
        >
          <div className={styles.choices} role="group" aria-label={say('positions.stops')}>
            {kinds}
            {!amended && <LookChoice value={triggerBy} onChange={(look) => enter({ triggerBy: look })} />}
            <Choice
              label={say('positions.stop.by')}
              value={measure}
              options={MEASURES.map((value) => ({ value, text: say(`positions.stop.by.${value}`) }))}
              onChange={(value) => enter({ measure: value, target: EMPTY })}
            />
          </div>
          {measure === 'price' ? (
            <NumberField
              {...{ name: 'trigger', label: say('place.trigger'), unit: market.quote, scale: scaleOf(market.tick) }}
              {...{ value: trigger, onChange: (typed) => enter({ trigger: typed }), isTold: hasTried, beyond: 'down' }}
            />
          ) : (
            <NumberField
              {...{
                name: 'target',
                label: say(`positions.stop.target.${kind}`),
                value: target,
                onChange: (typed) => enter({ target: typed }),
              }}
              {...(measure === 'rate'
                ? { unit: '%', scale: RATE_SCALE }
                : { unit: market.quote, scale: outcome.scale })}
              {...{ isTold: hasTried, beyond: 'down' }}
            />
          )}
          <NumberField
            {...{ name: 'price', label: say('positions.stop.limit'), unit: market.quote, scale: scaleOf(market.tick) }}
            {...{ value: price, onChange: (typed) => enter({ price: typed }), isTold: hasTried, beyond: 'down' }}
          />
          <PartField
            {...{ market, value: quantity, onChange: (typed: Typed) => enter({ quantity: typed }), isTold: hasTried }}
          />
          <p className={styles.hint}>{say('positions.stop.hint')}</p>
          <Facts
            layout="lines"
            facts={[
              ...(measure === 'price' ? [] : [[say('place.trigger'), priceOf(texts, position, at)] as const]),
              [say('positions.expected'), `≈ ${moneyOf(texts, known?.result)} ${market.quote}`],
            ]}
          />
          {isBeyond && (
            <p className={styles.warning} role="alert">
              <Said text="positions.stop.beyond" facts={{ price: priceOf(texts, position, state.liquidationPrice) }} />
            </p>
          )}
        </DialogForm>
      )}
    </Dialog>
  );
}

/**
 * The trigger at which the part that is closed brings the profit that is wished for, or loses no more than is named, after both fees:
 * an amount, or percent of the margin that the part began with. Null while nothing is named, and where no price does.
 */
function priceForTarget(
  { state, terms, reckoned }: ShownPosition,
  kind: Kind,
  measure: 'profit' | 'rate',
  typed: Typed,
  part: string | null,
): string | null {
  const wanted = decimalOfTyped(typed);
  if (wanted === null || !reckoned) return null;
  const quantity = part ?? state.quantity;
  const begun = productOf(quantity, reckoned.entry);
  const amount =
    measure === 'profit' ? wanted : quotientOf(productOf(wanted, begun), String(state.leverage * 100), terms.scale);
  const found = targetOf(terms, {
    ...{ side: state.side, quantity, price: reckoned.entry },
    result: kind === 'take_profit' || compare(amount, '0') === 0 ? amount : `-${amount}`,
  });
  return found.kind === 'target' ? found.price : null;
}

/** Whether the position is liquidated before such a price is reached. */
function isPast(price: string, liquidation: string | null, side: 'long' | 'short'): boolean {
  if (liquidation === null) return false;
  return side === 'long' ? compare(price, liquidation) <= 0 : compare(price, liquidation) >= 0;
}
