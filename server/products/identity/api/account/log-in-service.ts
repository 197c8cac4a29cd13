/**
 * Log-in by password and by code, and password reset. Faults are answered equally, with equal work, whether or not the
 * account exists.
 */
import { Inject, Injectable } from '@nestjs/common';
import { isGuessable } from '../../../../platform/auth/log-in/password-strength';
import type {
  LogInByCodeRequest,
  LogInMethod,
  ResetPasswordRequest,
  TokenRequest,
} from '../../../../../shared/products/identity/account';
import { addressOf, normalAddress } from '../../../../platform/auth/addresses';
import { Codes, nullIfWrongCode, type CodeScope } from '../../../../platform/auth/factors/codes';
import { DeviceApprovals } from '../../../../platform/auth/log-in/device-approvals';
import { isKnownBrowser, KnownBrowsers } from '../../../../platform/auth/log-in/known-browsers';
import { Lockouts } from '../../../../platform/auth/log-in/lockouts';
import { LogIns } from '../../../../platform/auth/log-in/log-ins';
import { NewPasswords } from '../../../../platform/auth/log-in/new-passwords';
import { isPassword } from '../../../../platform/auth/log-in/passwords';
import { SecondFactors } from '../../../../platform/auth/factors/second-factors';
import { SettingsLocks } from '../../../../platform/auth/settings-locks';
import { isStaff, UserFactors } from '../../../../platform/auth/factors/user-factors';
import type { IssuedTicket } from '../../../../platform/auth/tickets';
import { codesLockout, logInLockout, Users } from '../../../../platform/auth/users';
import { StrangerLocks } from '../../../../platform/auth/stranger-locks';
import type { ClientInfo } from '../../../../platform/auth/log-in/client-info';
import type { Database } from '../../../../platform/database/database';
import type { CodePurpose, ExchangeTables, UserRow } from '../../../../platform/database/exchange-tables';
import { Refusal } from '../../../../platform/errors/refusal';
import { EXCHANGE_DATABASE } from '../../../../platform/tokens';
import { Accounts } from './accounts';

export interface LoggedIn {
  user: UserRow;
  issued: IssuedTicket;
  /** The user must bind a factor before anything else. */
  isUnbound: boolean;
}

