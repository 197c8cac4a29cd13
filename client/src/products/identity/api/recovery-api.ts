/** Account recovery without password and factors, over HTTP. */
import { RECOVERY_HEADER, RECOVERY_ROUTES } from '../../../../../shared/products/identity/recovery';
import type { PhotoKind } from '../../../../../shared/products/identity/verification';
import { api } from '../../../kit/api/api';
import { quietEndpointOf, uploadOf } from '../../../kit/api/endpoints';

const recoveryApi = api.injectEndpoints({
  endpoints: (build) => ({
    beginRecovery: build.mutation(quietEndpointOf(RECOVERY_ROUTES.begin)),
    uploadRecoveryPhoto: build.mutation({
      ...quietEndpointOf(RECOVERY_ROUTES.uploadPhoto),
      query: ({ token, kind, photo }: { token: string; kind: PhotoKind; photo: Blob }) => {
        const upload = uploadOf(RECOVERY_ROUTES.uploadPhoto, photo, { kind });
        return { ...upload, headers: { ...upload.headers, [RECOVERY_HEADER]: token } };
      },
    }),
    submitRecovery: build.mutation(quietEndpointOf(RECOVERY_ROUTES.submit)),
    finishRecovery: build.mutation(quietEndpointOf(RECOVERY_ROUTES.finish)),
  }),
});

export const {
  useBeginRecoveryMutation,
  useUploadRecoveryPhotoMutation,
  useSubmitRecoveryMutation,
  useFinishRecoveryMutation,
} = recoveryApi;
