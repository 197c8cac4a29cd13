/**
 * Optional approval of new devices. A log-in from a browser unknown to the user also needs a code sent to the user's own address. A
 * passkey needs no approval: it is already on a device of the user.
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
import { isKnownBrowser, KnownBrowsers } from './known-browsers';
import type { ClientInfo } from './client-info';

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

  /** Returns false if nothing changed. */
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
   * Runs after the password or code of a log-in and before its second factor, which is valid once. Without a code, sends one and refuses
   * `device.approval.required`. Returns a function that spends the code after all other proofs; it refuses `verification.code.error`.
   */
  async require(user: UserRow, clientInfo: ClientInfo, code: string | undefined): Promise<() => Promise<void>> {
    const isNeeded = !isKnownBrowser(this.knownBrowsers.tryKeyOf(clientInfo, user.id)) && (await this.isOn(user.id));
    const to = isNeeded ? this.addressOf(user) : null;
    if (!to) return async () => undefined;
    const scope = { purpose: 'device', address: to.address, user: user.id } as const;
    if (code !== undefined) return () => this.codes.spend(scope, code);
    await this.send(user, to, clientInfo);
    throw new Refusal('device.approval.required', { channel: to.channel });
  }

  /** A code sent shortly before is still valid, so the refusal to send another is ignored. */
  private async send(user: UserRow, to: Address, clientInfo: ClientInfo): Promise<void> {
    try {
      const code = await this.codes.create({ purpose: 'device', address: to.address, user: user.id });
      this.letters.sendDeviceCode(to, user, code, clientInfo);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'code.too.soon') throw error;
    }
  }

  /** Null if no channel is configured: a missing configuration must not lock users out. */
  private addressOf(user: UserRow): Address | null {
    for (const channel of BY_PREFERENCE) {
      const address = user[channel];
      if (address !== null && this.deliveries.canReach(channel)) return { channel, address };
    }
    return null;
  }
}
