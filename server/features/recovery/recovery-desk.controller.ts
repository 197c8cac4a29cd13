import { Body, Controller, Inject, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import {
  RECOVERY_ROUTES as ROUTES,
  type DeclineRecoveryRequest,
  type ProposeRecoveryRequest,
  type RecoveriesRequest,
} from '../../../shared/wire/recovery';
import { SHOWN_DATA_ROUTES as SHOWN, type ShowRecoveryRequest } from '../../../shared/wire/shown-data';
import { Caller } from '../../platform/auth/caller';
import { SettingsLocks } from '../../platform/auth/settings-locks';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import { Refusal } from '../../platform/errors/refusal';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../platform/tokens';
import { StaffAct } from '../admin/admin.handlers';
import { idOf } from '../shared/convert';
import { ShownData } from '../shared/shown-data';
import { staffAnswerOf } from '../shared/submitter';
import { handedIn, Recoveries, RecoveryDetailOf, ShownRecoveryOf } from './recovery-desk.queries';
import { RecoveryEnds } from './recovery-ends';
import { RecoveryPhotos } from './recovery-photos';

@Controller()
export class RecoveryDeskController {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly settingsLocks: SettingsLocks,
    private readonly photos: RecoveryPhotos,
    private readonly ends: RecoveryEnds,
    private readonly shown: ShownData,
  ) {}

  @Endpoint(ROUTES.list)
  list(@Body(new WirePipe(ROUTES.list.body)) request: RecoveriesRequest) {
    return this.queries.execute(new Recoveries(request));
  }

  @Endpoint(ROUTES.detail)
  detail(@Query(new WirePipe(ROUTES.detail.query)) { recovery }: { recovery: string }) {
    return this.queries.execute(new RecoveryDetailOf(idOf(recovery)));
  }

  @Endpoint(SHOWN.showRecovery)
  showRecovery(
    @Caller() { user: staff }: TicketHolder,
    @Body(new WirePipe(SHOWN.showRecovery.body)) request: ShowRecoveryRequest,
  ) {
    return this.queries.execute(new ShownRecoveryOf(staff, request));
  }

  /** To who was shown the request. Neither cached nor sniffed, and never a page: it is shown, not opened. */
  @Endpoint(ROUTES.photo)
  async photo(
    @Caller() { user: staff }: TicketHolder,
    @Query(new WirePipe(ROUTES.photo.query)) { photo }: { photo: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    this.shown.refuseHidden(staff, photo);
    const jpeg = await this.photos.open(photo);
    void reply.headers({ 'content-type': ROUTES.photo.answers, 'content-disposition': 'inline' });
    return jpeg;
  }

  @Endpoint(ROUTES.propose)
  async propose(
    @Caller() { user: staff }: TicketHolder,
    @Body(new WirePipe(ROUTES.propose.body)) { clientId, recovery }: ProposeRecoveryRequest,
  ) {
    const { id: request, userId: user, status, email } = await handedIn(this.database, idOf(recovery));
    if (status !== 'waiting') throw new Refusal('recovery.state.invalid');
    // The owner's own lock holds against everybody.
    await this.settingsLocks.refuse(user);
    await this.ends.refuseTaken(user, email);
    return staffAnswerOf(
      await this.commands.execute(new StaffAct(`admin/${staff}`, 'RecoverAccount', { clientId, user, request })),
    );
  }

  /** Also while the link is unused, which then leads nowhere. */
  @Endpoint(ROUTES.decline)
  async decline(
    @Caller() { user: staff }: TicketHolder,
    @Body(new WirePipe(ROUTES.decline.body)) { recovery, reason }: DeclineRecoveryRequest,
  ) {
    const { id, userId } = await handedIn(this.database, idOf(recovery));
    if (userId === staff) throw new Refusal('staff.self.forbidden');
    const declined = await this.database.sql
      .updateTable('recoveries')
      .set({ status: 'declined', endedAt: this.clock(), declinedBy: staff, reason, linkHash: null })
      .where('id', '=', id)
      .where('status', 'in', ['waiting', 'granted'])
      .returning('id')
      .executeTakeFirst();
    if (!declined) throw new Refusal('recovery.state.invalid');
    return null;
  }
}
