/** For whoever cannot log in any more, and the photos that they send. */
import { RECOVERY_HEADER, RECOVERY_ROUTES as ROUTES } from '../../../../../shared/products/identity/recovery';
import { Refusal } from '../../../../platform/errors/refusal';
import { answeredBy } from '../../../../platform/http/answers/answered-by';
import { Photos } from '../../../../platform/photos/photos';
import { ShownData } from '../../../../features/shared/shown-data';
import { RecoveryEnds } from './recovery-ends';
import { RecoveryPhotos } from './recovery-photos';
import { RecoveryRequests } from './recovery-requests';

export const RECOVERY_ENDPOINTS = [
  answeredBy(ROUTES.begin, [RecoveryRequests], ({ request, whence }, requests) => requests.begin(request, whence)),
  answeredBy(ROUTES.uploadPhoto, [RecoveryRequests, Photos, RecoveryPhotos], async (asked, requests, photos, store) => {
    const recovery = await requests.open(asked.header(RECOVERY_HEADER));
    const judged = await photos.judge(asked.photo);
    if (judged.fault !== null) throw new Refusal(judged.fault);
    return store.keep(recovery, asked.request.kind, judged);
  }),
  answeredBy(ROUTES.submit, [RecoveryRequests], ({ request, whence }, requests) => requests.submit(request, whence)),
  answeredBy(ROUTES.finish, [RecoveryEnds], ({ request, whence }, ends) => ends.finish(request, whence)),

  /** To who was shown the request. Neither cached nor sniffed, and never a page: it is shown, not opened. */
  answeredBy(ROUTES.photo, [ShownData, RecoveryPhotos], async ({ user: staff, request, reply }, shown, photos) => {
    shown.refuseHidden(staff, request.photo);
    const jpeg = await photos.open(request.photo);
    void reply.headers({ 'content-type': ROUTES.photo.answers, 'content-disposition': 'inline' });
    return jpeg;
  }),
];
