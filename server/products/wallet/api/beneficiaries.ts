/**
 * Whose addresses coins go to. What a user says of it is sealed under their own key; with a withdrawal it is kept under a hash
 * that stands in the journal and tells nothing once the row is gone, as what it is made of has chance in it.
 */
import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { decimalOf } from '../../../../shared/rules/units';
import { VALUE_SCALE } from '../../../../shared/rules/values';
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

export interface Declared {
  beneficiary: Beneficiary;
  provenAt: number | null;
}

/** As it is kept: what does not apply is null. */
type Kept = DeclaredBeneficiary & { salt?: string };

type Columns = Pick<WithdrawalAddressRow, 'sealedBeneficiary' | 'provenAt' | 'proof'>;

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

  /** Of so many units that go where coins of the worth `before` went within a day. What nothing prices may be worth anything. */
  isAsked(asset: string, units: bigint, scale: number, before: bigint | null): boolean {
    const price = this.prices.guarding(asset);
    if (price === null || before === null) return true;
    return before + usdtValue(units, scale, price, 'up') > this.config.travelRuleAbove;
  }

  messageOf(claim: Claim): string | null {
    return this.ownership.messageOf(claim);
  }

  /**
   * What the address book keeps of it. Refuses `ownership.proof.unsupported` where a signature proves nothing, and
   * `ownership.proof.invalid` of one that is not of the address, is too old, or says that a stranger's wallet is one's own.
   */
  async columnsOf(
    where: Omit<Claim, 'at'>,
    beneficiary: Beneficiary | undefined,
    proof: OwnershipProof | undefined,
  ): Promise<Columns> {
    if (proof) await this.prove(where, beneficiary, proof);
    if (!beneficiary) return { sealedBeneficiary: null, provenAt: null, proof: null };
    const own = await this.userSecrets.of(where.user);
    const sealedBeneficiary = own.seal(JSON.stringify(beneficiary), beneficiaryContext(where.user));
    return { sealedBeneficiary, provenAt: proof?.at ?? null, proof: proof?.signature ?? null };
  }

  private async prove(where: Omit<Claim, 'at'>, beneficiary: Beneficiary | undefined, proof: OwnershipProof) {
    const claim = { ...where, at: proof.at };
    if (this.ownership.messageOf(claim) === null) throw new Refusal('ownership.proof.unsupported');
    const isOwn = beneficiary?.owner === 'own';
    if (!isOwn || !(await this.ownership.isProven(claim, proof.signature)))
      throw new Refusal('ownership.proof.invalid');
  }

  async declared({ userId, sealedBeneficiary, provenAt }: WithdrawalAddressRow): Promise<Declared | null> {
    if (sealedBeneficiary === null) return null;
    const own = await this.userSecrets.of(userId);
    const text = own.open(sealedBeneficiary, beneficiaryContext(userId));
    return { beneficiary: JSON.parse(text) as Beneficiary, provenAt };
  }

  /** Keeps it for a withdrawal that is about to be applied for, and returns the hash. */
  async keep(userId: number, { beneficiary, provenAt }: Declared): Promise<string> {
    const own = await this.userSecrets.of(userId);
    const salt = randomBytes(SALT_BYTES).toString('hex');
    const kept: Kept = { ...toldOf(beneficiary), provenAt, salt };
    const text = JSON.stringify(kept);
    const hash = this.secrets.mac(text, beneficiaryContext(userId));
    const sealedBeneficiary = own.seal(text, beneficiaryContext(userId));
    await this.database.sql
      .insertInto('withdrawalBeneficiaries')
      .values({ hash, userId, sealedBeneficiary, at: this.clock() })
      .execute();
    return hash;
  }

  /** Of a withdrawal of which nothing came. */
  async drop(hash: string): Promise<void> {
    await this.database.sql.deleteFrom('withdrawalBeneficiaries').where('hash', '=', hash).execute();
  }

  /** By the hashes of withdrawals; what was erased is not there. */
  async byHash(hashes: readonly string[]): Promise<Map<string, DeclaredBeneficiary>> {
    if (hashes.length === 0) return new Map();
    const rows = await this.database.sql
      .selectFrom('withdrawalBeneficiaries')
      .selectAll()
      .where('hash', 'in', [...hashes])
      .execute();
    const told = new Map<string, DeclaredBeneficiary>();
    for (const { hash, userId, sealedBeneficiary } of rows) {
      const own = await this.userSecrets.of(userId);
      const text = own.open(sealedBeneficiary, beneficiaryContext(userId));
      // Of another withdrawal: what somebody put in its place counts as lost.
      if (this.secrets.mac(text, beneficiaryContext(userId)) !== hash) continue;
      const { salt: _, ...facts } = JSON.parse(text) as Kept;
      told.set(hash, facts);
    }
    return told;
  }
}

function toldOf(beneficiary: Beneficiary): Omit<DeclaredBeneficiary, 'provenAt'> {
  const { owner } = beneficiary;
  return {
    owner,
    name: owner === 'own' ? null : beneficiary.name,
    exchange: owner === 'exchange' ? beneficiary.exchange : null,
  };
}
