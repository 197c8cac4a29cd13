/** Photos of documents, on their way in and out. */
import { VERIFICATION_ROUTES as ROUTES } from '../../../../../shared/products/identity/verification';
import { Refusal } from '../../../../platform/errors/refusal';
import { answeredBy } from '../../../../platform/http/answers/answered-by';
import { Photos } from '../../../../platform/photos/photos';
import { ShownData } from '../../../../features/shared/shown-data';
import { PhotoStore } from './photo-store';

export const VERIFICATION_ENDPOINTS = [
  answeredBy(ROUTES.uploadBookCheck, [Photos], async ({ photo }, photos) => {
    const { fault, width, height } = await photos.judge(photo);
    return { acceptable: fault === null, fault, width, height };
  }),
  answeredBy(ROUTES.uploadPhoto, [Photos, PhotoStore], async ({ user, request, photo }, photos, store) => {
    const judged = await photos.judge(photo);
    if (judged.fault !== null) throw new Refusal(judged.fault);
    return store.keep(user, request.kind, judged);
  }),
  /**
   * To who was shown what it belongs to. Neither cached (every answer of the interface says so) nor sniffed, and never a page: it is
   * shown, not opened.
   */
  answeredBy(ROUTES.photo, [ShownData, PhotoStore], async ({ user: staff, request, reply }, shown, store) => {
    shown.refuseHidden(staff, request.photo);
    const jpeg = await store.open(request.photo);
    void reply.headers({ 'content-type': ROUTES.photo.answers, 'content-disposition': 'inline' });
    return jpeg;
  }),
];
