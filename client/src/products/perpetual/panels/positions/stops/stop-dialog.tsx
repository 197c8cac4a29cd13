import { useState } from 'react';
import { scaleOf } from '../../../../../../../shared/rules/units';
import type { StopState } from '../../../../../../../shared/products/perpetual/stream';
import { useAmendStopMutation, usePlaceStopMutation } from '../../../../../kit/entities/contract/contract-api';
import { closingOf, targetOf } from '../../../../../kit/entities/contract/outcomes';
import { useLastPrice } from '../../../../../kit/entities/market/use-quote-shown';
import { useFaultWords } from '../../../../../kit/i18n/use-fault-words';
import { useServerWords } from '../../../../../kit/i18n/server-words';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { compare, isAbove, isMultiple, productOf, quotientOf } from '../../../../../kit/lib/numbers/exact';
import { EMPTY, decimalOfTyped, typedOf, type Typed } from '../../../../../kit/lib/numbers/typed';
import { useSendOnce } from '../../../../../kit/lib/hooks/use-send-once';
import { Button } from '../../../../../kit/ui/controls/button';
import { Choice } from '../../../../../kit/ui/controls/choice';
import { Dialog } from '../../../../../kit/ui/dialogs/dialog';
import { DialogForm, Refusal } from '../../../../../kit/ui/dialogs/dialog-form';
import { Facts } from '../../../../../kit/ui/figures/facts';
import { useSubmitState } from '../../../../../kit/ui/dialogs/use-submit-state';
import { NumberField } from '../../../../../kit/entities/order/ticket/number-field';
import { TextWithFact } from '../../../../../kit/ui/text-with-fact';
import { moneyOf, priceOf } from '../../../../../kit/positions/position-format';
import styles from '../../../../../kit/positions/positions.module.css';
import { StopViewChoice, PartField, usePartFault, type StopView } from './stop-fields';
import { StopList } from './stop-list';
import { TrailingForm } from './trailing-form';
import type { ShownPosition } from '../../../../../kit/positions/use-positions';
import { useStopInputs } from './use-stop-inputs';

type Kind = 'take_profit' | 'stop_loss';
const KINDS = ['take_profit', 'stop_loss', 'trailing'] as const satisfies StopState['kind'][];
/** How the trigger is entered; the exchange always gets a price. */
const MEASURES = ['price', 'profit', 'rate'] as const;
type Measure = (typeof MEASURES)[number];
/** Decimal places of a typed percentage. */
const RATE_SCALE = 2;

/** Form state. */
interface Entered {
  /** Stop being amended; null for a new one. */
  amendedId: string | null;
  selectedKind: StopState['kind'];
  triggerBy: StopView;
  measure: Measure;
  trigger: Typed;
  target: Typed;
  price: Typed;
  quantity: Typed;
}

const FIRST: Entered = {
  ...{ amendedId: null, selectedKind: 'take_profit', triggerBy: 'mark', measure: 'price' },
  ...{ trigger: EMPTY, target: EMPTY, price: EMPTY, quantity: EMPTY },
};

interface StopDialogProps {
  position: ShownPosition;
  onClose: () => void;
}

