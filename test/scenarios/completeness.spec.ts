import { BATCH_BYTES_MAX } from '../../server/core/bounds';
import { EVENT_FIELDS } from '../../server/products/core';
import type { SetFeeTiers, ToldStaff } from '../../server/core/command';
import type { SetReferralTerms } from '../../server/products/referral/core/commands';
import { EARN_PRODUCTS_MAX } from '../../server/products/earn/core/terms';
import { EVERY_RIGHT } from '../../server/core/staff/decide-people';
import { OPEN_OF_ONE_MAX } from '../../server/core/staff/decide-proposal';
import { PRODUCTS_MAX } from '../../server/products/option/core/terms';
import type { EventType } from '../../server/core/event';
import { CANCEL_REASONS } from '../../server/core/market/order';
import { ENTRY_KIND_NAMES, type EntryKind } from '../../shared/rules/entry-kinds';
import { dayOf, dayStart } from '../../shared/rules/days';
import { REJECTION_CODES, type RejectionCode } from '../../shared/rules/codes';
import {
  ALICE,
  BOB,
  BTC_USDT,
  CAROL,
  RICH,
  SECOND,
  Scenario,
  accountFrozen,
  accountUnfrozen,
  amend,
  approve,
  as,
  assetState,
  assetTerms,
  assignAddress,
  buy,
  by,
  cancel,
  cancelWithdrawal,
  credit,
  failPayout,
  finalize,
  given,
  indexTerms,
  later,
  marketBuy,
  marketBuyFor,
  marketState,
  marketTerms,
  nothing,
  observe,
  pay,
  payOut,
  publish,
  quote,
  refused,
  rested,
  retract,
  revert,
  seed,
  seedHash,
  sell,
  staff,
  startPayout,
  stopBuyFor,
  stopLimit,
  stopSell,
  stoppedBy,
  submitPayout,
  system,
  transfer,
  turnDown,
  withdraw,
  type Step,
} from '../tools/fixtures/core-fixture';
import {
  close,
  alarmed,
  changedTerms,
  everythingOfLiquidations,
  everythingOfPerpetuals,
  leverage,
  locked,
  margin,
  marginMode,
  marketEnd,
  PERP,
  positionMode,
  open,
  opened,
  perpetuals,
  perpetualState,
  stop,
  trailing,
} from '../tools/fixtures/perpetual-fixture';
import {
  endFinancial,
  everythingOfFinancial,
  financial,
  financialTerms,
  fundedFinancial,
  midnight,
  nudged,
  saved,
} from '../tools/fixtures/financial-fixture';
import { everythingOfMining } from '../tools/fixtures/mining-fixture';
import {
  everythingOfRobots,
  issued,
  robotTerms,
  robots,
  running,
  started,
  stopped,
  waited,
} from '../tools/fixtures/robot-fixture';
import { erased, everythingOfReferral } from '../tools/fixtures/referral-fixture';
import {
  DAY,
  FIRST_ID,
  byBank,
  confirmed,
  everythingOfStaff,
  passed,
  rulesOf,
  setStaff,
  staffed,
  stated,
  told,
} from '../tools/fixtures/staff-fixture';
import { both, cutCross, endedCross, everythingOfCross, lockedFunding } from '../tools/fixtures/cross-fixture';
import {
  bought,
  called,
  everythingOfOptions,
  limited,
  options,
  termsOf,
  usdt,
  told as sourcesTold,
} from '../tools/fixtures/option-fixture';

const TODAY = dayOf(given().exchange.now);
const nameDocument = system({ type: 'NameDocument', user: BOB, document: 'ab'.repeat(32) });
const nameInviter = system({ type: 'NameInviter', user: BOB, inviter: ALICE });
const REBATES: SetReferralTerms = {
  type: 'SetReferralTerms',
  level1Ppb: 200_000_000,
  level2Ppb: 50_000_000,
  reason: 'r',
};
const ALONE: readonly ToldStaff[] = [{ user: FIRST_ID, role: 'admin', rights: EVERY_RIGHT }];
/** Without documents: another has to say so, too. */
function verifyDave(): Step {
  return staff({ type: 'VerifyMember', user: 10_000_004 });
}
const TIERS: SetFeeTiers = { type: 'SetFeeTiers', product: 'spot', volumes: [0n, 1n], reason: 'r' };

