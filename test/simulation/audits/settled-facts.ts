/** State changes of an event other than money. */
import type { Batch, CoreEvent } from '../../../server/core/event';
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

export class SettledFacts {
  constructor(private readonly parts: AuditorParts) {}

  settle(event: CoreEvent, batch: Batch): void {
    if (isOfWallet(event)) {
      this.parts.wallet.settle(event, batch.at);
      return;
    }
    if (event.type === 'FundingSettled') this.parts.perpetual.rejudge(event.position);
    const last = batch.first + batch.events.length - 1;
    if (event.type === 'MarkPublished') {
      this.parts.perpetual.marked(event, last);
      if (this.parts.perpetual.markets.reachesBy(event.market))
        this.parts.stops.reach(event.market, 'mark', event.mark, last);
    }
    if (isOfCloseOuts(event)) {
      this.parts.closeOuts.settle(event, batch);
      return;
    }
    if (isOfStops(event)) {
      this.parts.stops.settle(event, batch);
      return;
    }
    if (isOfOptions(event)) {
      this.parts.options.settle(event);
      return;
    }
    if (isOfFinancial(event)) {
      this.parts.financial.settle(event);
      return;
    }
    if (isOfMining(event)) {
      this.parts.mining.settle(event);
      return;
    }
    if (isOfRobots(event)) {
      this.parts.robots.settle(event, batch);
      return;
    }
    if (isOfConversions(event)) return;
    if (isOfReferral(event)) {
      this.parts.referral.settle(event);
      return;
    }
    if (isOfIndex(event) || event.type === 'MarkPublished' || isOfFunding(event) || isOfLocks(event)) return;
    if (event.type === 'PerpetualTermsChanged' || event.type === 'PerpetualTermsApplied') return;
    if (isOfMarketEnds(event)) {
      if (event.type !== 'PositionSettled') return;
      this.parts.perpetual.forgetSettled(event);
      this.parts.locks.forget(event.position);
      return;
    }
    if (isOfFees(event)) {
      this.parts.fees.settle(event, batch);
      return;
    }
    if (isOfCrossLiquidations(event)) {
      this.parts.perpetual.settleCross(event);
      if (event.type === 'LegsNetted')
        for (const position of [event.long, event.short])
          if (!this.parts.perpetual.positions.has(position)) this.parts.locks.forget(position);
      return;
    }
    if (isOfLiquidations(event)) {
      this.parts.perpetual.settleLiquidation(event);
      if (event.type === 'PositionDeleveraged')
        for (const position of [event.position, event.other])
          if (!this.parts.perpetual.positions.has(position)) this.parts.locks.forget(position);
      return;
    }
    if (isOfPerpetuals(event)) {
      this.parts.perpetual.settle(event, last, batch.at);
      this.parts.stops.attached.follow(event);
      if (event.type === 'PerpetualTraded') {
        this.parts.stops.reach(event.market, 'last', event.price, last);
        this.parts.marks.traded(event, batch.at);
        const { quote } = this.parts.perpetual.contracts.get(event.market)?.listed ?? this.parts.fail('trades nothing');
        if (event.takerMode !== 'liquidation') {
          this.parts.referral.trade(event, { maker: quote, taker: quote }, batch.at);
        }
        this.parts.fees.tradeContract(event, quote, batch.at);
        for (const position of [event.makerPosition, event.takerPosition])
          if (!this.parts.perpetual.positions.has(position)) this.parts.locks.forget(position);
      }
      if (event.type === 'PerpetualOrderCancelled') this.parts.endFreeze(event.user);
      return;
    }
    switch (event.type) {
      case 'AssetListed':
        this.parts.assets.set(event.asset, {
          listed: event,
          changes: [],
          trading: 'open',
          deposits: 'open',
          withdrawals: 'open',
        });
        return;
      case 'AssetTermsChanged':
        this.parts.assets.get(event.asset)?.changes.push(event);
        return;
      case 'AssetStateChanged': {
        const { trading, deposits, withdrawals } = event;
        Object.assign(this.parts.assets.get(event.asset) ?? {}, { trading, deposits, withdrawals });
        this.parts.perpetual.markets.coinChanged(event.asset, trading);
        return;
      }
      case 'MarketListed':
        this.parts.spot.list(event);
        return;
      case 'MarketStateChanged':
        this.parts.spot.market(event.market).state = event.state;
        return;
      case 'MarketTermsChanged':
        this.parts.spot.market(event.market).changes.push(event);
        return;
      case 'MemberRegistered':
        this.parts.members.set(event.user, { verified: false, frozen: false });
        this.parts.fees.register(event);
        return;
      case 'MemberVerified':
        this.parts.member(event.user).verified = true;
        this.parts.fees.identify(event.user, event.document);
        return;
      case 'InviterNamed':
        this.parts.fees.invite(event);
        return;
      case 'MemberErased':
        this.parts.fees.erase(event);
        return;
      case 'DocumentNamed':
        this.parts.fees.identify(event.user, event.document);
        return;
      // `StaffAudit` judges staff changes that loosen a limit.
      case 'StaffNamed':
        this.parts.named.set(event.user, event.role === 'admin' ? event.rights.split(' ') : []);
        return;
      case 'StaffTold':
        this.parts.rights = this.parts.named;
        return;
      case 'StaffRulesSet':
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
      case 'AccountRecovered':
        return;
      case 'WithdrawalsStopped':
        this.parts.differences.add(event.difference);
        return;
      case 'WithdrawalsLifted':
        for (const id of this.parts.differences) if (id <= event.upTo) this.parts.differences.delete(id);
        return;
      case 'AccountFrozen':
        this.parts.member(event.user).frozen = true;
        if (this.parts.endingOf(event.user).length > 0) this.parts.ending.add(event.user);
        return;
      case 'AccountUnfrozen':
        this.parts.member(event.user).frozen = false;
        return;
      case 'FeeTierAssigned':
        this.parts.fees.assign(event);
        return;
      case 'OrderPlaced':
      case 'OrderRested':
      case 'TradeExecuted':
      case 'OrderCancelled':
      case 'OrderTriggered':
      case 'OrderAmended':
        this.parts.spot.settle(event, batch);
        return;
      case 'HouseFunded':
      case 'FundsFrozen':
      case 'FundsUnfrozen':
        return;
    }
  }
}