/** Lists a position's stops for amending, and adds one: for all or part of it, at the market or at a limit. */
export function StopDialog({ position, onClose }: StopDialogProps) {
  const texts = useTexts();
  const { t } = texts;
  const serverText = useServerWords();
  const partFault = usePartFault(position);
  const { state, market, terms: outcome, mark, computed, stops } = position;
  const last = useLastPrice(market.name);
  const [input, setInput] = useState(FIRST);
  const { amendedId, selectedKind, triggerBy, measure, trigger, target, price, quantity } = input;
  const enter = (changes: Partial<Entered>) => setInput((previous) => ({ ...previous, ...changes }));
  const [place] = usePlaceStopMutation();
  const [amend] = useAmendStopMutation();
  const stopRequests = useStopInputs();
  const faultWords = useFaultWords();
  const sendOnce = useSendOnce(`stop ${state.id}`);

  /** Undefined once the stop has ended; the form then creates a new one. */
  const amended = stops.find(({ id }) => id === amendedId);
  const { hasTried, setTried, setFault, refusal } = useSubmitState(stopRequests.error);

  /** Trailing stops have their own form. */
  const kind = selectedKind === 'trailing' ? 'stop_loss' : selectedKind;
  const limit = decimalOfTyped(price);
  const partQuantity = decimalOfTyped(quantity);
  const at =
    measure === 'price' ? decimalOfTyped(trigger) : priceForTarget(position, kind, measure, target, partQuantity);
  const closing =
    at !== null && computed && isMultiple(at, market.tick)
      ? closingOf(outcome, {
          ...{ side: state.side, quantity: partQuantity ?? state.quantity, price: computed.entry },
          closePrice: limit !== null && isMultiple(limit, market.tick) ? limit : at,
        })
      : null;
  const validClosing = closing?.kind === 'closing' ? closing : null;
  const isBeyond = kind === 'stop_loss' && at !== null && isPast(at, state.liquidationPrice, state.side);
  const faultNow = (): string | null => {
    if (at === null) return t('positions.stop.required');
    if (compare(at, '0') <= 0) return serverText('code', 'stop.zero');
    if (!isMultiple(at, market.tick)) return serverText('code', 'price.off.tick');
    const watchedPrice = triggerBy === 'mark' ? mark : last;
    const isAboveNow = watchedPrice !== null && isAbove(at, watchedPrice);
    const isBelowNow = watchedPrice !== null && isAbove(watchedPrice, at);
    const isRight = (kind === 'take_profit') === (state.side === 'long') ? isAboveNow : isBelowNow;
    if (watchedPrice !== null && !isRight)
      return serverText('code', kind === 'take_profit' ? 'take.profit.wrong.side' : 'stop.loss.wrong.side');
    if (amended && ((amended.price !== null && limit === null) || (amended.quantity !== null && partQuantity === null)))
      return t('positions.stop.kept');
    if (limit !== null && !isMultiple(limit, market.tick)) return serverText('code', 'price.off.tick');
    return partFault(partQuantity);
  };
  const forget = () => {
    setFault(null);
    setTried(false);
    stopRequests.forget();
  };
  const begin = () => {
    setInput({ ...FIRST, selectedKind, triggerBy });
    stopRequests.switchForm();
    forget();
  };
  const fill = (stop: StopState) => {
    const { id, kind: kindNow, triggerBy: stopTriggerBy } = stop;
    setInput({
      ...{ amendedId: id, selectedKind: kindNow, triggerBy: stopTriggerBy, measure: 'price', target: EMPTY },
      ...{ trigger: typedOf(stop.trigger), price: typedOf(stop.price), quantity: typedOf(stop.quantity) },
    });
    stopRequests.switchForm();
    forget();
  };
  const send = async () => {
    setTried(true);
    const triggerInput = measure === 'price' ? trigger : target;
    if ([triggerInput, price, quantity].some((value) => value.kind === 'refused')) return;
    const found = faultNow();
    setFault(found);
    if (found !== null || at === null) return;
    const terms = {
      ...{ market: market.name, trigger: at },
      ...(limit === null ? {} : { price: limit }),
      ...(partQuantity === null ? {} : { quantity: partQuantity }),
    };
    const name = `${t(`positions.stop.${kind}`)} ${priceOf(texts, position, at)}`;
    const isTaken = amended
      ? await sendOnce(
          stopRequests.sending(name, amend),
          { stop: amended.id, ...terms },
          { key: 'positions.stop.amended' },
        )
      : await sendOnce(
          stopRequests.sending(name, place),
          { ...{ position: state.side, kind, triggerBy }, ...terms },
          { key: `positions.stop.placed.${kind}` },
        );
    if (!isTaken) return;
    // If the user typed while the request ran, the newer input stays.
    setInput((current) => (current === input ? { ...FIRST, selectedKind, triggerBy } : current));
    forget();
  };
  const kinds = KINDS.map((name) => (
    <button
      key={name}
      type="button"
      aria-pressed={name === selectedKind}
      disabled={amended !== undefined && name !== selectedKind}
      onClick={() => {
        if (name === selectedKind) return;
        enter({ selectedKind: name, target: EMPTY });
        stopRequests.switchForm();
      }}
    >
      {t(`positions.stop.${name}`)}
    </button>
  ));
  return (
    <Dialog title={t('positions.stop.title', { market: market.label })} onClose={onClose}>
      {stops.length > 0 && <StopList {...{ position, last }} amended={amended?.id ?? null} onAmend={fill} />}
      {stopRequests.other && <Refusal text={`${stopRequests.other.name}: ${faultWords(stopRequests.other.error)}`} />}
      {selectedKind === 'trailing' ? (
        <TrailingForm {...{ position, last, stopRequests }}>{kinds}</TrailingForm>
      ) : (
        <DialogForm
          {...{ refusal, isBusy: stopRequests.isBusy, onSend: send }}
          confirm={t(amended ? 'positions.stop.amend' : 'positions.stop.confirm')}
          foot={amended && <Button onClick={begin}>{t('positions.stop.new')}</Button>}
        >
          <div className={styles.choices} role="group" aria-label={t('positions.stops')}>
            {kinds}
            {!amended && <StopViewChoice value={triggerBy} onChange={(view) => enter({ triggerBy: view })} />}
            <Choice
              label={t('positions.stop.by')}
              value={measure}
              options={MEASURES.map((value) => ({ value, text: t(`positions.stop.by.${value}`) }))}
              onChange={(value) => enter({ measure: value, target: EMPTY })}
            />
          </div>
          {measure === 'price' ? (
            <NumberField
              {...{ name: 'trigger', label: t('place.trigger'), unit: market.quote, scale: scaleOf(market.tick) }}
              {...{ value: trigger, onChange: (value) => enter({ trigger: value }), isTold: hasTried, beyond: 'down' }}
            />
          ) : (
            <NumberField
              {...{
                name: 'target',
                label: t(`positions.stop.target.${kind}`),
                value: target,
                onChange: (value) => enter({ target: value }),
              }}
              {...(measure === 'rate'
                ? { unit: '%', scale: RATE_SCALE }
                : { unit: market.quote, scale: outcome.scale })}
              {...{ isTold: hasTried, beyond: 'down' }}
            />
          )}
          <NumberField
            {...{ name: 'price', label: t('positions.stop.limit'), unit: market.quote, scale: scaleOf(market.tick) }}
            {...{ value: price, onChange: (value) => enter({ price: value }), isTold: hasTried, beyond: 'down' }}
          />
          <PartField
            {...{ market, value: quantity, onChange: (value: Typed) => enter({ quantity: value }), isTold: hasTried }}
          />
          <p className={styles.hint}>{t('positions.stop.hint')}</p>
          <Facts
            layout="lines"
            details={[
              ...(measure === 'price' ? [] : [[t('place.trigger'), priceOf(texts, position, at)] as const]),
              [t('positions.expected'), `≈ ${moneyOf(texts, validClosing?.result)} ${market.quote}`],
            ]}
          />
          {isBeyond && (
            <p className={styles.warning} role="alert">
              <TextWithFact
                text="positions.stop.beyond"
                params={{ price: priceOf(texts, position, state.liquidationPrice) }}
              />
            </p>
          )}
        </DialogForm>
      )}
    </Dialog>
  );
}

