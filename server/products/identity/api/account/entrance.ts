/**
 * Ways in: password, code, and a new password for who forgot theirs. What is wrong is said the same of accounts that exist
 * and of those that do not, with the same work.
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
import { Codes, nullOfWrongCode, type CodeScope } from '../../../../platform/auth/factors/codes';
import { DeviceApprovals } from '../../../../platform/auth/log-in/device-approvals';
import { isKnown, KnownBrowsers } from '../../../../platform/auth/log-in/known-browsers';
import { Lockouts } from '../../../../platform/auth/log-in/lockouts';
import { LogIns } from '../../../../platform/auth/log-in/log-ins';
import { NewPasswords } from '../../../../platform/auth/log-in/new-passwords';
import { isPassword } from '../../../../platform/auth/log-in/passwords';
import { SecondFactors } from '../../../../platform/auth/factors/second-factors';
import { SettingsLocks } from '../../../../platform/auth/settings-locks';
import { isStaff, StaffFactors } from '../../../../platform/auth/factors/staff-factors';
import type { IssuedTicket } from '../../../../platform/auth/tickets';
import { lockoutOfCodes, lockoutOfName, Users } from '../../../../platform/auth/users';
import { Walls } from '../../../../platform/auth/walls';
import type { Whence } from '../../../../platform/auth/log-in/whence';
import type { Database } from '../../../../platform/database/database';
import type { CodePurpose, ExchangeTables, UserRow } from '../../../../platform/database/exchange-tables';
import { Refusal } from '../../../../platform/errors/refusal';
import { EXCHANGE_DATABASE } from '../../../../platform/tokens';
import { Accounts } from './accounts';

export interface Entered {
  user: UserRow;
  issued: IssuedTicket;
  /** Has to bind a factor before anything else. */
  isUnbound: boolean;
}

