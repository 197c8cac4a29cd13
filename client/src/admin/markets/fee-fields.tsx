import type { MarketRecord } from '../../../../shared/wire/product';
import type { MarketTermsRecord } from '../../../../shared/wire/terms';
import { FieldRow } from '../act/field-row';
import { DECIMAL_LENGTH_MAX } from '../act/fields';
import { useTexts } from '../../kit/i18n/use-texts';
import { Button } from '../../kit/ui/controls/button';
import styles from '../parts/admin.module.css';
import {
  chargeOf,
  FEE_LEVELS_MAX,
  feeField,
  levelsOf,
  shownIn,
  SIDES,
  type Charge,
  type MarketDraft,
  type Side,
} from '../parts/market-draft';

const CHARGES: readonly Charge[] = ['percent', 'fixed'];

interface FeeFieldsProps {
  /** Prefix of the field ids. */
  id: string;
  market: MarketRecord;
  base: MarketTermsRecord;
  draft: MarketDraft;
  onDraft: (change: (draft: MarketDraft) => MarketDraft) => void;
  faultOf: (name: string) => string | null;
}

/** Maker and taker fees by level, in percent or as an amount. */
export function FeeFields({ id, market: { quote }, base, draft, onDraft, faultOf }: FeeFieldsProps) {
  const { t } = useTexts();
  const levels = levelsOf(draft, base);
  const setLevels = (count: number) => onDraft((previous) => ({ ...previous, levels: count }));
  const choose = (side: Side, charge: Charge) =>
    onDraft((previous) => ({ ...previous, charges: { ...previous.charges, [side]: charge } }));
  return (
    <>
      {SIDES.map((side) => {
        const charge = chargeOf(draft, base, side);
        return (
          <fieldset key={side}>
            <legend>{t(`terms.${side}Fees`)}</legend>
            <FieldRow
              id={`${id}-${side}.charge`}
              field={{
                name: `${side}.charge`,
                label: t('staff.fees.charged'),
                kind: 'line',
                lengthMax: 10,
                choices: CHARGES.map((value) => ({ value, text: t(`staff.fees.${value}`, { asset: quote }) })),
              }}
              value={charge}
              errorText={null}
              isTold={false}
              onChange={(value) => choose(side, value === 'fixed' ? 'fixed' : 'percent')}
            />
            {Array.from({ length: levels }, (_, level) => {
              const name = feeField(side, charge, level);
              const unit = charge === 'fixed' ? quote : '%';
              return (
                <FieldRow
                  key={name}
                  id={`${id}-${name}`}
                  field={{
                    name,
                    label: `${t('staff.fees.level', { level: String(level) })} (${unit})`,
                    kind: 'decimal',
                    unit,
                    lengthMax: DECIMAL_LENGTH_MAX,
                  }}
                  value={shownIn(draft, base, name)}
                  errorText={faultOf(name)}
                  isTold
                  onChange={(value) =>
                    typeof value !== 'string' &&
                    onDraft((previous) => ({ ...previous, inputs: { ...previous.inputs, [name]: value } }))
                  }
                />
              );
            })}
          </fieldset>
        );
      })}
      <div className={styles.actions}>
        <Button disabled={levels >= FEE_LEVELS_MAX} onClick={() => setLevels(levels + 1)}>
          {t('staff.fees.add_level')}
        </Button>
        <Button disabled={levels <= 1} onClick={() => setLevels(levels - 1)}>
          {t('staff.fees.remove_level')}
        </Button>
      </div>
    </>
  );
}
