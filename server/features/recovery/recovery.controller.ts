import { Body, Controller, Headers, Query } from '@nestjs/common';
import {
  RECOVERY_HEADER,
  RECOVERY_ROUTES as ROUTES,
  type BeginRecoveryRequest,
  type FinishRecoveryRequest,
  type SubmitRecoveryRequest,
} from '../../../shared/wire/recovery';
import type { PhotoKind, UploadedPhoto } from '../../../shared/wire/verification';
import { FromWhere, type Whence } from '../../platform/auth/whence';
import { Refusal } from '../../platform/errors/refusal';
import { Endpoint } from '../../platform/http/endpoint';
import { photoBytes } from '../../platform/http/photo-uploads';
import { WirePipe } from '../../platform/http/wire.pipe';
import { Photos } from '../../platform/photos/photos';
import { RecoveryEnds } from './recovery-ends';
import { RecoveryPhotos } from './recovery-photos';
import { RecoveryRequests } from './recovery-requests';

/** For whoever cannot log in any more. */
@Controller()
export class RecoveryController {
  constructor(
    private readonly requests: RecoveryRequests,
    private readonly store: RecoveryPhotos,
    private readonly ends: RecoveryEnds,
    private readonly photos: Photos,
  ) {}

  @Endpoint(ROUTES.begin)
  begin(@Body(new WirePipe(ROUTES.begin.body)) request: BeginRecoveryRequest, @FromWhere() whence: Whence) {
    return this.requests.begin(request, whence);
  }

  @Endpoint(ROUTES.uploadPhoto)
  async uploadPhoto(
    @Headers(RECOVERY_HEADER) token: string,
    @Query(new WirePipe(ROUTES.uploadPhoto.query)) { kind }: { kind: PhotoKind },
    @Body() body: unknown,
  ): Promise<UploadedPhoto> {
    const recovery = await this.requests.open(token);
    const judged = await this.photos.judge(photoBytes(body));
    if (judged.fault !== null) throw new Refusal(judged.fault);
    return this.store.keep(recovery, kind, judged);
  }

  @Endpoint(ROUTES.submit)
  async submit(@Body(new WirePipe(ROUTES.submit.body)) request: SubmitRecoveryRequest, @FromWhere() whence: Whence) {
    await this.requests.submit(request, whence);
    return null;
  }

  @Endpoint(ROUTES.finish)
  async finish(@Body(new WirePipe(ROUTES.finish.body)) request: FinishRecoveryRequest, @FromWhere() whence: Whence) {
    await this.ends.finish(request, whence);
    return null;
  }
}
