/** Account recovery without password and factors, over HTTP. */
import { RECOVERY_HEADER, RECOVERY_ROUTES } from '../../../../../shared/products/identity/recovery';
import type { PhotoKind } from '../../../../../shared/products/identity/verification';
import { api } from '../../../kit/api/api';
import { askQuietly, uploadOf } from '../../../kit/api/endpoints';

const recoveryApi = api.injectEndpoints({
  endpoints: (build) => ({
    beginRecovery: build.mutation(askQuietly(RECOVERY_ROUTES.begin)),
    uploadRecoveryPhoto: build.mutation({
      ...askQuietly(RECOVERY_ROUTES.uploadPhoto),
      query: ({ token, kind, photo }: { token: string; kind: PhotoKind; photo: Blob }) => {
        const upload = uploadOf(RECOVERY_ROUTES.uploadPhoto, photo, { kind });
        return { ...upload, headers: { ...upload.headers, [RECOVERY_HEADER]: token } };
      },
    }),
    submitRecovery: build.mutation(askQuietly(RECOVERY_ROUTES.submit)),
    finishRecovery: build.mutation(askQuietly(RECOVERY_ROUTES.finish)),
  }),
});

export const {
  useBeginRecoveryMutation,
  useUploadRecoveryPhotoMutation,
  useSubmitRecoveryMutation,
  useFinishRecoveryMutation,
} = recoveryApi;
