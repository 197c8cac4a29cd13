/** Invited users as shown to their inviter. */
import { maskedName } from '../../../../shared/products/identity/rules/masks';
import type { Page } from '../../../../shared/wire/fields';
import { REFERRAL_ROUTES, type ReferralMember, type ReferralStatus } from '../../../../shared/products/referral/wire';
import { LIVE_VIEWS } from '../../../platform/tokens';
import { tradedAmong } from '../stored/queries';
import { idOf } from '../../../features/shared/orders/convert';
import { queryHandler } from '../../../features/shared/endpoints/handlers';
import { refuseDeepPage } from '../../../features/shared/endpoints/page';
import { Reader } from '../../../features/shared/endpoints/reader';
import { InvitedUsers } from './invited';

export const InvitedMembers = queryHandler(
  REFERRAL_ROUTES.members,
  [InvitedUsers, Reader, LIVE_VIEWS],
  async ({ user, request }, invited, reader, live): Promise<Page<ReferralMember>> => {
    refuseDeepPage(request);
    const { level, before, pageIndex, pageSize } = request;
    const page = { before: before === undefined ? undefined : idOf(before) };
    const total = await invited.count(user, level);
    const rows = await invited.list(user, level, {
      ...page,
      offset: (pageIndex - 1) * pageSize,
      limit: pageSize,
    });
    const ids = rows.map(({ id }) => id);
    const traded = await tradedAmong(await reader.at(undefined), ids);
    const statusOf = (id: number): ReferralStatus => {
      if (traded.has(id)) return 'traded';
      return live.members.stateOf(id).verified ? 'verified' : 'registered';
    };
    const records = rows.map(({ id, nickName, registeredAt }) => ({
      id: String(id),
      name: maskedName(nickName),
      status: statusOf(id),
      registeredAt,
    }));
    return { records, total, pageIndex, pageSize };
  },
);
