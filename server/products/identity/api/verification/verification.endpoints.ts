/** Endpoints of document photos. */
import { VERIFICATION_ROUTES as ROUTES } from '../../../../../shared/products/identity/verification';
import { Refusal } from '../../../../platform/errors/refusal';
import { serviceEndpoint } from '../../../../platform/http/answers/service-endpoint';
import { Photos } from '../../../../platform/photos/photos';
import { UnmaskingLimits } from '../../../../features/shared/unmasking-limits';
import { PhotoStore } from './photo-store';

export const VERIFICATION_ENDPOINTS = [
  serviceEndpoint(ROUTES.uploadBookCheck, [Photos], async ({ photo }, photos) => {
    const { error: fault, width, height } = await photos.check(photo);
    return { acceptable: fault === null, fault, width, height };
  }),
  serviceEndpoint(ROUTES.uploadPhoto, [Photos, PhotoStore], async ({ user, request, photo }, photos, store) => {
    const judged = await photos.check(photo);
    if (judged.error !== null) throw new Refusal(judged.error);
    return store.keep(user, request.kind, judged);
  }),
  /**
   * For staff who may see the owning record. Not cached (as every answer of the API states), not sniffed and never a
   * page: displayed, not opened.
   */
  serviceEndpoint(
    ROUTES.photo,
    [UnmaskingLimits, PhotoStore],
    async ({ user: staff, request, reply }, limits, store) => {
      limits.refusePhotoNotOpened(staff, request.photo);
      const jpeg = await store.open(request.photo);
      void reply.headers({ 'content-type': ROUTES.photo.answers, 'content-disposition': 'inline' });
      return jpeg;
    },
  ),
];
