/** What the desk reads from the live views. */
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { HouseFunds } from '../../../shared/wire/desk';
import type { OrderSnapshot } from '../../../shared/wire/market-data';
import { OwnersPayments } from '../shared/owners-payments.queries';
import { LiveReader } from '../shared/live-reader';

export class HouseFundsOfAll extends Query<HouseFunds> {
  constructor(readonly minPosition: number | undefined) {
    super();
  }
}

@QueryHandler(HouseFundsOfAll)
export class HouseFundsOfAllHandler implements IQueryHandler<HouseFundsOfAll> {
  constructor(
    private readonly reader: LiveReader,
    private readonly owners: OwnersPayments,
  ) {}

  async execute({ minPosition }: HouseFundsOfAll): Promise<HouseFunds> {
    const { balances } = await this.reader.at(minPosition);
    return { position: balances.position, records: balances.houseFunds(), wallets: this.owners.wallets() };
  }
}

export class OpenOrdersOf extends Query<OrderSnapshot> {
  constructor(
    readonly user: number,
    readonly minPosition: number | undefined,
  ) {
    super();
  }
}

@QueryHandler(OpenOrdersOf)
export class OpenOrdersOfHandler implements IQueryHandler<OpenOrdersOf> {
  constructor(private readonly reader: LiveReader) {}

  async execute({ user, minPosition }: OpenOrdersOf): Promise<OrderSnapshot> {
    return (await this.reader.at(minPosition)).orders.snapshot(user);
  }
}
