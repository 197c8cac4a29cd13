/** Personal data in clear, over HTTP: what comes back is forgotten by whoever asked as soon as they have it. */
import { SHOWN_DATA_ROUTES } from '../../../../shared/wire/shown-data';
import { askQuietly } from '../../shared/api/endpoints';
import { deskApi } from './desk-api';

const shownApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    showUser: build.mutation(askQuietly(SHOWN_DATA_ROUTES.showUser)),
    showVerification: build.mutation(askQuietly(SHOWN_DATA_ROUTES.showVerification)),
    showRecovery: build.mutation(askQuietly(SHOWN_DATA_ROUTES.showRecovery)),
    showWithdrawal: build.mutation(askQuietly(SHOWN_DATA_ROUTES.showWithdrawal)),
    showRecharge: build.mutation(askQuietly(SHOWN_DATA_ROUTES.showRecharge)),
    showAlarm: build.mutation(askQuietly(SHOWN_DATA_ROUTES.showAlarm)),
    showDepositReport: build.mutation(askQuietly(SHOWN_DATA_ROUTES.showDepositReport)),
    showFeedback: build.mutation(askQuietly(SHOWN_DATA_ROUTES.showFeedback)),
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
