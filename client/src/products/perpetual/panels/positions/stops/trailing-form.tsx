import { useState, type ReactNode } from 'react';
import { decimalOf, scaleOf, unitsOf } from '../../../../../../../shared/rules/units';
import { usePlaceStopMutation } from '../../../../../kit/entities/contract/contract-api';
import { trailedPrice } from '../../../api/trailing';
import { useSubmitState } from '../../../../../kit/ui/dialogs/use-submit-state';
import { NumberField } from '../../../../../kit/entities/order/ticket/number-field';
import { useServerWords } from '../../../../../kit/i18n/server-words';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { compare, isAbove, isMultiple, productOf } from '../../../../../kit/lib/numbers/exact';
import { EMPTY, decimalOfTyped, type Typed } from '../../../../../kit/lib/numbers/typed';
import { useSendOnce } from '../../../../../kit/lib/hooks/use-send-once';
import { Choice } from '../../../../../kit/ui/controls/choice';
import { DialogForm } from '../../../../../kit/ui/dialogs/dialog-form';
import { Facts } from '../../../../../kit/ui/figures/facts';
import { callbackText, priceOf } from '../../../../../kit/positions/position-format';
import styles from '../../../../../kit/positions/positions.module.css';
import { StopViewChoice, PartField, usePartFault, type StopView } from './stop-fields';
import type { ShownPosition } from '../../../../../kit/positions/use-positions';
import type { StopInputs } from './use-stop-inputs';

const MEASURES = ['rate', 'distance'] as const;
/** Decimal places of a typed percentage. The bounds are the exchange's, as a fraction of the price. */
const RATE_SCALE = 2;
const RATE_MIN = '0.001';
const RATE_MAX = '0.1';

/** Form state. */
interface Entered {
  triggerBy: StopView;
  measure: (typeof MEASURES)[number];
  callback: Typed;
  quantity: Typed;
}

const FIRST: Entered = { triggerBy: 'mark', measure: 'rate', callback: EMPTY, quantity: EMPTY };

interface TrailingFormProps {
  position: ShownPosition;
  last: string | null;
  stopRequests: StopInputs;
  /** Choice of the stop's kind. */
  children: ReactNode;
}

/** Form of a trailing stop: callback, watched price and quantity. */
export function TrailingForm({ position, last, stopRequests, children }: TrailingFormProps) {
  const texts = useTexts();
  const { t } = texts;
  const serverText = useServerWords();
  const partFault = usePartFault(position);
  const { state, market, mark } = position;
  const [input, setInput] = useState(FIRST);
  const { triggerBy, measure, callback, quantity } = input;
  const enter = (changes: Partial<Entered>) => setInput((previous) => ({ ...previous, ...changes }));
  const [place] = usePlaceStopMutation();
  const { hasTried, setTried, setFault, refusal } = useSubmitState(stopRequests.error);
  const sendOnce = useSendOnce(`trailing ${state.id}`);

  const watchedPrice = triggerBy === 'mark' ? mark : last;
  const callbackValue = decimalOfTyped(callback);
  const partQuantity = decimalOfTyped(quantity);
  const distance =
    callbackValue === null
      ? null
      : measure === 'rate'
        ? { callbackRate: ofPercent(callbackValue) }
        : { callback: callbackValue };
  const wouldCloseAt =
    distance === null || watchedPrice === null
      ? null
      : trailedPrice(
          {
            position: state.side,
            trigger: null,
            callback: null,
            callbackRate: null,
            extreme: watchedPrice,
            ...distance,
          },
          watchedPrice,
          market.tick,
        );
  const faultNow = (): string | null => {
    if (distance === null || callbackValue === null || compare(callbackValue, '0') === 0)
      return t('positions.stop.callback_required');
    if (measure === 'distance' && !isMultiple(callbackValue, market.tick)) return serverText('code', 'price.off.tick');
    if (isOutside(distance, watchedPrice)) return serverText('code', 'callback.out.of.range');
    return partFault(partQuantity);
  };
  const send = async () => {
    setTried(true);
    if (callback.kind === 'refused' || quantity.kind === 'refused') return;
    const found = faultNow();
    setFault(found);
    if (found !== null || distance === null) return;
    const request = {
      ...{ market: market.name, position: state.side, kind: 'trailing' as const, triggerBy, ...distance },
      ...(partQuantity === null ? {} : { quantity: partQuantity }),
    };
    const name = `${t('positions.stop.trailing')} ${callbackText(texts, { callback: null, callbackRate: null, ...distance })}`;
    if (!(await sendOnce(stopRequests.sending(name, place), request, { key: 'positions.stop.placed.trailing' })))
      return;
    // If the user typed while the request ran, the newer input stays.
    setInput((current) => (current === input ? { ...FIRST, triggerBy, measure } : current));
    setTried(false);
  };
  return (
    <DialogForm {...{ refusal, isBusy: stopRequests.isBusy, onSend: send }} confirm={t('positions.stop.confirm')}>
      <div className={styles.choices} role="group" aria-label={t('positions.stops')}>
        {children}
        <StopViewChoice value={triggerBy} onChange={(view) => enter({ triggerBy: view })} />
        <Choice
          label={t('positions.stop.by')}
          value={measure}
          options={MEASURES.map((value) => ({ value, text: t(`positions.stop.callback_by.${value}`) }))}
          onChange={(value) => enter({ measure: value, callback: EMPTY })}
        />
      </div>
      <NumberField
        {...{ name: 'callback', label: t('positions.stop.callback'), value: callback, isTold: hasTried }}
        {...(measure === 'rate'
          ? { unit: '%', scale: RATE_SCALE }
          : { unit: market.quote, scale: scaleOf(market.tick) })}
        onChange={(typedNow) => enter({ callback: typedNow })}
        beyond="down"
      />
      <PartField
        {...{ market, value: quantity, onChange: (typedNow: Typed) => enter({ quantity: typedNow }), isTold: hasTried }}
      />
      <p className={styles.hint}>{t('positions.stop.trailing_hint')}</p>
      <Facts
        layout="lines"
        details={[
          [
            t('positions.stop.would_close'),
            wouldCloseAt === null ? '–' : `≈ ${priceOf(texts, position, wouldCloseAt)} ${market.quote}`,
          ],
        ]}
      />
    </DialogForm>
  );
}

/** Percent to fraction: `1.5` becomes `0.015`. */
function ofPercent(percent: string): string {
  const units = unitsOf(percent, RATE_SCALE);
  return typeof units === 'bigint' ? decimalOf(units, RATE_SCALE + 2) : '0';
}

/** A callback distance has the same bounds, as a fraction of the current price. */
function isOutside(distance: { callbackRate: string } | { callback: string }, watchedPrice: string | null): boolean {
  if ('callbackRate' in distance)
    return compare(distance.callbackRate, RATE_MIN) < 0 || isAbove(distance.callbackRate, RATE_MAX);
  if (watchedPrice === null) return false;
  return (
    compare(distance.callback, productOf(watchedPrice, RATE_MIN)) < 0 ||
    isAbove(distance.callback, productOf(watchedPrice, RATE_MAX))
  );
}
