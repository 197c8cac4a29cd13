import { Body, Controller, Headers, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  SECURITY_ROUTES as ROUTES,
  type BeginAuthenticatorRequest,
  type BindAuthenticatorRequest,
  type ProvenByBoth,
  type RenameAuthenticatorRequest,
  type UnbindAuthenticatorRequest,
} from '../../../shared/wire/security';
import { Caller } from '../../platform/auth/caller';
import { givenFactor } from '../../platform/auth/step-up';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Tickets } from '../../platform/auth/tickets';
import { FromWhere, type Whence } from '../../platform/auth/whence';
import type { Config } from '../../platform/config/config';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { CONFIG } from '../../platform/tokens';
import { idOf } from '../shared/convert';
import { Authenticators } from './authenticators';

@Controller()
export class AuthenticatorController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly authenticators: Authenticators,
    private readonly tickets: Tickets,
  ) {}

  @Endpoint(ROUTES.authenticators)
  async list(@Caller() { user }: TicketHolder) {
    return { records: await this.authenticators.list(user) };
  }

  @Endpoint(ROUTES.beginAuthenticator)
  begin(
    @Caller() { user }: TicketHolder,
    @Req() request: FastifyRequest,
    @Body(new WirePipe(ROUTES.beginAuthenticator.body)) wish: BeginAuthenticatorRequest,
  ) {
    return this.authenticators.begin(user, wish, givenFactor(request, this.config));
  }

  @Endpoint(ROUTES.bindAuthenticator)
  bind(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.bindAuthenticator.body)) request: BindAuthenticatorRequest,
  ) {
    const bound = this.authenticators.bind(user, request, whence);
    return this.tickets.makeWhole(ticket, this.tickets.endingOthers(user, ticket, bound));
  }

  @Endpoint(ROUTES.renameAuthenticator)
  rename(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.renameAuthenticator.body)) { authenticator, name }: RenameAuthenticatorRequest,
  ) {
    return this.authenticators.rename(user, idOf(authenticator), name);
  }

  @Endpoint(ROUTES.renewRecoveryCodes)
  renewRecoveryCodes(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.renewRecoveryCodes.body)) { password, code }: ProvenByBoth,
  ) {
    const renewed = this.authenticators.renewRecoveryCodes(user, password, code, whence);
    return this.tickets.endingOthers(user, ticket, renewed);
  }

  @Endpoint(ROUTES.unbindAuthenticator)
  unbind(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.unbindAuthenticator.body)) wish: UnbindAuthenticatorRequest,
  ) {
    const unbound = this.authenticators.unbind(user, wish, givenFactor(request, this.config), whence);
    return this.tickets.endingOthers(user, ticket, unbound);
  }
}
