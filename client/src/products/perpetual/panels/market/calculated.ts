/** Fields of each calculation, and its results in reading order. */
import {
  closingOf,
  openingOf,
  targetOf,
  type NoOutcome,
  type OutcomeTerms,
} from '../../../../kit/entities/contract/outcomes';
import { compare, quotientOf } from '../../../../kit/lib/numbers/exact';

export const CALCULATIONS = ['profit', 'target', 'liquidation', 'cost'] as const;
export type Calculation = (typeof CALCULATIONS)[number];
export type CalculatorField = 'leverage' | 'quantity' | 'entry' | 'exit' | 'wanted';

export const FIELDS_OF: Readonly<Record<Calculation, readonly CalculatorField[]>> = {
  profit: ['leverage', 'quantity', 'entry', 'exit'],
  target: ['quantity', 'entry', 'wanted'],
  liquidation: ['leverage', 'quantity', 'entry'],
  cost: ['leverage', 'quantity', 'entry'],
};

/** Decimals as typed; '' if empty. */
export type CalculatorInput = Readonly<Record<CalculatorField, string>> & { side: 'long' | 'short' };

export interface Figure {
  name:
    | 'value'
    | 'margin'
    | 'open_fee'
    | 'close_fee'
    | 'total'
    | 'before_fees'
    | 'result'
    | 'yield'
    | 'price'
    | 'liquidation'
    | 'bankruptcy';
  kind: 'amount' | 'price' | 'ratio';
  /** Null if no such price exists. */
  figure: string | null;
}

export type Answer =
  | { kind: 'figures'; figures: readonly Figure[] }
  | { kind: 'fault'; reason: 'fill_in' | 'too_large' | 'leverage_max'; maximum?: number };

const RATIO_DIGITS = 6;

export function calculated(calculation: Calculation, terms: OutcomeTerms, input: CalculatorInput): Answer {
  const { side, quantity, entry: price, exit: closePrice, wanted: targetResult } = input;
  if (calculation === 'target') {
    const target = targetOf(terms, { side, quantity, price, result: targetResult });
    return target.kind === 'target' ? figuresAnswer(priceOf('price', target.price)) : faultOf(target);
  }
  const opening = openingOf(terms, {
    side,
    quantity,
    price,
    leverage: Number(input.leverage),
    mark: null,
    existingPosition: null,
  });
  if (opening.kind !== 'opening') return faultOf(opening);
  const { value, margin, fee, reserve, total, liquidationPrice, bankruptcyPrice } = opening;
  switch (calculation) {
    case 'liquidation':
      return figuresAnswer(priceOf('liquidation', liquidationPrice), priceOf('bankruptcy', bankruptcyPrice));
    case 'cost':
      return figuresAnswer(
        amountOf('value', value),
        amountOf('margin', margin),
        amountOf('open_fee', fee),
        amountOf('close_fee', reserve),
        amountOf('total', total),
      );
    case 'profit': {
      const closing = closingOf(terms, { side, quantity, price, closePrice });
      if (closing.kind !== 'closing') return faultOf(closing);
      return figuresAnswer(
        amountOf('margin', margin),
        amountOf('before_fees', closing.profit),
        amountOf('open_fee', closing.openFee),
        amountOf('close_fee', closing.closeFee),
        amountOf('result', closing.result),
        ...(compare(margin, '0') > 0
          ? [{ name: 'yield', kind: 'ratio', figure: quotientOf(closing.result, margin, RATIO_DIGITS) } as const]
          : []),
      );
    }
  }
}

function faultOf(failure: NoOutcome): Answer {
  if (failure.kind === 'invalid') return { kind: 'fault', reason: 'fill_in' };
  if (failure.kind === 'too_large') return { kind: 'fault', reason: 'too_large' };
  return { kind: 'fault', reason: 'leverage_max', maximum: failure.maximum };
}

function figuresAnswer(...figureList: Figure[]): Answer {
  return { kind: 'figures', figures: figureList };
}

function amountOf(name: Figure['name'], figure: string): Figure {
  return { name, kind: 'amount', figure };
}

function priceOf(name: Figure['name'], figure: string | null): Figure {
  return { name, kind: 'price', figure };
}
