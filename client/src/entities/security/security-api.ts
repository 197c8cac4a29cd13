/** The safety of one's own account, over HTTP. Every change asks anew how the account stands. */
import type { z } from 'zod';
import type { LogInRecord, SessionRecord } from '../../../../shared/wire/account';
import type { Language } from '../../../../shared/wire/languages';
import type {
  AddBankCardRequest,
  AuthenticatorBegun,
  AuthenticatorRecord,
  BeginAuthenticatorRequest,
  BankCardRecord,
  BindAuthenticatorRequest,
  BindRequest,
  ChangeFundPasswordRequest,
  ChangePasswordRequest,
  CodeSent,
  FreezeRequest,
  LockSettingsRequest,
  PasskeyOptionsRequest,
  PasskeyRecord,
  Proof,
  ProvenByBoth,
  RecoveryCodes,
  RegisterPasskeyRequest,
  RemovePasskeyRequest,
  RenameAuthenticatorRequest,
  RenamePasskeyRequest,
  ResetFundPasswordRequest,
  SECURITY_ROUTES,
  SecurityOverview,
  SendCodeRequest,
  SetAntiPhishingCodeRequest,
  SetCodeLogInRequest,
  SetDeviceApprovalRequest,
  SettingsLocked,
  UnbindAuthenticatorRequest,
  UnlockSettingsRequest,
  SetFundPasswordRequest,
  SetOwnLimitsRequest,
  SetTradingFactorRequest,
  OwnLimitsShown,
} from '../../../../shared/wire/security';
import type { ErasureState } from '../../../../shared/wire/personal-data';
import { api } from '../../shared/api/api';
import { inEnvelope } from '../../shared/api/csv-file';

export interface Paged {
  pageIndex: number;
  pageSize: number;
}

export interface PageOf<Row> extends Paged {
  records: Row[];
  total: number;
}

type StepUpOptions = z.infer<typeof SECURITY_ROUTES.stepUpOptions.answer>;
type PasskeyOptions = z.infer<typeof SECURITY_ROUTES.passkeyOptions.answer>;

const post =
  (path: string) =>
  <Body>(body: Body) => ({ url: `/app/${path}`, method: 'POST', body });
const recordsOf = <Row>({ records }: { records: Row[] }): Row[] => records;

