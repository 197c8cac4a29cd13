/** Of a user and of a deposit, in clear: asked for with a reason, counted, and written down by the log around the call. */
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../shared/wire/languages';
import {
  LOG_INS_SHOWN_MAX,
  type ShownRecharge,
  type ShownUser,
  type ShowRechargeRequest,
  type ShowUserRequest,
} from '../../../shared/wire/shown-data';
import { LogIns } from '../../platform/auth/log-ins';
import { Users } from '../../platform/auth/users';
import { Refusal } from '../../platform/errors/refusal';
import { KeptAddresses } from '../../platform/kept-addresses';
import { Places } from '../../platform/places/places';
import { rechargeById } from '../../views/stored/wallet-queries';
import { idOf } from '../shared/convert';
import { Reader } from '../shared/reader';
import { ShownData } from '../shared/shown-data';
import { userOf } from './desk.queries';

export class ShownUserOf extends Query<ShownUser> {
  constructor(
    readonly staff: number,
    readonly request: ShowUserRequest,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(ShownUserOf)
export class ShownUserOfHandler implements IQueryHandler<ShownUserOf> {
  constructor(
    private readonly shown: ShownData,
    private readonly users: Users,
    private readonly logIns: LogIns,
    private readonly places: Places,
  ) {}

  /** Refuses `personal.data.too.many` and `user.not.found`. */
  async execute({ staff, request: { userId, fields }, language }: ShownUserOf): Promise<ShownUser> {
    this.shown.take(staff);
    const { email, phone, nickName, invitationCode } = await userOf(this.users, userId);
    return {
      userId,
      contact: fields.includes('contact') ? { email, phone, nickName, invitationCode } : null,
      logIns: fields.includes('logIns') ? await this.logInsOf(userId, language) : null,
    };
  }

  private async logInsOf(userId: number, language: Language): Promise<ShownUser['logIns']> {
    const { rows } = await this.logIns.list(userId, 0, LOG_INS_SHOWN_MAX);
    return rows.map(({ id, ip, userAgent }) => {
      return { id: String(id), ip, place: this.places.placeOf(ip, language), userAgent };
    });
  }
}

export class ShownRechargeOf extends Query<ShownRecharge> {
  constructor(
    readonly staff: number,
    readonly request: ShowRechargeRequest,
  ) {
    super();
  }
}

@QueryHandler(ShownRechargeOf)
export class ShownRechargeOfHandler implements IQueryHandler<ShownRechargeOf> {
  constructor(
    private readonly shown: ShownData,
    private readonly reader: Reader,
    private readonly kept: KeptAddresses,
  ) {}

  /** Refuses `personal.data.too.many`, and `user.not.found` where it is not a deposit of this user's. */
  async execute({ staff, request: { recharge, userId } }: ShownRechargeOf): Promise<ShownRecharge> {
    this.shown.take(staff);
    const row = await rechargeById(await this.reader.at(undefined), idOf(recharge));
    if (!row || row.userId !== userId) throw new Refusal('user.not.found');
    const addressOf = await this.kept.addressesIn([row]);
    return { recharge, address: addressOf(row), reference: row.reference };
  }
}
