/** What stops of every kind are set by. */
import { scaleOf } from '../../../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../../../shared/wire/product';
import { NumberField } from '../../../../../entities/order/ticket/number-field';
import { useServerWords } from '../../../../../shared/i18n/server-words';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { isAbove, isMultiple } from '../../../../../shared/lib/numbers/exact';
import type { Typed } from '../../../../../shared/lib/numbers/typed';
import { Choice } from '../../../../../shared/ui/controls/choice';
import type { ShownPosition } from '../../../../../features/show-positions/use-positions';

const LOOKS = ['mark', 'last'] as const;
export type Look = (typeof LOOKS)[number];

/** Which price it looks at. */
export function LookChoice({ value, onChange }: { value: Look; onChange: (look: Look) => void }) {
  const { say } = useTexts();
  return (
    <Choice
      label={say('positions.look')}
      value={value}
      options={LOOKS.map((look) => ({ value: look, text: say(`positions.look.${look}`) }))}
      onChange={onChange}
    />
  );
}

/** What is wrong with how much it closes. */
export function usePartFault({ market, state }: Pick<ShownPosition, 'market' | 'state'>) {
  const words = useServerWords();
  return (part: string | null): string | null => {
    if (part === null) return null;
    if (!isMultiple(part, market.lot)) return words('code', 'quantity.off.lot');
    return isAbove(part, state.quantity) ? words('code', 'closing.exceeds.position') : null;
  };
}

interface PartFieldProps {
  market: MarketRecord;
  value: Typed;
  onChange: (typed: Typed) => void;
  isTold: boolean;
}

/** How much of the position it closes. */
export function PartField({ market, ...typed }: PartFieldProps) {
  const { say } = useTexts();
  return (
    <NumberField
      {...{ name: 'quantity', label: say('positions.stop.part'), unit: market.base, scale: scaleOf(market.lot) }}
      {...typed}
      beyond="down"
    />
  );
}