/**
 * Trigger price at which the closed part makes the target profit, or loses at most the target, after both fees. The
 * target is an amount, or a percentage of the part's initial margin. Null if no target is entered or no price reaches
 * it.
 */
function priceForTarget(
  { state, terms, computed }: ShownPosition,
  kind: Kind,
  measure: 'profit' | 'rate',
  targetInput: Typed,
  partQuantity: string | null,
): string | null {
  const targetValue = decimalOfTyped(targetInput);
  if (targetValue === null || !computed) return null;
  const quantity = partQuantity ?? state.quantity;
  const openingValue = productOf(quantity, computed.entry);
  const amount =
    measure === 'profit'
      ? targetValue
      : quotientOf(productOf(targetValue, openingValue), String(state.leverage * 100), terms.scale);
  const found = targetOf(terms, {
    ...{ side: state.side, quantity, price: computed.entry },
    result: kind === 'take_profit' || compare(amount, '0') === 0 ? amount : `-${amount}`,
  });
  return found.kind === 'target' ? found.price : null;
}

/** Whether the position is liquidated before this price is reached. */
function isPast(price: string, liquidation: string | null, side: 'long' | 'short'): boolean {
  if (liquidation === null) return false;
  return side === 'long' ? compare(price, liquidation) <= 0 : compare(price, liquidation) >= 0;
}
