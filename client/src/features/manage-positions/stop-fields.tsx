/** What stops of every kind are set by. */
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { NumberField } from '../../entities/order/ticket/number-field';
import { useTexts } from '../../shared/i18n/use-texts';
import type { Typed } from '../../shared/lib/typed';
import { Choice } from '../../shared/ui/choice';

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
