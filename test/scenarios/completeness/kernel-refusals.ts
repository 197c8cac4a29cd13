import { BATCH_BYTES_MAX } from '../../../server/core/bounds';
import { OPEN_PER_PERSON_MAX } from '../../../server/core/staff/decide-proposal';
import {
  ALICE,
  BOB,
  BTC_USDT,
  CAROL,
  RICH,
  accountFrozen,
  amend,
  approve,
  withClientId,
  assetState,
  assignAddress,
  buy,
  asUser,
  cancel,
  cancelWithdrawal,
  credit,
  failPayout,
  given,
  indexTerms,
  marketBuy,
  marketBuyFor,
  marketState,
  marketTerms,
  observe,
  pay,
  payOut,
  publish,
  quote,
  restingOrder,
  seed,
  seedHash,
  sell,
  staff,
  startPayout,
  stopSell,
  stopWithdrawals,
  submitPayout,
  system,
  transfer,
  rejectWithdrawal,
  withdraw,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { eraseMember } from '../../tools/fixtures/referral-fixture';
import {
  DAY,
  FIRST_ID,
  creditByBank,
  confirmProposal,
  passTime,
  rulesOf,
  setStaff,
  withStaff,
  importLines,
  reportStaff,
} from '../../tools/fixtures/staff-fixture';
import { TODAY, nameDocument, nameInviter, ALONE, TIERS, type Ways } from './completeness-fixture';

/** Verification without a document, which needs a second person. */
function verifyDave(): Step {
  return staff({ type: 'VerifyMember', user: 10_000_004 });
}

export const KERNEL_REFUSALS = {
  'account.unknown': () => [given(), asUser(99, buy(100, 1))],
  'account.already.registered': () => [given(), system({ type: 'RegisterMember', user: BOB })],
  'account.already.verified': () => [given(), staff({ type: 'VerifyMember', user: BOB })],
  'account.already.frozen': () => [given(accountFrozen()), accountFrozen()],
  'account.not.frozen': () => [given(), staff({ type: 'UnfreezeAccount', user: BOB, reason: 'r' })],
  'account.erased': () => [given(eraseMember(BOB)), eraseMember(BOB)],
  'account.frozen': () => [given(accountFrozen()), buy(100, 1)],
  'account.not.authenticated': () => [given(), asUser(10_000_004, buy(100, 1))],
  'amend.below.filled': () => [given(buy(100, 5), asUser(ALICE, sell(100, 3))), amend(1, { quantity: 3 })],
  'amend.not.allowed': () => [given(stopSell(90, 5)), amend(1, { quantity: 3 })],
  'amend.nothing': () => [given(buy(100, 5)), amend(1, { quantity: 5 })],
  'amount.not.positive': () => [given(), withdraw('USDT', 0n)],
  'amount.too.large': () => [given(), marketBuyFor(2n ** 63n)],
  'approval.needs.another': () => [given(withdraw('USDT', 500n), approve(), rejectWithdrawal()), rejectWithdrawal()],
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
  // A reason that exceeds the maximum size of a batch.
  'batch.too.large': () => [given(), staff({ type: 'FreezeAccount', user: BOB, reason: 'x'.repeat(BATCH_BYTES_MAX) })],
  'chain.unknown': () => [given(), observe(1, { chain: 'TRC20' })],
  'client.id.reused': () => [given(withClientId('a', buy(100, 1))), withClientId('a', buy(100, 2))],
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
      scenario.given(asUser(user, sell(100, 1)));
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
  'order.would.take': () => [given(restingOrder('sell', 100, 1)), buy(100, 1, { timeInForce: 'post_only' })],
  'orders.too.many': () => {
    const scenario = given();
    for (let order = 0; order < BTC_USDT.openOrdersMax; order++) scenario.given(buy(100, 1));
    return [scenario, buy(100, 1)];
  },
  'payout.key.mismatch': () => [
    given(withdraw('USDT', 500n), approve(), startPayout(), submitPayout()),
    failPayout(1, 'another'),
  ],
  'payout.submitted': () => [
    given(withdraw('USDT', 500n), approve(), startPayout(), submitPayout()),
    rejectWithdrawal(),
  ],
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
  'market.terms.out.of.bounds': () => [withStaff(), marketTerms({ market: 'ETH-USDT', takerFeesPpb: [0, 0] })],
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
  'withdrawals.stopped': () => [given(stopWithdrawals()), withdraw('USDT', 500n)],
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
  'proposal.already.open': () => [withStaff(verifyDave()), verifyDave()],
  'proposal.not.found': () => [withStaff(), confirmProposal(1)],
  'proposal.state.invalid': () => [withStaff(verifyDave(), confirmProposal(1)), confirmProposal(1)],
  'proposals.too.many': () => {
    const scenario = withStaff();
    const people = Array.from({ length: OPEN_PER_PERSON_MAX + 1 }, (_, index) => 10_200_000 + index);
    scenario.given(...people.map((user) => system({ type: 'RegisterMember', user })));
    scenario.given(...people.slice(1).map((user) => setStaff(user, 'auditor')));
    return [scenario, setStaff(people[0], 'auditor')];
  },
  'staff.act.again': () => {
    const halt: Step = staff({ type: 'SetMarketState', market: 'BTC-USDT', state: 'cancel_only' });
    return [withStaff(halt).when(passTime(5 * 3_600_000)), halt];
  },
  'staff.act.not.found': () => [withStaff(), staff({ type: 'KeepStaffAct', act: 1 })],
  'staff.already.named': () => [withStaff(), reportStaff()],
  'staff.day.exceeded': () => [
    withStaff(system(rulesOf({ byHandDayMax: 1n })), importLines({})),
    creditByBank('bank/1'),
  ],
  'statement.invalid': () => [withStaff(), importLines({ amount: 0n })],
  'statement.line.mismatch': () => [withStaff(importLines({})), creditByBank('bank/1', 2n)],
  'statement.line.missing': () => [withStaff(), creditByBank('bank/1')],
  'statement.nothing.new': () => [withStaff(importLines({})), importLines({})],
  'staff.may.not.trade': () => [withStaff(), asUser(FIRST_ID, buy(100, 1))],
  'staff.terms.invalid': () => [withStaff(), system(rulesOf({ openMs: 0 }))],
  'staff.too.few': () => [given(reportStaff(ALONE), withdraw('USDT', 100n)), approve()],
  'staff.too.new': () => [
    withStaff(setStaff(CAROL, 'admin', ['verification']), confirmProposal(1))
      .when(passTime(DAY))
      .given(verifyDave()),
    confirmProposal(2, `admin/${CAROL}`),
  ],
  'terms.out.of.bounds': () => [withStaff(), staff({ type: 'SetWithdrawalReview', secondApprovalAbove: 10n ** 12n })],
} satisfies Ways;
