import { Body, Controller, Headers, Param, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ACCOUNT_ROUTES as ROUTES,
  type LogInByCodeRequest,
  type LogInsRequest,
  type RegisterRequest,
  type ResetPasswordRequest,
  type SendCodeRequest,
  type TokenRequest,
} from '../../../shared/wire/account';
import type { Language } from '../../../shared/wire/languages';
import { addressOf } from '../../platform/auth/addresses';
import { Caller } from '../../platform/auth/caller';
import { KnownBrowsers } from '../../platform/auth/known-browsers';
import { keepLogInCookie } from '../../platform/auth/log-in-cookie';
import { TokenEnvelope } from '../../platform/auth/token-envelope';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { FromWhere, type Whence } from '../../platform/auth/whence';
import { Deliveries } from '../../platform/delivery/deliveries';
import { Refusal } from '../../platform/errors/refusal';
import { Endpoint } from '../../platform/http/endpoint';
import { RequestLanguage } from '../../platform/http/language';
import { WirePipe } from '../../platform/http/wire.pipe';
import { Outbox } from '../../platform/outbox/outbox';
import { LogOut, Register } from './account.handlers';
import { OwnAccount } from './account.queries';
import { Entrance } from './entrance';
import { OwnLogIns } from './own-log-ins';
import { Registrations } from './registrations';
import { SentCodes } from './sent-codes';

const OUTBOX_SHOWN_MAX = 100;

@Controller()
export class AccountController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly entrance: Entrance,
    private readonly knownBrowsers: KnownBrowsers,
    private readonly registrations: Registrations,
    private readonly sentCodes: SentCodes,
    private readonly ownLogIns: OwnLogIns,
    private readonly deliveries: Deliveries,
    private readonly outboxLetters: Outbox,
  ) {}

  @Endpoint(ROUTES.token)
  async token(
    @Body(new WirePipe(ROUTES.token.body)) request: TokenRequest,
    @FromWhere() whence: Whence,
    @Req() asked: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { user, issued, isUnbound } = await this.entrance.byPassword(request, whence);
    keepLogInCookie(reply, issued);
    this.knownBrowsers.remember(asked, reply, whence.known, user.id);
    return new TokenEnvelope(user, issued, isUnbound);
  }

  @Endpoint(ROUTES.afterLogin)
  async afterLogin(
    @Caller() caller: TicketHolder,
    @Param(new WirePipe(ROUTES.afterLogin.params)) { username }: { username: string },
  ) {
    const own = await this.queries.execute(new OwnAccount(caller));
    const address = addressOf(username)?.address;
    if (address === undefined || (address !== own.email && address !== own.phone))
      throw new Refusal('permission.denied');
    return own;
  }

  @Endpoint(ROUTES.registrationTerms)
  registrationTerms(@Query(new WirePipe(ROUTES.registrationTerms.query)) _: object) {
    return this.registrations.terms();
  }

  @Endpoint(ROUTES.sendCode)
  sendCode(@Body(new WirePipe(ROUTES.sendCode.body)) request: SendCodeRequest, @FromWhere() whence: Whence) {
    return this.sentCodes.send(request, whence);
  }

  @Endpoint(ROUTES.register)
  register(@Body(new WirePipe(ROUTES.register.body)) request: RegisterRequest, @FromWhere() whence: Whence) {
    return this.commands.execute(new Register(request, whence));
  }

  @Endpoint(ROUTES.logInByCode)
  async logInByCode(
    @Body(new WirePipe(ROUTES.logInByCode.body)) request: LogInByCodeRequest,
    @FromWhere() whence: Whence,
    @Req() asked: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { user, issued, isUnbound } = await this.entrance.byCode(request, whence);
    keepLogInCookie(reply, issued);
    this.knownBrowsers.remember(asked, reply, whence.known, user.id);
    return new TokenEnvelope(user, issued, isUnbound);
  }

  @Endpoint(ROUTES.resetPassword)
  resetPassword(
    @Body(new WirePipe(ROUTES.resetPassword.body)) request: ResetPasswordRequest,
    @FromWhere() whence: Whence,
  ) {
    return this.entrance.resetPassword(request, whence);
  }

  @Endpoint(ROUTES.logout)
  logout(@Headers('ticket') ticket: string, @Body(new WirePipe(ROUTES.logout.body)) _: object) {
    return this.commands.execute(new LogOut(ticket));
  }

  @Endpoint(ROUTES.getUserInfo)
  getUserInfo(@Caller() caller: TicketHolder) {
    return this.queries.execute(new OwnAccount(caller));
  }

  @Endpoint(ROUTES.sessions)
  async sessions(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @RequestLanguage() language: Language,
  ) {
    return { records: await this.ownLogIns.open(user, ticket, language) };
  }

  @Endpoint(ROUTES.endSession)
  endSession(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.endSession.body)) { session }: { session: string },
  ) {
    return this.ownLogIns.end(user, Number(session));
  }

  @Endpoint(ROUTES.endOtherSessions)
  async endOtherSessions(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @Body(new WirePipe(ROUTES.endOtherSessions.body)) _: object,
  ) {
    return { ended: await this.ownLogIns.endOthers(user, ticket) };
  }

  @Endpoint(ROUTES.logIns)
  logIns(
    @Caller() { user }: TicketHolder,
    @RequestLanguage() language: Language,
    @Body(new WirePipe(ROUTES.logIns.body)) request: LogInsRequest,
  ) {
    return this.ownLogIns.history(user, request, language);
  }

  @Endpoint(ROUTES.outbox)
  async outbox(@Query(new WirePipe(ROUTES.outbox.query)) _: object) {
    if (!this.deliveries.isOutboxShown) throw new Refusal('path.not.found');
    const letters = await this.outboxLetters.list(OUTBOX_SHOWN_MAX);
    return { records: letters.map(({ id, ...letter }) => ({ id: String(id), ...letter })) };
  }
}
