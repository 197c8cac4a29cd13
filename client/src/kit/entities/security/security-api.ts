/** HTTP endpoints of account security. Each change refetches the overview. */
import { ACCOUNT_ROUTES, type SessionRecord } from '../../../../../shared/products/identity/account';
import { PERSONAL_DATA_ROUTES } from '../../../../../shared/products/identity/personal-data';
import { SECURITY_ROUTES } from '../../../../../shared/products/identity/security';
import type { AuthenticatorRecord } from '../../../../../shared/products/identity/authenticators';
import type { BankCardRecord } from '../../../../../shared/products/identity/bank-cards';
import type { PasskeyRecord } from '../../../../../shared/products/identity/passkeys';
import { api } from '../../api/api';
import { endpointOf, quietEndpointOf } from '../../api/endpoints';

const recordsOf = <Row>({ records }: { records: Row[] }): Row[] => records;

export const securityApi = api.injectEndpoints({
  endpoints: (build) => ({
    overview: build.query({ ...quietEndpointOf(SECURITY_ROUTES.overview), providesTags: ['Security'] }),
    erasure: build.query({ ...quietEndpointOf(PERSONAL_DATA_ROUTES.state), providesTags: ['Security'] }),
    exportOwnData: build.mutation(endpointOf(PERSONAL_DATA_ROUTES.export)),
    eraseAccount: build.mutation({ ...endpointOf(PERSONAL_DATA_ROUTES.erase), invalidatesTags: ['Security'] }),
    keepAccount: build.mutation({ ...endpointOf(PERSONAL_DATA_ROUTES.keep), invalidatesTags: ['Security'] }),
    sendBoundCode: build.mutation(endpointOf(SECURITY_ROUTES.sendCode)),
    bind: build.mutation({ ...endpointOf(SECURITY_ROUTES.bind), invalidatesTags: ['Security', 'Session', 'LogIns'] }),

    authenticators: build.query({
      ...quietEndpointOf(SECURITY_ROUTES.authenticators),
      transformResponse: recordsOf<AuthenticatorRecord>,
      providesTags: ['Authenticators'],
    }),
    beginAuthenticator: build.mutation(endpointOf(SECURITY_ROUTES.beginAuthenticator)),
    bindAuthenticator: build.mutation({
      ...endpointOf(SECURITY_ROUTES.bindAuthenticator),
      invalidatesTags: ['Security', 'Session', 'Authenticators'],
    }),
    renewRecoveryCodes: build.mutation({
      ...endpointOf(SECURITY_ROUTES.renewRecoveryCodes),
      invalidatesTags: ['Security'],
    }),
    renameAuthenticator: build.mutation({
      ...endpointOf(SECURITY_ROUTES.renameAuthenticator),
      invalidatesTags: ['Authenticators'],
    }),
    unbindAuthenticator: build.mutation({
      ...endpointOf(SECURITY_ROUTES.unbindAuthenticator),
      invalidatesTags: ['Security', 'Authenticators'],
    }),

    passkeys: build.query({
      ...quietEndpointOf(SECURITY_ROUTES.passkeys),
      transformResponse: recordsOf<PasskeyRecord>,
      providesTags: ['Passkeys'],
    }),
    passkeyOptions: build.mutation(endpointOf(SECURITY_ROUTES.passkeyOptions)),
    registerPasskey: build.mutation({
      ...endpointOf(SECURITY_ROUTES.registerPasskey),
      invalidatesTags: ['Passkeys', 'Security', 'Session'],
    }),
    stepUpOptions: build.mutation(endpointOf(SECURITY_ROUTES.stepUpOptions)),
    renamePasskey: build.mutation({ ...endpointOf(SECURITY_ROUTES.renamePasskey), invalidatesTags: ['Passkeys'] }),
    removePasskey: build.mutation({
      ...endpointOf(SECURITY_ROUTES.removePasskey),
      invalidatesTags: ['Passkeys', 'Security'],
    }),

    setFundPassword: build.mutation({ ...endpointOf(SECURITY_ROUTES.setFundPassword), invalidatesTags: ['Security'] }),
    changeFundPassword: build.mutation({
      ...endpointOf(SECURITY_ROUTES.changeFundPassword),
      invalidatesTags: ['Security'],
    }),
    resetFundPassword: build.mutation({
      ...endpointOf(SECURITY_ROUTES.resetFundPassword),
      invalidatesTags: ['Security'],
    }),
    changePassword: build.mutation({
      ...endpointOf(SECURITY_ROUTES.changePassword),
      invalidatesTags: ['Security', 'LogIns'],
    }),

    lockSettings: build.mutation({ ...endpointOf(SECURITY_ROUTES.lockSettings), invalidatesTags: ['Security'] }),
    unlockSettings: build.mutation({ ...endpointOf(SECURITY_ROUTES.unlockSettings), invalidatesTags: ['Security'] }),
    setOwnLimits: build.mutation({ ...endpointOf(SECURITY_ROUTES.setOwnLimits), invalidatesTags: ['Security'] }),
    setTradingFactor: build.mutation({
      ...endpointOf(SECURITY_ROUTES.setTradingFactor),
      invalidatesTags: ['Security', 'LogIns'],
    }),
    setCodeLogIn: build.mutation({
      ...endpointOf(SECURITY_ROUTES.setCodeLogIn),
      invalidatesTags: ['Security', 'LogIns'],
    }),
    setAntiPhishingCode: build.mutation({
      ...endpointOf(SECURITY_ROUTES.setAntiPhishingCode),
      invalidatesTags: ['Security'],
    }),
    setDeviceApproval: build.mutation({
      ...endpointOf(SECURITY_ROUTES.setDeviceApproval),
      invalidatesTags: ['Security'],
    }),
    freeze: build.mutation({
      ...endpointOf(SECURITY_ROUTES.freeze),
      invalidatesTags: ['Security', 'Session', 'LogIns'],
    }),
    setLanguage: build.mutation({
      ...endpointOf(SECURITY_ROUTES.setLanguage),
      invalidatesTags: ['Security', 'Session'],
    }),
    setNickName: build.mutation({
      ...endpointOf(SECURITY_ROUTES.setNickName),
      invalidatesTags: ['Security', 'Session'],
    }),
    setNationality: build.mutation({
      ...endpointOf(SECURITY_ROUTES.setNationality),
      invalidatesTags: ['Security', 'Session'],
    }),

    bankCards: build.query({
      ...quietEndpointOf(SECURITY_ROUTES.bankCards),
      transformResponse: recordsOf<BankCardRecord>,
      providesTags: ['BankCards'],
    }),
    addBankCard: build.mutation({ ...quietEndpointOf(SECURITY_ROUTES.addBankCard), invalidatesTags: ['BankCards'] }),
    removeBankCard: build.mutation({ ...endpointOf(SECURITY_ROUTES.removeBankCard), invalidatesTags: ['BankCards'] }),

    sessions: build.query({
      ...quietEndpointOf(ACCOUNT_ROUTES.sessions),
      transformResponse: recordsOf<SessionRecord>,
      providesTags: ['LogIns'],
    }),
    endSession: build.mutation({ ...endpointOf(ACCOUNT_ROUTES.endSession), invalidatesTags: ['LogIns'] }),
    endOtherSessions: build.mutation({ ...endpointOf(ACCOUNT_ROUTES.endOtherSessions), invalidatesTags: ['LogIns'] }),
    logIns: build.query({ ...quietEndpointOf(ACCOUNT_ROUTES.logIns), providesTags: ['LogIns'] }),
  }),
});

export const {
  useOverviewQuery,
  useAuthenticatorsQuery,
  usePasskeysQuery,
  useBankCardsQuery,
  useSessionsQuery,
  useLogInsQuery,
} = securityApi;
