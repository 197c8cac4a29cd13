/**
 * Beneficiaries of withdrawal addresses. A user's declaration is encrypted with the user's own key. A withdrawal's copy is stored under a
 * hash that the journal contains. The hash reveals nothing after the row is deleted, because its input has a random salt.
 */
import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { decimalOf } from '../../../../shared/rules/units';
import { VALUE_SCALE } from '../../../../shared/rules/valuation';
import type { Beneficiary, DeclaredBeneficiary, OwnershipProof } from '../../../../shared/products/wallet/beneficiary';
import type { AddressOwnership, Claim } from '../../../platform/chains/address-ownership';
import type { Config } from '../../../platform/config/config';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import type { WithdrawalAddressRow } from '../../../platform/database/wallet-tables';
import { Refusal } from '../../../platform/errors/refusal';
import { beneficiaryContext } from '../../../platform/secrets/contexts';
import { Secrets } from '../../../platform/secrets/secrets';
import { UserSecrets } from '../../../platform/secrets/user-secrets';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, OWNERSHIP, type Clock } from '../../../platform/tokens';
import { Prices, usdtValue } from '../../../features/shared/orders/prices.queries';

export interface DecryptedBeneficiary {
  beneficiary: Beneficiary;
  provenAt: number | null;
}

/** Stored form; fields that do not apply are null. */
type StoredBeneficiary = DeclaredBeneficiary & { salt?: string };

type BeneficiaryColumns = Pick<WithdrawalAddressRow, 'sealedBeneficiary' | 'provenAt' | 'proof'>;

const SALT_BYTES = 16;

@Injectable()
export class Beneficiaries {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'travelRuleAbove'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OWNERSHIP) private readonly ownership: AddressOwnership,
    private readonly secrets: Secrets,
    private readonly userSecrets: UserSecrets,
    private readonly prices: Prices,
  ) {}

  /** In USDT. */
  get above(): string {
    return decimalOf(this.config.travelRuleAbove, VALUE_SCALE);
  }

  /**
   * Whether a beneficiary is needed for this amount, given the value `before` already sent to the same address within a day. Assets without
   * a price count as above the threshold.
   */
  isRequired(asset: string, units: bigint, scale: number, before: bigint | null): boolean {
    const price = this.prices.highestPrice(asset);
    if (price === null || before === null) return true;
    return before + usdtValue(units, scale, price, 'up') > this.config.travelRuleAbove;
  }

  messageToSign(claim: Claim): string | null {
    return this.ownership.messageOf(claim);
  }

  /**
   * Returns the columns of the address book. Throws `ownership.proof.unsupported` if the chain has no signature proof. Throws
   * `ownership.proof.invalid` if the signature is of another address, too old, or claims another person's wallet as the user's own.
   */
  async columnsOf(
    userAddress: Omit<Claim, 'at'>,
    beneficiary: Beneficiary | undefined,
    proof: OwnershipProof | undefined,
  ): Promise<BeneficiaryColumns> {
    if (proof) await this.prove(userAddress, beneficiary, proof);
    if (!beneficiary) return { sealedBeneficiary: null, provenAt: null, proof: null };
    const userSecrets = await this.userSecrets.sealOf(userAddress.user);
    const sealedBeneficiary = userSecrets.seal(JSON.stringify(beneficiary), beneficiaryContext(userAddress.user));
    return { sealedBeneficiary, provenAt: proof?.at ?? null, proof: proof?.signature ?? null };
  }

  private async prove(userAddress: Omit<Claim, 'at'>, beneficiary: Beneficiary | undefined, proof: OwnershipProof) {
    const claim = { ...userAddress, at: proof.at };
    if (this.ownership.messageOf(claim) === null) throw new Refusal('ownership.proof.unsupported');
    const isOwn = beneficiary?.owner === 'own';
    if (!isOwn || !(await this.ownership.isProven(claim, proof.signature)))
      throw new Refusal('ownership.proof.invalid');
  }

  async decrypt({ userId, sealedBeneficiary, provenAt }: WithdrawalAddressRow): Promise<DecryptedBeneficiary | null> {
    if (sealedBeneficiary === null) return null;
    const userSecrets = await this.userSecrets.sealOf(userId);
    const text = userSecrets.open(sealedBeneficiary, beneficiaryContext(userId));
    return { beneficiary: JSON.parse(text) as Beneficiary, provenAt };
  }

  /** Stores it before a withdrawal request, and returns the hash. */
  async store(userId: number, { beneficiary, provenAt }: DecryptedBeneficiary): Promise<string> {
    const userSecrets = await this.userSecrets.sealOf(userId);
    const salt = randomBytes(SALT_BYTES).toString('hex');
    const record: StoredBeneficiary = { ...beneficiaryRecord(beneficiary), provenAt, salt };
    const text = JSON.stringify(record);
    const hash = this.secrets.mac(text, beneficiaryContext(userId));
    const sealedBeneficiary = userSecrets.seal(text, beneficiaryContext(userId));
    await this.database.sql
      .insertInto('withdrawalBeneficiaries')
      .values({ hash, userId, sealedBeneficiary, at: this.clock() })
      .execute();
    return hash;
  }

  /** For a withdrawal that was not created. */
  async delete(hash: string): Promise<void> {
    await this.database.sql.deleteFrom('withdrawalBeneficiaries').where('hash', '=', hash).execute();
  }

  /** By the hashes of withdrawals; erased ones are absent. */
  async byHash(hashes: readonly string[]): Promise<Map<string, DeclaredBeneficiary>> {
    if (hashes.length === 0) return new Map();
    const rows = await this.database.sql
      .selectFrom('withdrawalBeneficiaries')
      .selectAll()
      .where('hash', 'in', [...hashes])
      .execute();
    const declaredByHash = new Map<string, DeclaredBeneficiary>();
    for (const { hash, userId, sealedBeneficiary } of rows) {
      const userSecrets = await this.userSecrets.sealOf(userId);
      const text = userSecrets.open(sealedBeneficiary, beneficiaryContext(userId));
      // A different hash means that the row was exchanged for another withdrawal's; it counts as lost.
      if (this.secrets.mac(text, beneficiaryContext(userId)) !== hash) continue;
      const { salt: _, ...declared } = JSON.parse(text) as StoredBeneficiary;
      declaredByHash.set(hash, declared);
    }
    return declaredByHash;
  }
}

function beneficiaryRecord(beneficiary: Beneficiary): Omit<DeclaredBeneficiary, 'provenAt'> {
  const { owner } = beneficiary;
  return {
    owner,
    name: owner === 'own' ? null : beneficiary.name,
    exchange: owner === 'exchange' ? beneficiary.exchange : null,
  };
}
