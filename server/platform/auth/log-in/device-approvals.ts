/**
 * New devices, for who has switched it on: whoever logs in from a browser that does not know the user proves beside everything else
 * that they read what is sent to the user's own address. A passkey is proof enough: it lies in a device of the user's already.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '../../database/database';
import type { ExchangeTables, UserRow } from '../../database/exchange-tables';
import { Deliveries } from '../../delivery/deliveries';
import { Refusal } from '../../errors/refusal';
import { BY_PREFERENCE, Letters } from '../../mail/letters';
import { EXCHANGE_DATABASE } from '../../tokens';
import type { Address } from '../addresses';
import { Codes } from '../factors/codes';
import { isKnown, KnownBrowsers } from './known-browsers';
import type { Whence } from './whence';

@Injectable()
export class DeviceApprovals {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    private readonly codes: Codes,
    private readonly letters: Letters,
    private readonly deliveries: Deliveries,
    private readonly knownBrowsers: KnownBrowsers,
  ) {}

  async isOn(userId: number): Promise<boolean> {
    const guards = this.database.sql.selectFrom('accountGuards').select('approvesDevices');
    return (await guards.where('userId', '=', userId).executeTakeFirst())?.approvesDevices === 1;
  }

  /** False when it was so already. */
  async set(userId: number, isOn: boolean): Promise<boolean> {
    if ((await this.isOn(userId)) === isOn) return false;
    const approvesDevices = isOn ? 1 : 0;
    await this.database.sql
      .insertInto('accountGuards')
      .values({ userId, approvesDevices })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet({ approvesDevices }))
      .execute();
    return true;
  }

  /**
   * Behind the password or code of a log-in, and before its second factor, which is good once: without a code one is sent and
   * `device.approval.required` refused. Gives what spends the code once all else is proved: it refuses `verification.code.error`.
   */
  async require(user: UserRow, whence: Whence, code: string | undefined): Promise<() => Promise<void>> {
    const isNeeded = !isKnown(this.knownBrowsers.askerOf(whence, user.id)) && (await this.isOn(user.id));
    const to = isNeeded ? this.addressOf(user) : null;
    if (!to) return async () => undefined;
    const scope = { purpose: 'device', address: to.address, user: user.id } as const;
    if (code !== undefined) return () => this.codes.spend(scope, code);
    await this.send(user, to, whence);
    throw new Refusal('device.approval.required', { channel: to.channel });
  }

  /** One that was sent just before is good still, and whoever waits for it asks again. */
  private async send(user: UserRow, to: Address, whence: Whence): Promise<void> {
    try {
      const code = await this.codes.create({ purpose: 'device', address: to.address, user: user.id });
      this.letters.sendDeviceCode(to, user, code, whence);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'code.too.soon') throw error;
    }
  }

  /** Null where nothing can be sent: nobody is locked out by what the operator has not set up. */
  private addressOf(user: UserRow): Address | null {
    for (const channel of BY_PREFERENCE) {
      const address = user[channel];
      if (address !== null && this.deliveries.canReach(channel)) return { channel, address };
    }
    return null;
  }
}