@Injectable()
export class LogInService {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    private readonly accounts: Accounts,
    private readonly users: Users,
    private readonly codes: Codes,
    private readonly lockouts: Lockouts,
    private readonly walls: StrangerLocks,
    private readonly knownBrowsers: KnownBrowsers,
    private readonly logIns: LogIns,
    private readonly newPasswords: NewPasswords,
    private readonly secondFactors: SecondFactors,
    private readonly staffFactors: UserFactors,
    private readonly devices: DeviceApprovals,
    private readonly settingsLocks: SettingsLocks,
  ) {}

  /**
   * Refuses `login.failed`, `tries.too.many`, `passkey.required`, and the refusals of `StrangerLocks`, `DeviceApprovals` and
   * `SecondFactors.check`. A staff member without a factor gets a ticket that only permits binding one.
   */
  async logInByPassword(request: TokenRequest, clientInfo: ClientInfo): Promise<LoggedIn> {
    const { user, approve } = await this.provePassword(request, clientInfo);
    const factors = isStaff(user) ? await this.staffFactors.factorsOf(user.id) : null;
    // A password alone never suffices for staff: those with only a passkey must log in by it.
    if (factors?.length === 1 && factors[0] === 'passkey') throw new Refusal('passkey.required');
    const approved = await approve();
    await this.proveSecondFactor(user, request.code, clientInfo, 'password');
    await this.requireApproval(user, clientInfo, 'password', approved);
    return this.openSession(user, clientInfo, 'password', factors?.length === 0);
  }

  /** The user of this password, and the approval of the browser: requested first, spent once every other proof has passed. */
  private async provePassword(
    { username, password, deviceCode }: TokenRequest,
    clientInfo: ClientInfo,
  ): Promise<{ user: UserRow; approve: () => Promise<() => Promise<void>> }> {
    const address = addressOf(username);
    const user = address ? await this.users.byAddress(address) : undefined;
    // Keyed by the typed name, so that a lock reveals nothing about existence, and by the asker, so that a stranger's
    // guesses lock only that stranger.
    const name = logInLockout(address?.address ?? username);
    const requester = this.knownBrowsers.tryKeyOf(clientInfo, user?.id);
    if (address && (await this.walls.needsCode(name, requester, address))) {
      const past = await this.walls.proveWithCode({ name, requester, address, user, clientInfo, password, deviceCode });
      return { user: past.user, approve: async () => past.approve };
    }
    const right = await this.checkWithLockout(name, requester, () => isPassword(password, user?.passwordHash ?? null));
    if (!right) await this.logIns.recordFailure(user, clientInfo, 'password', 'password.wrong');
    if (!right || !user) throw new Refusal('login.failed');
    return { user, approve: () => this.devices.require(user, clientInfo, deviceCode) };
  }

  /** Refuses `verification.code.error`, and the refusals of `DeviceApprovals` and `SecondFactors.check`. */
  async logInByCode(request: LogInByCodeRequest, clientInfo: ClientInfo): Promise<LoggedIn> {
    const { address } = normalAddress(request.channel, request.address);
    const { user, code } = await this.proveCode('login', address, request, clientInfo);
    const approve = await this.devices.require(user, clientInfo, request.deviceCode);
    await this.proveSecondFactor(user, request.secondFactor, clientInfo, 'code');
    await this.requireApproval(user, clientInfo, 'code', approve);
    const used = await this.database.sql.transaction().execute((transaction) => this.codes.markUsed(transaction, code));
    if (!used) throw new Refusal('verification.code.error');
    return this.openSession(user, clientInfo, 'code');
  }

  /**
   * Refuses `password.too.weak`, `verification.code.error`, `settings.locked`, and the refusals of
   * `SecondFactors.check`.
   */
  async resetPassword(request: ResetPasswordRequest, clientInfo: ClientInfo): Promise<void> {
    const { address } = normalAddress(request.channel, request.address);
    if (isGuessable(request.password, address)) throw new Refusal('password.too.weak');
    const { user, code } = await this.proveCode('forgot', address, request, clientInfo);
    this.newPasswords.refuseWeak(user, request.password);
    await this.settingsLocks.refuse(user.id);
    await this.proveSecondFactor(user, request.secondFactor, clientInfo, 'code');
    const notice = { change: 'password.reset', from: clientInfo } as const;
    await this.newPasswords.set(user, request.password, notice, undefined, async (transaction) => {
      if (!(await this.codes.markUsed(transaction, code))) throw new Refusal('verification.code.error');
    });
  }

  /**
   * Wrong tries are counted per asker, so a stranger locks only that stranger; many strangers together are limited as
   * well. Known browsers are exempt from that joint limit, and so are requesters with `isExempt`, whose guesses are limited
   * otherwise.
   */
  private checkWithLockout(
    name: string,
    requester: string,
    check: () => Promise<boolean>,
    isExempt = isKnownBrowser(requester),
  ): Promise<boolean> {
    const checked = isExempt ? check : () => this.walls.countStrangersTry(name, check);
    return this.lockouts.attempt(`${name}/${requester}`, checked);
  }

  /**
   * Tries are counted over all codes sent, so requesting another code gives no further guesses. An asker who was sent a
   * code is not blocked by the guesses of others; that code has its own limit of five tries.
   */
  private async tryCode(scope: CodeScope, requester: string, code: string): Promise<number> {
    let codeId: number | null = null;
    const check = async () => {
      codeId = await this.codes.check(scope, code).catch(nullIfWrongCode);
      return codeId !== null;
    };
    const isApart = isKnownBrowser(requester) || (await this.codes.wasCodeSent(scope));
    await this.checkWithLockout(codesLockout(scope.address), requester, check, isApart);
    if (codeId === null) throw new Refusal('verification.code.error');
    return codeId;
  }

  /** The owner of the address, and the code to spend. */
  private async proveCode(
    purpose: CodePurpose,
    address: string,
    { channel, code }: LogInByCodeRequest | ResetPasswordRequest,
    clientInfo: ClientInfo,
  ): Promise<{ user: UserRow; code: number }> {
    const user = await this.users.byAddress({ channel, address });
    const requester = this.knownBrowsers.tryKeyOf(clientInfo, user?.id);
    const scope: CodeScope = { purpose, address, requester };
    try {
      const id = await this.tryCode(scope, requester, code);
      // Codes are never sent for unknown addresses, staff, or users who disabled them; but a code can still be guessed.
      if (user && !isStaff(user) && !(purpose === 'login' && user.codeLogInOff === 1)) return { user, code: id };
    } catch (error) {
      await this.logIns.recordFailure(user, clientInfo, 'code', 'code.wrong');
      throw error;
    }
    throw new Refusal('verification.code.error');
  }

  private async proveSecondFactor(
    user: UserRow,
    code: string | undefined,
    clientInfo: ClientInfo,
    method: LogInMethod,
  ): Promise<void> {
    try {
      await this.secondFactors.check(user.id, code);
    } catch (error) {
      if (code !== undefined) await this.logIns.recordFailure(user, clientInfo, method, 'second.factor.wrong');
      throw error;
    }
  }

  private async requireApproval(
    user: UserRow,
    clientInfo: ClientInfo,
    method: LogInMethod,
    approve: () => Promise<void>,
  ): Promise<void> {
    try {
      await approve();
    } catch (error) {
      await this.logIns.recordFailure(user, clientInfo, method, 'code.wrong');
      throw error;
    }
  }

  private async openSession(
    user: UserRow,
    clientInfo: ClientInfo,
    method: LogInMethod,
    isUnbound = false,
  ): Promise<LoggedIn> {
    const { user: member } = await this.accounts.ensureMember(user);
    return { user: member, issued: await this.logIns.issueTicket(member, clientInfo, method, isUnbound), isUnbound };
  }
}
