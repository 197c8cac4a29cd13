import type { SetReferralTerms } from '../../../server/products/referral/core/commands';
import { EARN_PRODUCTS_MAX } from '../../../server/products/earn/core/terms';
import { PRODUCTS_MAX } from '../../../server/products/option/core/terms';
import {
  ALICE,
  BOB,
  Scenario,
  buy,
  asUser,
  cancel,
  given,
  indexTerms,
  later,
  observe,
  restingOrder,
  staff,
  system,
} from '../../tools/fixtures/core-fixture';
import {
  close,
  changeTerms,
  leverage,
  lockPosition,
  margin,
  marginMode,
  marketEnd,
  PERP,
  positionMode,
  open,
  openBothSides,
  perpetuals,
  perpetualState,
  stop,
  trailing,
} from '../../tools/fixtures/perpetual-fixture';
import {
  endFinancial,
  financial,
  financialTerms,
  fundedFinancial,
  advanceToMidnight,
  buySavings,
} from '../../tools/fixtures/financial-fixture';
import {
  DUST_FUND,
  convertCoin,
  dustScenario,
  dustTerms,
  fundDust,
  withIndexPrices,
  convertDust,
} from '../../tools/fixtures/convert-fixture';
import {
  issueKey,
  robotTerms,
  robots,
  runningRobot,
  startRobot,
  stopRobot,
  advance,
} from '../../tools/fixtures/robot-fixture';
import { FIRST_ID, rulesOf, withStaff, reportStaff } from '../../tools/fixtures/staff-fixture';
import { withCrossPositions } from '../../tools/fixtures/cross-fixture';
import {
  buyOption,
  cancelOption,
  limitStakes,
  optionScenario,
  termsOf,
  usdt,
  publishQuotes as sourcesTold,
} from '../../tools/fixtures/option-fixture';
import { ALONE, type Ways } from './completeness-fixture';

const REBATES: SetReferralTerms = {
  type: 'SetReferralTerms',
  level1Ppb: 200_000_000,
  level2Ppb: 50_000_000,
  reason: 'r',
};

