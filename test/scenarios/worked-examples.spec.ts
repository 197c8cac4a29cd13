/** Worked examples of docs/explanation/products: the functions of the exchange return the numbers that stand there. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { levelOf } from '../../server/core/fees/level';
import { largestValueOf } from '../../server/products/wallet/core/value';
import { dustPaidOf, dustWorthOf } from '../../shared/products/convert/rules/dust';
import { minimumReceived } from '../../shared/products/convert/rules/quote';
import * as earn from '../../shared/products/earn/rules/income';
import * as option from '../../shared/products/option/rules/settlement';
import { byAdlRank } from '../../shared/products/perpetual/rules/adl';
import { bankruptcyPrice } from '../../shared/products/perpetual/rules/bankruptcy';
import { takeoverCollateral } from '../../shared/products/perpetual/rules/cross';
import { fundingOwed, fundingPerTick, fundingRate, premiumOf } from '../../shared/products/perpetual/rules/funding';
import {
  isolatedLiquidationPrice,
  maintenanceMarginAt,
} from '../../shared/products/perpetual/rules/maintenance-margin';
import * as marks from '../../shared/products/perpetual/rules/mark';
import { orderCost } from '../../shared/products/perpetual/rules/order-cost';
import { releasedCost } from '../../shared/products/perpetual/rules/position';
import { riskTiers } from '../../shared/products/perpetual/rules/tiers';
import { gridPrices, stepAmounts } from '../../shared/products/robot/rules/grid';
import { costOfSold, stopPrice, stopValue } from '../../shared/products/robot/rules/result';
import { approvalsFor } from '../../shared/products/wallet/rules/withdrawal-approvals';
import { bandHigh, bandLow, feeOnFill } from '../../shared/rules/arithmetic/charges';
import { agreedPrice } from '../../shared/rules/arithmetic/median';
import { isRejection } from '../../server/core/rejection';
import type { EventOf, EventType } from '../../server/core/event';
import * as core from '../tools/fixtures/core-fixture';
import { convertCoin } from '../tools/fixtures/convert-fixture';
import { nextDay, referral, tradeFor } from '../tools/fixtures/referral-fixture';
import { bitcoin } from './wallet/wallet-fixture';

const PAGES = path.join(__dirname, '../../docs/explanation/products');
const EXAMPLE = /^```text (\S+)\n([^]*?)^```$/gm;
const LINE = /^(→ )?(\w+) = (-?[\d.,:T-]+(?: -?[\d.,:T-]+)*)(?: ([A-Za-z%]+))?$/;
const MS: Record<string, bigint> = { ms: 1n, s: 1_000n, h: 3_600_000n };
const DECIMALS: Record<string, number> = { '%': 7, USDT: 8, BTC: 8, ETH: 8 };

type Values = bigint[];
interface Example {
  page: string;
  name: string;
  inputs: Map<string, Values>;
  results: Record<string, Values>;
}

/** Integers: coins in units of 10^-8, percents in ppb, times in milliseconds. */
function valueOf(text: string, unit = ''): bigint {
  if (text.includes('T')) return BigInt(Date.parse(`${text}+08:00`));
  const [whole, fraction = ''] = text.replaceAll(',', '').split('.');
  const decimals = DECIMALS[unit] ?? 0;
  if (fraction.length > decimals) throw new Error(`${text} ${unit} has too many decimals`);
  return BigInt(whole + fraction.padEnd(decimals, '0')) * (MS[unit] ?? 1n);
}

function examplesOf(page: string): Example[] {
  const text = readFileSync(path.join(PAGES, page), 'utf8');
  return [...text.matchAll(EXAMPLE)].map(([, name, body]) => {
    const example: Example = { page, name, inputs: new Map(), results: {} };
    for (const line of body.trimEnd().split('\n')) {
      const [, arrow, key, values, unit] = LINE.exec(line) ?? [];
      if (key === undefined) throw new Error(`${page}, ${name}: cannot read "${line}"`);
      const numbers = values.split(' ').map((value) => valueOf(value, unit));
      if (arrow) example.results[key] = numbers;
      else example.inputs.set(key, numbers);
    }
    return example;
  });
}

/** Inputs of an example. Reading marks an input as used. */
class Inputs {
  readonly used = new Set<string>();
  constructor(private readonly values: Map<string, Values>) {}

  list(name: string): bigint[] {
    this.used.add(name);
    const found = this.values.get(name);
    if (!found) throw new Error(`no input ${name}`);
    return found;
  }
  numbers(name: string): number[] {
    return this.list(name).map(Number);
  }
  amount(name: string): bigint {
    return this.list(name)[0];
  }
  number(name: string): number {
    return Number(this.amount(name));
  }
}

