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
import type { StepUpOptionsRequest } from '../../../shared/wire/step-up';
import { Caller } from '../../platform/auth/caller';
import { KnownBrowsers } from '../../platform/auth/known-browsers';
import { keepLogInCookie } from '../../platform/auth/log-in-cookie';
import { LogIns } from '../../platform/auth/log-ins';
import { PasskeyProofs } from '../../platform/auth/passkey-proofs';
import { relyingPartyOf, type RelyingParty } from '../../platform/auth/relying-party';
import { givenFactor, StepUps } from '../../platform/auth/step-up';
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

@Controller()
export class PasskeyController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly passkeys: Passkeys,
    private readonly proofs: PasskeyProofs,
    private readonly stepUps: StepUps,
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
    return this.passkeys.registrationOptions(user, this.party(request), proof, givenFactor(request, this.config));
  }

  @Endpoint(ROUTES.registerPasskey)
  register(
    @Caller() { user }: TicketHolder,
    @Headers('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.registerPasskey.body)) answered: RegisterPasskeyRequest,
  ) {
    const made = this.passkeys.register(user, this.party(request), answered, whence);
    return this.tickets.makeWhole(ticket, this.tickets.endingOthers(user, ticket, made));
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
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.removePasskey.body)) { passkey, ...proof }: RemovePasskeyRequest,
  ) {
    const removed = this.passkeys.remove(user, idOf(passkey), proof, givenFactor(request, this.config), whence);
    return this.tickets.endingOthers(user, ticket, removed);
  }

  @Endpoint(ROUTES.passkeyLogInOptions)
  logInOptions(@Req() request: FastifyRequest, @Body(new WirePipe(ROUTES.passkeyLogInOptions.body)) _: object) {
    return this.proofs.logInOptions(this.party(request));
  }

  @Endpoint(ROUTES.passkeyLogIn)
  async logIn(
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.passkeyLogIn.body)) { response }: PasskeyLogInRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const user = await this.proofs.logIn(this.party(request), response);
    const issued = await this.logIns.succeed(user, whence, 'passkey');
    keepLogInCookie(reply, issued);
    this.knownBrowsers.remember(request, reply, whence.known, user.id);
    return new TokenEnvelope(user, issued);
  }

  @Endpoint(ROUTES.stepUpOptions)
  stepUpOptions(
    @Caller() { user }: TicketHolder,
    @Req() request: FastifyRequest,
    @Body(new WirePipe(ROUTES.stepUpOptions.body)) { digest }: StepUpOptionsRequest,
  ) {
    return this.stepUps.options(user, digest, this.party(request));
  }

  private party(request: FastifyRequest): RelyingParty {
    return relyingPartyOf(request, this.config.publicUrl);
  }
}
