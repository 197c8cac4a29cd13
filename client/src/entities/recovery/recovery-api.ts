/** The way back in for whoever lost password and factors, over HTTP. */
import {
  RECOVERY_HEADER,
  type BeginRecoveryRequest,
  type FinishRecoveryRequest,
  type RecoveryBegun,
  type SubmitRecoveryRequest,
} from '../../../../shared/wire/recovery';
import type { PhotoKind, UploadedPhoto } from '../../../../shared/wire/verification';
import { api } from '../../shared/api/api';

/** A photo of 8 MB over a slow line takes longer than an answer may. */
const UPLOAD_MS_MAX = 120_000;

const recoveryApi = api.injectEndpoints({
  endpoints: (build) => ({
    beginRecovery: build.mutation<RecoveryBegun, BeginRecoveryRequest>({
      query: (body) => ({ url: '/app/recovery/begin', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    uploadRecoveryPhoto: build.mutation<UploadedPhoto, { token: string; kind: PhotoKind; photo: Blob }>({
      query: ({ token, kind, photo }) => ({
        url: `/app/recovery/uploadPhoto?kind=${kind}`,
        method: 'POST',
        body: photo,
        headers: {
          'content-type': photo.type === '' ? 'application/octet-stream' : photo.type,
          [RECOVERY_HEADER]: token,
        },
        timeout: UPLOAD_MS_MAX,
      }),
      extraOptions: { isQuiet: true },
    }),
    submitRecovery: build.mutation<null, SubmitRecoveryRequest>({
      query: (body) => ({ url: '/app/recovery/submit', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    finishRecovery: build.mutation<null, FinishRecoveryRequest>({
      query: (body) => ({ url: '/app/recovery/finish', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const {
  useBeginRecoveryMutation,
  useUploadRecoveryPhotoMutation,
  useSubmitRecoveryMutation,
  useFinishRecoveryMutation,
} = recoveryApi;