type Result = bigint | number | null | (bigint | number)[];
type Compute = (given: Inputs) => Record<string, Result>;

/** Units of USDT of one lot of 0.001 BTC at one tick of 0.1 USDT. */
const PER_TICK_LOT = 10_000n;
const perTickOf = (given: Inputs): bigint => given.amount('lots') * PER_TICK_LOT;
const levelsOf = (given: Inputs, side: string): marks.Level[] => {
  const lots = given.numbers(`${side}Lots`);
  return given.numbers(`${side}Prices`).map((ticks, index) => ({ ticks, lots: lots[index] }));
};

function eventsOf<T extends EventType>({ exchange }: core.Scenario, type: T): EventOf<T>[] {
  const events = exchange.batches.flatMap((batch) => batch.events);
  return events.filter((event): event is EventOf<T> => event.type === type);
}

function limitOf(scenario: core.Scenario, step: core.Step): number {
  const outcome = scenario.exchange.take(step);
  if (!isRejection(outcome)) throw new Error('the order was accepted');
  return Number(outcome.facts?.limit);
}

const spot: Record<string, Compute> = {
  matching: (given) => {
    const lots = given.numbers('askLots');
    const asks = given.numbers('askPrices').map((price, index) => core.restingOrder('sell', price, lots[index]));
    const scenario = core.given(...asks, core.buy(given.number('buyPrice'), given.number('buyLots')));
    const trades = eventsOf(scenario, 'TradeExecuted');
    return { tradePrices: trades.map(({ price }) => price), tradeLots: trades.map(({ quantity }) => quantity) };
  },
  'market-band': (given) => ({
    lowestSale: bandLow(given.number('latest'), given.number('band')),
    highestPurchase: bandHigh(given.number('latest'), given.number('band')),
  }),
  'fill-fee': (given) => {
    const fill = { side: 'buy' as const, received: given.amount('received'), baseUnits: 1n, quoteUnits: 1n };
    return { fee: feeOnFill(fill, given.number('rate'), 0n) };
  },
  'fixed-fee': (given) => {
    const price = { baseUnits: given.amount('lotBase'), quoteUnits: given.amount('lotPrice') };
    const feeOf = (side: 'buy' | 'sell', received: bigint) =>
      feeOnFill({ side, received, ...price }, 0, given.amount('fixed'));
    return {
      buyerFee: feeOf('buy', given.amount('buyerReceives')),
      sellerFee: feeOf('sell', given.amount('sellerReceives')),
    };
  },
  'fee-level': (given) => ({ level: levelOf(given.list('volumes'), given.amount('volume')) }),
};

const indexPrices: Record<string, Compute> = {
  'index-median': (given) => {
    const sources = given.numbers('sources').map((price) => ({ price }));
    const agreed = agreedPrice(sources, given.number('sourcesMin'));
    return { price: agreed?.price ?? null, counted: agreed?.sources.map(({ price }) => price) ?? null };
  },
};

const perpetual: Record<string, Compute> = {
  mark: (given) => {
    const index = given.number('index');
    const p1 = marks.fundingPrice(
      index,
      given.number('lastFunding'),
      given.number('toFunding'),
      given.number('interval'),
    );
    const p2 = marks.basisPrice(index, { sum: given.number('meanBasis'), ms: 1 });
    const tier = { leverageMax: given.number('leverage'), ratePpb: given.number('maintenance') };
    const bound = marks.markDistanceMax(index, tier);
    const mark = given.numbers('last').map((last) => marks.markOf({ p1, p2, last, index }, bound));
    return { p1, p2, bound, mark };
  },
  premium: (given) => {
    const notional = given.amount('impactNotional');
    const [bid, ask] = ['bid', 'ask'].map((side) => marks.impactOf(levelsOf(given, side), PER_TICK_LOT, notional));
    return { premium: bid && ask && premiumOf(given.number('index'), bid, ask) };
  },
  funding: (given) => {
    const rate = fundingRate(given.number('premium'), given.number('cap'), given.number('interval'));
    const grown = fundingPerTick(rate, given.number('mark'));
    const perTick = perTickOf(given);
    const [longOwes, shortOwes] = (['long', 'short'] as const).map((side) => fundingOwed({ side, perTick }, grown));
    return { rate, longOwes, shortOwes };
  },
  'order-cost': (given) => {
    const rate = given.number('takerRate');
    const cost = orderCost({
      ...{ side: 'long', perTick: perTickOf(given), price: given.number('price'), mark: given.number('mark') },
      ...{ leverage: given.number('leverage'), takerPpb: rate, closePpb: rate },
    });
    return { ...cost };
  },
  'partial-close': (given) => {
    const part = { lots: given.number('lots'), totalLots: given.number('of') };
    const releasedOf = (side: 'long' | 'short') => releasedCost({ side, cost: given.amount('cost') }, part);
    return { releasedLong: releasedOf('long'), releasedShort: releasedOf('short') };
  },
  liquidation: (given) => {
    const [rates, leverages] = [given.numbers('rates'), given.numbers('leverages')];
    const caps = given
      .list('caps')
      .map((cap, index) => ({ cap, ratePpb: rates[index], leverageMax: leverages[index] }));
    const terms = { tiers: riskTiers(caps), closePpb: given.number('closingFee') };
    const [perTick, entry, collateral] = [perTickOf(given), given.number('entry'), given.amount('collateral')];
    const position = { side: 'long' as const, perTick, cost: perTick * BigInt(entry) };
    return {
      requirement: maintenanceMarginAt(terms, position, entry),
      liquidationPrice: isolatedLiquidationPrice(terms, position, collateral),
      bankruptcyPrice: bankruptcyPrice(position, collateral, terms.closePpb),
    };
  },
  deleveraging: (given) => {
    const [costs, values, covers] = [given.list('costs'), given.list('values'), given.list('covers')];
    const candidates = given.list('profits').map((profit, index) => {
      return { position: index + 1, profit, cost: costs[index], value: values[index], cover: covers[index] };
    });
    return { order: candidates.sort(byAdlRank).map(({ position }) => position) };
  },
  'cross-share': (given) => ({
    collateral: takeoverCollateral(
      given.amount('equity'),
      given.amount('requirement'),
      given.amount('requirements'),
      given.amount('profit'),
    ),
  }),
};

