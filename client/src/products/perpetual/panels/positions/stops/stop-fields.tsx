/** Form fields common to all kinds of stops. */
import { scaleOf } from '../../../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../../../shared/wire/product';
import { NumberField } from '../../../../../kit/entities/order/ticket/number-field';
import { useServerWords } from '../../../../../kit/i18n/server-words';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { isAbove, isMultiple } from '../../../../../kit/lib/numbers/exact';
import type { Typed } from '../../../../../kit/lib/numbers/typed';
import { Choice } from '../../../../../kit/ui/controls/choice';
import type { ShownPosition } from '../../../../../kit/positions/use-positions';

const LOOKS = ['mark', 'last'] as const;
export type StopView = (typeof LOOKS)[number];

/** Choice of the trigger's price: last or mark. */
export function StopViewChoice({ value, onChange }: { value: StopView; onChange: (view: StopView) => void }) {
  const { t } = useTexts();
  return (
    <Choice
      label={t('positions.look')}
      value={value}
      options={LOOKS.map((view) => ({ value: view, text: t(`positions.look.${view}`) }))}
      onChange={onChange}
    />
  );
}

/** Checks the quantity to close; returns the error text or null. */
export function usePartFault({ market, state }: Pick<ShownPosition, 'market' | 'state'>) {
  const serverText = useServerWords();
  return (partQuantity: string | null): string | null => {
    if (partQuantity === null) return null;
    if (!isMultiple(partQuantity, market.lot)) return serverText('code', 'quantity.off.lot');
    return isAbove(partQuantity, state.quantity) ? serverText('code', 'closing.exceeds.position') : null;
  };
}

interface PartFieldProps {
  market: MarketRecord;
  value: Typed;
  onChange: (value: Typed) => void;
  isTold: boolean;
}

/** Quantity of the position to close. */
export function PartField({ market, ...fieldProps }: PartFieldProps) {
  const { t } = useTexts();
  return (
    <NumberField
      {...{ name: 'quantity', label: t('positions.stop.part'), unit: market.base, scale: scaleOf(market.lot) }}
      {...fieldProps}
      beyond="down"
    />
  );
}
