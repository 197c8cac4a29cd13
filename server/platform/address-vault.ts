/**
 * Users' addresses on chains. The journal has a keyed hash of each, different for each user and chain, so it reveals
 * neither a destination nor that two users share one. The address itself is stored here, encrypted with its user's key;
 * addresses in older journals are read as they are. A second keyed hash is equal for all users: with it staff find
 * every user of a known address, without the journal revealing it.
 */
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { isTextHash, textHashOf } from '../../shared/products/content/rules/text-hashes';
import type { MaybeChainAddress, ChainAddress } from './chains/chain-address';
import type { Database } from './database/database';
import type { ExchangeTables } from './database/exchange-tables';
import type { KeptAddressRow } from './database/personal-tables';
import { addressVaultContext } from './secrets/contexts';
import { SealBroken, Secrets } from './secrets/secrets';
import { UserSecrets } from './secrets/user-secrets';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from './tokens';

const ROWS_AT_ONCE = 500;
/** Placeholder for a row whose key is deleted; it matches no address. */
const UNREADABLE = '';

/** The address, or the hash of a lost one; null if there is none. */
export type AddressOf = (row: MaybeChainAddress) => string | null;

/** Keyed hash that stands for a normalised address in the journal. */
export function addressHash(secrets: Pick<Secrets, 'mac'>, { userId, chain, address }: ChainAddress): string {
  return textHashOf(Buffer.from(secrets.mac(address, `address/${userId}/${chain}`), 'hex').toString('base64url'));
}

/** Whether the journal's value, an address or a hash, is this address. */
export function matchesAddress(secrets: Pick<Secrets, 'mac'>, recorded: MaybeChainAddress, address: string): boolean {
  const { userId, chain, address: recordedAddress } = recorded;
  if (recordedAddress === null || chain === null || !isTextHash(recordedAddress)) return recordedAddress === address;
  return addressHash(secrets, { userId, chain, address }) === recordedAddress;
}

/** Keyed hash for finding a normalised address of any user. */
export function addressMac(secrets: Pick<Secrets, 'mac'>, { chain, address }: Omit<ChainAddress, 'userId'>): string {
  return secrets.mac(address, `address-search/${chain}`);
}

@Injectable()
export class AddressVault implements OnModuleInit {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Pick<Database<ExchangeTables>, 'sql'>,
    private readonly secrets: Secrets,
    private readonly userSecrets: UserSecrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Adds hashes to rows older than the hash column. If interrupted, the next start resumes. */
  async onModuleInit(): Promise<void> {
    const { sql } = this.database;
    for (;;) {
      const rowsWithoutMac = sql.selectFrom('keptAddresses').selectAll().where('mac', 'is', null);
      const rows = await rowsWithoutMac.limit(ROWS_AT_ONCE).execute();
      for (const row of rows) {
        const address = await this.decrypt(row);
        const mac = address === null ? UNREADABLE : addressMac(this.secrets, { chain: row.chain, address });
        const { userId, hash } = row;
        const change = sql.updateTable('keptAddresses').set({ mac });
        await change.where('userId', '=', userId).where('hash', '=', hash).execute();
      }
      if (rows.length < ROWS_AT_ONCE) return;
    }
  }

  hashOf(chainAddress: ChainAddress): string {
    return addressHash(this.secrets, chainAddress);
  }

  matches(recorded: MaybeChainAddress, address: string): boolean {
    return matchesAddress(this.secrets, recorded, address);
  }

  /** Call before the journal records the hash. */
  async store(chainAddress: ChainAddress): Promise<void> {
    const { userId, chain, address } = chainAddress;
    const [hash, userSeal] = [this.hashOf(chainAddress), await this.userSecrets.sealOf(userId)];
    const sealed = userSeal.seal(address, addressVaultContext(userId, hash));
    const mac = addressMac(this.secrets, chainAddress);
    await this.database.sql
      .insertInto('keptAddresses')
      .values({ userId, hash, chain, sealed, mac, at: this.clock() })
      // An existing row may be changed or encrypted with a deleted key.
      .onConflict((conflict) => conflict.columns(['userId', 'hash']).doUpdateSet({ sealed, mac }))
      .execute();
  }

  async addressOf(row: MaybeChainAddress): Promise<string | null> {
    return (await this.addressesIn([row]))(row);
  }

  /** Null also for a lost address. */
  async plainAddressOf(row: MaybeChainAddress): Promise<string | null> {
    const address = await this.addressOf(row);
    return address === null || isTextHash(address) ? null : address;
  }

  async addressesIn(rows: readonly MaybeChainAddress[]): Promise<AddressOf> {
    const hashedRows = rows.filter(({ address }) => address !== null && isTextHash(address));
    const found = new Map<string, string>();
    const users = [...new Set(hashedRows.map(({ userId }) => userId))];
    for (let start = 0; start < users.length; start += ROWS_AT_ONCE) {
      const userIds = users.slice(start, start + ROWS_AT_ONCE);
      for (const chainAddress of await this.addressesInTables(userIds))
        found.set(keyOf(chainAddress.userId, this.hashOf(chainAddress)), chainAddress.address);
    }
    const hashes = [...new Set(hashedRows.map(({ address }) => address as string))];
    for (let start = 0; start < hashes.length; start += ROWS_AT_ONCE) {
      const vaultQuery = this.database.sql.selectFrom('keptAddresses').selectAll();
      const vaultRows = await vaultQuery.where('hash', 'in', hashes.slice(start, start + ROWS_AT_ONCE)).execute();
      for (const row of vaultRows) {
        const address = found.has(keyOf(row.userId, row.hash)) ? null : await this.decrypt(row);
        if (address !== null) found.set(keyOf(row.userId, row.hash), address);
      }
    }
    return ({ userId, address }) => (address === null ? null : (found.get(keyOf(userId, address)) ?? address));
  }

  /** Destinations of users' withdrawals, and addresses in their address books. */
  private async addressesInTables(users: readonly number[]): Promise<ChainAddress[]> {
    const { sql } = this.database;
    const columns = ['userId', 'chain', 'address'] as const;
    const depositRows = await sql.selectFrom('depositAddresses').select(columns).where('userId', 'in', users).execute();
    const withdrawalRows = await sql
      .selectFrom('withdrawalAddresses')
      .select(columns)
      .where('userId', 'in', users)
      .execute();
    return [...depositRows, ...withdrawalRows];
  }

  /** Null if it does not decrypt, or does not match the journal's hash. */
  private async decrypt({ userId, hash, chain, sealed }: Omit<KeptAddressRow, 'mac'>): Promise<string | null> {
    try {
      const address = (await this.userSecrets.sealOf(userId)).open(sealed, addressVaultContext(userId, hash));
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
