import { Controller, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { STREAM_ROUTES as ROUTES, topicsIn, type SnapshotsRequest } from '../../../shared/wire/stream-snapshots';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { Snapshots } from './snapshots.queries';

@Controller()
export class SnapshotsController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(ROUTES.snapshots)
  snapshots(
    @Caller() caller: TicketHolder | undefined,
    @Query(new WirePipe(ROUTES.snapshots.query)) { topics }: SnapshotsRequest,
  ) {
    return this.queries.execute(new Snapshots(caller?.user ?? null, topicsIn(topics)));
  }
}
