import { Body, Controller, Inject, Query, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { WALLET_ROUTES as ROUTES } from '../../../shared/wire/wallet';
import type * as Wire from '../../../shared/wire/wallet';
import { Caller } from '../../platform/auth/caller';
import { givenFactor } from '../../platform/auth/step-up';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import type { Config } from '../../platform/config/config';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { CONFIG } from '../../platform/tokens';
import { ApplyTransfer, ApplyWithdrawal, CancelWithdrawal } from './wallet.commands';
import { AssetRecords, Balances, HasRecharge, Recharges, Transfers } from './wallet.queries';
import { WithdrawalQuote } from './withdrawal-quote.queries';
import { Withdrawals } from './withdrawal.queries';

type AtPosition = { minPosition?: number | undefined };

@Controller()
export class WalletController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint(ROUTES.balances)
  balances(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.balances.query)) request: Wire.BalancesRequest,
  ) {
    return this.queries.execute(new Balances(user, request));
  }

  @Endpoint(ROUTES.records)
  records(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.records.body)) request: Wire.AssetRecordsRequest,
  ) {
    return this.queries.execute(new AssetRecords(user, request));
  }

  @Endpoint(ROUTES.setHasRecharge)
  setHasRecharge(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.setHasRecharge.query)) { minPosition }: AtPosition,
  ) {
    return this.queries.execute(new HasRecharge(user, minPosition));
  }

  @Endpoint(ROUTES.recharges)
  recharges(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.recharges.body)) request: Wire.RechargesRequest,
  ) {
    return this.queries.execute(new Recharges(user, request));
  }

  @Endpoint(ROUTES.applyTransfer)
  applyTransfer(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.applyTransfer.body)) request: Wire.ApplyTransferRequest,
  ) {
    return this.commands.execute(new ApplyTransfer(user, request));
  }

  @Endpoint(ROUTES.transfers)
  transfers(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.transfers.body)) request: Wire.TransfersRequest,
  ) {
    return this.queries.execute(new Transfers(user, request));
  }

  @Endpoint(ROUTES.applyWithdrawal)
  applyWithdrawal(
    @Caller() { user }: TicketHolder,
    @Req() sent: FastifyRequest,
    @Body(new WirePipe(ROUTES.applyWithdrawal.body)) request: Wire.ApplyWithdrawalRequest,
  ) {
    return this.commands.execute(new ApplyWithdrawal(user, request, givenFactor(sent, this.config)));
  }

  @Endpoint(ROUTES.withdrawalQuote)
  withdrawalQuote(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.withdrawalQuote.query)) request: Wire.WithdrawalQuoteRequest,
  ) {
    return this.queries.execute(new WithdrawalQuote(user, request));
  }

  @Endpoint(ROUTES.cancelWithdrawal)
  cancelWithdrawal(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.cancelWithdrawal.body)) request: Wire.CancelWithdrawalRequest,
  ) {
    return this.commands.execute(new CancelWithdrawal(user, request));
  }

  @Endpoint(ROUTES.withdrawals)
  withdrawals(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.withdrawals.body)) request: Wire.WithdrawalsRequest,
  ) {
    return this.queries.execute(new Withdrawals(user, request));
  }
}
