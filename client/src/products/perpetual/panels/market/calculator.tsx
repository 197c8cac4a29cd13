import { useId, useState } from 'react';
import { Calculator as Icon } from 'lucide-react';
import { scaleOf } from '../../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { useMark } from '../../../../kit/entities/contract/marks';
import type { OutcomeTerms } from '../../../../kit/entities/contract/outcomes';
import { useContractSetting } from '../../../../kit/entities/contract/positions';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { EMPTY, decimalOfTyped, typedOf, type Typed } from '../../../../kit/lib/numbers/typed';
import { Button } from '../../../../kit/ui/controls/button';
import { Choice } from '../../../../kit/ui/controls/choice';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { Facts } from '../../../../kit/ui/figures/facts';
import { NumberRemark } from '../../../../kit/ui/form/fields/number-remark';
import { useNumberField } from '../../../../kit/ui/form/use-number-field';
import { Tabs } from '../../../../kit/ui/controls/tabs';
import { CALCULATIONS, FIELDS_OF, calculated, type Calculation, type CalculatorField, type Figure } from './calculated';
import styles from './calculator.module.css';
import { useContractTerms } from './use-contract-terms';

const SIDES = ['long', 'short'] as const;
const NOTHING: Readonly<Record<CalculatorField, Typed>> = {
  leverage: EMPTY,
  quantity: EMPTY,
  entry: EMPTY,
  exit: EMPTY,
  wanted: EMPTY,
};

/** Button and dialog for the outcome of a hypothetical position. */
export function Calculator({ market }: { market: MarketRecord }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.way}>
      <Button onClick={() => setOpen(true)}>
        <Icon size={16} aria-hidden="true" /> {t('perp.calc')}
      </Button>
      {isOpen && (
        <Dialog title={`${t('perp.calc')} – ${market.label}`} onClose={() => setOpen(false)}>
          <Calculations market={market} />
        </Dialog>
      )}
    </div>
  );
}

function Calculations({ market }: { market: MarketRecord }) {
  const { t } = useTexts();
  const terms = useContractTerms(market);
  const mark = useMark(market.name)?.mark ?? market.price;
  const { leverage } = useContractSetting(market.name);
  const [calculation, choose] = useState<Calculation>('profit');
  const [side, setSide] = useState<(typeof SIDES)[number]>('long');
  // Starts with the market's mark and the user's leverage; later edits are kept.
  const [inputs, setInputs] = useState(() => ({
    ...NOTHING,
    leverage: typedOf(String(leverage)),
    entry: typedOf(mark),
  }));
  if (!terms) return null;
  const field = (name: CalculatorField) => (
    <Field
      key={name}
      label={t(`perp.calc.field.${name}`)}
      {...shapeOf(name, market)}
      value={inputs[name]}
      onChange={(value) => setInputs((previous) => ({ ...previous, [name]: value }))}
    />
  );
  return (
    <Tabs
      label={t('perp.calc')}
      tabs={CALCULATIONS.map((name) => ({ name, title: t(`perp.calc.${name}`) }))}
      selected={calculation}
      onChoose={choose}
    >
      <div className={styles.form}>
        <Choice
          label={t('perp.calc.side')}
          value={side}
          options={SIDES.map((value) => ({ value, text: t(`perp.${value}`) }))}
          onChange={setSide}
          size="row"
        />
        {FIELDS_OF[calculation].map(field)}
        <Answer market={market} terms={terms} calculation={calculation} side={side} inputs={inputs} />
        <p className={styles.note}>{t('perp.calc.note')}</p>
      </div>
    </Tabs>
  );
}

interface AnswerProps {
  market: MarketRecord;
  terms: OutcomeTerms;
  calculation: Calculation;
  side: (typeof SIDES)[number];
  inputs: Readonly<Record<CalculatorField, Typed>>;
}

function Answer({ market, terms, calculation, side, inputs }: AnswerProps) {
  const { t, numbers } = useTexts();
  const inputValues = Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, decimalOfTyped(value) ?? '']),
  ) as Record<CalculatorField, string>;
  const answer = calculated(calculation, terms, { side, ...inputValues });
  if (answer.kind === 'fault') {
    const params = {
      tick: numbers.exact(market.tick),
      lot: numbers.exact(market.lot),
      maximum: String(answer.maximum ?? ''),
    };
    return <p className={styles.note}>{t(`perp.calc.fault.${answer.reason}`, params)}</p>;
  }
  const figureText = ({ kind, figure }: Figure): string => {
    if (figure === null) return t('perp.calc.none');
    if (kind === 'ratio') return numbers.percent(figure);
    if (kind === 'price') return `${numbers.fixed(figure, scaleOf(market.tick))} ${market.quote}`;
    return `${numbers.exact(figure)} ${market.quote}`;
  };
  return (
    <div role="status">
      <Facts
        layout="lines"
        details={answer.figures.map((one) => [t(`perp.calc.answer.${one.name}`), figureText(one)])}
      />
    </div>
  );
}

interface Shape {
  unit: string;
  scale: number;
}

function shapeOf(name: CalculatorField, { quote, base, tick, lot, decimals }: MarketRecord): Shape {
  switch (name) {
    case 'leverage':
      return { unit: 'x', scale: 0 };
    case 'quantity':
      return { unit: base, scale: scaleOf(lot) };
    case 'wanted':
      return { unit: quote, scale: decimals.notional };
    case 'entry':
    case 'exit':
      return { unit: quote, scale: scaleOf(tick) };
  }
}

interface FieldProps extends Shape {
  label: string;
  value: Typed;
  onChange: (value: Typed) => void;
}

function Field({ label, unit, scale, value, onChange }: FieldProps) {
  const id = useId();
  const { input, remark } = useNumberField({ unit, scale, value, onChange, beyond: 'down' });
  return (
    <div>
      <label className={styles.field}>
        <span>{label}</span>
        <input
          type="text"
          {...input}
          aria-invalid={remark?.kind === 'fault'}
          aria-describedby={remark ? id : undefined}
        />
        <span>{unit}</span>
      </label>
      <NumberRemark id={id} remark={remark} />
    </div>
  );
}
