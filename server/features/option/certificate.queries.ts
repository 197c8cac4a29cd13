/** The certificate of a settled second contract, for its owner and for staff whom nothing bounds, put together from the journal when it is asked for. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { seesEverything, type AuditScope } from '../../../shared/rules/audit-scope';
import type { Certificate } from '../../../shared/proof/certificate';
import type { Certifier } from '../../journal/certificate';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Refusal } from '../../platform/errors/refusal';
import { CERTIFIER } from '../../platform/tokens';
import { optionContractById } from '../../views/stored/option/queries';
import { idOf } from '../shared/convert';
import { Reader } from '../shared/reader';

export class CertificateOf extends Query<Certificate> {
  constructor(
    readonly caller: TicketHolder,
    readonly scope: AuditScope,
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

  /** Another's does not exist, but for staff who see all of the journal: its batches are of others too, whom bounds may leave out. */
  async execute({ caller: { user, role }, scope, request: { contract, minPosition } }: CertificateOf) {
    const stored = await this.reader.at(minPosition);
    const isOwnAlone = role === 'user' || !seesEverything(scope);
    const row = await optionContractById(stored, idOf(contract));
    if (!row || (isOwnAlone && row.userId !== user)) throw new Refusal('option.not.found');
    if (row.settledPosition === null) throw new Refusal('option.not.settled');
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
