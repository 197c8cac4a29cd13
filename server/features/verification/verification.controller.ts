import { Body, Controller, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import {
  VERIFICATION_ROUTES as ROUTES,
  type ApproveVerificationRequest,
  type PhotoCheck,
  type PhotoKind,
  type RejectVerificationRequest,
  type SubmitVerificationRequest,
  type UploadedPhoto,
  type VerificationsRequest,
} from '../../../shared/wire/verification';
import { SHOWN_DATA_ROUTES as SHOWN, type ShowVerificationRequest } from '../../../shared/wire/shown-data';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Refusal } from '../../platform/errors/refusal';
import { Endpoint } from '../../platform/http/endpoint';
import { photoBytes } from '../../platform/http/photo-uploads';
import { WirePipe } from '../../platform/http/wire.pipe';
import { Photos } from '../../platform/photos/photos';
import { idOf } from '../shared/convert';
import { ShownData } from '../shared/shown-data';
import { PhotoStore } from './photo-store';
import { ApproveVerification, RejectVerification, SubmitVerification } from './verification.handlers';
import {
  OwnVerificationState,
  ShownVerificationOf,
  VerificationDetailOf,
  VerificationList,
} from './verification.queries';

@Controller()
export class VerificationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly photos: Photos,
    private readonly store: PhotoStore,
    private readonly shown: ShownData,
  ) {}

  @Endpoint(ROUTES.own)
  own(@Caller() { user }: TicketHolder) {
    return this.queries.execute(new OwnVerificationState(user));
  }

  @Endpoint(ROUTES.uploadBookCheck)
  async uploadBookCheck(@Body() body: unknown): Promise<PhotoCheck> {
    const { fault, width, height } = await this.photos.judge(photoBytes(body));
    return { acceptable: fault === null, fault, width, height };
  }

  @Endpoint(ROUTES.uploadPhoto)
  async uploadPhoto(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.uploadPhoto.query)) { kind }: { kind: PhotoKind },
    @Body() body: unknown,
  ): Promise<UploadedPhoto> {
    const judged = await this.photos.judge(photoBytes(body));
    if (judged.fault !== null) throw new Refusal(judged.fault);
    return this.store.keep(user, kind, judged);
  }

  @Endpoint(ROUTES.submit)
  async submit(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.submit.body)) request: SubmitVerificationRequest,
  ) {
    await this.commands.execute(new SubmitVerification(user, request));
    return this.queries.execute(new OwnVerificationState(user));
  }

  @Endpoint(ROUTES.list)
  list(@Body(new WirePipe(ROUTES.list.body)) request: VerificationsRequest) {
    return this.queries.execute(new VerificationList(request));
  }

  @Endpoint(ROUTES.detail)
  detail(@Query(new WirePipe(ROUTES.detail.query)) { verification }: { verification: string }) {
    return this.queries.execute(new VerificationDetailOf(idOf(verification)));
  }

  @Endpoint(SHOWN.showVerification)
  showVerification(
    @Caller() { user: staff }: TicketHolder,
    @Body(new WirePipe(SHOWN.showVerification.body)) request: ShowVerificationRequest,
  ) {
    return this.queries.execute(new ShownVerificationOf(staff, request));
  }

  /**
   * To who was shown what it belongs to. Neither cached (every answer of the interface says so) nor sniffed, and never a page: it is
   * shown, not opened.
   */
  @Endpoint(ROUTES.photo)
  async photo(
    @Caller() { user: staff }: TicketHolder,
    @Query(new WirePipe(ROUTES.photo.query)) { photo }: { photo: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    this.shown.refuseHidden(staff, photo);
    const jpeg = await this.store.open(photo);
    void reply.headers({ 'content-type': ROUTES.photo.answers, 'content-disposition': 'inline' });
    return jpeg;
  }

  @Endpoint(ROUTES.approve)
  approve(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.approve.body)) request: ApproveVerificationRequest,
  ) {
    return this.commands.execute(new ApproveVerification(user, request));
  }

  @Endpoint(ROUTES.reject)
  async reject(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.reject.body)) request: RejectVerificationRequest,
  ) {
    await this.commands.execute(new RejectVerification(user, request));
    return null;
  }
}
