/** A list of the user's own spot orders or fills as a file, written as it is read, up to one position of the journal. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SPOT_EXPORTS, type SpotExportRequest } from '../../../shared/wire/spot';
import { requestInvalid } from '../../platform/errors/refusal';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { EXPORT_START, type ExportPlace } from '../../views/stored/parts';
import { SPOT_PARTS } from '../../views/stored/spot-parts';
import type { ViewsDatabase } from '../../views/stored/views-database';
import { csvFile } from '../shared/csv';
import { Reader } from '../shared/reader';
import { fillRecord, orderRecord } from './spot.records';

/** Parts of the file, in order. */
export class SpotFile extends Query<AsyncIterable<string>> {
  constructor(
    readonly user: number,
    readonly request: SpotExportRequest,
  ) {
    super();
  }
}

interface Told {
  record: object;
  place: ExportPlace;
}

@QueryHandler(SpotFile)
export class SpotFileHandler implements IQueryHandler<SpotFile> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: SpotFile): Promise<AsyncIterable<string>> {
    if (request.list === 'fills' && request.kind !== undefined) {
      throw requestInvalid([{ path: 'kind', code: 'unknown' }]);
    }
    const stored = await this.reader.at(request.minPosition);
    const filters = { ...request, until: this.reader.position() };
    return csvFile(Object.keys(SPOT_EXPORTS[request.list].shape) as never[], {
      part: (last: Told | undefined, limit) => this.part(stored, user, filters, last?.place ?? EXPORT_START, limit),
      record: ({ record }) => record,
    });
  }

  private async part(
    stored: ViewsDatabase,
    user: number,
    filters: SpotExportRequest & { until: number },
    after: ExportPlace,
    limit: number,
  ): Promise<Told[]> {
    const marketOf = ({ market }: { market: string }) => this.live.markets.get(market);
    switch (filters.list) {
      case 'orders': {
        const rows = await SPOT_PARTS.orders(stored, user, filters, after, limit);
        return rows.map(({ row, place }) => ({ record: orderRecord(row, marketOf(row)), place }));
      }
      case 'fills': {
        const rows = await SPOT_PARTS.fills(stored, user, filters, after, limit);
        return rows.map(({ row, place }) => ({ record: fillRecord(row, marketOf(row)), place }));
      }
    }
  }
}