const secondContracts: Record<string, Compute> = {
  'option-entry': (given) => {
    const [told, prices, times] = ['toldAt', 'prices', 'publishedAt'].map((name) => given.numbers(name));
    const each = told.length / times.length;
    const quotes = told.map((at, place) => ({ source: place % each, at, price: prices[place] }));
    const published = times.map((at, place) => {
      return { at, price: 0, sources: quotes.slice(place * each, (place + 1) * each) };
    });
    const counting = { rule: 2 as const, sourcesMin: given.number('sourcesMin'), from: given.number('from') };
    const entry = option.findEntry(published, counting);
    return { entryAt: entry?.at ?? null, entryPrice: entry?.price ?? null };
  },
  'option-payout': (given) => {
    const stake = given.amount('stake');
    const fee = option.optionFee(stake, { ratePpb: given.number('feeRate') });
    const bought = { stake, fee, payoutPpb: given.number('payout'), durationMs: given.number('duration') };
    const elapsed = given.number('elapsed');
    const paidOf = (end: Parameters<typeof option.payoutFor>[1]): bigint => {
      const payout = option.payoutFor(bought, end, elapsed);
      return payout.houseShare > 0n ? payout.returnedStake : payout.returnedStake + payout.income - payout.fee;
    };
    return {
      reserve: option.reserveOf(bought),
      won: paidOf('won'),
      takeProfit: paidOf('take_profit'),
      stopLoss: paidOf('stop_loss'),
      lost: paidOf('lost'),
      tie: paidOf('tie'),
    };
  },
  'option-break-even': (given) => ({
    breakEven: option.breakEvenPpb({
      stake: given.amount('stake'),
      payoutPpb: given.number('payout'),
      fee: given.amount('fee'),
    }),
  }),
};

const conversionOf = (given: Inputs): earn.Conversion => {
  return {
    assetPrice: given.amount('priceOf'),
    incomeAssetPrice: given.amount('priceBy'),
    assetScale: 8,
    incomeAssetScale: 8,
  };
};
const purchases: Record<string, Compute> = {
  term: (given) => ({ ...earn.termOf(given.number('boughtAt'), given.number('termDays')) }),
  'financial-income': (given) => ({
    income: earn.financialIncome(given.amount('amount'), given.number('annualRate'), given.number('termDays')),
  }),
  'mining-income': (given) => ({
    income: earn.miningIncome(given.amount('amount'), given.number('dailyRate'), conversionOf(given)),
  }),
  'mining-rebate': (given) => ({
    byRatio: earn.rebateOf(given.amount('amount'), given.number('ratio')),
    halfOfIncome: earn.rebateMaxOf(given.amount('income'), given.number('termDays'), conversionOf(given)),
  }),
};

