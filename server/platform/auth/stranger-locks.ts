/**
 * The second step of a log-in whose name strangers have locked. From a browser unknown to the user the password alone is not enough. The
 * owner of the right password receives a code at the typed address and needs both. Only that letter reveals whether the password was
 * right: right and wrong passwords, known and unknown names get the same answer after the same time.
 */
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { TokenRequest } from '../../../shared/products/identity/account';
import type { Config } from '../config/config';
import type { Database } from '../database/database';
import type { ExchangeTables, UserRow } from '../database/exchange-tables';
import { Deliveries } from '../delivery/deliveries';
import { Refusal } from '../errors/refusal';
import { Letters } from '../mail/letters';
import { CONFIG, EXCHANGE_DATABASE } from '../tokens';
import type { Address } from './addresses';
import { Codes, nullIfWrongCode } from './factors/codes';
import { isKnownBrowser } from './log-in/known-browsers';
import { Lockouts, type TryResult } from './log-in/lockouts';
import { LogIns } from './log-in/log-ins';
import { isPassword } from './log-in/passwords';
import type { ClientInfo } from './log-in/client-info';

/** The limit for all strangers together who try one name from unknown browsers, as a multiple of the limit for one. */
const STRANGERS_MAX = 40;

/** A log-in at a name that strangers have locked. */
interface LockedLogIn extends Pick<TokenRequest, 'password' | 'deviceCode'> {
  name: string;
  requester: string;
  address: Address;
  /** The user with this name. */
  user: UserRow | undefined;
  clientInfo: ClientInfo;
}

export interface ProvedLogIn {
  user: UserRow;
  /** Spends the code after all other proofs. Refuses `verification.code.error` if it is spent. */
  approve: () => Promise<void>;
}

@Injectable()
export class StrangerLocks {
  private readonly log = new Logger(StrangerLocks.name);
  private readonly triesMax: number;

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) { limits }: Pick<Config, 'limits'>,
    private readonly lockouts: Lockouts,
    private readonly codes: Codes,
    private readonly letters: Letters,
    private readonly deliveries: Deliveries,
    private readonly logIns: LogIns,
  ) {
    this.triesMax = limits.wrongTriesMax * STRANGERS_MAX;
  }

  /** A try that counts for all strangers. Their locks never grow longer, however often they occur. */
  countStrangersTry(name: string, check: () => Promise<TryResult>): Promise<boolean> {
    return this.lockouts.attempt(name, check, { triesMax: this.triesMax, doubles: false });
  }

  /** Whether a code can admit a visitor whom the tries of others would lock out. */
  async needsCode(name: string, requester: string, { channel }: Address): Promise<boolean> {
    if (isKnownBrowser(requester) || !this.deliveries.canReach(channel)) return false;
    return (await this.lockouts.lockedUntil(name, this.triesMax)) !== null;
  }

  /**
   * Refuses `login.code.required` with the channel if no code is given, `login.proof.wrong` for a wrong password or code alike, and
   * `tries.too.many` per asker. Tries without a code count as wrong, whatever the password.
   */
  async proveWithCode(at: LockedLogIn): Promise<ProvedLogIn> {
    const { name, requester, address, user, clientInfo, password, deviceCode } = at;
    const isRight = () => isPassword(password, user?.passwordHash ?? null);
    if (deviceCode === undefined) {
      let codeRecipient: UserRow | undefined;
      await this.lockouts.attempt(`${name}/${requester}`, async () => {
        if (await isRight()) codeRecipient = user;
        return false;
      });
      // Runs after the answer, which would otherwise take longer for the right password.
      this.sendCodeOrRecordFailure(at, codeRecipient).catch((error: unknown) =>
        this.log.error(error, 'what follows a try at a wall'),
      );
      throw new Refusal('login.code.required', { channel: address.channel });
    }
    const right = { code: null as number | null };
    const isIn = await this.lockouts.attempt(`${name}/${requester}`, async () => {
      // Without the right password, no code of the owner is tried, so none is spent.
      const userId = (await isRight()) ? user?.id : undefined;
      const scope = { purpose: 'device', address: address.address, user: userId ?? 0 } as const;
      right.code = await this.codes.check(scope, deviceCode).catch(nullIfWrongCode);
      return userId !== undefined && right.code !== null;
    });
    const { code } = right;
    if (!isIn || !user || code === null) {
      await this.logIns.recordFailure(user, clientInfo, 'password', 'code.wrong');
      throw new Refusal('login.proof.wrong');
    }
    return { user, approve: () => this.spendCode(code) };
  }

  private async spendCode(code: number): Promise<void> {
    const used = await this.database.sql.transaction().execute((transaction) => this.codes.markUsed(transaction, code));
    if (!used) throw new Refusal('verification.code.error');
  }

  private async sendCodeOrRecordFailure(
    { user, address, clientInfo }: LockedLogIn,
    codeRecipient: UserRow | undefined,
  ): Promise<void> {
    if (!codeRecipient) return this.logIns.recordFailure(user, clientInfo, 'password', 'password.wrong');
    try {
      const code = await this.codes.create({ purpose: 'device', address: address.address, user: codeRecipient.id });
      this.letters.sendDeviceCode(address, codeRecipient, code, clientInfo);
    } catch (error) {
      // The previous code is still valid.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
