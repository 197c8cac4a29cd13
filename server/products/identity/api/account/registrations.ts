/** Registration by e-mail or phone with a code sent there. */
import { Inject, Injectable } from '@nestjs/common';
import { isGuessable } from '../../../../platform/auth/log-in/password-strength';
import type { RegisterRequest, RegistrationTerms } from '../../../../../shared/products/identity/account';
import { CHANNELS } from '../../../../../shared/products/identity/rules/code-channels';
import { defaultNickName } from '../../../../platform/auth/nick-names';
import { normalAddress, type Address } from '../../../../platform/auth/addresses';
import { Codes } from '../../../../platform/auth/factors/codes';
import { KnownBrowsers } from '../../../../platform/auth/log-in/known-browsers';
import { hashPassword } from '../../../../platform/auth/log-in/passwords';
import { Users, type NewUser } from '../../../../platform/auth/users';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../../../platform/database/exchange-tables';
import { Deliveries } from '../../../../platform/delivery/deliveries';
import type { ClientInfo } from '../../../../platform/auth/log-in/client-info';
import { Refusal } from '../../../../platform/errors/refusal';
import { EXCHANGE_DATABASE } from '../../../../platform/tokens';
import { SystemConfig } from '../../../../features/product/system-config';
import { Accounts, type Registered } from './accounts';

@Injectable()
export class Registrations {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    private readonly accounts: Accounts,
    private readonly users: Users,
    private readonly codes: Codes,
    private readonly knownBrowsers: KnownBrowsers,
    private readonly deliveries: Deliveries,
    private readonly systemConfig: SystemConfig,
  ) {}

  async terms(): Promise<RegistrationTerms> {
    const channels = CHANNELS.filter((channel) => this.deliveries.canReach(channel));
    return { channels, invitationRequired: await this.isInvitationRequired() };
  }

  /**
   * The code proves the address. Nobody else learns whether it has an account or whether an invitation code exists.
   * Refuses invalid fields, `invitation.code.required`, `verification.code.error` and `invitation.code.invalid`.
   */
  async register(request: RegisterRequest, clientInfo: ClientInfo): Promise<Registered> {
    const { channel, clientId, password } = request;
    const address = normalAddress(channel, request.address);
    if (isGuessable(password, address.address)) throw new Refusal('password.too.weak');
    const earlier = await this.repeated(address, password, clientId);
    if (earlier) return earlier;
    await this.refuseUninvited(request.invitationCode);
    const requester = this.knownBrowsers.tryKeyOf(clientInfo);
    const code = await this.codes.check({ purpose: 'register', address: address.address, requester }, request.code);
    const invitedBy = await this.inviterOf(request.invitationCode);
    const newUser: NewUser = {
      email: channel === 'email' ? address.address : null,
      phone: channel === 'phone' ? address.address : null,
      passwordHash: await hashPassword(password),
      role: 'user',
      nickName: request.nickName ?? defaultNickName(address.address),
      registerClientId: clientId,
      nationality: request.nationality ?? null,
      language: clientInfo.language,
      invitedBy,
    };
    const user = await this.add(newUser, code);
    if (user) return { ...(await this.accounts.ensureMember(user)), repeated: false };
    // The code was just spent or the address taken, perhaps by a copy of this request.
    const twin = await this.repeated(address, password, clientId);
    if (twin) return twin;
    throw new Refusal('verification.code.error');
  }

  /** Spends the code and adds the user atomically. */
  private add(user: NewUser, code: number): Promise<UserRow | null> {
    return this.database.sql.transaction().execute(async (transaction) => {
      if (!(await this.codes.markUsed(transaction, code))) return null;
      return this.users.addWithin(transaction, user);
    });
  }

  private async repeated(address: Address, password: string, clientId: string): Promise<Registered | null> {
    const user = await this.users.byAddress(address);
    if (!user || !(await this.accounts.isRepeated(user, password, clientId))) return null;
    return { ...(await this.accounts.ensureMember(user)), repeated: true };
  }

  private async refuseUninvited(code: string | undefined): Promise<void> {
    if (code === undefined && (await this.isInvitationRequired())) throw new Refusal('invitation.code.required');
  }

  private async inviterOf(code: string | undefined): Promise<number | null> {
    if (code === undefined) return null;
    const inviter = await this.users.byInvitationCode(code);
    if (!inviter) throw new Refusal('invitation.code.invalid');
    return inviter.id;
  }

  private async isInvitationRequired(): Promise<boolean> {
    return (await this.systemConfig.get('invitation_required')) === 'on';
  }
}
