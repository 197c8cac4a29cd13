/** The own real-name verification, over HTTP. Photos go one by one, each as the body of its own request. */
import { VERIFICATION_ROUTES, type PhotoKind } from '../../../../../shared/products/identity/verification';
import { api } from '../../../shared/api/api';
import { ask, askQuietly, uploadOf } from '../../../shared/api/endpoints';

const verificationApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownVerification: build.query({ ...askQuietly(VERIFICATION_ROUTES.own), providesTags: ['Verification'] }),
    /** The specification wants no notification of this call: its answer stands beside the photo. */
    checkPhoto: build.mutation({
      ...askQuietly(VERIFICATION_ROUTES.uploadBookCheck),
      query: (photo: Blob) => uploadOf(VERIFICATION_ROUTES.uploadBookCheck, photo, undefined),
    }),
    uploadPhoto: build.mutation({
      ...askQuietly(VERIFICATION_ROUTES.uploadPhoto),
      query: ({ photo, kind }: { kind: PhotoKind; photo: Blob }) =>
        uploadOf(VERIFICATION_ROUTES.uploadPhoto, photo, { kind }),
    }),
    submitVerification: build.mutation({
      ...ask(VERIFICATION_ROUTES.submit),
      invalidatesTags: ['Verification', 'Security', 'Session'],
    }),
  }),
});

export const { useOwnVerificationQuery, useCheckPhotoMutation, useUploadPhotoMutation, useSubmitVerificationMutation } =
  verificationApi;