const robots: Record<string, Compute> = {
  grid: (given) => {
    const grid = { lower: given.number('lower'), upper: given.number('upper'), lines: given.number('lines') };
    return { prices: gridPrices(grid), parts: stepAmounts(given.amount('stake'), grid.lines) };
  },
  realised: (given) => {
    const cost = costOfSold({ base: given.amount('base'), cost: given.amount('cost') }, given.amount('sold'));
    return { costOfSold: cost, result: given.amount('received') - given.amount('fee') - cost };
  },
  stop: (given) => {
    const value = stopValue(given.amount('stake'), given.number('lossLimit'));
    const has = { base: given.amount('base') };
    return {
      stopValue: value,
      stopPrice: stopPrice(given.amount('quote'), has, value, { numerator: 1n, denominator: 1n }),
    };
  },
};

const rebates: Record<string, Compute> = {
  rebate: (given) => {
    expect(core.ETH_USDT.takerFeesPpb[0]).toBe(given.number('feeRate'));
    const rates = { level1Ppb: given.number('level1'), level2Ppb: given.number('level2') };
    const lots = given.number('traded') / 1_000;
    const paid = eventsOf(nextDay(referral(rates).given(tradeFor(core.CAROL, lots))), 'RebatePaid');
    const [first, second] = paid;
    return { fee: first.fee, rebate1: first.amount, rebate2: second.amount };
  },
};

const conversions: Record<string, Compute> = {
  conversion: (given) => {
    const [bids, asks] = ['bid', 'ask'].map((side) => levelsOf(given, side));
    const scenario = core.given(
      ...bids.map(({ ticks, lots }) => core.restingOrder('buy', ticks, lots)),
      ...asks.map(({ ticks, lots }) => core.restingOrder('sell', ticks, lots, { market: 'ETH-USDT' })),
    );
    scenario.given(convertCoin(scenario, 'BTC', 'ETH', given.amount('amount')));
    const [{ spent, received, rest = 0n }] = eventsOf(scenario, 'Converted');
    return { spent, received, rest };
  },
  quote: (given) => ({ least: minimumReceived(given.amount('quoted')) }),
  dust: (given) => {
    const [index, last] = ['index', 'last'].map((name) => ({ usdt: given.amount(name), coin: 10n ** 8n }));
    const amount = given.amount('amount');
    return { worth: dustWorthOf(amount, index), received: dustPaidOf(amount, index, last) };
  },
};

const wallet: Record<string, Compute> = {
  'provisional-order': (given) => {
    const index = given.number('index');
    const fresh = { sourceStaleMs: 60_000, staleMs: 60_000 };
    const scenario = core.given(core.indexTerms({ decimals: 3, ...fresh }), core.publish([index, index]), bitcoin(50n));
    return {
      lowestSale: limitOf(scenario, core.sell(110, 1)),
      highestPurchase: limitOf(scenario, core.buy(190, 1)),
    };
  },
  'withdrawal-value': (given) => {
    const [amount, index] = [given.amount('amount'), given.number('index')];
    const scenario = core.given(
      core.marketTerms({ referencePrice: given.number('reference') }),
      core.indexTerms(),
      core.publish([index, index]),
      core.lastPrice(given.number('last')),
    );
    return { value: largestValueOf(scenario.exchange.state, 'BTC', amount, scenario.exchange.now) };
  },
  approvals: (given) => ({
    approvals: given
      .list('worths')
      .map((worth) => approvalsFor(worth, given.amount('atApplication'), given.amount('now'))),
  }),
};

const COMPUTE: Record<string, Record<string, Compute>> = {
  'spot.md': spot,
  'index-prices.md': indexPrices,
  'perpetual.md': perpetual,
  'second-contracts.md': secondContracts,
  'earn.md': purchases,
  'robot.md': robots,
  'referral.md': rebates,
  'convert.md': conversions,
  'wallet.md': wallet,
};

const EXAMPLES = readdirSync(PAGES)
  .filter((page) => page.endsWith('.md'))
  .flatMap(examplesOf);

/** `order-cost of perpetual.md` */
const nameOf = ({ page, name }: Pick<Example, 'page' | 'name'>): string => `${name} of ${page}`;

test('every computation has an example, and every example a computation', () => {
  const computed = Object.entries(COMPUTE).flatMap(([page, rows]) => Object.keys(rows).map((name) => ({ page, name })));
  expect(EXAMPLES.map(nameOf).sort()).toEqual(computed.map(nameOf).sort());
});

test.each(EXAMPLES.map((example) => [nameOf(example), example] as const))('%s is right', (_, example) => {
  const { page, name, inputs, results } = example;
  const given = new Inputs(inputs);
  const computed = Object.entries(COMPUTE[page][name](given)).map(([key, result]) => {
    const list = Array.isArray(result) ? result : [result];
    return [key, list.map((value) => (value === null ? null : BigInt(value)))] as const;
  });
  expect(Object.fromEntries(computed)).toEqual(results);
  expect([...given.used].sort()).toEqual([...inputs.keys()].sort());
});
