/** Staff's commands: who sent it, what was asked, one handler for all, a table for what differs. */
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../core/command';
import type { Accepted } from '../../engine/port';
import type { Config } from '../../platform/config/config';
import { CONFIG, LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { AssetTerms } from '../shared/asset-terms.queries';
import { Submitter } from '../shared/submitter';
import { STAFF_CONVERTERS, type Knowledge, type StaffRequests, type StaffRequestType } from './staff.converters';

export class StaffAct<T extends StaffRequestType = StaffRequestType> extends Command<Accepted> {
  constructor(
    readonly actor: Actor,
    readonly type: T,
    readonly request: StaffRequests[T],
  ) {
    super();
  }
}

@CommandHandler(StaffAct)
export class StaffActHandler implements ICommandHandler<StaffAct> {
  private readonly knowledge: Knowledge;

  constructor(
    private readonly submitter: Submitter,
    assets: AssetTerms,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
    @Inject(CONFIG) { limits }: Config,
  ) {
    this.knowledge = { limits, scaleOf: async (asset) => (await assets.get(asset)).scale };
  }

  async execute({ actor, type, request }: StaffAct): Promise<Accepted> {
    const convert = STAFF_CONVERTERS[type] as (
      request: StaffRequests[StaffRequestType],
      knowledge: Knowledge,
    ) => Convertible;
    const command = await convert(request, this.knowledge);
    const market = 'market' in request ? this.views.markets.find(request.market) : undefined;
    return this.submitter.submit({ actor, clientId: request.clientId, command }, market);
  }
}

type Convertible = ReturnType<(typeof STAFF_CONVERTERS)[StaffRequestType]>;