/** A shortest way to every refusal. A new code does not compile without its row. */
const REFUSALS: Record<RejectionCode, () => [scenario: Scenario, step: Step]> = {
  'account.unknown': () => [given(), by(99, buy(100, 1))],
  'account.already.registered': () => [given(), system({ type: 'RegisterMember', user: BOB })],
  'account.already.verified': () => [given(), staff({ type: 'VerifyMember', user: BOB })],
  'account.already.frozen': () => [given(accountFrozen()), accountFrozen()],
  'account.not.frozen': () => [given(), staff({ type: 'UnfreezeAccount', user: BOB, reason: 'r' })],
  'account.erased': () => [given(erased(BOB)), erased(BOB)],
  'account.frozen': () => [given(accountFrozen()), buy(100, 1)],
  'account.not.authenticated': () => [given(), by(10_000_004, buy(100, 1))],
  'amend.below.filled': () => [given(buy(100, 5), by(ALICE, sell(100, 3))), amend(1, { quantity: 3 })],
  'amend.not.allowed': () => [given(stopSell(90, 5)), amend(1, { quantity: 3 })],
  'amend.nothing': () => [given(buy(100, 5)), amend(1, { quantity: 5 })],
  'amount.not.positive': () => [given(), withdraw('USDT', 0n)],
  'amount.too.large': () => [given(), marketBuyFor(2n ** 63n)],
  'approval.needs.another': () => [given(withdraw('USDT', 500n), approve(), turnDown()), turnDown()],
  'asset.already.listed': () => [
    given(),
    staff({ type: 'ListAsset', asset: 'BTC', scale: 1, withdrawalFee: 0n, withdrawalMin: 1n }),
  ],
  'asset.deposits.suspended': () => [given(assetState('USD', { deposits: 'suspended' })), credit('USD', 5n, 'bank/1')],
  'asset.state.unchanged': () => [given(), assetState('USDT')],
  'asset.terms.invalid': () => [
    given(),
    staff({ type: 'ListAsset', asset: 'x', scale: 1, withdrawalFee: 0n, withdrawalMin: 1n }),
  ],
  'asset.unknown': () => [given(), withdraw('DOGE', 1n)],
  'asset.withdrawals.suspended': () => [
    given(assetState('USDT', { withdrawals: 'suspended' })),
    withdraw('USDT', 500n),
  ],
  'balance.insufficient': () => [given(), withdraw('USDT', RICH)],
  // A reason nobody reads to the end.
  'batch.too.large': () => [given(), staff({ type: 'FreezeAccount', user: BOB, reason: 'x'.repeat(BATCH_BYTES_MAX) })],
  'chain.unknown': () => [given(), observe(1, { chain: 'TRC20' })],
  'client.id.reused': () => [given(as('a', buy(100, 1))), as('a', buy(100, 2))],
  'coin.not.open': () => [given(marketState('closed')), buy(100, 1)],
  'coin.under.maintenance': () => [given(marketState('maintenance')), buy(100, 1)],
  'command.not.permitted': () => [given(), { ...buy(100, 1), actor: `user/${ALICE}` }],
  'deposit.address.assigned': () => [given(assignAddress(0)), assignAddress(0, { user: ALICE })],
  'document.already.named': () => [given(nameDocument), nameDocument],
  'document.invalid': () => [given(), system({ type: 'NameDocument', user: BOB, document: 'X' })],
  'fee.tiers.from.invalid': () => [given(), staff({ ...TIERS, from: 1 })],
  'fee.tiers.invalid': () => [given(), staff({ ...TIERS, volumes: [1n] })],
  'inviter.already.named': () => [given(nameInviter), nameInviter],
  'inviter.invalid': () => [given(), system({ type: 'NameInviter', user: BOB, inviter: BOB })],
  'fee.tier.invalid': () => [given(), staff({ type: 'AssignFeeTier', user: BOB, tier: 20 })],
  'fills.too.many': () => {
    const scenario = given();
    for (let order = 0; order < 501; order++) {
      const user = 10_100_000 + Math.floor(order / 200);
      if (order % 200 === 0)
        scenario.given(
          system({ type: 'RegisterMember', user }),
          staff({ type: 'VerifyMember', user }),
          credit('BTC', 200n, `makers/${user}`, user),
        );
      scenario.given(by(user, sell(100, 1)));
    }
    return [scenario, buy(100, 501, { timeInForce: 'fok' })];
  },
  'hold.not.found': () => [given(), staff({ type: 'UnfreezeFunds', hold: 1, reason: 'r' })],
  'index.decimals.fixed': () => [given(indexTerms()), indexTerms({ decimals: 3 })],
  'index.publication.invalid': () => [given(indexTerms()), publish([100, 0])],
  'index.seed.already.committed': () => [given(seedHash(TODAY)), seedHash(TODAY)],
  'index.seed.invalid': () => [given(), seedHash(TODAY - 1)],
  'index.seed.not.committed': () => [given(), seed(TODAY)],
  'index.seed.too.early': () => [given(seedHash(TODAY)), seed(TODAY)],
  'index.sources.too.few': () => [given(indexTerms()), publish([100])],
  'index.sources.too.many': () => {
    const scenario = given();
    const crowds = Array.from({ length: 5 }, (_, crowd): Step => {
      const symbol = `C${crowd}-USDT`;
      scenario.given(indexTerms({ symbol }));
      const sources = Array.from({ length: 16 }, (__, name) => ({ source: `${crowd}.${name}`, price: 100, at: 0 }));
      return system({
        type: 'PublishIndex',
        prices: [{ symbol, sources: sources.map((source) => ({ ...source, at: scenario.exchange.now })) }],
      });
    });
    return [scenario.given(crowds.slice(0, 4)), crowds[4]];
  },
  'index.symbol.unknown': () => [given(), publish([100, 101])],
  'index.symbols.too.many': () => {
    const symbols = Array.from({ length: 200 }, (_, number) => indexTerms({ symbol: `C${number}-USDT` }));
    return [given(symbols), indexTerms()];
  },
  'index.terms.invalid': () => [given(), indexTerms({ sourcesMin: 0 })],
  'index.too.soon': () => [given(indexTerms(), publish([100, 101])), publish([100, 101])],
  'market.already.listed': () => [given(), staff({ type: 'ListMarket', ...BTC_USDT })],
  'market.cancel.only': () => [given(marketState('cancel_only')), buy(100, 1)],
  'market.state.unchanged': () => [given(), marketState('open')],
  'market.terms.invalid': () => [given(), staff({ type: 'ListMarket', ...BTC_USDT, market: 'X' })],
  'market.unknown': () => [given(), buy(100, 1, { market: 'X' })],
  'notional.too.small': () => [given(), buy(9, 1)],
  'order.cannot.fill': () => [given(), buy(100, 1, { timeInForce: 'fok' })],
  'order.combination.invalid': () => [given(), marketBuy(1, { timeInForce: 'gtc' })],
  'order.not.final': () => [given(observe(12, { provisional: 1 })), sell(100, 1)],
  'order.not.found': () => [given(), cancel(1)],
  'order.would.take': () => [given(rested('sell', 100, 1)), buy(100, 1, { timeInForce: 'post_only' })],
  'orders.too.many': () => {
    const scenario = given();
    for (let order = 0; order < BTC_USDT.openOrdersMax; order++) scenario.given(buy(100, 1));
    return [scenario, buy(100, 1)];
  },
  'payout.key.mismatch': () => [
    given(withdraw('USDT', 500n), approve(), startPayout(), submitPayout()),
    failPayout(1, 'another'),
  ],
  'payout.submitted': () => [given(withdraw('USDT', 500n), approve(), startPayout(), submitPayout()), turnDown()],
  'price.out.of.range': () => [given(), buy(1, 1)],
  'quantity.not.positive': () => [given(), buy(100, 0)],
  'quantity.too.large': () => [given(), buy(100, 1_000_001)],
  'quantity.too.small': () => {
    const few = { ...BTC_USDT, market: 'ETH-BTC', base: 'ETH', quote: 'BTC', tick: '0.1', lot: '0.01', quantityMin: 5 };
    const scenario = given(staff({ type: 'ListMarket', ...few }), marketState('open', 'ETH-BTC'));
    return [scenario, buy(100, 4, { market: 'ETH-BTC' })];
  },
  'quote.order.repeated': () => [given(buy(100, 1)), quote({ cancels: [1], amends: [{ order: 1, price: 99 }] })],
  'quote.size.invalid': () => [given(), quote({})],
  'recharge.address.foreign': () => [
    given(),
    staff({ type: 'CreditRecharge', user: BOB, asset: 'USDT', amount: 500n, reference: 'ERC20/0xabc/0', index: 0 }),
  ],
  'recharge.below.minimum': () => [
    given(assignAddress(0)),
    staff({ type: 'CreditRecharge', user: BOB, asset: 'USDT', amount: 99n, reference: 'ERC20/0xabc/0', index: 0 }),
  ],
  'recharge.already.credited': () => [given(credit('USDT', 5n, 'bank/1')), credit('USDT', 5n, 'bank/1')],
  'recharge.only.by.chain': () => [
    given(),
    staff({ type: 'CreditRecharge', user: BOB, asset: 'BTC', amount: 5n, reference: 'bank/1' }),
  ],
  'recharge.terms.invalid': () => [
    given(),
    staff({ type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 1n, confirmations: 0 }),
  ],
  'recharge.unwitnessed': () => [given(observe(12, { aloneUpTo: 0n })), observe(13, { aloneUpTo: 0n })],
  'recharge.unchanged': () => [given(observe(1)), observe(1)],
  'reference.already.used': () => [
    given(withdraw('USDT', 500n), payOut(), withdraw('USDT', 500n), approve(2), startPayout(2)),
    pay(2, 'tx-1'),
  ],
  'terms.changes.too.many': () => {
    const scenario = given();
    const { now } = scenario.exchange;
    for (let days = 1; days <= 16; days++)
      scenario.given(marketTerms({ from: now + days * 86_400_000, bandPpb: days }));
    return [scenario, marketTerms({ from: now + 17 * 86_400_000, bandPpb: 17 })];
  },
  'market.terms.out.of.bounds': () => [staffed(), marketTerms({ market: 'ETH-USDT', takerFeesPpb: [0, 0] })],
  'market.end.too.late': () => {
    const scenario = perpetuals();
    scenario.given(marketEnd(scenario.exchange.now + 3_600_000));
    return [scenario, staff({ type: 'CallOffPerpetualEnd', market: PERP, reason: 'r' })];
  },
  'open.interest.above.fund': () => {
    const known = perpetuals().given(system({ type: 'RegisterMember', user: FIRST_ID }), told(ALONE));
    return [known, changedTerms({ openInterestMax: 1_000_000_000_000_000n })];
  },
  'terms.from.invalid': () => [given(), marketTerms({ from: 1, bandPpb: 1 })],
  'terms.unchanged': () => [given(), marketTerms({})],
  'transfer.not.allowed': () => [given(), transfer('USDT', 'spot', 'legal', 5n)],
  'transfer.not.final': () => [
    given(observe(12, { provisional: 1 })),
    transfer('USDT', 'spot', 'financial', RICH + 1n),
  ],
  'transfer.same.account': () => [given(), transfer('USDT', 'spot', 'spot', 5n)],
  'trigger.at.last.price': () => [given(), stopSell(100, 1)],
  'trigger.out.of.range': () => [given(), stopSell(1, 1)],
  'withdrawal.destination.invalid': () => [given(), withdraw('USDT', 500n, { address: undefined })],
  'withdrawals.stopped': () => [given(stoppedBy()), withdraw('USDT', 500n)],
  'withdrawals.not.stopped': () => [given(), staff({ type: 'LiftWithdrawals', upTo: 1, reason: 'a1' })],
  'withdrawal.delayed': () => [given(withdraw('USDT', 500n, { delay: 60_000 })), approve()],
  'withdrawal.fee.changed': () => [given(), withdraw('USDT', 500n, { fee: 1n })],
  'withdrawal.limit.exceeded': () => [given(), withdraw('USDT', 500n, { limit: 499_999n })],
  'withdrawal.not.final': () => [given(observe(12, { provisional: 1 })), withdraw('USDT', RICH)],
  'withdrawal.not.found': () => [given(), cancelWithdrawal(1)],
  'withdrawal.not.valued': () => [
    given(
      staff({ type: 'ListAsset', asset: 'XYZ', scale: 2, withdrawalFee: 0n, withdrawalMin: 1n }),
      staff({ type: 'SetRechargeTerms', asset: 'XYZ', chain: 'XYZ', minimum: 1n, confirmations: 1 }),
      credit('XYZ', 500n, 'xyz'),
    ),
    withdraw('XYZ', 5n, { limit: 500_000n }),
  ],
  'withdrawal.state.invalid': () => [given(withdraw('USDT', 500n)), startPayout()],
  'withdrawal.too.small': () => [given(), withdraw('USDT', 1n)],
  'closing.exceeds.position': () => [perpetuals().given(opened(500_000, 5)), close(BOB, 'long', null, 6)],
  'leverage.invalid': () => [perpetuals(), leverage(BOB, 0)],
  'leverage.too.high': () => [perpetuals(), leverage(BOB, 126)],
  'leverage.unchanged': () => [perpetuals().given(leverage(BOB, 5)), leverage(BOB, 5)],
  'long.above.market': () => [perpetuals(), open(BOB, 'long', 500_001, 5)],
  'margin.insufficient': () => [perpetuals().given(opened(500_000, 5)), margin('take', BOB, 'long', 1n)],
  'margin.mode.in.use': () => [perpetuals().given(opened(500_000, 5)), marginMode(BOB, 'cross')],
  'margin.mode.unchanged': () => [perpetuals(), marginMode(BOB, 'isolated')],
  'position.mode.in.use': () => [perpetuals().given(opened(500_000, 5)), positionMode(BOB, 'one_way')],
  'position.mode.unchanged': () => [perpetuals(), positionMode(BOB, 'hedge')],
  'margin.of.cross': () => [both(), margin('add', BOB, 'long', 1n)],
  'mark.stale': () => [perpetuals(), later(15_001, open(BOB, 'long', 500_000, 5))],
  'take.profit.wrong.side': () => [perpetuals().given(opened(500_000, 5)), stop(BOB, 'long', 'take_profit', 499_000)],
  'stop.loss.wrong.side': () => [perpetuals().given(opened(500_000, 5)), stop(BOB, 'long', 'stop_loss', 501_000)],
  'stop.not.found': () => [perpetuals(), { actor: `user/${BOB}`, command: { type: 'CancelStop', user: BOB, stop: 1 } }],
  'stop.zero': () => [perpetuals().given(opened(500_000, 5)), stop(BOB, 'long', 'take_profit', 0)],
  'stops.too.many': () => [
    perpetuals().given(
      opened(500_000, 5),
      Array.from({ length: 20 }, () => stop(BOB, 'long', 'stop_loss', 499_000)),
    ),
    stop(BOB, 'long', 'stop_loss', 499_000),
  ],
  'callback.out.of.range': () => [perpetuals().given(opened(500_000, 5)), trailing(BOB, 'long', { callbackBp: 9 })],
  'trigger.at.mark': () => [
    perpetuals(),
    open(BOB, 'long', null, 5, { kind: 'stop_market', trigger: 500_000, triggerBy: 'mark' }),
  ],
  'market.close.only': () => [perpetuals().given(perpetualState('close_only')), open(BOB, 'long', 500_000, 5)],
  'open.interest.full': () => [perpetuals({ openInterestMax: 10n ** 8n }), open(BOB, 'long', 500_000, 5)],
  'position.locked': () => [perpetuals().given(opened(500_000, 5), locked(1)), close(BOB, 'long', 500_000, 5)],
  'position.not.locked': () => [
    perpetuals().given(opened(500_000, 5)),
    staff({ type: 'UnlockPosition', position: 1, reason: 'over' }),
  ],
  'position.none': () => [perpetuals(), close(BOB, 'long', 500_000, 5)],
  'position.too.large': () => [perpetuals(), open(BOB, 'long', 500_000, 1_000_000)],
  'price.beyond.limit': () => [perpetuals(), open(BOB, 'long', 525_001, 5)],
  'index.in.use': () => [options().given(bought(BOB, 'up')), indexTerms({ staleMs: 60_000 })],
  'index.slow': () => {
    const scenario = options();
    const shown = [6_000_000, 6_000_001, 6_000_002].map((price): [number, number] => [price, 1_001]);
    for (let twice = 0; twice < 2; twice++) scenario.given(sourcesTold(scenario, shown));
    return [scenario, bought(BOB, 'up')];
  },
  'index.stale': () => [options(), later(10_001, bought(BOB, 'up'))],
  'option.amount.maximum': () => [options(), bought(BOB, 'up', usdt(9_999_999) + 1n)],
  'option.amount.minimum': () => [options(), bought(BOB, 'up', usdt(1_000) - 1n)],
  'option.cancel.too.late': () => [options().given(bought(BOB, 'up')), called(BOB, 1)],
  'option.cap.levels': () => [
    options({ levelsUserMax: 1n }),
    bought(BOB, 'up', usdt(1_000), { takeProfit: 6_000_001 }),
  ],
  'option.cap.side': () => [options({ sideMax: 1n }), bought(BOB, 'up')],
  'option.cap.total': () => [options({ totalMax: 1n }), bought(BOB, 'up')],
  'option.cap.user': () => [options({ userMax: 1n }), bought(BOB, 'up')],
  'option.closed': () => [
    options().given(staff({ type: 'SetOptionState', symbol: 'BTC-USDT', state: 'closed', reason: 'r' })),
    bought(BOB, 'up'),
  ],
  'option.duration.unknown': () => [options(), bought(BOB, 'up', undefined, { durationMs: 1 })],
  'option.levels.invalid': () => [options(), bought(BOB, 'up', undefined, { takeProfit: 1 })],
  'option.levels.not.offered': () => [
    options({ levelsUserMax: 0n }),
    bought(BOB, 'up', undefined, { takeProfit: 6_000_001 }),
  ],
  'option.limit.own': () => [options().given(limited(BOB, 1n)), bought(BOB, 'up')],
  'option.not.covered': () => [
    options().given(
      staff({ type: 'FundOptions', asset: 'USDT', act: 'release', amount: usdt(1_000_000), reason: 'r' }),
    ),
    bought(BOB, 'up'),
  ],
  'option.not.found': () => [options(), called(BOB, 1)],
  'option.products.too.many': () => [manyOptions(PRODUCTS_MAX), termsOf({ symbol: 'C1-USDT' })],
  'option.start.invalid': () => [options(), bought(BOB, 'up', undefined, { startsAt: 1 })],
  'option.terms.invalid': () => [options(), termsOf({ amountMin: 0n })],
  'option.unknown': () => [options(), bought(BOB, 'up', undefined, { symbol: 'XYZ-USDT' })],
  'earn.amount.minimum': () => [financial(), saved(BOB, usdt(10) - 1n)],
  'earn.cancel.too.late': () => [midnight(financial().given(saved(BOB)), 1), endFinancial('Cancel', BOB, 1)],
  'earn.cancel.too.many': () => [
    financial().given(...[1, 2, 3].map((purchase) => [saved(BOB), endFinancial('Cancel', BOB, purchase)]), saved(BOB)),
    endFinancial('Cancel', BOB, 4),
  ],
  'earn.cancel.too.much': () => [
    financial().given(saved(BOB, usdt(2_000)), endFinancial('Cancel', BOB, 1), saved(BOB, usdt(2_000))),
    endFinancial('Cancel', BOB, 2),
  ],
  'earn.cap.user': () => [financial({ userMax: usdt(99) }), saved(BOB)],
  'earn.closed': () => [
    financial().given(staff({ type: 'SetFinancialState', product: 'USDT-7', state: 'closed', reason: 'r' })),
    saved(BOB),
  ],
  'earn.leave.too.early': () => [financial().given(saved(BOB)), endFinancial('Leave', BOB, 1)],
  'earn.not.covered': () => [financial().given(fundedFinancial('release', usdt(1_000))), saved(BOB)],
  'earn.not.found': () => [financial(), endFinancial('Cancel', BOB, 1)],
  'earn.products.too.many': () => [manyFinancial(EARN_PRODUCTS_MAX), financialTerms({ product: 'P0' })],
  'earn.rate.above.maximum': () => [staffed(system(rulesOf({ earnRatePpbMax: 1 }))), financialTerms()],
  'earn.quota.exceeded': () => [financial({ quota: usdt(99) }), saved(BOB)],
  'earn.terms.invalid': () => [financial(), financialTerms({ termDays: 0 })],
  'earn.unknown': () => [financial(), saved(BOB, usdt(100), { product: 'BTC-90' })],
  'referral.terms.from.invalid': () => [given(), staff({ ...REBATES, from: 1 })],
  'referral.terms.invalid': () => [given(), staff({ ...REBATES, level2Ppb: 300_000_001 })],
  'proposal.already.open': () => [staffed(verifyDave()), verifyDave()],
  'proposal.not.found': () => [staffed(), confirmed(1)],
  'proposal.state.invalid': () => [staffed(verifyDave(), confirmed(1)), confirmed(1)],
  'proposals.too.many': () => {
    const scenario = staffed();
    const people = Array.from({ length: OPEN_OF_ONE_MAX + 1 }, (_, index) => 10_200_000 + index);
    scenario.given(...people.map((user) => system({ type: 'RegisterMember', user })));
    scenario.given(...people.slice(1).map((user) => setStaff(user, 'auditor')));
    return [scenario, setStaff(people[0], 'auditor')];
  },
  'staff.act.again': () => {
    const halt: Step = staff({ type: 'SetMarketState', market: 'BTC-USDT', state: 'cancel_only' });
    return [staffed(halt).when(passed(5 * 3_600_000)), halt];
  },
  'staff.act.not.found': () => [staffed(), staff({ type: 'KeepStaffAct', act: 1 })],
  'staff.already.named': () => [staffed(), told()],
  'staff.day.exceeded': () => [staffed(system(rulesOf({ byHandDayMax: 1n })), stated({})), byBank('bank/1')],
  'statement.invalid': () => [staffed(), stated({ amount: 0n })],
  'statement.line.mismatch': () => [staffed(stated({})), byBank('bank/1', 2n)],
  'statement.line.missing': () => [staffed(), byBank('bank/1')],
  'statement.nothing.new': () => [staffed(stated({})), stated({})],
  'staff.may.not.trade': () => [staffed(), by(FIRST_ID, buy(100, 1))],
  'staff.terms.invalid': () => [staffed(), system(rulesOf({ openMs: 0 }))],
  'staff.too.few': () => [given(told(ALONE), withdraw('USDT', 100n)), approve()],
  'staff.too.new': () => [
    staffed(setStaff(CAROL, 'admin', ['verification']), confirmed(1))
      .when(passed(DAY))
      .given(verifyDave()),
    confirmed(2, `admin/${CAROL}`),
  ],
  'terms.out.of.bounds': () => [staffed(), staff({ type: 'SetWithdrawalReview', secondApprovalAbove: 10n ** 12n })],
  'order.of.robot': () => [running(), by(BOB, cancel(2))],
  'robot.amount.minimum': () => [robots(), started(BOB, { amount: 1n })],
  'robot.cap.user': () => [robots({ userMax: 1_000_000n }), started(BOB)],
  'robot.closed': () => [robots({ state: 'closed' }), started(BOB)],
  'robot.grid.invalid': () => [robots(), started(BOB, { lines: 2 })],
  'robot.grid.too.narrow': () => [robots(), started(BOB, { lower: 998, upper: 1_002 })],
  'robot.key.none': () => [robots(), staff({ type: 'RevokeRobotKey', user: ALICE, reason: 'r' })],
  'robot.loss.limit.invalid': () => [robots(), started(BOB, { lossLimitPpb: 1 })],
  'robot.not.found': () => [robots(), stopped(BOB)],
  'robot.terms.invalid': () => [robots(), robotTerms({ amountMin: 0n })],
  'robot.unknown': () => [robots(), started(BOB, { market: 'BTC-USDT' })],
  'robots.too.many': () => [
    waited(robots().given(...Array.from({ length: 10 }, () => started(BOB, { amount: 2_000_000n })))),
    started(BOB, { amount: 2_000_000n }),
  ],
  'secret.key.wrong': () => [robots().given(issued(BOB, 'cd'.repeat(32))), started(BOB)],
  'short.below.market': () => [perpetuals(), open(BOB, 'short', 499_999, 5)],
};