export const PRODUCT_REFUSALS = {
  'market.end.too.late': () => {
    const scenario = perpetuals();
    scenario.given(marketEnd(scenario.exchange.now + 3_600_000));
    return [scenario, staff({ type: 'CallOffPerpetualEnd', market: PERP, reason: 'r' })];
  },
  'open.interest.above.fund': () => {
    const known = perpetuals().given(system({ type: 'RegisterMember', user: FIRST_ID }), reportStaff(ALONE));
    return [known, changeTerms({ openInterestMax: 1_000_000_000_000_000n })];
  },
  'closing.exceeds.position': () => [perpetuals().given(openBothSides(500_000, 5)), close(BOB, 'long', null, 6)],
  'leverage.invalid': () => [perpetuals(), leverage(BOB, 0)],
  'leverage.too.high': () => [perpetuals(), leverage(BOB, 126)],
  'leverage.unchanged': () => [perpetuals().given(leverage(BOB, 5)), leverage(BOB, 5)],
  'long.above.market': () => [perpetuals(), open(BOB, 'long', 500_001, 5)],
  'margin.insufficient': () => [perpetuals().given(openBothSides(500_000, 5)), margin('take', BOB, 'long', 1n)],
  'margin.mode.in.use': () => [perpetuals().given(openBothSides(500_000, 5)), marginMode(BOB, 'cross')],
  'margin.mode.unchanged': () => [perpetuals(), marginMode(BOB, 'isolated')],
  'position.mode.in.use': () => [perpetuals().given(openBothSides(500_000, 5)), positionMode(BOB, 'one_way')],
  'position.mode.unchanged': () => [perpetuals(), positionMode(BOB, 'hedge')],
  'margin.of.cross': () => [withCrossPositions(), margin('add', BOB, 'long', 1n)],
  'mark.stale': () => [perpetuals(), later(15_001, open(BOB, 'long', 500_000, 5))],
  'take.profit.wrong.side': () => [
    perpetuals().given(openBothSides(500_000, 5)),
    stop(BOB, 'long', 'take_profit', 499_000),
  ],
  'stop.loss.wrong.side': () => [
    perpetuals().given(openBothSides(500_000, 5)),
    stop(BOB, 'long', 'stop_loss', 501_000),
  ],
  'stop.not.found': () => [perpetuals(), { actor: `user/${BOB}`, command: { type: 'CancelStop', user: BOB, stop: 1 } }],
  'stop.zero': () => [perpetuals().given(openBothSides(500_000, 5)), stop(BOB, 'long', 'take_profit', 0)],
  'stops.too.many': () => [
    perpetuals().given(
      openBothSides(500_000, 5),
      Array.from({ length: 20 }, () => stop(BOB, 'long', 'stop_loss', 499_000)),
    ),
    stop(BOB, 'long', 'stop_loss', 499_000),
  ],
  'callback.out.of.range': () => [
    perpetuals().given(openBothSides(500_000, 5)),
    trailing(BOB, 'long', { callbackBp: 9 }),
  ],
  'trigger.at.mark': () => [
    perpetuals(),
    open(BOB, 'long', null, 5, { kind: 'stop_market', trigger: 500_000, triggerBy: 'mark' }),
  ],
  'market.close.only': () => [perpetuals().given(perpetualState('close_only')), open(BOB, 'long', 500_000, 5)],
  'open.interest.full': () => [perpetuals({ openInterestMax: 10n ** 8n }), open(BOB, 'long', 500_000, 5)],
  'position.locked': () => [
    perpetuals().given(openBothSides(500_000, 5), lockPosition(1)),
    close(BOB, 'long', 500_000, 5),
  ],
  'position.not.locked': () => [
    perpetuals().given(openBothSides(500_000, 5)),
    staff({ type: 'UnlockPosition', position: 1, reason: 'over' }),
  ],
  'position.none': () => [perpetuals(), close(BOB, 'long', 500_000, 5)],
  'position.too.large': () => [perpetuals(), open(BOB, 'long', 500_000, 1_000_000)],
  'price.beyond.limit': () => [perpetuals(), open(BOB, 'long', 525_001, 5)],
  'index.in.use': () => [optionScenario().given(buyOption(BOB, 'up')), indexTerms({ staleMs: 60_000 })],
  'index.slow': () => {
    const scenario = optionScenario();
    const shown = [6_000_000, 6_000_001, 6_000_002].map((price): [number, number] => [price, 1_001]);
    for (let twice = 0; twice < 2; twice++) scenario.given(sourcesTold(scenario, shown));
    return [scenario, buyOption(BOB, 'up')];
  },
  'index.stale': () => [optionScenario(), later(10_001, buyOption(BOB, 'up'))],
  'option.amount.maximum': () => [optionScenario(), buyOption(BOB, 'up', usdt(9_999_999) + 1n)],
  'option.amount.minimum': () => [optionScenario(), buyOption(BOB, 'up', usdt(1_000) - 1n)],
  'option.cancel.too.late': () => [optionScenario().given(buyOption(BOB, 'up')), cancelOption(BOB, 1)],
  'option.cap.levels': () => [
    optionScenario({ levelsUserMax: 1n }),
    buyOption(BOB, 'up', usdt(1_000), { takeProfit: 6_000_001 }),
  ],
  'option.cap.side': () => [optionScenario({ sideMax: 1n }), buyOption(BOB, 'up')],
  'option.cap.total': () => [optionScenario({ totalMax: 1n }), buyOption(BOB, 'up')],
  'option.cap.user': () => [optionScenario({ userMax: 1n }), buyOption(BOB, 'up')],
  'option.closed': () => [
    optionScenario().given(staff({ type: 'SetOptionState', symbol: 'BTC-USDT', state: 'closed', reason: 'r' })),
    buyOption(BOB, 'up'),
  ],
  'option.duration.unknown': () => [optionScenario(), buyOption(BOB, 'up', undefined, { durationMs: 1 })],
  'option.levels.invalid': () => [optionScenario(), buyOption(BOB, 'up', undefined, { takeProfit: 1 })],
  'option.levels.not.offered': () => [
    optionScenario({ levelsUserMax: 0n }),
    buyOption(BOB, 'up', undefined, { takeProfit: 6_000_001 }),
  ],
  'option.limit.own': () => [optionScenario().given(limitStakes(BOB, 1n)), buyOption(BOB, 'up')],
  'option.not.covered': () => [
    optionScenario().given(
      staff({ type: 'FundOptions', asset: 'USDT', act: 'release', amount: usdt(1_000_000), reason: 'r' }),
    ),
    buyOption(BOB, 'up'),
  ],
  'option.not.found': () => [optionScenario(), cancelOption(BOB, 1)],
  'option.products.too.many': () => [manyOptions(PRODUCTS_MAX), termsOf({ symbol: 'C1-USDT' })],
  'option.start.invalid': () => [optionScenario(), buyOption(BOB, 'up', undefined, { startsAt: 1 })],
  'option.terms.invalid': () => [optionScenario(), termsOf({ amountMin: 0n })],
  'option.unknown': () => [optionScenario(), buyOption(BOB, 'up', undefined, { symbol: 'XYZ-USDT' })],
  'convert.amount.maximum': () => {
    const scenario = given();
    return [scenario, convertCoin(scenario, 'BTC', 'USDT', 1_000_001n)];
  },
  'convert.amount.minimum': () => {
    const scenario = given();
    return [scenario, convertCoin(scenario, 'ETH', 'USDT', 999n)];
  },
  'convert.dust.closed': () => [dustScenario({ state: 'closed' }), convertDust(BOB, 'ETH')],
  'convert.dust.coin.invalid': () => [dustScenario(), convertDust(BOB, 'USDT')],
  'convert.dust.day.exceeded': () => [dustScenario({ dailyMax: 49_499n }), convertDust(BOB, 'ETH')],
  'convert.dust.exhausted': () => [dustScenario().given(fundDust('release', DUST_FUND)), convertDust(BOB, 'ETH')],
  'convert.dust.index.stale': () => [dustScenario(), later(10_001, convertDust(BOB, 'ETH'))],
  'convert.dust.not.final': () => [
    dustScenario().given(observe(12, { asset: 'ETH', chain: 'ETH', reference: 'ETH/1', provisional: 1 })),
    convertDust(BOB, 'ETH'),
  ],
  'convert.dust.nothing': () => [
    dustScenario().given(staff({ type: 'FreezeFunds', user: BOB, asset: 'ETH', amount: 5_000n, reason: 'r' })),
    convertDust(BOB, 'ETH'),
  ],
  'convert.dust.size.invalid': () => [dustScenario(), convertDust(BOB)],
  'convert.dust.terms.invalid': () => [given(), dustTerms({ dailyMax: 0n })],
  'convert.dust.too.large': () => [withIndexPrices(dustScenario(), { eth: 200 }), convertDust(BOB, 'ETH')],
  'convert.dust.used': () => [dustScenario().given(convertDust(BOB, 'ETH')), convertDust(BOB, 'BTC')],
  'convert.least.not.reached': () => {
    const scenario = given(restingOrder('buy', 100, 5));
    return [scenario, convertCoin(scenario, 'BTC', 'USDT', 5n, { least: 501n })];
  },
  'convert.market.none': () => {
    const scenario = given(staff({ type: 'ListAsset', asset: 'XYZ', scale: 2, withdrawalFee: 0n, withdrawalMin: 1n }));
    return [scenario, convertCoin(scenario, 'BTC', 'XYZ', 5n)];
  },
  'convert.own.orders': () => {
    const scenario = given(buy(100, 5));
    return [scenario, convertCoin(scenario, 'BTC', 'USDT', 5n)];
  },
  'convert.quote.expired': () => {
    const scenario = given();
    return [scenario, convertCoin(scenario, 'BTC', 'USDT', 5n, { validUntil: scenario.exchange.now - 1 })];
  },
  'convert.quote.invalid': () => {
    const scenario = given();
    return [scenario, convertCoin(scenario, 'BTC', 'USDT', 5n, { validUntil: scenario.exchange.now + 10_001 })];
  },
  'convert.same.coin': () => {
    const scenario = given();
    return [scenario, convertCoin(scenario, 'BTC', 'BTC', 5n)];
  },
  'earn.amount.minimum': () => [financial(), buySavings(BOB, usdt(10) - 1n)],
  'earn.cancel.too.late': () => [
    advanceToMidnight(financial().given(buySavings(BOB)), 1),
    endFinancial('Cancel', BOB, 1),
  ],
  'earn.cancel.too.many': () => [
    financial().given(
      ...[1, 2, 3].map((purchase) => [buySavings(BOB), endFinancial('Cancel', BOB, purchase)]),
      buySavings(BOB),
    ),
    endFinancial('Cancel', BOB, 4),
  ],
  'earn.cancel.too.much': () => [
    financial().given(buySavings(BOB, usdt(2_000)), endFinancial('Cancel', BOB, 1), buySavings(BOB, usdt(2_000))),
    endFinancial('Cancel', BOB, 2),
  ],
  'earn.cap.user': () => [financial({ userMax: usdt(99) }), buySavings(BOB)],
  'earn.closed': () => [
    financial().given(staff({ type: 'SetFinancialState', product: 'USDT-7', state: 'closed', reason: 'r' })),
    buySavings(BOB),
  ],
  'earn.leave.too.early': () => [financial().given(buySavings(BOB)), endFinancial('Leave', BOB, 1)],
  'earn.not.covered': () => [financial().given(fundedFinancial('release', usdt(1_000))), buySavings(BOB)],
  'earn.not.found': () => [financial(), endFinancial('Cancel', BOB, 1)],
  'earn.products.too.many': () => [manyFinancial(EARN_PRODUCTS_MAX), financialTerms({ product: 'P0' })],
  'earn.rate.above.maximum': () => [withStaff(system(rulesOf({ earnRatePpbMax: 1 }))), financialTerms()],
  'earn.quota.exceeded': () => [financial({ quota: usdt(99) }), buySavings(BOB)],
  'earn.terms.invalid': () => [financial(), financialTerms({ termDays: 0 })],
  'earn.unknown': () => [financial(), buySavings(BOB, usdt(100), { product: 'BTC-90' })],
  'referral.terms.from.invalid': () => [given(), staff({ ...REBATES, from: 1 })],
  'referral.terms.invalid': () => [given(), staff({ ...REBATES, level2Ppb: 300_000_001 })],
  'order.of.robot': () => [runningRobot(), asUser(BOB, cancel(2))],
  'robot.amount.minimum': () => [robots(), startRobot(BOB, { amount: 1n })],
  'robot.cap.user': () => [robots({ userMax: 1_000_000n }), startRobot(BOB)],
  'robot.closed': () => [robots({ state: 'closed' }), startRobot(BOB)],
  'robot.grid.invalid': () => [robots(), startRobot(BOB, { lines: 2 })],
  'robot.grid.too.narrow': () => [robots(), startRobot(BOB, { lower: 998, upper: 1_002 })],
  'robot.key.none': () => [robots(), staff({ type: 'RevokeRobotKey', user: ALICE, reason: 'r' })],
  'robot.loss.limit.invalid': () => [robots(), startRobot(BOB, { lossLimitPpb: 1 })],
  'robot.not.found': () => [robots(), stopRobot(BOB)],
  'robot.terms.invalid': () => [robots(), robotTerms({ amountMin: 0n })],
  'robot.unknown': () => [robots(), startRobot(BOB, { market: 'BTC-USDT' })],
  'robots.too.many': () => [
    advance(robots().given(...Array.from({ length: 10 }, () => startRobot(BOB, { amount: 2_000_000n })))),
    startRobot(BOB, { amount: 2_000_000n }),
  ],
  'secret.key.wrong': () => [robots().given(issueKey(BOB, 'cd'.repeat(32))), startRobot(BOB)],
  'short.below.market': () => [perpetuals(), open(BOB, 'short', 499_999, 5)],
} satisfies Ways;

function manyFinancial(count: number): Scenario {
  const scenario = financial();
  const products = Array.from({ length: count - 1 }, (_, index) => `P${index + 1}`);
  for (const product of products) scenario.given(financialTerms({ product }));
  return scenario;
}

/** Lists `count` symbols, each with second contracts. */
function manyOptions(count: number): Scenario {
  const scenario = optionScenario();
  const symbols = Array.from({ length: count }, (_, index) => `C${index + 1}-USDT`);
  for (const symbol of symbols) scenario.given(indexTerms({ symbol }));
  for (const symbol of symbols.slice(1)) scenario.given(termsOf({ symbol }));
  return scenario;
}
