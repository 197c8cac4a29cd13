/** The own real-name verification, over HTTP. Photos go one by one, each as the body of its own request. */
import type {
  OwnVerification,
  PhotoCheck,
  PhotoKind,
  SubmitVerificationRequest,
  UploadedPhoto,
} from '../../../../shared/wire/verification';
import { api } from '../../shared/api/api';

/** A photo of 8 MB over a slow line takes longer than an answer may. */
const UPLOAD_MS_MAX = 120_000;

const asBody = (photo: Blob) => ({
  method: 'POST',
  body: photo,
  headers: { 'content-type': photo.type === '' ? 'application/octet-stream' : photo.type },
  timeout: UPLOAD_MS_MAX,
});

const verificationApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownVerification: build.query<OwnVerification, void>({
      query: () => ({ url: '/app/verification/state' }),
      extraOptions: { isQuiet: true },
      providesTags: ['Verification'],
    }),
    /** The specification wants no notification of this call: its answer stands beside the photo. */
    checkPhoto: build.mutation<PhotoCheck, Blob>({
      query: (photo) => ({ url: '/api/oms/uploadBookInfo/uploadBookCheck', ...asBody(photo) }),
      extraOptions: { isQuiet: true },
    }),
    uploadPhoto: build.mutation<UploadedPhoto, { kind: PhotoKind; photo: Blob }>({
      query: ({ kind, photo }) => ({ url: `/app/verification/uploadPhoto?kind=${kind}`, ...asBody(photo) }),
      extraOptions: { isQuiet: true },
    }),
    submitVerification: build.mutation<OwnVerification, SubmitVerificationRequest>({
      query: (body) => ({ url: '/app/verification/submit', method: 'POST', body }),
      invalidatesTags: ['Verification', 'Security', 'Session'],
    }),
  }),
});

export const { useOwnVerificationQuery, useCheckPhotoMutation, useUploadPhotoMutation, useSubmitVerificationMutation } =
  verificationApi;
