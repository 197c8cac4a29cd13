/** The user's real-name verification over HTTP. Each photo is the body of a request of its own. */
import { VERIFICATION_ROUTES, type PhotoKind } from '../../../../../shared/products/identity/verification';
import { api } from '../../../kit/api/api';
import { endpointOf, quietEndpointOf, uploadOf } from '../../../kit/api/endpoints';

const verificationApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownVerification: build.query({ ...quietEndpointOf(VERIFICATION_ROUTES.own), providesTags: ['Verification'] }),
    /** The specification demands no notification for this call; its result is shown beside the photo. */
    checkPhoto: build.mutation({
      ...quietEndpointOf(VERIFICATION_ROUTES.uploadBookCheck),
      query: (photo: Blob) => uploadOf(VERIFICATION_ROUTES.uploadBookCheck, photo, undefined),
    }),
    uploadPhoto: build.mutation({
      ...quietEndpointOf(VERIFICATION_ROUTES.uploadPhoto),
      query: ({ photo, kind }: { kind: PhotoKind; photo: Blob }) =>
        uploadOf(VERIFICATION_ROUTES.uploadPhoto, photo, { kind }),
    }),
    submitVerification: build.mutation({
      ...endpointOf(VERIFICATION_ROUTES.submit),
      invalidatesTags: ['Verification', 'Security', 'Session'],
    }),
  }),
});

export const { useOwnVerificationQuery, useCheckPhotoMutation, useUploadPhotoMutation, useSubmitVerificationMutation } =
  verificationApi;
