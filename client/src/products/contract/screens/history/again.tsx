import { useState } from 'react';
import { scaleOf } from '../../../../../../shared/rules/units';
import { NumberField } from '../../../../entities/order/ticket/number-field';
import { useContractWords } from '../../../../features/show-positions/position-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { differenceOf } from '../../../../shared/lib/numbers/exact';
import { decimalOfTyped, typedOf, type Typed } from '../../../../shared/lib/numbers/typed';
import { Button } from '../../../../shared/ui/controls/button';
import { Facts } from '../../../../shared/ui/figures/facts';
import { Panel } from '../../../../shared/ui/page/panel';
import styles from './contract-pages.module.css';
import type { WhyProps } from './liquidation-terms';
import { INPUTS, inputsOf, isAsRecorded, judged, lastOf, type Input, type Inputs, type Judged } from './recompute';

type Reckoned = { kind: 'invalid' } | { kind: 'same' | 'changed'; judged: Judged };

/** The same reckoned here, and with other inputs. */
export function Again({ detail, market, terms }: WhyProps) {
  const { say } = useTexts();
  const recorded = inputsOf(detail);
  const [typed, setTyped] = useState(() => typedInputs(recorded));
  const [reckoned, setReckoned] = useState<Reckoned | null>(null);
  const reckon = () => {
    const inputs = Object.fromEntries(INPUTS.map((name) => [name, decimalOfTyped(typed[name]) ?? ''])) as Inputs;
    const again = judged(detail, inputs, terms);
    const isChanged = INPUTS.some((name) => inputs[name] !== recorded[name]);
    setReckoned(again ? { kind: isChanged ? 'changed' : 'same', judged: again } : { kind: 'invalid' });
  };
  const isPrice = (name: Input) => name === 'p1' || name === 'p2' || name === 'last';
  const labels: Record<Input, string> = {
    ...{ p1: 'P1', p2: 'P2', last: say(lastOf(detail)) },
    ...{ cost: say('contracts.cost'), collateral: say('positions.margin') },
  };
  return (
    <Panel title={say('contracts.again_title')} lead={say('contracts.again_lead')} level={2}>
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
          <Button onClick={reckon}>{say('contracts.again')}</Button>
          <Button
            onClick={() => {
              setTyped(typedInputs(recorded));
              setReckoned(null);
            }}
          >
            {say('contracts.again_reset')}
          </Button>
        </p>
        {reckoned?.kind === 'invalid' && <p role="alert">{say('contracts.again_invalid')}</p>}
        {reckoned !== null && reckoned.kind !== 'invalid' && (
          <Outcome {...{ detail, market, terms }} again={reckoned.judged} isChanged={reckoned.kind === 'changed'} />
        )}
      </div>
    </Panel>
  );
}

interface OutcomeProps extends WhyProps {
  again: Judged;
  /** By other inputs than those that were recorded. */
  isChanged: boolean;
}

function Outcome({ detail, market, terms, again, isChanged }: OutcomeProps) {
  const { say } = useTexts();
  const how = useContractWords();
  const before = judged(detail, inputsOf(detail), terms);
  const price = (of: string | null) => how.price(market.name, of);
  const money = (of: string) => how.money(market.name, of);
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
        {shown(one)} → {now} <small>({how.signed(market.name, differenceOf(other, one))})</small>
      </>
    );
  };
  return (
    <div role="status" className={styles.outcome}>
      <Facts
        layout="lines"
        facts={[
          [say('positions.mark'), both(before?.mark, again.mark, price)],
          [say('positions.unrealised'), both(before?.unrealised, again.unrealised, money)],
          [say('contracts.cover'), both(before?.cover, again.cover, money)],
          [say('contracts.requirement'), both(before?.requirement, again.requirement, money)],
          [say('ticket.bankruptcy'), both(before?.bankruptcy, again.bankruptcy, price)],
        ]}
      />
      <p>
        <b>{say(again.isLiquidated ? 'contracts.again_hit' : 'contracts.again_lives')}</b>
      </p>
      {!isChanged && <p>{say(isAsRecorded(detail, again) ? 'contracts.again_same' : 'contracts.again_differs')}</p>}
    </div>
  );
}

function typedInputs(recorded: Inputs): Record<Input, Typed> {
  return Object.fromEntries(INPUTS.map((name) => [name, typedOf(recorded[name])])) as Record<Input, Typed>;
}
