/** Of a user and of a deposit, in clear: asked for with a reason, counted, and written down by the log around the call. */
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SHOWN_DATA_ROUTES as SHOWN } from '../../../shared/wire/shown-data';
import type { Language } from '../../../shared/wire/languages';
import { LOG_INS_SHOWN_MAX, type ShownRecharge, type ShownUser } from '../../../shared/wire/shown-data';
import { LogIns } from '../../platform/auth/log-in/log-ins';
import { Users } from '../../platform/auth/users';
import { Refusal } from '../../platform/errors/refusal';
import { QueryOf, sentWith } from '../../platform/http/route-messages';
import { KeptAddresses } from '../../platform/kept-addresses';
import { Places } from '../../platform/places/places';
import { rechargeById } from '../../products/wallet/stored/queries';
import { idOf } from '../shared/orders/convert';
import { answers } from '../shared/endpoints/handles';
import { Reader } from '../shared/endpoints/reader';
import { ShownData } from '../shared/shown-data';
import { userOf } from './desk.queries';

export class ShownUserOf extends QueryOf(SHOWN.showUser) {}

@QueryHandler(ShownUserOf)
export class ShownUserOfHandler implements IQueryHandler<ShownUserOf> {
  constructor(
    private readonly shown: ShownData,
    private readonly users: Users,
    private readonly logIns: LogIns,
    private readonly places: Places,
  ) {}

  /** Refuses `personal.data.too.many` and `user.not.found`. */
  async execute(query: ShownUserOf): Promise<ShownUser> {
    const { userId, fields } = query.request;
    this.shown.take(query.user);
    const { email, phone, nickName, invitationCode } = await userOf(this.users, userId);
    return {
      userId,
      contact: fields.includes('contact') ? { email, phone, nickName, invitationCode } : null,
      logIns: fields.includes('logIns') ? await this.logInsOf(userId, sentWith(query).language) : null,
    };
  }

  private async logInsOf(userId: number, language: Language): Promise<ShownUser['logIns']> {
    const { rows } = await this.logIns.list(userId, 0, LOG_INS_SHOWN_MAX);
    return rows.map(({ id, ip, userAgent }) => {
      return { id: String(id), ip, place: this.places.placeOf(ip, language), userAgent };
    });
  }
}

/** Refuses `personal.data.too.many`, and `user.not.found` where it is not a deposit of this user's. */
export const ShownRechargeOf = answers(
  SHOWN.showRecharge,
  [ShownData, Reader, KeptAddresses],
  async ({ user: staff, request: { recharge, userId } }, shown, reader, kept): Promise<ShownRecharge> => {
    shown.take(staff);
    const row = await rechargeById(await reader.at(undefined), idOf(recharge));
    if (!row || row.userId !== userId) throw new Refusal('user.not.found');
    const addressOf = await kept.addressesIn([row]);
    return { recharge, address: addressOf(row), reference: row.reference };
  },
);
