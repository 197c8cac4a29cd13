/** Expected entries of an event, from the state before it. */
import type { Batch, CoreEvent } from '../../../server/core/event';
import { assetOf, freeze, kindOf, move, type Deltas, isByStaff } from './audited';
import { isOfFunding } from './perpetual/funding-audit';
import { isOfIndex } from './index-audit';
import { isOfFees } from './fees-audit';
import { isOfLiquidations } from './perpetual/liquidation-audit';
import { isOfLocks } from './perpetual/lock-audit';
import { isOfCrossLiquidations } from './perpetual/cross-audit';
import { isOfOptions } from './option-audit';
import { isOfMarketEnds } from './perpetual/contract-market-audit';
import { isOfPerpetuals } from './perpetual/perpetual-audit';
import { isOfCloseOuts } from './perpetual/close-out-audit';
import { isOfConversions } from './convert-audit';
import { isOfFinancial } from './financial-audit';
import { isOfMining } from './mining-audit';
import { isOfRobots } from './robot-audit';
import { isOfReferral } from './referral-audit';
import { isOfStops } from './perpetual/stop-audit';
import { isOfWallet } from './wallet/wallet-audit';
import type { AuditorParts } from './auditor-parts';

export class ExpectedMoves {
  constructor(private readonly parts: AuditorParts) {}

  expect(event: CoreEvent, expected: Deltas, batch: Batch): void {
    if (isOfWallet(event)) {
      this.parts.wallet.expect(event, (from, to, amount) => move(expected, from, to, amount), batch);
      return;
    }
    if (isOfIndex(event)) {
      this.parts.index.follow(event, batch);
      if (event.type === 'IndexPublished') this.parts.options.publish(event, batch);
      this.parts.fees.publish(event, batch.at);
      return;
    }
    if (isOfFees(event)) {
      this.check(!('entries' in event), 'moves money');
      return;
    }
    if (isOfOptions(event)) {
      this.parts.options.expect(event, expected, batch);
      return;
    }
    if (isOfFinancial(event)) {
      this.parts.financial.expect(event, expected, batch);
      return;
    }
    if (isOfMining(event)) {
      this.parts.mining.expect(event, expected, batch);
      return;
    }
    if (isOfRobots(event)) {
      this.parts.robots.expect(event, expected, batch);
      return;
    }
    if (isOfConversions(event)) {
      this.parts.conversions.expect(event, expected, batch);
      return;
    }
    if (isOfReferral(event)) {
      this.parts.referral.expect(event, expected, batch);
      return;
    }
    if (event.type === 'MarkPublished') {
      this.parts.marks.follow(event, batch);
      this.parts.funding.marked(event, batch.at);
      this.parts.perpetual.liquidations.marked(event, batch.at);
      return;
    }
    if (isOfLiquidations(event)) {
      this.parts.perpetual.liquidations.expect(event, expected);
      return;
    }
    if (isOfCrossLiquidations(event)) {
      this.parts.perpetual.liquidations.cross.expect(event, expected, batch.at);
      return;
    }
    if (isOfFunding(event)) {
      this.parts.funding.expect(event, expected, batch);
      if (event.type === 'FundingFixed') this.parts.marks.funded(event);
      return;
    }
    if (event.type === 'PerpetualTermsChanged' || event.type === 'PerpetualTermsApplied') {
      this.parts.perpetual.markets.changeTerms(event, batch);
      return;
    }
    if (isOfMarketEnds(event)) {
      this.parts.perpetual.markets.endMarket(event, expected, batch);
      if (event.type === 'SettlementFixed') this.parts.funding.forget(event.market);
      return;
    }
    if (isOfLocks(event)) {
      this.parts.locks.expect(event, expected, batch);
      return;
    }
    if (isOfStops(event) || isOfCloseOuts(event)) {
      this.check(!('entries' in event), 'moves money');
      return;
    }
    if (isOfPerpetuals(event)) {
      this.parts.locks.checkAct(event, batch, (user, market, side) =>
        [...this.parts.perpetual.positions.values()].some(
          (one) => one.user === user && one.market === market && one.side === side && this.parts.locks.isLocked(one.id),
        ),
      );
      if (event.type === 'PerpetualTraded') this.parts.funding.traded(event);
      this.parts.perpetual.expect(event, expected, batch);
      return;
    }
    switch (event.type) {
      case 'HouseFunded':
        move(expected, `house/custody/${event.asset}`, `house/treasury/${event.asset}`, event.amount);
        return;
      case 'FundsFrozen':
        freeze(expected, event.user, event.asset, event.amount, event.account);
        return;
      case 'FundsUnfrozen': {
        const hold = this.parts.entries.holds.get(event.hold);
        this.check(hold !== undefined, 'of a hold that is gone');
        freeze(expected, event.user, assetOf(hold.account), -hold.remaining, kindOf(hold.account));
        return;
      }
      case 'OrderPlaced':
        this.parts.spot.place(event, expected, batch);
        return;
      case 'TradeExecuted':
        this.parts.spot.expectTrade(event, expected, batch);
        return;
      case 'OrderAmended':
        this.parts.spot.amend(event, expected, batch);
        return;
      case 'OrderCancelled':
        this.parts.spot.expectCancel(event, expected, batch);
        return;
      case 'OrderTriggered':
        this.parts.spot.trigger(event);
        return;
      case 'OrderRested':
      case 'AssetListed':
      case 'MarketListed':
      case 'MarketStateChanged':
      case 'AssetStateChanged':
      case 'MemberRegistered':
      case 'MemberVerified':
      case 'AccountFrozen':
      case 'AccountRecovered':
      case 'MemberErased':
      case 'AccountUnfrozen':
      case 'FeeTierAssigned':
      case 'InviterNamed':
      case 'DocumentNamed':
      case 'StaffTold':
      case 'StaffRulesSet':
      case 'StaffNamed':
      case 'StaffProposed':
      case 'StaffConfirmed':
      case 'StaffDeclined':
      case 'StaffLapsed':
      case 'StaffRestored':
      case 'StaffApplied':
      case 'StaffActed':
      case 'StaffActKept':
      case 'StaffActUndone':
      case 'DailyLimitSet':
      case 'OverdueHoursSet':
      case 'DeskSettingSet':
      case 'WithdrawalsStopped':
      case 'WithdrawalsLifted':
        this.check(!('entries' in event) && batch.events.length > 0, 'moves money');
        return;
      case 'MarketTermsChanged':
      case 'AssetTermsChanged':
        this.check(event.from >= batch.at && event.from <= batch.at + 90 * 86_400_000, `changes from ${event.from} on`);
        this.check(isByStaff(batch), 'changes terms by the word of another');
        return;
    }
  }

  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.parts.fail(what);
  }
}
