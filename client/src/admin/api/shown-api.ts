/** Unmasked personal data over HTTP: never cached, and discarded by the caller after use. */
import { SHOWN_DATA_ROUTES } from '../../../../shared/wire/shown-data';
import { quietEndpointOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const shownApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    showUser: build.mutation(quietEndpointOf(SHOWN_DATA_ROUTES.showUser)),
    showVerification: build.mutation(quietEndpointOf(SHOWN_DATA_ROUTES.showVerification)),
    showRecovery: build.mutation(quietEndpointOf(SHOWN_DATA_ROUTES.showRecovery)),
    showWithdrawal: build.mutation(quietEndpointOf(SHOWN_DATA_ROUTES.showWithdrawal)),
    showRecharge: build.mutation(quietEndpointOf(SHOWN_DATA_ROUTES.showRecharge)),
    showAlarm: build.mutation(quietEndpointOf(SHOWN_DATA_ROUTES.showAlarm)),
    showDepositReport: build.mutation(quietEndpointOf(SHOWN_DATA_ROUTES.showDepositReport)),
    showFeedback: build.mutation(quietEndpointOf(SHOWN_DATA_ROUTES.showFeedback)),
  }),
});

export const {
  useShowUserMutation,
  useShowVerificationMutation,
  useShowRecoveryMutation,
  useShowWithdrawalMutation,
  useShowRechargeMutation,
  useShowAlarmMutation,
  useShowDepositReportMutation,
  useShowFeedbackMutation,
} = shownApi;
