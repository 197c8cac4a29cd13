import { Body, Controller, Headers, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  SECURITY_ROUTES as ROUTES,
  type PasskeyLogInRequest,
  type PasskeyOptionsRequest,
  type RegisterPasskeyRequest,
  type RemovePasskeyRequest,
  type RenamePasskeyRequest,
} from '../../../shared/wire/security';
import { Caller } from '../../platform/auth/caller';
import { KnownBrowsers } from '../../platform/auth/known-browsers';
import { LogIns } from '../../platform/auth/log-ins';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Tickets } from '../../platform/auth/tickets';
import { TokenEnvelope } from '../../platform/auth/token-envelope';
import { FromWhere, type Whence } from '../../platform/auth/whence';
import type { Config } from '../../platform/config/config';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { CONFIG } from '../../platform/tokens';
import { idOf } from '../shared/convert';
import { Passkeys } from './passkeys';
import { relyingPartyOf, type RelyingParty } from './relying-party';

@Controller()
export class PasskeyController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly passkeys: Passkeys,
    private readonly logIns: LogIns,
    private readonly knownBrowsers: KnownBrowsers,
    private readonly tickets: Tickets,
  ) {}

  @Endpoint(ROUTES.passkeys)
  async list(@Caller() { user }: TicketHolder) {
    return { records: await this.passkeys.list(user) };
  }

  @Endpoint(ROUTES.passkeyOptions)
  options(
    @Caller() { user }: TicketHolder,
    @Req() request: FastifyRequest,
    @Body(new WirePipe(ROUTES.passkeyOptions.body)) proof: PasskeyOptionsRequest,
  ) {
    return this.passkeys.registrationOptions(user, this.party(request), proof);
  }

  @Endpoint(ROUTES.registerPasskey)
  register(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.registerPasskey.body)) made: RegisterPasskeyRequest,
  ) {
    return this.tickets.endingOthers(user, ticket, this.passkeys.register(user, this.party(request), made, whence));
  }

  @Endpoint(ROUTES.renamePasskey)
  rename(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.renamePasskey.body)) { passkey, name }: RenamePasskeyRequest,
  ) {
    return this.passkeys.rename(user, idOf(passkey), name);
  }

  @Endpoint(ROUTES.removePasskey)
  remove(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.removePasskey.body)) { passkey, ...proof }: RemovePasskeyRequest,
  ) {
    return this.tickets.endingOthers(user, ticket, this.passkeys.remove(user, idOf(passkey), proof, whence));
  }

  @Endpoint(ROUTES.passkeyLogInOptions)
  logInOptions(@Req() request: FastifyRequest, @Body(new WirePipe(ROUTES.passkeyLogInOptions.body)) _: object) {
    return this.passkeys.logInOptions(this.party(request));
  }

  @Endpoint(ROUTES.passkeyLogIn)
  async logIn(
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.passkeyLogIn.body)) { response }: PasskeyLogInRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const user = await this.passkeys.authenticate(this.party(request), response);
    const issued = await this.logIns.succeed(user, whence, 'passkey');
    this.knownBrowsers.remember(request, reply, whence.known, user.id);
    return new TokenEnvelope(user, issued);
  }

  private party(request: FastifyRequest): RelyingParty {
    return relyingPartyOf(request, this.config.publicUrl);
  }
}
