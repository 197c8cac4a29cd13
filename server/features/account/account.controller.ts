import { Body, Controller, Headers, Param } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { normalEmail } from '../../../shared/rules/credentials';
import { ACCOUNT_ROUTES as ROUTES, type RegisterRequest, type TokenRequest } from '../../../shared/wire/account';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { USER_TYPES } from '../../platform/auth/users';
import { Envelope } from '../../platform/errors/envelope';
import { Refusal } from '../../platform/errors/refusal';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { LogOut, Register } from './account.handlers';
import { OwnAccount } from './account.queries';
import { Accounts } from './accounts';

/** The token endpoint's answer carries the ticket beside the envelope's fields, as OAuth clients expect it. */
class TokenEnvelope extends Envelope {
  constructor(
    data: unknown,
    readonly access_token: string,
    readonly expires_in: number,
    readonly token_type = 'ticket',
  ) {
    super('success', '', data);
  }
}

@Controller()
export class AccountController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly accounts: Accounts,
  ) {}

  @Endpoint(ROUTES.token)
  async token(@Body(new WirePipe(ROUTES.token.body)) { username, password }: TokenRequest) {
    const { user, issued } = await this.accounts.logIn(username, password);
    const data = { userId: user.id, userType: USER_TYPES[user.role] };
    return new TokenEnvelope(data, issued.ticket, issued.expiresInSeconds);
  }

  @Endpoint(ROUTES.afterLogin)
  async afterLogin(
    @Caller() caller: TicketHolder,
    @Param(new WirePipe(ROUTES.afterLogin.params)) { username }: { username: string },
  ) {
    const own = await this.queries.execute(new OwnAccount(caller.user));
    if (normalEmail(username) !== own.email) throw new Refusal('permission.denied');
    return own;
  }

  @Endpoint(ROUTES.register)
  register(@Body(new WirePipe(ROUTES.register.body)) request: RegisterRequest) {
    return this.commands.execute(new Register(request));
  }

  @Endpoint(ROUTES.logout)
  logout(@Headers('ticket') ticket: string, @Body(new WirePipe(ROUTES.logout.body)) _: object) {
    return this.commands.execute(new LogOut(ticket));
  }

  @Endpoint(ROUTES.getUserInfo)
  getUserInfo(@Caller() caller: TicketHolder) {
    return this.queries.execute(new OwnAccount(caller.user));
  }
}
