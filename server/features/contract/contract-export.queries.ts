/** A list of the user's own contracts as a file, written as it is read, up to one position of the journal. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CONTRACT_EXPORTS, type ContractExport, type ContractExportRequest } from '../../../shared/wire/contract';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import type { LiveMarket } from '../../views/live/markets';
import { EXPORT_START, type ExportPlace } from '../../views/stored/parts';
import { CONTRACT_PARTS } from '../../views/stored/perpetual/queries';
import type { ViewsDatabase } from '../../views/stored/views-database';
import { BYTE_ORDER_MARK, headerLine, recordLine } from '../shared/csv';
import { Reader } from '../shared/reader';
import { closedRecord, fillRecord, fundingPaymentRecord, orderRecord } from './contract-lists.records';

const PART = 200;

/** Parts of the file, in order. */
export class ContractFile extends Query<AsyncIterable<string>> {
  constructor(
    readonly user: number,
    readonly request: ContractExportRequest,
  ) {
    super();
  }
}

@QueryHandler(ContractFile)
export class ContractFileHandler implements IQueryHandler<ContractFile> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: ContractFile): Promise<AsyncIterable<string>> {
    const stored = await this.reader.at(request.minPosition);
    return this.write(stored, user, request, this.reader.position());
  }

  private async *write(
    stored: ViewsDatabase,
    user: number,
    { list, market, from, to }: ContractExportRequest,
    until: number,
  ): AsyncIterable<string> {
    const columns = Object.keys(CONTRACT_EXPORTS[list].shape);
    yield BYTE_ORDER_MARK + headerLine(columns);
    for (let after = EXPORT_START; ;) {
      const part = await this.part(list, stored, user, { market, from, to, until }, after);
      if (part.length > 0) yield part.map(({ record }) => recordLine(columns, record)).join('');
      if (part.length < PART) return;
      after = part[part.length - 1].place;
    }
  }

  private async part(
    list: ContractExport,
    stored: ViewsDatabase,
    user: number,
    filters: Parameters<(typeof CONTRACT_PARTS)['fills']>[2],
    after: ExportPlace,
  ): Promise<{ record: object; place: ExportPlace }[]> {
    const told = <Row extends { market: string }>(
      rows: readonly { row: Row; place: ExportPlace }[],
      record: (row: Row, market: LiveMarket) => object,
    ) => rows.map(({ row, place }) => ({ record: record(row, this.live.markets.get(row.market)), place }));
    switch (list) {
      case 'orders':
        return told(await CONTRACT_PARTS.orders(stored, user, filters, after, PART), orderRecord);
      case 'fills':
        return told(await CONTRACT_PARTS.fills(stored, user, filters, after, PART), fillRecord);
      case 'closedPositions':
        return told(await CONTRACT_PARTS.closedPositions(stored, user, filters, after, PART), closedRecord);
      case 'fundingPayments':
        return told(await CONTRACT_PARTS.fundingPayments(stored, user, filters, after, PART), fundingPaymentRecord);
    }
  }
}
