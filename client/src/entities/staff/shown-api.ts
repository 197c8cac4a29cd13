/** Personal data in clear, over HTTP: what comes back is forgotten by whoever asked as soon as they have it. */
import type {
  ShowAlarmRequest,
  ShowFeedbackRequest,
  ShownAlarm,
  ShownFeedback,
  ShownRecharge,
  ShownRecovery,
  ShownUser,
  ShownVerification,
  ShownWithdrawal,
  ShowRechargeRequest,
  ShowRecoveryRequest,
  ShowUserRequest,
  ShowVerificationRequest,
  ShowWithdrawalRequest,
} from '../../../../shared/wire/shown-data';
import { deskApi } from './desk-api';

const shownApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    showUser: build.mutation<ShownUser, ShowUserRequest>({
      query: (body) => ({ url: '/admin/user/person', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    showVerification: build.mutation<ShownVerification, ShowVerificationRequest>({
      query: (body) => ({ url: '/admin/verification/person', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    showRecovery: build.mutation<ShownRecovery, ShowRecoveryRequest>({
      query: (body) => ({ url: '/admin/recovery/person', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    showWithdrawal: build.mutation<ShownWithdrawal, ShowWithdrawalRequest>({
      query: (body) => ({ url: '/admin/withdraw/person', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    showRecharge: build.mutation<ShownRecharge, ShowRechargeRequest>({
      query: (body) => ({ url: '/admin/recharge/person', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    showAlarm: build.mutation<ShownAlarm, ShowAlarmRequest>({
      query: (body) => ({ url: '/admin/chain/person', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    showFeedback: build.mutation<ShownFeedback, ShowFeedbackRequest>({
      query: (body) => ({ url: '/admin/content/person', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const {
  useShowUserMutation,
  useShowVerificationMutation,
  useShowRecoveryMutation,
  useShowWithdrawalMutation,
  useShowRechargeMutation,
  useShowAlarmMutation,
  useShowFeedbackMutation,
} = shownApi;
