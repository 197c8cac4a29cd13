/** Invited people as they are shown to who invited them. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { maskedName } from '../../../shared/rules/masks';
import type { Page } from '../../../shared/wire/fields';
import type { ReferralMember, ReferralMembersRequest, ReferralStatus } from '../../../shared/wire/referral';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { tradedAmong } from '../../views/stored/referral/queries';
import { idOf } from '../shared/convert';
import { refuseDeep } from '../shared/page';
import { Reader } from '../shared/reader';
import { InvitedUsers } from './invited';

export class InvitedMembers extends Query<Page<ReferralMember>> {
  constructor(
    readonly user: number,
    readonly request: ReferralMembersRequest,
  ) {
    super();
  }
}

@QueryHandler(InvitedMembers)
export class InvitedMembersHandler implements IQueryHandler<InvitedMembers> {
  constructor(
    private readonly invited: InvitedUsers,
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: InvitedMembers): Promise<Page<ReferralMember>> {
    refuseDeep(request);
    const { level, before, pageIndex, pageSize } = request;
    const page = { before: before === undefined ? undefined : idOf(before) };
    const total = await this.invited.count(user, level);
    const rows = await this.invited.list(user, level, {
      ...page,
      offset: (pageIndex - 1) * pageSize,
      limit: pageSize,
    });
    const ids = rows.map(({ id }) => id);
    const traded = await tradedAmong(await this.reader.at(undefined), ids);
    const statusOf = (id: number): ReferralStatus => {
      if (traded.has(id)) return 'traded';
      return this.live.members.standingOf(id).verified ? 'verified' : 'registered';
    };
    const records = rows.map(({ id, nickName, registeredAt }) => ({
      id: String(id),
      name: maskedName(nickName),
      status: statusOf(id),
      registeredAt,
    }));
    return { records, total, pageIndex, pageSize };
  }
}
