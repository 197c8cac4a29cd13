import { Body, Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ACCOUNT_ROUTES as ROUTES,
  type LogInByCodeRequest,
  type TokenRequest,
} from '../../../../../shared/products/identity/account';
import { KnownBrowsers } from '../../../../platform/auth/log-in/known-browsers';
import { setLogInCookie } from '../../../../platform/auth/log-in/log-in-cookie';
import { TokenEnvelope } from '../../../../platform/auth/token-envelope';
import { CurrentClient, type ClientInfo } from '../../../../platform/auth/log-in/client-info';
import { Endpoint } from '../../../../platform/http/endpoint';
import { WirePipe } from '../../../../platform/http/requests/wire.pipe';
import { LogInService } from './log-in-service';

/** Log-ins, which set cookies. */
@Controller()
export class AccountController {
  constructor(
    private readonly entrance: LogInService,
    private readonly knownBrowsers: KnownBrowsers,
  ) {}

  @Endpoint(ROUTES.token)
  async token(
    @Body(new WirePipe(ROUTES.token.body)) request: TokenRequest,
    @CurrentClient() clientInfo: ClientInfo,
    @Req() httpRequest: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { user, issued, isUnbound } = await this.entrance.logInByPassword(request, clientInfo);
    setLogInCookie(reply, issued);
    this.knownBrowsers.remember(httpRequest, reply, clientInfo.known, user.id);
    return new TokenEnvelope(user, issued, isUnbound);
  }

  @Endpoint(ROUTES.logInByCode)
  async logInByCode(
    @Body(new WirePipe(ROUTES.logInByCode.body)) request: LogInByCodeRequest,
    @CurrentClient() clientInfo: ClientInfo,
    @Req() httpRequest: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { user, issued, isUnbound } = await this.entrance.logInByCode(request, clientInfo);
    setLogInCookie(reply, issued);
    this.knownBrowsers.remember(httpRequest, reply, clientInfo.known, user.id);
    return new TokenEnvelope(user, issued, isUnbound);
  }
}
