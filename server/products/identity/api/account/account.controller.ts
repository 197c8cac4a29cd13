import { Body, Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ACCOUNT_ROUTES as ROUTES,
  type LogInByCodeRequest,
  type TokenRequest,
} from '../../../../../shared/products/identity/account';
import { KnownBrowsers } from '../../../../platform/auth/log-in/known-browsers';
import { keepLogInCookie } from '../../../../platform/auth/log-in/log-in-cookie';
import { TokenEnvelope } from '../../../../platform/auth/token-envelope';
import { FromWhere, type Whence } from '../../../../platform/auth/log-in/whence';
import { Endpoint } from '../../../../platform/http/endpoint';
import { WirePipe } from '../../../../platform/http/requests/wire.pipe';
import { Entrance } from './entrance';

/** Log-ins, which set cookies. */
@Controller()
export class AccountController {
  constructor(
    private readonly entrance: Entrance,
    private readonly knownBrowsers: KnownBrowsers,
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
}
