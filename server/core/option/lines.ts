/** Second contracts in the canonical state. */
import type { OptionRule } from '../../../shared/rules/option/settlement';
import { sorted } from '../folding';
import { restoredQuoted, toldQuoted, type QuotedLine } from '../index-price/lines';
import { lineRow, linesOf, type Told } from '../product';
import type { OptionState as SaleState, OptionTerms } from './commands';
import type { Publication } from './events';
import { noteOpen } from './evolve';
import { createProduct, type OptionContract, type OptionEntry, type OptionsState } from './state';

type PublicationLine = [price: number, at: number, batch: number];
type TermsLine = [
  symbol: string,
  asset: string,
  amounts: string[],
  durationsMs: number[],
  payoutsPpb: number[],
  feesPpb: number[],
  feeAmounts: string[],
];

function toldTerms(terms: OptionTerms): TermsLine {
  const { symbol, asset, amountMin, amountMax, sideMax, totalMax, userMax, levelsUserMax } = terms;
  const amounts = [amountMin, amountMax, sideMax, totalMax, userMax, levelsUserMax].map(String);
  const { durationsMs, payoutsPpb, feesPpb, feeAmounts } = terms;
  return [symbol, asset, amounts, durationsMs, payoutsPpb, feesPpb, feeAmounts.map(String)];
}

function restoredTerms(line: TermsLine): OptionTerms {
  const [symbol, asset, amounts, durationsMs, payoutsPpb, feesPpb, feeAmounts] = line;
  const [amountMin, amountMax, sideMax, totalMax, userMax, levelsUserMax] = amounts.map(BigInt);
  const limits = { amountMin, amountMax, sideMax, totalMax, userMax, levelsUserMax };
  return { symbol, asset, ...limits, durationsMs, payoutsPpb, feesPpb, feeAmounts: feeAmounts.map(BigInt) };
}

const told = ({ price, at, batch }: Publication): PublicationLine => [price, at, batch];
const restored = ([price, at, batch]: PublicationLine): Publication => ({ price, at, batch });

type EntryLine = [...PublicationLine, basis: readonly number[]];
const toldEntry = (entry: OptionEntry): EntryLine => [...told(entry), entry.basis];
const restoredEntry = ([price, at, batch, basis]: EntryLine): OptionEntry => ({ price, at, batch, basis });

type ProductLine = [is: 'option', terms: TermsLine, state: SaleState, published: QuotedLine[]];

const productLine = lineRow<ProductLine>(
  'option',
  function* ({ options }) {
    for (const [, { terms, state, published }] of sorted(options.products)) {
      yield ['option', toldTerms(terms), state, published.map(toldQuoted)];
    }
  },
  ({ options }, [, terms, state, published]) => {
    const product = createProduct(restoredTerms(terms));
    options.products.set(product.terms.symbol, { ...product, state, published: published.map(restoredQuoted) });
  },
);

const proposalLine = lineRow<[is: 'option-proposed', terms: TermsLine, by: number]>(
  'option-proposed',
  function* ({ options }) {
    for (const [, { terms, by }] of sorted(options.proposed)) yield ['option-proposed', toldTerms(terms), by];
  },
  ({ options }, [, terms, by]) => {
    const proposed = restoredTerms(terms);
    options.proposed.set(proposed.symbol, { terms: proposed, by });
  },
);

type ContractLine = [
  is: 'option-contract',
  id: number,
  user: number,
  symbol: string,
  direction: OptionContract['direction'],
  asset: string,
  stake: string,
  durationMs: number,
  payoutPpb: number,
  fee: string,
  times: [from: number, startsAt: number | null, staleMs: number],
  counting: [rule: OptionRule, sourcesMin: number],
  levels: [takeProfit: number | null, stopLoss: number | null],
  hold: number,
  noted: [boughtAt: number, boughtBatch: number, enteredBatch: number | null],
  entry: EntryLine | null,
  hit: PublicationLine | null,
];

const contractLine = lineRow<ContractLine>(
  'option-contract',
  function* ({ options }) {
    for (const [id, contract] of sorted(options.contracts)) {
      const { user, symbol, direction, asset, stake, durationMs, payoutPpb, fee, from, startsAt, staleMs } = contract;
      const {
        rule,
        sourcesMin,
        takeProfit = null,
        stopLoss = null,
        hold,
        boughtAt,
        boughtBatch,
        enteredBatch,
        entry,
        hit,
      } = contract;
      yield [
        'option-contract',
        ...([id, user, symbol, direction, asset, `${stake}`, durationMs, payoutPpb, `${fee}`] as const),
        [from, startsAt, staleMs],
        [rule, sourcesMin],
        [takeProfit, stopLoss],
        hold,
        [boughtAt, boughtBatch, enteredBatch],
        entry && toldEntry(entry),
        hit && told(hit),
      ];
    }
  },
  (state, [, id, user, symbol, direction, asset, stake, durationMs, payoutPpb, fee, times, counting, ...more]) => {
    const [levels, hold, noted, entry, hit] = more;
    const [boughtAt, boughtBatch, enteredBatch] = noted;
    const [from, startsAt, staleMs] = times;
    const [rule, sourcesMin] = counting;
    const [takeProfit, stopLoss] = levels;
    const contract: OptionContract = {
      ...{ id, user, symbol, direction, asset, durationMs, payoutPpb, rule, from, startsAt, staleMs },
      ...{ sourcesMin, hold },
      ...{ boughtAt, boughtBatch, enteredBatch },
      ...{ stake: BigInt(stake), fee: BigInt(fee) },
      entry: entry && restoredEntry(entry),
      hit: hit && restored(hit),
    };
    if (takeProfit !== null) contract.takeProfit = takeProfit;
    if (stopLoss !== null) contract.stopLoss = stopLoss;
    state.options.contracts.set(id, contract);
    noteOpen(state, contract);
  },
);

/** In the order in which levels were reached. */
const hitLine = lineRow<[is: 'option-hit', contract: number, symbol: string]>(
  'option-hit',
  function* ({ options }) {
    for (const [contract, symbol] of options.hits) yield ['option-hit', contract, symbol];
  },
  ({ options }, [, contract, symbol]) => {
    options.hits.set(contract, symbol);
  },
);

type LimitLine = [
  is: 'option-limit',
  of: string,
  amount: string | null,
  next: [amount: string | null, day: number] | null,
  day: number,
  staked: string,
];
const amountOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text));
const textOf = (amount: bigint | null): string | null => (amount === null ? null : `${amount}`);

const limitLine = lineRow<LimitLine>(
  'option-limit',
  function* ({ options }) {
    for (const [of, { amount, next, day, staked }] of sorted(options.limits)) {
      yield ['option-limit', of, textOf(amount), next && [textOf(next.amount), next.day], day, `${staked}`];
    }
  },
  ({ options }, [, of, amount, next, day, staked]) => {
    const later = next && { amount: amountOf(next[0]), day: next[1] };
    options.limits.set(of, { amount: amountOf(amount), next: later, day, staked: BigInt(staked) });
  },
);

const nextLine = lineRow<[is: 'option-next', next: number]>(
  'option-next',
  function* ({ options }) {
    if (options.next > 1) yield ['option-next', options.next];
  },
  ({ options }, [, next]) => {
    options.next = next;
  },
);

/** Products before the contracts that stand in their indexes. */
const OPTIONS: Told<OptionsState> = {
  next: nextLine,
  products: productLine,
  proposed: proposalLine,
  contracts: contractLine,
  hits: hitLine,
  limits: limitLine,
  reserved: 'derived',
};

export const optionLines = linesOf(OPTIONS);
