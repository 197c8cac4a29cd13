import { Body, Controller, Inject, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  PERSONAL_DATA_ROUTES as ROUTES,
  type ErasureState,
  type HoldRequest,
} from '../../../shared/wire/personal-data';
import type { Proof } from '../../../shared/wire/security';
import { Caller } from '../../platform/auth/caller';
import { givenFactor } from '../../platform/auth/step-up';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import type { Config } from '../../platform/config/config';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { CONFIG } from '../../platform/tokens';
import { Exports } from '../shared/exports';
import { Proofs } from '../security/proofs';
import { Erasures } from './erasures';
import { LegalHolds } from './legal-holds';
import { OwnData } from './own-data.queries';

@Controller()
export class PersonalDataController {
  constructor(
    private readonly queries: QueryBus,
    private readonly proofs: Proofs,
    private readonly exports: Exports,
    private readonly erasures: Erasures,
    private readonly holds: LegalHolds,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint(ROUTES.state)
  state(@Caller() { user }: TicketHolder): Promise<ErasureState> {
    return this.erasures.of(user);
  }

  /** With everything a thief could want in it: a ticket alone is not enough. */
  @Endpoint(ROUTES.export)
  async export(
    @Caller() { user }: TicketHolder,
    @Req() request: FastifyRequest,
    @Body(new WirePipe(ROUTES.export.body)) proof: Proof,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const act = { userId: user, path: ROUTES.export.path, body: {} };
    await this.proofs.byBoth(act, proof, givenFactor(request, this.config));
    const name = `my-data-${user}.json`;
    return this.exports.send(
      user,
      reply,
      name,
      () => this.queries.execute(new OwnData(user)),
      'application/octet-stream',
    );
  }

  @Endpoint(ROUTES.erase)
  async erase(
    @Caller() { user }: TicketHolder,
    @Req() request: FastifyRequest,
    @Body(new WirePipe(ROUTES.erase.body)) proof: Proof,
  ): Promise<ErasureState> {
    const act = { userId: user, path: ROUTES.erase.path, body: {} };
    return this.erasures.ask(await this.proofs.byBoth(act, proof, givenFactor(request, this.config)));
  }

  @Endpoint(ROUTES.keep)
  keep(@Caller() { user }: TicketHolder): Promise<ErasureState> {
    return this.erasures.takeBack(user);
  }

  @Endpoint(ROUTES.holds)
  async listHolds(@Query(new WirePipe(ROUTES.holds.query)) { userId }: { userId: number }) {
    return { records: await this.holds.of(userId) };
  }

  @Endpoint(ROUTES.placeHold)
  async placeHold(
    @Caller() { user: staff }: TicketHolder,
    @Body(new WirePipe(ROUTES.placeHold.body)) { userId, reason }: HoldRequest,
  ): Promise<null> {
    await this.holds.place(userId, staff, reason);
    return null;
  }

  @Endpoint(ROUTES.liftHold)
  async liftHold(
    @Caller() { user: staff }: TicketHolder,
    @Body(new WirePipe(ROUTES.liftHold.body)) { userId }: HoldRequest,
  ): Promise<null> {
    await this.holds.lift(userId, staff);
    return null;
  }
}
