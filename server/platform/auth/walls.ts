/**
 * What strangers together have locked: no browser that nobody has logged in with gets past it by a password alone. Whoever has the
 * right one is sent a code, to the address that they typed, and comes in by both. Whether it was right nobody learns but by that
 * letter: right and wrong passwords, users and names that are nobody's, are answered the same after the same time.
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
import { Codes, nullOfWrongCode } from './factors/codes';
import { isKnown } from './log-in/known-browsers';
import { Lockouts, type TryJudgement } from './log-in/lockouts';
import { LogIns } from './log-in/log-ins';
import { isPassword } from './log-in/passwords';
import type { Whence } from './log-in/whence';

/** As often as one of them, all together who try at one name from browsers where nobody has logged in under it. */
const STRANGERS_MAX = 40;

/** Somebody at the wall of a name, and what they gave. */
interface AtWall extends Pick<TokenRequest, 'password' | 'deviceCode'> {
  name: string;
  asker: string;
  address: Address;
  /** Whose name it is. */
  user: UserRow | undefined;
  whence: Whence;
}

export interface PastWall {
  user: UserRow;
  /** Spends the code once all else is proved. Refuses `verification.code.error` when it is spent. */
  approve: () => Promise<void>;
}

@Injectable()
export class Walls {
  private readonly log = new Logger(Walls.name);
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

  /** A try at a name that counts for all strangers. What they lock stays as short as the first time, however often they do. */
  attempt(name: string, check: () => Promise<TryJudgement>): Promise<boolean> {
    return this.lockouts.attempt(name, check, { triesMax: this.triesMax, doubles: false });
  }

  /** Whether a code can let somebody past, who would be refused for what others did. */
  async stands(name: string, asker: string, { channel }: Address): Promise<boolean> {
    if (isKnown(asker) || !this.deliveries.canReach(channel)) return false;
    return (await this.lockouts.lockedUntil(name, this.triesMax)) !== null;
  }

  /**
   * Refuses `login.code.required` with the channel while there is no code, `login.proof.wrong` of a wrong password and of a wrong code
   * alike, and `tries.too.many` of who asks: tries without a code count as wrong ones, whatever they were.
   */
  async pass(at: AtWall): Promise<PastWall> {
    const { name, asker, address, user, whence, password, deviceCode } = at;
    const isRight = () => isPassword(password, user?.passwordHash ?? null);
    if (deviceCode === undefined) {
      let sent: UserRow | undefined;
      await this.lockouts.attempt(`${name}/${asker}`, async () => {
        if (await isRight()) sent = user;
        return false;
      });
      // Behind the answer, which would take longer for the right one.
      this.follow(at, sent).catch((error: unknown) => this.log.error(error, 'what follows a try at a wall'));
      throw new Refusal('login.code.required', { channel: address.channel });
    }
    const right = { code: null as number | null };
    const isIn = await this.lockouts.attempt(`${name}/${asker}`, async () => {
      // Who does not know the password tries at nobody's code: the owner's is not spent by it.
      const whose = (await isRight()) ? user?.id : undefined;
      const scope = { purpose: 'device', address: address.address, user: whose ?? 0 } as const;
      right.code = await this.codes.check(scope, deviceCode).catch(nullOfWrongCode);
      return whose !== undefined && right.code !== null;
    });
    const { code } = right;
    if (!isIn || !user || code === null) {
      await this.logIns.fail(user, whence, 'password', 'code.wrong');
      throw new Refusal('login.proof.wrong');
    }
    return { user, approve: () => this.spend(code) };
  }

  private async spend(code: number): Promise<void> {
    const used = await this.database.sql.transaction().execute((transaction) => this.codes.use(transaction, code));
    if (!used) throw new Refusal('verification.code.error');
  }

  private async follow({ user, address, whence }: AtWall, sent: UserRow | undefined): Promise<void> {
    if (!sent) return this.logIns.fail(user, whence, 'password', 'password.wrong');
    try {
      const code = await this.codes.create({ purpose: 'device', address: address.address, user: sent.id });
      this.letters.sendDeviceCode(address, sent, code, whence);
    } catch (error) {
      // The one that was sent before is good still.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