test.each(REJECTION_CODES.map((code) => [code] as const))('%s is reached', (code) => {
  const [scenario, step] = REFUSALS[code]();
  const before = [...scenario.exchange.batches];
  scenario.when(step).then(refused(code));
  expect(scenario.exchange.batches).toEqual(before);
});

/** What only journals have that were written while the second of two sent the very same. */
const OF_BEFORE: readonly EventType[] = [
  'FinancialTermsProposed',
  'MiningTermsProposed',
  'OptionTermsProposed',
  'PositionLockProposed',
  'ReferralTermsProposed',
];

test('every event, every kind of entry and every reason of an ending happens, and the auditor agrees', () => {
  const scenario = given(
    // Money in and out.
    staff({ type: 'FundHouse', asset: 'USDT', amount: 5n, reason: 'capital' }),
    staff({ type: 'SetWithdrawalReview', secondApprovalAbove: 1_000_000n }),
    withdraw('USDT', 100n),
    withdraw('USDT', 100n),
    withdraw('USDT', 100n),
    payOut(),
    withdraw('USDT', 100n),
    [approve(4), startPayout(4), submitPayout(4), failPayout(4), startPayout(4), submitPayout(4), pay(4)],
    approve(2),
    turnDown(2),
    turnDown(2, SECOND),
    cancelWithdrawal(3),
    assignAddress(0),
    observe(1),
    retract(),
    observe(1),
    observe(12),
    observe(1, { amount: 1n, reference: 'ERC20/0xdef/0' }),
    [observe(12, { reference: 'ERC20/0xf/0', provisional: 1 }), finalize('ERC20/0xf/0')],
    transfer('USDT', 'spot', 'financial', 5n),
    staff({ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 5n, reason: 'claim' }),
    staff({ type: 'UnfreezeFunds', hold: 5, reason: 'settled' }),
    [observe(12, { reference: 'ERC20/0xf/1', provisional: 1 }), revert('ERC20/0xf/1')],
    accountFrozen(),
    accountUnfrozen(),
    staff({ type: 'RecoverAccount', user: BOB, request: 1 }),
    staff({ type: 'AssignFeeTier', user: BOB, tier: 1 }),
    marketTerms({ bandPpb: 90_000_000 }),
    assetTerms('BTC', { withdrawalFee: 3n }),
    [assetState('USD', { deposits: 'suspended' }), assetState('USD')],
    nameInviter,
    nameDocument,
    erased(10_000_004),
    // Orders.
    rested('sell', 101, 5, { market: 'ETH-USDT' }),
    buy(102, 9, { market: 'ETH-USDT' }),
    amend(2, { price: 90 }),
    cancel(2),
    by(ALICE, sell(110, 5)),
    { ...by(ALICE, cancel(3)), actor: 'admin/10000009' },
    by(CAROL, sell(110, 5)),
    accountFrozen(CAROL),
    accountUnfrozen(CAROL),
    rested('sell', 100, 5),
    by(ALICE, buy(100, 1)),
    buy(100, 1, { timeInForce: 'ioc' }),
    buy(99, 1, { timeInForce: 'ioc' }),
    marketBuyFor(150n),
    marketBuy(20),
    rested('sell', 130, 1),
    marketBuy(1),
    stopLimit('buy', 120, 121, 1),
    stopBuyFor(119, 500n),
    by(ALICE, buy(120, 1)),
    by(CAROL, sell(120, 1)),
    ...manyMakers(),
    // Index prices.
    indexTerms({ sourcesMin: 1, sourceStaleMs: 3_600_000 }),
    publish([100, 101, 102]),
    seedHash(TODAY),
    // A day's volume gives levels.
    staff(TIERS),
    by(ALICE, buy(50, 1)),
    by(CAROL, sell(50, 1)),
  );
  scenario.exchange.now = dayStart(TODAY + 1);
  // What follows from the day comes between commands.
  const { auditor } = scenario.given(seed(TODAY), marketState('closed')).exchange;
  const others = [
    everythingOfPerpetuals(),
    everythingOfCross(),
    cutCross(),
    endedCross(),
    nudged(lockedFunding()),
    everythingOfLiquidations(),
    alarmed(),
    everythingOfOptions(),
    everythingOfFinancial(),
    everythingOfMining(),
    everythingOfRobots(),
    everythingOfReferral(),
    everythingOfStaff(),
  ].map(({ exchange }) => exchange.auditor);
  const eventTypes = new Set([auditor, ...others].flatMap((one) => [...one.eventTypes]));
  const kinds = new Set([auditor, ...others].flatMap(({ entries }) => [...entries.kinds]));
  expect([...eventTypes, ...OF_BEFORE].sort()).toEqual((Object.keys(EVENT_FIELDS) as EventType[]).sort());
  expect([...kinds, ...AHEAD].sort()).toEqual([...ENTRY_KIND_NAMES].sort());
  const reasons = new Set([auditor, ...others].flatMap((one) => [...one.spot.cancelReasons]));
  expect([...reasons].sort()).toEqual([...CANCEL_REASONS].sort());
});

