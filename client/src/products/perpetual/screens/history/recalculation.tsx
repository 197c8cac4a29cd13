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
  lastOf,
  type Input,
  type Inputs,
  type Recomputed,
} from './recompute';

type RecalculationResult = { kind: 'invalid' } | { kind: 'same' | 'changed'; judged: Recomputed };

/** Recomputes a liquidation in the browser, with recorded or changed inputs. */
export function Recalculation({ detail, market, terms }: WhyProps) {
  const { t } = useTexts();
  const recorded = inputsOf(detail);
  const [typed, setTyped] = useState(() => typedInputs(recorded));
  const [reckoned, setReckoned] = useState<RecalculationResult | null>(null);
  const reckon = () => {
    const inputs = Object.fromEntries(INPUTS.map((name) => [name, decimalOfTyped(typed[name]) ?? ''])) as Inputs;
    const again = recompute(detail, inputs, terms);
    const isChanged = INPUTS.some((name) => inputs[name] !== recorded[name]);
    setReckoned(again ? { kind: isChanged ? 'changed' : 'same', judged: again } : { kind: 'invalid' });
  };
  const isPrice = (name: Input) => name === 'p1' || name === 'p2' || name === 'last';
  const labels: Record<Input, string> = {
    ...{ p1: 'P1', p2: 'P2', last: t(lastOf(detail)) },
    ...{ cost: t('contracts.cost'), collateral: t('positions.margin') },
  };
  return (
    <Panel title={t('contracts.again_title')} lead={t('contracts.again_lead')} level={2}>
      <div className={styles.again}>
        {INPUTS.map((name) => (
          <NumberField
            key={name}
            {...{ name, label: labels[name], unit: market.quote, value: typed[name] }}
            isTold={reckoned?.kind === 'invalid'}
            scale={isPrice(name) ? scaleOf(market.tick) : terms.scale}
            beyond="down"
            onChange={(value) => setTyped((known) => ({ ...known, [name]: value }))}
          />
        ))}
        <p className={styles.ways}>
          <Button onClick={reckon}>{t('contracts.again')}</Button>
          <Button
            onClick={() => {
              setTyped(typedInputs(recorded));
              setReckoned(null);
            }}
          >
            {t('contracts.again_reset')}
          </Button>
        </p>
        {reckoned?.kind === 'invalid' && <p role="alert">{t('contracts.again_invalid')}</p>}
        {reckoned !== null && reckoned.kind !== 'invalid' && (
          <Outcome {...{ detail, market, terms }} again={reckoned.judged} isChanged={reckoned.kind === 'changed'} />
        )}
      </div>
    </Panel>
  );
}

interface OutcomeProps extends WhyProps {
  again: Recomputed;
  /** Inputs differ from the recorded ones. */
  isChanged: boolean;
}

function Outcome({ detail, market, terms, again, isChanged }: OutcomeProps) {
  const { t } = useTexts();
  const format = useContractFormat();
  const before = recompute(detail, inputsOf(detail), terms);
  const price = (of: string | null) => format.price(market.name, of);
  const money = (of: string) => format.money(market.name, of);
  const both = (one: string | null | undefined, other: string | null, shown: (of: string) => React.ReactNode) => {
    const now = other === null ? '–' : shown(other);
    if (one === undefined || one === other) return now;
    if (one === null || other === null)
      return (
        <>
          {one === null ? '–' : shown(one)} → {now}
        </>
      );
    return (
      <>
        {shown(one)} → {now} <small>({format.signed(market.name, differenceOf(other, one))})</small>
      </>
    );
  };
  return (
    <div role="status" className={styles.outcome}>
      <Facts
        layout="lines"
        facts={[
          [t('positions.mark'), both(before?.mark, again.mark, price)],
          [t('positions.unrealised'), both(before?.unrealised, again.unrealised, money)],
          [t('contracts.cover'), both(before?.cover, again.cover, money)],
          [t('contracts.requirement'), both(before?.requirement, again.requirement, money)],
          [t('ticket.bankruptcy'), both(before?.bankruptcy, again.bankruptcy, price)],
        ]}
      />
      <p>
        <b>{t(again.isLiquidated ? 'contracts.again_hit' : 'contracts.again_lives')}</b>
      </p>
      {!isChanged && <p>{t(isAsRecorded(detail, again) ? 'contracts.again_same' : 'contracts.again_differs')}</p>}
    </div>
  );
}

function typedInputs(recorded: Inputs): Record<Input, Typed> {
  return Object.fromEntries(INPUTS.map((name) => [name, typedOf(recorded[name])])) as Record<Input, Typed>;
}
