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
  serviceEndpoint(ROUTES.begin, [RecoveryRequests], ({ request, clientInfo: whence }, requests) =>
    requests.begin(request, whence),
  ),
  serviceEndpoint(
    ROUTES.uploadPhoto,
    [RecoveryRequests, Photos, RecoveryPhotos],
    async (asked, requests, photos, store) => {
      const recovery = await requests.open(asked.header(RECOVERY_HEADER));
      const judged = await photos.check(asked.photo);
      if (judged.fault !== null) throw new Refusal(judged.fault);
      return store.keep(recovery, asked.request.kind, judged);
    },
  ),
  serviceEndpoint(ROUTES.submit, [RecoveryRequests], ({ request, clientInfo: whence }, requests) =>
    requests.submit(request, whence),
  ),
  serviceEndpoint(ROUTES.finish, [RecoveryDecisions], ({ request, clientInfo: whence }, ends) =>
    ends.finish(request, whence),
  ),

  /** For staff who may see the request. Not cached, not sniffed and never a page: displayed, not opened. */
  serviceEndpoint(
    ROUTES.photo,
    [UnmaskingLimits, RecoveryPhotos],
    async ({ user: staff, request, reply }, shown, photos) => {
      shown.refusePhotoNotOpened(staff, request.photo);
      const jpeg = await photos.open(request.photo);
      void reply.headers({ 'content-type': ROUTES.photo.answers, 'content-disposition': 'inline' });
      return jpeg;
    },
  ),
];