/** Declared for what moves by them next; each leaves this list with its first event. */
const AHEAD: readonly EntryKind[] = ['insurance_cover_frozen', 'treasury_cover_frozen', 'liquidation_fee_frozen'];

function manyFinancial(count: number): Scenario {
  const scenario = financial();
  const products = Array.from({ length: count - 1 }, (_, index) => `P${index + 1}`);
  for (const product of products) scenario.given(financialTerms({ product }));
  return scenario;
}

/** So many symbols, and second contracts on each. */
function manyOptions(count: number): Scenario {
  const scenario = options();
  const symbols = Array.from({ length: count }, (_, index) => `C${index + 1}-USDT`);
  for (const symbol of symbols) scenario.given(indexTerms({ symbol }));
  for (const symbol of symbols.slice(1)) scenario.given(termsOf({ symbol }));
  return scenario;
}

/** 501 resting orders and a taker that would need them all. */
function manyMakers(): Step[] {
  const users = [10_100_001, 10_100_002, 10_100_003];
  return [
    ...users.flatMap((user): Step[] => [
      system({ type: 'RegisterMember', user }),
      staff({ type: 'VerifyMember', user }),
      credit('BTC', 200n, `makers/${user}`, user),
    ]),
    ...Array.from({ length: 501 }, (_, index) => by(users[index % 3], sell(125, 1))),
    buy(125, 501),
  ];
}

test('nothing happens to an exchange that nobody has listed anything on', () => {
  nothing()
    .when(by(BOB, buy(100, 1)))
    .then(refused('account.unknown'));
});
