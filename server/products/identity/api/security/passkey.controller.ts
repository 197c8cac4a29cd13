import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECURITY_ROUTES as ROUTES } from '../../../../../shared/products/identity/security';
import type { PasskeyLogInRequest, PasskeyOptionsRequest } from '../../../../../shared/products/identity/passkeys';
import type { StepUpOptionsRequest } from '../../../../../shared/wire/step-up';
import { Caller } from '../../../../platform/auth/caller';
import { KnownBrowsers } from '../../../../platform/auth/log-in/known-browsers';
import { setLogInCookie } from '../../../../platform/auth/log-in/log-in-cookie';
import { LogIns } from '../../../../platform/auth/log-in/log-ins';
import { PasskeyProofs } from '../../../../platform/auth/factors/passkey-proofs';
import { relyingPartyOf, type RelyingParty } from '../../../../platform/auth/factors/relying-party';
import { givenFactor, StepUps } from '../../../../platform/auth/factors/step-up';
import type { TicketHolder } from '../../../../platform/auth/ticket-port';
import { TokenEnvelope } from '../../../../platform/auth/token-envelope';
import { CurrentClient, type ClientInfo } from '../../../../platform/auth/log-in/client-info';
import type { Config } from '../../../../platform/config/config';
import { Endpoint } from '../../../../platform/http/endpoint';
import { WirePipe } from '../../../../platform/http/requests/wire.pipe';
import { CONFIG } from '../../../../platform/tokens';
import { Passkeys } from './passkeys';

/** The log-in, which sets cookies, and the library's options, whose types differ from those of the rows. */
@Controller()
export class PasskeyController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly passkeys: Passkeys,
    private readonly proofs: PasskeyProofs,
    private readonly stepUps: StepUps,
    private readonly logIns: LogIns,
    private readonly knownBrowsers: KnownBrowsers,
  ) {}

  @Endpoint(ROUTES.passkeyOptions)
  options(
    @Caller() { user }: TicketHolder,
    @Req() request: FastifyRequest,
    @Body(new WirePipe(ROUTES.passkeyOptions.body)) proof: PasskeyOptionsRequest,
  ) {
    return this.passkeys.registrationOptions(user, this.party(request), proof, givenFactor(request, this.config));
  }

  @Endpoint(ROUTES.passkeyLogInOptions)
  logInOptions(@Req() request: FastifyRequest, @Body(new WirePipe(ROUTES.passkeyLogInOptions.body)) _: object) {
    return this.proofs.logInOptions(this.party(request));
  }

  @Endpoint(ROUTES.passkeyLogIn)
  async logIn(
    @Req() request: FastifyRequest,
    @CurrentClient() clientInfo: ClientInfo,
    @Body(new WirePipe(ROUTES.passkeyLogIn.body)) { response }: PasskeyLogInRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const user = await this.proofs.logIn(this.party(request), response);
    const issued = await this.logIns.issueTicket(user, clientInfo, 'passkey');
    setLogInCookie(reply, issued);
    this.knownBrowsers.remember(request, reply, clientInfo.known, user.id);
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
