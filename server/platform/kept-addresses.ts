/**
 * Addresses on chains that are about users. The journal has a keyed hash of each, another one for each user and chain, so that it
 * says of two users neither where their money goes nor that it goes to the same place. The address itself lies here, sealed under
 * its user's key; what was in the journal before is read as it is. Beside it lies a keyed hash that is the same whoever named the
 * address: staff who have an address find by it who else does, and the journal knows nothing of it.
 */
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { isTextHash, textHashOf } from '../../shared/products/content/rules/kept-texts';
import type { MaybeOfChain, OfChain } from './chains/of-chain';
import type { Database } from './database/database';
import type { ExchangeTables } from './database/exchange-tables';
import type { KeptAddressRow } from './database/personal-tables';
import { keptAddressContext } from './secrets/contexts';
import { SealBroken, Secrets } from './secrets/secrets';
import { UserSecrets } from './secrets/user-secrets';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from './tokens';

const ROWS_AT_ONCE = 500;
/** Of a row whose key is gone: nothing is found by it. */
const UNREADABLE = '';

/** The address, or the hash of one that is lost; null where there is none. */
export type AddressOf = (row: MaybeOfChain) => string | null;

/** What the journal has in place of an address in its normal form. */
export function addressHash(secrets: Pick<Secrets, 'mac'>, { userId, chain, address }: OfChain): string {
  return textHashOf(Buffer.from(secrets.mac(address, `address/${userId}/${chain}`), 'hex').toString('base64url'));
}

/** Whether what the journal has, in whatever form, is this address. */
export function isAddress(secrets: Pick<Secrets, 'mac'>, told: MaybeOfChain, address: string): boolean {
  const { userId, chain, address: known } = told;
  if (known === null || chain === null || !isTextHash(known)) return known === address;
  return addressHash(secrets, { userId, chain, address }) === known;
}

/** By which an address in its normal form is found, whoever named it. */
export function addressMac(secrets: Pick<Secrets, 'mac'>, { chain, address }: Omit<OfChain, 'userId'>): string {
  return secrets.mac(address, `address-search/${chain}`);
}

@Injectable()
export class KeptAddresses implements OnModuleInit {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Pick<Database<ExchangeTables>, 'sql'>,
    private readonly secrets: Secrets,
    private readonly userSecrets: UserSecrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Of what was kept when there was no hash to find it by. Cut off anywhere, the next start goes on. */
  async onModuleInit(): Promise<void> {
    const { sql } = this.database;
    for (;;) {
      const without = sql.selectFrom('keptAddresses').selectAll().where('mac', 'is', null);
      const rows = await without.limit(ROWS_AT_ONCE).execute();
      for (const row of rows) {
        const address = await this.opened(row);
        const mac = address === null ? UNREADABLE : addressMac(this.secrets, { chain: row.chain, address });
        const { userId, hash } = row;
        const change = sql.updateTable('keptAddresses').set({ mac });
        await change.where('userId', '=', userId).where('hash', '=', hash).execute();
      }
      if (rows.length < ROWS_AT_ONCE) return;
    }
  }

  hashOf(of: OfChain): string {
    return addressHash(this.secrets, of);
  }

  is(told: MaybeOfChain, address: string): boolean {
    return isAddress(this.secrets, told, address);
  }

  /** Before the journal is told of its hash. */
  async keep(of: OfChain): Promise<void> {
    const { userId, chain, address } = of;
    const [hash, own] = [this.hashOf(of), await this.userSecrets.of(userId)];
    const sealed = own.seal(address, keptAddressContext(userId, hash));
    const mac = addressMac(this.secrets, of);
    await this.database.sql
      .insertInto('keptAddresses')
      .values({ userId, hash, chain, sealed, mac, at: this.clock() })
      // The row there may be of a key that is gone, or changed.
      .onConflict((conflict) => conflict.columns(['userId', 'hash']).doUpdateSet({ sealed, mac }))
      .execute();
  }

  async addressOf(row: MaybeOfChain): Promise<string | null> {
    return (await this.addressesIn([row]))(row);
  }

  /** Null for one that is lost as well. */
  async known(row: MaybeOfChain): Promise<string | null> {
    const address = await this.addressOf(row);
    return address === null || isTextHash(address) ? null : address;
  }

  async addressesIn(rows: readonly MaybeOfChain[]): Promise<AddressOf> {
    const wanted = rows.filter(({ address }) => address !== null && isTextHash(address));
    const found = new Map<string, string>();
    const users = [...new Set(wanted.map(({ userId }) => userId))];
    for (let start = 0; start < users.length; start += ROWS_AT_ONCE) {
      const some = users.slice(start, start + ROWS_AT_ONCE);
      for (const of of await this.writtenDown(some)) found.set(keyOf(of.userId, this.hashOf(of)), of.address);
    }
    const hashes = [...new Set(wanted.map(({ address }) => address as string))];
    for (let start = 0; start < hashes.length; start += ROWS_AT_ONCE) {
      const kept = this.database.sql.selectFrom('keptAddresses').selectAll();
      const some = await kept.where('hash', 'in', hashes.slice(start, start + ROWS_AT_ONCE)).execute();
      for (const row of some) {
        const address = found.has(keyOf(row.userId, row.hash)) ? null : await this.opened(row);
        if (address !== null) found.set(keyOf(row.userId, row.hash), address);
      }
    }
    return ({ userId, address }) => (address === null ? null : (found.get(keyOf(userId, address)) ?? address));
  }

  /** Where users are paid to, and what they have in their books now. */
  private async writtenDown(users: readonly number[]): Promise<OfChain[]> {
    const { sql } = this.database;
    const columns = ['userId', 'chain', 'address'] as const;
    const given = await sql.selectFrom('depositAddresses').select(columns).where('userId', 'in', users).execute();
    const listed = await sql.selectFrom('withdrawalAddresses').select(columns).where('userId', 'in', users).execute();
    return [...given, ...listed];
  }

  /** Null for what does not open, or is another one than the journal was told of. */
  private async opened({ userId, hash, chain, sealed }: Omit<KeptAddressRow, 'mac'>): Promise<string | null> {
    try {
      const address = (await this.userSecrets.of(userId)).open(sealed, keptAddressContext(userId, hash));
      return this.hashOf({ userId, chain, address }) === hash ? address : null;
    } catch (error) {
      if (error instanceof SealBroken) return null;
      throw error;
    }
  }
}

function keyOf(userId: number, hash: string): string {
  return `${userId}/${hash}`;
}