@Injectable()
export class Entrance {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    private readonly accounts: Accounts,
    private readonly users: Users,
    private readonly codes: Codes,
    private readonly lockouts: Lockouts,
    private readonly walls: Walls,
    private readonly knownBrowsers: KnownBrowsers,
    private readonly logIns: LogIns,
    private readonly newPasswords: NewPasswords,
    private readonly secondFactors: SecondFactors,
    private readonly staffFactors: StaffFactors,
    private readonly devices: DeviceApprovals,
    private readonly settingsLocks: SettingsLocks,
  ) {}

  /**
   * Refuses `login.failed`, `tries.too.many`, `passkey.required`, and what `Walls`, `DeviceApprovals` and `SecondFactors.check` refuse. A
   * member of staff without a factor gets a ticket that is good for binding one.
   */
  async byPassword(request: TokenRequest, whence: Whence): Promise<Entered> {
    const { user, approve } = await this.provePassword(request, whence);
    const factors = isStaff(user) ? await this.staffFactors.of(user.id) : null;
    // Of staff the password alone is no log-in: who has a passkey and nothing else comes in by that.
    if (factors?.length === 1 && factors[0] === 'passkey') throw new Refusal('passkey.required');
    const approved = await approve();
    await this.proveSecondFactor(user, request.code, whence, 'password');
    await this.approved(user, whence, 'password', approved);
    return this.enter(user, whence, 'password', factors?.length === 0);
  }

  /** The user of this password, and the approval of the browser: requested first, spent once every other proof has passed. */
  private async provePassword(
    { username, password, deviceCode }: TokenRequest,
    whence: Whence,
  ): Promise<{ user: UserRow; approve: () => Promise<() => Promise<void>> }> {
    const address = addressOf(username);
    const user = address ? await this.users.byAddress(address) : undefined;
    // By what was typed, whoever's it is: the lock then tells nothing. And by who asks: a stranger's guesses lock that stranger.
    const name = lockoutOfName(address?.address ?? username);
    const asker = this.knownBrowsers.askerOf(whence, user?.id);
    if (address && (await this.walls.stands(name, asker, address))) {
      const past = await this.walls.pass({ name, asker, address, user, whence, password, deviceCode });
      return { user: past.user, approve: async () => past.approve };
    }
    const right = await this.tryAt(name, asker, () => isPassword(password, user?.passwordHash ?? null));
    if (!right) await this.logIns.fail(user, whence, 'password', 'password.wrong');
    if (!right || !user) throw new Refusal('login.failed');
    return { user, approve: () => this.devices.require(user, whence, deviceCode) };
  }

  /** Refuses `verification.code.error`, and what `DeviceApprovals` and `SecondFactors.check` refuse. */
  async byCode(request: LogInByCodeRequest, whence: Whence): Promise<Entered> {
    const { address } = normalAddress(request.channel, request.address);
    const { user, code } = await this.proveCode('login', address, request, whence);
    const approve = await this.devices.require(user, whence, request.deviceCode);
    await this.proveSecondFactor(user, request.secondFactor, whence, 'code');
    await this.approved(user, whence, 'code', approve);
    const used = await this.database.sql.transaction().execute((transaction) => this.codes.use(transaction, code));
    if (!used) throw new Refusal('verification.code.error');
    return this.enter(user, whence, 'code');
  }

  /** Refuses `password.too.weak`, `verification.code.error`, `settings.locked`, and what `SecondFactors.check` refuses. */
  async resetPassword(request: ResetPasswordRequest, whence: Whence): Promise<void> {
    const { address } = normalAddress(request.channel, request.address);
    if (isGuessable(request.password, address)) throw new Refusal('password.too.weak');
    const { user, code } = await this.proveCode('forgot', address, request, whence);
    this.newPasswords.refuseWeak(user, request.password);
    await this.settingsLocks.refuse(user.id);
    await this.proveSecondFactor(user, request.secondFactor, whence, 'code');
    const told = { change: 'password.reset', from: whence } as const;
    await this.newPasswords.set(user, request.password, told, undefined, async (transaction) => {
      if (!(await this.codes.use(transaction, code))) throw new Refusal('verification.code.error');
    });
  }

  /**
   * Wrong tries are counted by who asks, so that a stranger's lock that stranger; many strangers together are stopped as well. Those
   * who logged in here before are none of them, nor is `apart`: whose guesses are few for another reason.
   */
  private tryAt(name: string, asker: string, check: () => Promise<boolean>, apart = isKnown(asker)): Promise<boolean> {
    const checked = apart ? check : () => this.walls.attempt(name, check);
    return this.lockouts.attempt(`${name}/${asker}`, checked);
  }

  /**
   * A try counts over all codes that are sent: a guesser who asks for another one gets no more of them. What others guessed stops
   * nobody who was sent a code for asking: at that one are five tries.
   */
  private async tryCode(scope: CodeScope, asker: string, code: string): Promise<number> {
    let right: number | null = null;
    const check = async () => {
      right = await this.codes.check(scope, code).catch(nullOfWrongCode);
      return right !== null;
    };
    const isApart = isKnown(asker) || (await this.codes.isAskedFor(scope));
    await this.tryAt(lockoutOfCodes(scope.address), asker, check, isApart);
    if (right === null) throw new Refusal('verification.code.error');
    return right;
  }

  /** The user whose address it is, and the code that is still to be used. */
  private async proveCode(
    purpose: CodePurpose,
    address: string,
    { channel, code }: LogInByCodeRequest | ResetPasswordRequest,
    whence: Whence,
  ): Promise<{ user: UserRow; code: number }> {
    const user = await this.users.byAddress({ channel, address });
    const asker = this.knownBrowsers.askerOf(whence, user?.id);
    const scope: CodeScope = { purpose, address, asker };
    try {
      const id = await this.tryCode(scope, asker, code);
      // Nobody was sent a code that nobody's address was given, nor staff, who never come in by one; but it can be guessed.
      if (user && !isStaff(user) && !(purpose === 'login' && user.codeLogInOff === 1)) return { user, code: id };
    } catch (error) {
      await this.logIns.fail(user, whence, 'code', 'code.wrong');
      throw error;
    }
    throw new Refusal('verification.code.error');
  }

  private async proveSecondFactor(
    user: UserRow,
    code: string | undefined,
    whence: Whence,
    method: LogInMethod,
  ): Promise<void> {
    try {
      await this.secondFactors.check(user.id, code);
    } catch (error) {
      if (code !== undefined) await this.logIns.fail(user, whence, method, 'second.factor.wrong');
      throw error;
    }
  }

  private async approved(
    user: UserRow,
    whence: Whence,
    method: LogInMethod,
    approve: () => Promise<void>,
  ): Promise<void> {
    try {
      await approve();
    } catch (error) {
      await this.logIns.fail(user, whence, method, 'code.wrong');
      throw error;
    }
  }

  private async enter(user: UserRow, whence: Whence, method: LogInMethod, isUnbound = false): Promise<Entered> {
    const { user: member } = await this.accounts.makeMember(user);
    return { user: member, issued: await this.logIns.succeed(member, whence, method, isUnbound), isUnbound };
  }
}
