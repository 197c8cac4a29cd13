/** The certificate of a settled second contract: its owner's, put together from the journal when it is asked for. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Certificate } from '../../../shared/proof/certificate';
import type { Certifier } from '../../journal/certificate';
import { Refusal } from '../../platform/errors/refusal';
import { CERTIFIER } from '../../platform/tokens';
import { settledOptionOf } from '../../views/stored/option/queries';
import { idOf } from '../shared/convert';
import { Reader } from '../shared/reader';

export class CertificateOf extends Query<Certificate> {
  constructor(
    readonly user: number,
    readonly request: { contract: string; minPosition?: number | undefined },
  ) {
    super();
  }
}

@QueryHandler(CertificateOf)
export class CertificateOfHandler implements IQueryHandler<CertificateOf> {
  constructor(
    private readonly reader: Reader,
    @Inject(CERTIFIER) private readonly certify: Certifier,
  ) {}

  /** Another's does not exist, as far as this user is concerned. */
  async execute({ user, request: { contract, minPosition } }: CertificateOf) {
    const stored = await this.reader.at(minPosition);
    const row = await settledOptionOf(stored, user, idOf(contract));
    if (!row || row.settledPosition === null) throw new Refusal('option.not.found');
    const certificate = await this.certify({
      contract: row.id,
      symbol: row.symbol,
      boughtPosition: row.boughtPosition,
      enteredPosition: row.enteredPosition,
      settledPosition: row.settledPosition,
      entry: row.entryBatch,
      settledBy: row.endBatch,
      hasLevels: row.takeProfit !== null || row.stopLoss !== null,
    });
    if (!certificate) throw new Refusal('option.certificate.too.long');
    return certificate;
  }
}
