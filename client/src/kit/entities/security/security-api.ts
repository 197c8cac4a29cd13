/** HTTP endpoints of account security. Each change refetches the overview. */
import { ACCOUNT_ROUTES, type SessionRecord } from '../../../../../shared/products/identity/account';
import { PERSONAL_DATA_ROUTES } from '../../../../../shared/products/identity/personal-data';
import { SECURITY_ROUTES } from '../../../../../shared/products/identity/security';
import type { AuthenticatorRecord } from '../../../../../shared/products/identity/authenticators';
import type { BankCardRecord } from '../../../../../shared/products/identity/bank-cards';
import type { PasskeyRecord } from '../../../../../shared/products/identity/passkeys';
import { api } from '../../api/api';
import { ask, askQuietly } from '../../api/endpoints';

const recordsOf = <Row>({ records }: { records: Row[] }): Row[] => records;

export const securityApi = api.injectEndpoints({
  endpoints: (build) => ({
    overview: build.query({ ...askQuietly(SECURITY_ROUTES.overview), providesTags: ['Security'] }),
    erasure: build.query({ ...askQuietly(PERSONAL_DATA_ROUTES.state), providesTags: ['Security'] }),
    exportOwnData: build.mutation(ask(PERSONAL_DATA_ROUTES.export)),
    eraseAccount: build.mutation({ ...ask(PERSONAL_DATA_ROUTES.erase), invalidatesTags: ['Security'] }),
    keepAccount: build.mutation({ ...ask(PERSONAL_DATA_ROUTES.keep), invalidatesTags: ['Security'] }),
    sendBoundCode: build.mutation(ask(SECURITY_ROUTES.sendCode)),
    bind: build.mutation({ ...ask(SECURITY_ROUTES.bind), invalidatesTags: ['Security', 'Session', 'LogIns'] }),

    authenticators: build.query({
      ...askQuietly(SECURITY_ROUTES.authenticators),
      transformResponse: recordsOf<AuthenticatorRecord>,
      providesTags: ['Authenticators'],
    }),
    beginAuthenticator: build.mutation(ask(SECURITY_ROUTES.beginAuthenticator)),
    bindAuthenticator: build.mutation({
      ...ask(SECURITY_ROUTES.bindAuthenticator),
      invalidatesTags: ['Security', 'Session', 'Authenticators'],
    }),
    renewRecoveryCodes: build.mutation({ ...ask(SECURITY_ROUTES.renewRecoveryCodes), invalidatesTags: ['Security'] }),
    renameAuthenticator: build.mutation({
      ...ask(SECURITY_ROUTES.renameAuthenticator),
      invalidatesTags: ['Authenticators'],
    }),
    unbindAuthenticator: build.mutation({
      ...ask(SECURITY_ROUTES.unbindAuthenticator),
      invalidatesTags: ['Security', 'Authenticators'],
    }),

    passkeys: build.query({
      ...askQuietly(SECURITY_ROUTES.passkeys),
      transformResponse: recordsOf<PasskeyRecord>,
      providesTags: ['Passkeys'],
    }),
    passkeyOptions: build.mutation(ask(SECURITY_ROUTES.passkeyOptions)),
    registerPasskey: build.mutation({
      ...ask(SECURITY_ROUTES.registerPasskey),
      invalidatesTags: ['Passkeys', 'Security', 'Session'],
    }),
    stepUpOptions: build.mutation(ask(SECURITY_ROUTES.stepUpOptions)),
    renamePasskey: build.mutation({ ...ask(SECURITY_ROUTES.renamePasskey), invalidatesTags: ['Passkeys'] }),
    removePasskey: build.mutation({ ...ask(SECURITY_ROUTES.removePasskey), invalidatesTags: ['Passkeys', 'Security'] }),

    setFundPassword: build.mutation({ ...ask(SECURITY_ROUTES.setFundPassword), invalidatesTags: ['Security'] }),
    changeFundPassword: build.mutation({ ...ask(SECURITY_ROUTES.changeFundPassword), invalidatesTags: ['Security'] }),
    resetFundPassword: build.mutation({ ...ask(SECURITY_ROUTES.resetFundPassword), invalidatesTags: ['Security'] }),
    changePassword: build.mutation({ ...ask(SECURITY_ROUTES.changePassword), invalidatesTags: ['Security', 'LogIns'] }),

    lockSettings: build.mutation({ ...ask(SECURITY_ROUTES.lockSettings), invalidatesTags: ['Security'] }),
    unlockSettings: build.mutation({ ...ask(SECURITY_ROUTES.unlockSettings), invalidatesTags: ['Security'] }),
    setOwnLimits: build.mutation({ ...ask(SECURITY_ROUTES.setOwnLimits), invalidatesTags: ['Security'] }),
    setTradingFactor: build.mutation({
      ...ask(SECURITY_ROUTES.setTradingFactor),
      invalidatesTags: ['Security', 'LogIns'],
    }),
    setCodeLogIn: build.mutation({ ...ask(SECURITY_ROUTES.setCodeLogIn), invalidatesTags: ['Security', 'LogIns'] }),
    setAntiPhishingCode: build.mutation({ ...ask(SECURITY_ROUTES.setAntiPhishingCode), invalidatesTags: ['Security'] }),
    setDeviceApproval: build.mutation({ ...ask(SECURITY_ROUTES.setDeviceApproval), invalidatesTags: ['Security'] }),
    freeze: build.mutation({ ...ask(SECURITY_ROUTES.freeze), invalidatesTags: ['Security', 'Session', 'LogIns'] }),
    setLanguage: build.mutation({ ...ask(SECURITY_ROUTES.setLanguage), invalidatesTags: ['Security', 'Session'] }),
    setNickName: build.mutation({ ...ask(SECURITY_ROUTES.setNickName), invalidatesTags: ['Security', 'Session'] }),
    setNationality: build.mutation({
      ...ask(SECURITY_ROUTES.setNationality),
      invalidatesTags: ['Security', 'Session'],
    }),

    bankCards: build.query({
      ...askQuietly(SECURITY_ROUTES.bankCards),
      transformResponse: recordsOf<BankCardRecord>,
      providesTags: ['BankCards'],
    }),
    addBankCard: build.mutation({ ...askQuietly(SECURITY_ROUTES.addBankCard), invalidatesTags: ['BankCards'] }),
    removeBankCard: build.mutation({ ...ask(SECURITY_ROUTES.removeBankCard), invalidatesTags: ['BankCards'] }),

    sessions: build.query({
      ...askQuietly(ACCOUNT_ROUTES.sessions),
      transformResponse: recordsOf<SessionRecord>,
      providesTags: ['LogIns'],
    }),
    endSession: build.mutation({ ...ask(ACCOUNT_ROUTES.endSession), invalidatesTags: ['LogIns'] }),
    endOtherSessions: build.mutation({ ...ask(ACCOUNT_ROUTES.endOtherSessions), invalidatesTags: ['LogIns'] }),
    logIns: build.query({ ...askQuietly(ACCOUNT_ROUTES.logIns), providesTags: ['LogIns'] }),
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
