import { useState } from 'react';
import { scaleOf } from '../../../../../../shared/rules/units';
import { NumberField } from '../../../../kit/entities/order/ticket/number-field';
import { useContractFormat } from '../../../../kit/positions/position-format';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { differenceOf } from '../../../../kit/lib/numbers/exact';
import { decimalOfTyped, typedOf, type Typed } from '../../../../kit/lib/numbers/typed';
import { Button } from '../../../../kit/ui/controls/button';
import { Facts } from '../../../../kit/ui/figures/facts';
import { Panel } from '../../../../kit/ui/page/panel';
import styles from './contract-pages.module.css';
import type { WhyProps } from './liquidation-terms';
import {
  INPUTS,
  inputsOf,
  isAsRecorded,
  recompute,
  lastPriceLabelOf,
  type Input,
  type Inputs,
  type Recomputed,
} from './recompute';

type RecalculationResult = { kind: 'invalid' } | { kind: 'same' | 'changed'; judged: Recomputed };

/** Recomputes a liquidation in the browser, with recorded or changed inputs. */
export function Recalculation({ detail, market, terms }: WhyProps) {
  const { t } = useTexts();
  const recorded = inputsOf(detail);
  const [fieldInputs, setFieldInputs] = useState(() => typedInputs(recorded));
  const [result, setResult] = useState<RecalculationResult | null>(null);
  const recalculate = () => {
    const inputs = Object.fromEntries(INPUTS.map((name) => [name, decimalOfTyped(fieldInputs[name]) ?? ''])) as Inputs;
    const recomputed = recompute(detail, inputs, terms);
    const isChanged = INPUTS.some((name) => inputs[name] !== recorded[name]);
    setResult(recomputed ? { kind: isChanged ? 'changed' : 'same', judged: recomputed } : { kind: 'invalid' });
  };
  const isPrice = (name: Input) => name === 'p1' || name === 'p2' || name === 'last';
  const labels: Record<Input, string> = {
    ...{ p1: 'P1', p2: 'P2', last: t(lastPriceLabelOf(detail)) },
    ...{ cost: t('contracts.cost'), collateral: t('positions.margin') },
  };
  return (
    <Panel title={t('contracts.again_title')} lead={t('contracts.again_lead')} level={2}>
      <div className={styles.again}>
        {INPUTS.map((name) => (
          <NumberField
            key={name}
            {...{ name, label: labels[name], unit: market.quote, value: fieldInputs[name] }}
            isTold={result?.kind === 'invalid'}
            scale={isPrice(name) ? scaleOf(market.tick) : terms.scale}
            beyond="down"
            onChange={(value) => setFieldInputs((previous) => ({ ...previous, [name]: value }))}
          />
        ))}
        <p className={styles.ways}>
          <Button onClick={recalculate}>{t('contracts.again')}</Button>
          <Button
            onClick={() => {
              setFieldInputs(typedInputs(recorded));
              setResult(null);
            }}
          >
            {t('contracts.again_reset')}
          </Button>
        </p>
        {result?.kind === 'invalid' && <p role="alert">{t('contracts.again_invalid')}</p>}
        {result !== null && result.kind !== 'invalid' && (
          <Outcome {...{ detail, market, terms }} recomputed={result.judged} isChanged={result.kind === 'changed'} />
        )}
      </div>
    </Panel>
  );
}

interface OutcomeProps extends WhyProps {
  recomputed: Recomputed;
  /** Inputs differ from the recorded ones. */
  isChanged: boolean;
}

function Outcome({ detail, market, terms, recomputed, isChanged }: OutcomeProps) {
  const { t } = useTexts();
  const format = useContractFormat();
  const before = recompute(detail, inputsOf(detail), terms);
  const price = (decimal: string | null) => format.price(market.name, decimal);
  const money = (decimal: string) => format.money(market.name, decimal);
  const changeText = (
    oldValue: string | null | undefined,
    newValue: string | null,
    textOf: (decimal: string) => React.ReactNode,
  ) => {
    const newText = newValue === null ? '–' : textOf(newValue);
    if (oldValue === undefined || oldValue === newValue) return newText;
    if (oldValue === null || newValue === null)
      return (
        <>
          {oldValue === null ? '–' : textOf(oldValue)} → {newText}
        </>
      );
    return (
      <>
        {textOf(oldValue)} → {newText} <small>({format.signed(market.name, differenceOf(newValue, oldValue))})</small>
      </>
    );
  };
  return (
    <div role="status" className={styles.outcome}>
      <Facts
        layout="lines"
        details={[
          [t('positions.mark'), changeText(before?.mark, recomputed.mark, price)],
          [t('positions.unrealised'), changeText(before?.unrealised, recomputed.unrealised, money)],
          [t('contracts.cover'), changeText(before?.cover, recomputed.cover, money)],
          [t('contracts.requirement'), changeText(before?.requirement, recomputed.requirement, money)],
          [t('ticket.bankruptcy'), changeText(before?.bankruptcy, recomputed.bankruptcy, price)],
        ]}
      />
      <p>
        <b>{t(recomputed.isLiquidated ? 'contracts.again_hit' : 'contracts.again_lives')}</b>
      </p>
      {!isChanged && <p>{t(isAsRecorded(detail, recomputed) ? 'contracts.again_same' : 'contracts.again_differs')}</p>}
    </div>
  );
}

function typedInputs(recorded: Inputs): Record<Input, Typed> {
  return Object.fromEntries(INPUTS.map((name) => [name, typedOf(recorded[name])])) as Record<Input, Typed>;
}