export const securityApi = api.injectEndpoints({
  endpoints: (build) => ({
    overview: build.query<SecurityOverview, void>({
      query: () => ({ url: '/app/security/overview' }),
      extraOptions: { isQuiet: true },
      providesTags: ['Security'],
    }),
    erasure: build.query<ErasureState, void>({
      query: () => ({ url: '/app/personal/state' }),
      extraOptions: { isQuiet: true },
      providesTags: ['Security'],
    }),
    exportOwnData: build.mutation<string, Proof>({
      query: (body) => ({ url: '/app/personal/export', method: 'POST', body, responseHandler: inEnvelope }),
    }),
    eraseAccount: build.mutation<ErasureState, Proof>({
      query: post('personal/erase'),
      invalidatesTags: ['Security'],
    }),
    keepAccount: build.mutation<ErasureState, void>({
      query: () => ({ url: '/app/personal/keep', method: 'POST', body: {} }),
      invalidatesTags: ['Security'],
    }),
    sendBoundCode: build.mutation<CodeSent, SendCodeRequest>({ query: post('security/sendCode') }),
    bind: build.mutation<null, BindRequest>({
      query: post('security/bind'),
      invalidatesTags: ['Security', 'Session', 'LogIns'],
    }),

    authenticators: build.query<AuthenticatorRecord[], void>({
      query: () => ({ url: '/app/security/authenticator/list' }),
      transformResponse: recordsOf<AuthenticatorRecord>,
      extraOptions: { isQuiet: true },
      providesTags: ['Authenticators'],
    }),
    beginAuthenticator: build.mutation<AuthenticatorBegun, BeginAuthenticatorRequest>({
      query: post('security/authenticator/begin'),
    }),
    bindAuthenticator: build.mutation<RecoveryCodes, BindAuthenticatorRequest>({
      query: post('security/authenticator/bind'),
      invalidatesTags: ['Security', 'Session', 'Authenticators'],
    }),
    renewRecoveryCodes: build.mutation<RecoveryCodes, ProvenByBoth>({
      query: post('security/authenticator/renewRecoveryCodes'),
      invalidatesTags: ['Security'],
    }),
    renameAuthenticator: build.mutation<null, RenameAuthenticatorRequest>({
      query: post('security/authenticator/rename'),
      invalidatesTags: ['Authenticators'],
    }),
    unbindAuthenticator: build.mutation<null, UnbindAuthenticatorRequest>({
      query: post('security/authenticator/unbind'),
      invalidatesTags: ['Security', 'Authenticators'],
    }),

    passkeys: build.query<PasskeyRecord[], void>({
      query: () => ({ url: '/app/security/passkey/list' }),
      transformResponse: recordsOf<PasskeyRecord>,
      extraOptions: { isQuiet: true },
      providesTags: ['Passkeys'],
    }),
    passkeyOptions: build.mutation<PasskeyOptions, PasskeyOptionsRequest>({
      query: post('security/passkey/registerOptions'),
    }),
    registerPasskey: build.mutation<PasskeyRecord, RegisterPasskeyRequest>({
      query: post('security/passkey/register'),
      invalidatesTags: ['Passkeys', 'Security', 'Session'],
    }),
    stepUpOptions: build.mutation<StepUpOptions, { digest: string }>({
      query: post('security/stepUp/options'),
    }),
    renamePasskey: build.mutation<null, RenamePasskeyRequest>({
      query: post('security/passkey/rename'),
      invalidatesTags: ['Passkeys'],
    }),
    removePasskey: build.mutation<null, RemovePasskeyRequest>({
      query: post('security/passkey/remove'),
      invalidatesTags: ['Passkeys', 'Security'],
    }),

    setFundPassword: build.mutation<null, SetFundPasswordRequest>({
      query: post('security/fundPassword/set'),
      invalidatesTags: ['Security'],
    }),
    changeFundPassword: build.mutation<null, ChangeFundPasswordRequest>({
      query: post('security/fundPassword/change'),
      invalidatesTags: ['Security'],
    }),
    resetFundPassword: build.mutation<null, ResetFundPasswordRequest>({
      query: post('security/fundPassword/reset'),
      invalidatesTags: ['Security'],
    }),
    changePassword: build.mutation<{ ended: number }, ChangePasswordRequest>({
      query: post('security/password/change'),
      invalidatesTags: ['Security', 'LogIns'],
    }),

    lockSettings: build.mutation<SettingsLocked, LockSettingsRequest>({
      query: post('security/lockSettings'),
      invalidatesTags: ['Security'],
    }),
    unlockSettings: build.mutation<null, UnlockSettingsRequest>({
      query: post('security/unlockSettings'),
      invalidatesTags: ['Security'],
    }),
    setOwnLimits: build.mutation<OwnLimitsShown, SetOwnLimitsRequest>({
      query: post('security/setOwnLimits'),
      invalidatesTags: ['Security'],
    }),
    setTradingFactor: build.mutation<null, SetTradingFactorRequest>({
      query: post('security/setTradingFactor'),
      invalidatesTags: ['Security', 'LogIns'],
    }),
    setCodeLogIn: build.mutation<null, SetCodeLogInRequest>({
      query: post('security/setCodeLogIn'),
      invalidatesTags: ['Security', 'LogIns'],
    }),
    setAntiPhishingCode: build.mutation<null, SetAntiPhishingCodeRequest>({
      query: post('security/setAntiPhishingCode'),
      invalidatesTags: ['Security'],
    }),
    setDeviceApproval: build.mutation<null, SetDeviceApprovalRequest>({
      query: post('security/setDeviceApproval'),
      invalidatesTags: ['Security'],
    }),
    freeze: build.mutation<unknown, FreezeRequest>({
      query: post('security/freeze'),
      invalidatesTags: ['Security', 'Session', 'LogIns'],
    }),
    setLanguage: build.mutation<null, { language: Language }>({
      query: post('security/setLanguage'),
      invalidatesTags: ['Security', 'Session'],
    }),
    setNickName: build.mutation<null, { nickName: string }>({
      query: post('security/setNickName'),
      invalidatesTags: ['Security', 'Session'],
    }),
    setNationality: build.mutation<null, { nationality: string }>({
      query: post('security/setNationality'),
      invalidatesTags: ['Security', 'Session'],
    }),

    bankCards: build.query<BankCardRecord[], void>({
      query: () => ({ url: '/app/security/bankCard/list' }),
      transformResponse: recordsOf<BankCardRecord>,
      extraOptions: { isQuiet: true },
      providesTags: ['BankCards'],
    }),
    addBankCard: build.mutation<BankCardRecord, AddBankCardRequest>({
      query: post('security/bankCard/add'),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['BankCards'],
    }),
    removeBankCard: build.mutation<null, { card: string }>({
      query: post('security/bankCard/remove'),
      invalidatesTags: ['BankCards'],
    }),

    sessions: build.query<SessionRecord[], void>({
      query: () => ({ url: '/app/account/session/list' }),
      transformResponse: recordsOf<SessionRecord>,
      extraOptions: { isQuiet: true },
      providesTags: ['LogIns'],
    }),
    endSession: build.mutation<null, { session: string }>({
      query: post('account/session/end'),
      invalidatesTags: ['LogIns'],
    }),
    endOtherSessions: build.mutation<{ ended: number }, void>({
      query: () => post('account/session/endOthers')({}),
      invalidatesTags: ['LogIns'],
    }),
    logIns: build.query<PageOf<LogInRecord>, Paged>({
      query: post('account/logIns'),
      extraOptions: { isQuiet: true },
      providesTags: ['LogIns'],
    }),
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
