/** Personal data of a user or a deposit, unmasked: requests need a reason, are rate-limited, and are recorded in the staff log. */
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SHOWN_DATA_ROUTES as SHOWN } from '../../../shared/wire/shown-data';
import type { Language } from '../../../shared/wire/languages';
import { LOG_INS_SHOWN_MAX, type ShownRecharge, type ShownUser } from '../../../shared/wire/shown-data';
import { LogIns } from '../../platform/auth/log-in/log-ins';
import { Users } from '../../platform/auth/users';
import { Refusal } from '../../platform/errors/refusal';
import { QueryOf, requestContextOf } from '../../platform/http/route-messages';
import { AddressVault } from '../../platform/address-vault';
import { Places } from '../../platform/places/places';
import { rechargeById } from '../../products/wallet/stored/queries';
import { idOf } from '../shared/orders/convert';
import { queryHandler } from '../shared/endpoints/handlers';
import { Reader } from '../shared/endpoints/reader';
import { UnmaskingLimits } from '../shared/unmasking-limits';
import { userOf } from './users.queries';

export class UnmaskedUserOf extends QueryOf(SHOWN.showUser) {}

@QueryHandler(UnmaskedUserOf)
export class UnmaskedUserOfHandler implements IQueryHandler<UnmaskedUserOf> {
  constructor(
    private readonly unmaskingLimits: UnmaskingLimits,
    private readonly users: Users,
    private readonly logIns: LogIns,
    private readonly places: Places,
  ) {}

  /** Refuses `personal.data.too.many` and `user.not.found`. */
  async execute(query: UnmaskedUserOf): Promise<ShownUser> {
    const { userId, fields } = query.request;
    this.unmaskingLimits.countAccess(query.user);
    const { email, phone, nickName, invitationCode } = await userOf(this.users, userId);
    return {
      userId,
      contact: fields.includes('contact') ? { email, phone, nickName, invitationCode } : null,
      logIns: fields.includes('logIns') ? await this.logInsOf(userId, requestContextOf(query).language) : null,
    };
  }

  private async logInsOf(userId: number, language: Language): Promise<ShownUser['logIns']> {
    const { rows } = await this.logIns.list(userId, 0, LOG_INS_SHOWN_MAX);
    return rows.map(({ id, ip, userAgent }) => {
      return { id: String(id), ip, place: this.places.placeOf(ip, language), userAgent };
    });
  }
}

/** Refuses `personal.data.too.many`, and `user.not.found` if the deposit is not this user's. */
export const UnmaskedRechargeOf = queryHandler(
  SHOWN.showRecharge,
  [UnmaskingLimits, Reader, AddressVault],
  async (
    { user: staff, request: { recharge, userId } },
    unmaskingLimits,
    reader,
    addressVault,
  ): Promise<ShownRecharge> => {
    unmaskingLimits.countAccess(staff);
    const row = await rechargeById(await reader.at(undefined), idOf(recharge));
    if (!row || row.userId !== userId) throw new Refusal('user.not.found');
    const addressOf = await addressVault.addressesIn([row]);
    return { recharge, address: addressOf(row), reference: row.reference };
  },
);
