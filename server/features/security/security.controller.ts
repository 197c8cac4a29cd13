import { Body, Controller, Headers, Inject, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import type { Language } from '../../../shared/wire/languages';
import {
  SECURITY_ROUTES as ROUTES,
  type BindRequest,
  type ChangeFundPasswordRequest,
  type ChangePasswordRequest,
  type FreezeRequest,
  type LockSettingsRequest,
  type ResetFundPasswordRequest,
  type SendCodeRequest,
  type SetAntiPhishingCodeRequest,
  type SetCodeLogInRequest,
  type SetDeviceApprovalRequest,
  type SetFundPasswordRequest,
  type SetOwnLimitsRequest,
  type SetTradingFactorRequest,
  type UnlockSettingsRequest,
} from '../../../shared/wire/security';
import { Caller } from '../../platform/auth/caller';
import { givenFactor, type GivenFactor } from '../../platform/auth/step-up';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Tickets } from '../../platform/auth/tickets';
import { FromWhere, type Whence } from '../../platform/auth/whence';
import type { Config } from '../../platform/config/config';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { CONFIG } from '../../platform/tokens';
import { answerOf } from '../shared/submitter';
import { Bindings } from './bindings';
import { BoundCodes } from '../shared/bound-codes';
import { FundPasswordChanges } from './fund-password-changes';
import { OwnSecurity } from './overview';
import { OwnAccountChanges } from './own-account';
import { Proofs } from './proofs';

/** The user's own safety; authenticators, passkeys, and cards with limits have controllers of their own. */
@Controller()
export class SecurityController {
  constructor(
    private readonly queries: QueryBus,
    private readonly proofs: Proofs,
    private readonly codes: BoundCodes,
    private readonly bindings: Bindings,
    private readonly fundPasswords: FundPasswordChanges,
    private readonly own: OwnAccountChanges,
    private readonly tickets: Tickets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint(ROUTES.overview)
  overview(@Caller() { user }: TicketHolder) {
    return this.queries.execute(new OwnSecurity(user));
  }

  @Endpoint(ROUTES.sendCode)
  async sendCode(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.sendCode.body)) request: SendCodeRequest) {
    return this.codes.send(await this.proofs.userOf(user), request);
  }

  @Endpoint(ROUTES.bind)
  bind(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.bind.body)) wish: BindRequest,
  ) {
    return this.tickets.endingOthers(user, ticket, this.bindings.bind(user, wish, this.given(request), whence));
  }

  @Endpoint(ROUTES.setFundPassword)
  setFundPassword(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.setFundPassword.body)) wish: SetFundPasswordRequest,
  ) {
    return this.tickets.endingOthers(user, ticket, this.fundPasswords.set(user, wish, this.given(request), whence));
  }

  @Endpoint(ROUTES.changeFundPassword)
  changeFundPassword(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.changeFundPassword.body)) wish: ChangeFundPasswordRequest,
  ) {
    return this.tickets.endingOthers(user, ticket, this.fundPasswords.change(user, wish, this.given(request), whence));
  }

  @Endpoint(ROUTES.resetFundPassword)
  resetFundPassword(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.resetFundPassword.body)) wish: ResetFundPasswordRequest,
  ) {
    return this.tickets.endingOthers(user, ticket, this.fundPasswords.reset(user, wish, this.given(request), whence));
  }

  @Endpoint(ROUTES.changePassword)
  async changePassword(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.changePassword.body)) wish: ChangePasswordRequest,
  ) {
    return { ended: await this.own.changePassword(user, ticket, wish, this.given(request), whence) };
  }

  @Endpoint(ROUTES.setAntiPhishingCode)
  setAntiPhishingCode(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.setAntiPhishingCode.body)) wish: SetAntiPhishingCodeRequest,
  ) {
    return this.tickets.endingOthers(
      user,
      ticket,
      this.own.setAntiPhishingCode(user, wish, this.given(request), whence),
    );
  }

  @Endpoint(ROUTES.lockSettings)
  lockSettings(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.lockSettings.body)) wish: LockSettingsRequest,
  ) {
    return this.tickets.endingOthers(user, ticket, this.own.lockSettings(user, wish, this.given(request), whence));
  }

  @Endpoint(ROUTES.unlockSettings)
  unlockSettings(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.unlockSettings.body)) request: UnlockSettingsRequest,
  ) {
    return this.tickets.endingOthers(user, ticket, this.own.unlockSettings(user, request, whence));
  }

  @Endpoint(ROUTES.setTradingFactor)
  setTradingFactor(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.setTradingFactor.body)) wish: SetTradingFactorRequest,
  ) {
    const set = this.own.setTradingFactor(user, wish, this.given(request), whence);
    return this.tickets.endingOthers(user, ticket, set);
  }

  @Endpoint(ROUTES.setOwnLimits)
  setOwnLimits(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.setOwnLimits.body)) wish: SetOwnLimitsRequest,
  ) {
    return this.tickets.endingOthers(user, ticket, this.own.setOwnLimits(user, wish, this.given(request), whence));
  }

  @Endpoint(ROUTES.setCodeLogIn)
  setCodeLogIn(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.setCodeLogIn.body)) wish: SetCodeLogInRequest,
  ) {
    return this.tickets.endingOthers(user, ticket, this.own.setCodeLogIn(user, wish, this.given(request), whence));
  }

  @Endpoint(ROUTES.setDeviceApproval)
  async setDeviceApproval(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.setDeviceApproval.body)) wish: SetDeviceApprovalRequest,
  ) {
    const isChanged = await this.own.setDeviceApproval(user, wish, this.given(request), whence);
    // Whoever is in stays in where it was so before.
    if (isChanged) await this.tickets.endAll(user, 'user', ticket);
  }

  @Endpoint(ROUTES.freeze)
  async freeze(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.freeze.body)) request: FreezeRequest,
  ) {
    return answerOf(await this.own.freeze(user, ticket, request, whence));
  }

  @Endpoint(ROUTES.setLanguage)
  setLanguage(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.setLanguage.body)) { language }: { language: Language },
  ) {
    return this.own.setLanguage(user, language);
  }

  @Endpoint(ROUTES.setNickName)
  setNickName(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.setNickName.body)) { nickName }: { nickName: string },
  ) {
    return this.own.setNickName(user, nickName);
  }

  @Endpoint(ROUTES.setNationality)
  setNationality(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.setNationality.body)) { nationality }: { nationality: string },
  ) {
    return this.own.setNationality(user, nationality);
  }

  private given(request: FastifyRequest): GivenFactor {
    return givenFactor(request, this.config);
  }
}
