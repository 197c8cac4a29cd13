/** Endpoints for users without access to their account, and their photos. */
import { RECOVERY_HEADER, RECOVERY_ROUTES as ROUTES } from '../../../../../shared/products/identity/recovery';
import { Refusal } from '../../../../platform/errors/refusal';
import { serviceEndpoint } from '../../../../platform/http/answers/service-endpoint';
import { Photos } from '../../../../platform/photos/photos';
import { UnmaskingLimits } from '../../../../features/shared/unmasking-limits';
import { RecoveryDecisions } from './recovery-decisions';
import { RecoveryPhotos } from './recovery-photos';
import { RecoveryRequests } from './recovery-requests';

export const RECOVERY_ENDPOINTS = [
  serviceEndpoint(ROUTES.begin, [RecoveryRequests], ({ request, clientInfo }, requests) =>
    requests.begin(request, clientInfo),
  ),
  serviceEndpoint(
    ROUTES.uploadPhoto,
    [RecoveryRequests, Photos, RecoveryPhotos],
    async (context, requests, photos, store) => {
      const recovery = await requests.open(context.header(RECOVERY_HEADER));
      const judged = await photos.check(context.photo);
      if (judged.error !== null) throw new Refusal(judged.error);
      return store.keep(recovery, context.request.kind, judged);
    },
  ),
  serviceEndpoint(ROUTES.submit, [RecoveryRequests], ({ request, clientInfo }, requests) =>
    requests.submit(request, clientInfo),
  ),
  serviceEndpoint(ROUTES.finish, [RecoveryDecisions], ({ request, clientInfo }, decisions) =>
    decisions.finish(request, clientInfo),
  ),

  /** For staff who may see the request. Not cached, not sniffed and never a page: displayed, not opened. */
  serviceEndpoint(
    ROUTES.photo,
    [UnmaskingLimits, RecoveryPhotos],
    async ({ user: staff, request, reply }, limits, photos) => {
      limits.refusePhotoNotOpened(staff, request.photo);
      const jpeg = await photos.open(request.photo);
      void reply.headers({ 'content-type': ROUTES.photo.answers, 'content-disposition': 'inline' });
      return jpeg;
    },
  ),
];
