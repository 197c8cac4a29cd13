/**
 * The safety of one's own account: what it is bound to, and everything that changes that. What weakens an account or sends
 * its money elsewhere asks for a proof: the log-in password, and a code of the authenticator once one is bound.
 */
import { z } from 'zod';
import { CHANNELS } from './rules/code-channels';
import {
  ANTI_PHISHING_CODE_LENGTH_MAX,
  EMAIL_LENGTH_MAX,
  FUND_PASSWORD_LENGTH_MAX,
  NICK_NAME_LENGTH_MAX,
  PASSWORD_LENGTH_MAX,
} from './rules/credentials';
import { OWN_DELAY_HOURS_MAX } from './rules/own-limits';
import { LIMIT_BINDINGS_MAX, SAFETY_LEVELS } from './rules/safety';
import { clientId, commandAnswer, decimal, epochMs, id, publicName, textLine } from '../../wire/fields';
import { LANGUAGES } from '../../wire/languages';
import { loggedIn } from './logged-in';
import { isCountry } from './phone';
import { saving, type Route } from '../../wire/route';
import { stepUpOptionsRequest } from '../../wire/step-up';

const BASE64URL_LENGTH_MAX = 16_384;
const CARD_NUMBER_LENGTH_MAX = 40;
const BANK_NAME_LENGTH_MAX = 80;
const REAL_NAME_LENGTH_MAX = 80;
const FACTOR_NAME_LENGTH_MAX = 40;

export type { Channel } from './rules/code-channels';
export const channel = z.enum(CHANNELS);

export const safetyLevel = z.enum(SAFETY_LEVELS);

/** Six digits of an authenticator, or one of the recovery codes, however it is spaced. */
export const secondFactor = z.string().trim().min(6).max(24).meta({
  description: 'six digits of any authenticator, or a recovery code; required once an authenticator is bound',
  example: '492039',
});
const authenticatorCode = z.string().trim().min(6).max(24).meta({ example: '492039' });
const mailedCode = z.string().trim().min(4).max(12).meta({ description: 'the code that was sent', example: '492039' });
const password = z.string().min(1).max(PASSWORD_LENGTH_MAX).meta({ description: 'the log-in password' });
export const fundPassword = z.string().min(1).max(FUND_PASSWORD_LENGTH_MAX);
/** A phone number with its country's code, or an e-mail. */
const address = z.string().trim().min(1).max(EMAIL_LENGTH_MAX).meta({ example: '+819012345678' });
const country = z.string().refine(isCountry, 'format').meta({ description: 'ISO 3166-1 alpha-2', example: 'JP' });
const nothing = z.strictObject({});

/** How many of phone, e-mail, authenticator and fund password are set. */
const limitBindings = z.int().min(1).max(LIMIT_BINDINGS_MAX);

export const withdrawalLimit = z.object({
  bindings: limitBindings,
  /** USDT a day (GMT+8). */
  limit: z.string(),
  /** The same for those whose name is verified. */
  verifiedLimit: z.string(),
});
export type WithdrawalLimit = z.infer<typeof withdrawalLimit>;

const ownTerms = {
  limit: decimal.nullable().meta({ description: 'USDT a day; null: what the exchange allows' }),
  delayHours: z.int().min(0).max(OWN_DELAY_HOURS_MAX).meta({
    description: 'for so long nobody approves a withdrawal, and its owner can take it back',
  }),
};
export const ownLimits = z.object({
  ...ownTerms,
  next: z
    .object({ ...ownTerms, from: epochMs })
    .nullable()
    .meta({ description: 'what is looser follows a day later' }),
});
export type OwnLimitsShown = z.infer<typeof ownLimits>;

export const securityOverview = z.object({
  userId: z.int(),
  nickName: z.string(),
  nationality: z.string().nullable().meta({ description: 'ISO 3166-1 alpha-2' }),
  /** Language of mails and text messages. */
  language: z.enum(LANGUAGES),
  /** 60, and 10 each for phone, e-mail, authenticator and verification. */
  creditScore: z.int().min(60).max(100),
  registeredAt: epochMs,
  safetyLevel,
  verified: z.boolean(),
  frozen: z.boolean(),
  /** Masked: nobody learns an address from a screen left open. Null while nothing is bound. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  settingsLockedUntil: epochMs.nullable().meta({ description: 'null: settings are not locked' }),
  codeLogIn: z.boolean().meta({ description: 'whether a code logs in, in place of the password' }),
  authenticator: z.boolean(),
  authenticators: z.int(),
  recoveryCodesLeft: z.int(),
  passkeys: z.int(),
  fundPassword: z.boolean(),
  /** Until when wrong tries have locked the fund password; null when they have not. */
  fundPasswordLockedUntil: epochMs.nullable(),
  antiPhishingCode: z.string().nullable(),
  /** Nobody is in from a new device before a code from the own address has approved it. */
  approvesDevices: z.boolean(),
  /** Of the last change of a password, a binding or the authenticator: withdrawals are held for 24 hours after it. */
  securityChangedAt: epochMs.nullable(),
  heldUntil: epochMs
    .nullable()
    .meta({ description: 'withdrawals are held until then at least, after the account was recovered' }),
  /** What may be withdrawn a day, in USDT, as things stand. */
  withdrawalLimit: z.string(),
  tradingFactor: z.boolean().meta({ description: 'whether trading asks for the second factor' }),
  /** What the user wants less than that, and how long a withdrawal waits. */
  ownLimits,
  /** Those that count for it. */
  limitBindings,
  withdrawalLimits: z.array(withdrawalLimit).meta({ description: 'what may be withdrawn a day, by bindings' }),
});
export type SecurityOverview = z.infer<typeof securityOverview>;

/**
 * With an address the code goes to it: it is about to be bound. Without one it goes to the address of this channel that is
 * bound already: its owner reads there what somebody is about to do.
 */
export const sendCodeRequest = z.strictObject({
  purpose: z.enum(['bind', 'change', 'fund_password', 'authenticator', 'passkey', 'destination']),
  channel,
  address: address.optional().meta({ description: 'for the purpose bind, and for that alone' }),
});
export type SendCodeRequest = z.infer<typeof sendCodeRequest>;
export const codeSent = z.object({
  /** Masked. */
  address: z.string(),
  resendSeconds: z.int().meta({ description: 'until another may be asked for; earlier is `code.too.soon`' }),
  expiresSeconds: z.int(),
});
export type CodeSent = z.infer<typeof codeSent>;

/** A first address of a channel, or another instead of the one that is bound. */
export const bindRequest = z.strictObject({
  channel,
  address,
  code: mailedCode.meta({ description: 'the code that was sent to the new address' }),
  oldCode: mailedCode.optional().meta({
    description:
      'the code that was sent to the old address, or, for a first one, to that of the other channel; with an authenticator ' +
      'bound, password and second factor do in its place',
  }),
  password: password.optional(),
  secondFactor: secondFactor.optional(),
});
export type BindRequest = z.infer<typeof bindRequest>;

const boundCode = mailedCode.meta({ description: 'the code that was sent to the bound address of this channel' });

export const authenticatorBegun = z.object({
  secret: z.string().meta({ description: 'base32, for typing' }),
  uri: z.string().meta({ description: 'otpauth://, for a QR code' }),
  expiresAt: epochMs,
});
export type AuthenticatorBegun = z.infer<typeof authenticatorBegun>;
export const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).meta({
    description:
      'ten, each good once; shown now and never again; none with a further authenticator: they are the account’s',
  }),
});
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
export const provenByBoth = z.strictObject({ password, code: authenticatorCode });
export type ProvenByBoth = z.infer<typeof provenByBoth>;

/** Password, and the second factor once one is bound. */
const proof = { password, secondFactor: secondFactor.optional() };
export const proven = z.strictObject(proof);
export type Proof = z.infer<typeof proven>;

/** Whoever has a stolen password must not lock the owner out: the factor, or the owner's address, is asked, too. */
const provenBeyondPassword = {
  ...proof,
  channel: channel.optional(),
  code: boundCode
    .optional()
    .meta({ description: 'the code that was sent there; required while no authenticator is bound' }),
};
const factorName = textLine.min(1).max(FACTOR_NAME_LENGTH_MAX);

export const beginAuthenticatorRequest = z.strictObject(provenBeyondPassword);
export type BeginAuthenticatorRequest = z.infer<typeof beginAuthenticatorRequest>;
export const bindAuthenticatorRequest = z.strictObject({ code: authenticatorCode, name: factorName.optional() });
export type BindAuthenticatorRequest = z.infer<typeof bindAuthenticatorRequest>;
export const authenticatorRecord = z.object({
  authenticator: id,
  name: z.string().meta({ description: 'empty of those that were bound without one' }),
  createdAt: epochMs,
  lastUsedAt: epochMs.nullable(),
});
export type AuthenticatorRecord = z.infer<typeof authenticatorRecord>;
export const renameAuthenticatorRequest = z.strictObject({ authenticator: id, name: factorName });
export const unbindAuthenticatorRequest = z.strictObject({ authenticator: id, ...proof });
export type UnbindAuthenticatorRequest = z.infer<typeof unbindAuthenticatorRequest>;

export const passkeyOptionsRequest = z.strictObject(provenBeyondPassword);
export type PasskeyOptionsRequest = z.infer<typeof passkeyOptionsRequest>;

export const passkeyRecord = z.object({
  passkey: id,
  name: z.string(),
  createdAt: epochMs,
  lastUsedAt: epochMs.nullable(),
  /** Synchronised by the maker of the device, so that losing the device does not lose it. */
  synchronised: z.boolean(),
});
export type PasskeyRecord = z.infer<typeof passkeyRecord>;

const base64url = z
  .string()
  .min(1)
  .max(BASE64URL_LENGTH_MAX)
  .regex(/^[A-Za-z0-9_-]+$/);
/** What the browser's authenticator says, as `@simplewebauthn/browser` hands it over. Fields nobody reads are dropped. */
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};
export const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type RegistrationResponse = z.infer<typeof registrationResponse>;
export const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});
export type AuthenticationResponse = z.infer<typeof authenticationResponse>;

/** Options for the browser, to be handed to `@simplewebauthn/browser` as they are. */
export const registrationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int().optional(),
  attestation: z.string().optional(),
  excludeCredentials: z.array(z.looseObject({ id: z.string(), type: z.literal('public-key') })).optional(),
  authenticatorSelection: z.looseObject({}).optional(),
  extensions: z.looseObject({}).optional(),
  hints: z.array(z.string()).optional(),
});
export const authenticationOptions = z.object({
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.int().optional(),
  userVerification: z.string().optional(),
  allowCredentials: z.array(z.looseObject({ id: z.string(), type: z.literal('public-key') })).optional(),
  extensions: z.looseObject({}).optional(),
});

export const registerPasskeyRequest = z.strictObject({ name: factorName, response: registrationResponse });
export type RegisterPasskeyRequest = z.infer<typeof registerPasskeyRequest>;
export const renamePasskeyRequest = z.strictObject({ passkey: id, name: factorName });
export const removePasskeyRequest = z.strictObject({ passkey: id, ...proof });
export const passkeyLogInRequest = z.strictObject({ response: authenticationResponse });
export type PasskeyLogInRequest = z.infer<typeof passkeyLogInRequest>;

export const setFundPasswordRequest = z.strictObject({ fundPassword, ...proof });
export type SetFundPasswordRequest = z.infer<typeof setFundPasswordRequest>;
export const changeFundPasswordRequest = z.strictObject({
  oldFundPassword: fundPassword,
  fundPassword,
  secondFactor: secondFactor.optional(),
});
export type ChangeFundPasswordRequest = z.infer<typeof changeFundPasswordRequest>;
export const resetFundPasswordRequest = z.strictObject({
  fundPassword,
  channel,
  code: boundCode,
  secondFactor: secondFactor.optional(),
});
export type ResetFundPasswordRequest = z.infer<typeof resetFundPasswordRequest>;

export const changePasswordRequest = z.strictObject({
  oldPassword: password,
  password: password.meta({ description: 'the new log-in password' }),
  secondFactor: secondFactor.optional(),
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;

export const SETTINGS_LOCK_DAYS_MAX = 365;
export const lockSettingsRequest = z.strictObject({ days: z.int().min(1).max(SETTINGS_LOCK_DAYS_MAX), ...proof });
export type LockSettingsRequest = z.infer<typeof lockSettingsRequest>;
export const settingsLocked = z.object({
  masterKey: z.string().meta({ description: 'told once: it alone ends the lock before its time' }),
  until: epochMs,
});
export type SettingsLocked = z.infer<typeof settingsLocked>;
export const unlockSettingsRequest = z.strictObject({ masterKey: z.string().trim().min(1).max(40) });
export type UnlockSettingsRequest = z.infer<typeof unlockSettingsRequest>;

/** A factor where anything of it is looser than what holds. */
export const setOwnLimitsRequest = z.strictObject({ ...ownTerms, ...proof });
export type SetOwnLimitsRequest = z.infer<typeof setOwnLimitsRequest>;

export const setTradingFactorRequest = z.strictObject({ on: z.boolean(), password });
export type SetTradingFactorRequest = z.infer<typeof setTradingFactorRequest>;

export const setCodeLogInRequest = z.strictObject({ on: z.boolean(), ...proof });
export type SetCodeLogInRequest = z.infer<typeof setCodeLogInRequest>;

export const setAntiPhishingCodeRequest = z.strictObject({
  /** Shown in every mail; null takes it away. */
  antiPhishingCode: textLine.min(1).max(ANTI_PHISHING_CODE_LENGTH_MAX).nullable(),
  ...proof,
});
export type SetAntiPhishingCodeRequest = z.infer<typeof setAntiPhishingCodeRequest>;

/** Turning it off weakens the account and takes proof; turning it on takes none. */
export const setDeviceApprovalRequest = z.strictObject({
  approvesDevices: z.boolean(),
  password: password.optional(),
  secondFactor: secondFactor.optional(),
});
export type SetDeviceApprovalRequest = z.infer<typeof setDeviceApprovalRequest>;

export const freezeRequest = z.strictObject({ clientId, password });
export type FreezeRequest = z.infer<typeof freezeRequest>;

/** That it is the owner who says where money may go: whoever has stolen passwords does not read what is sent to them. */
export const destinationProof = {
  fundPassword,
  channel,
  code: boundCode,
  secondFactor: secondFactor.optional(),
};
export type DestinationProof = z.infer<z.ZodObject<typeof destinationProof>>;

export const bankCardRecord = z.object({
  card: id,
  bankName: z.string(),
  /** Masked but for the last four digits. */
  cardNumber: z.string(),
  realName: z.string(),
  createdAt: epochMs,
  /** From when on it can be withdrawn to. */
  usableAt: epochMs,
});
export type BankCardRecord = z.infer<typeof bankCardRecord>;
export const addBankCardRequest = z.strictObject({
  bankName: textLine.min(1).max(BANK_NAME_LENGTH_MAX),
  cardNumber: z.string().trim().min(1).max(CARD_NUMBER_LENGTH_MAX).meta({ example: '6222 0212 3456 7894' }),
  realName: textLine.min(1).max(REAL_NAME_LENGTH_MAX).meta({ description: 'must be the verified name' }),
  ...destinationProof,
});
export type AddBankCardRequest = z.infer<typeof addBankCardRequest>;

export const setWithdrawalLimitRequest = z.strictObject({
  bindings: limitBindings,
  limit: decimal,
  verifiedLimit: decimal,
});

function change<P extends string, B extends z.ZodObject, A extends z.ZodType>(
  path: P,
  summary: string,
  body: B,
  answer: A,
) {
  return {
    method: 'POST',
    path: `/exchange/app/security/${path}` as const,
    summary,
    access: 'user',
    body,
    answer,
  } as const;
}

function question<P extends string, A extends z.ZodType>(path: P, summary: string, answer: A) {
  return { method: 'GET', path: `/exchange/app/security/${path}` as const, summary, access: 'user', answer } as const;
}

/** A member of staff without a factor takes these ways to one. */
function unbound<R extends Route>(route: R): R & { unbound: true } {
  return { ...route, unbound: true };
}

/** Held up by the user's own lock. */
export function lockable<R extends Route>(route: R): R & { lockable: true } {
  return { ...route, lockable: true };
}

/** A passkey proves it in place of the second factor of its body, in the header. */
function factored<R extends Route>(route: R): R & { takesFactor: true } {
  return { ...route, takesFactor: true };
}

export const SECURITY_ROUTES = {
  overview: unbound(question('overview', 'Personal centre: bindings, safety level, limits', securityOverview)),
  sendCode: {
    unbound: true,
    ...change('sendCode', 'Send a code to an address to be bound, or to one that is', sendCodeRequest, codeSent),
    rate: 'codes',
  },
  bind: lockable(
    factored(change('bind', 'Bind a phone or an e-mail, or change the one that is bound', bindRequest, z.null())),
  ),

  authenticators: unbound(
    question('authenticator/list', 'Own authenticators', z.object({ records: z.array(authenticatorRecord) })),
  ),
  beginAuthenticator: lockable(
    unbound({
      ...change(
        'authenticator/begin',
        'A secret for an authenticator, pending until a code proves it',
        beginAuthenticatorRequest,
        authenticatorBegun,
      ),
      takesFactor: true,
    }),
  ),
  bindAuthenticator: lockable(
    unbound(
      change(
        'authenticator/bind',
        'Bind the pending authenticator by its first code; the first one answers with the recovery codes',
        bindAuthenticatorRequest,
        recoveryCodes,
      ),
    ),
  ),
  renameAuthenticator: saving(
    change('authenticator/rename', 'Rename an authenticator', renameAuthenticatorRequest, z.null()),
  ),
  renewRecoveryCodes: lockable(
    change(
      'authenticator/renewRecoveryCodes',
      'Ten new recovery codes instead of the old ones',
      provenByBoth,
      recoveryCodes,
    ),
  ),
  unbindAuthenticator: lockable({
    ...change(
      'authenticator/unbind',
      'Unbind an authenticator; with the last one the recovery codes go',
      unbindAuthenticatorRequest,
      z.null(),
    ),
    takesFactor: true,
  }),

  passkeys: unbound(question('passkey/list', 'Own passkeys', z.object({ records: z.array(passkeyRecord) }))),
  passkeyOptions: lockable(
    unbound({
      ...change('passkey/registerOptions', 'Options for making a passkey', passkeyOptionsRequest, registrationOptions),
      takesFactor: true,
    }),
  ),
  registerPasskey: lockable(
    unbound(change('passkey/register', 'Store the passkey that was made', registerPasskeyRequest, passkeyRecord)),
  ),
  renamePasskey: saving(change('passkey/rename', 'Rename a passkey', renamePasskeyRequest, z.null())),
  removePasskey: lockable({
    ...change('passkey/remove', 'Remove a passkey', removePasskeyRequest, z.null()),
    takesFactor: true,
  }),
  passkeyLogInOptions: {
    method: 'POST',
    path: '/exchange/app/security/passkey/logInOptions',
    summary: 'Options for logging in by passkey',
    access: 'public',
    body: nothing,
    answer: authenticationOptions,
    rate: 'logins',
  },
  passkeyLogIn: {
    method: 'POST',
    path: '/exchange/app/security/passkey/logIn',
    summary: 'Log in by passkey; access_token beside the data is what the ticket header carries, as of the token call',
    access: 'public',
    body: passkeyLogInRequest,
    answer: loggedIn,
    rate: 'logins',
  },
  stepUpOptions: change(
    'stepUp/options',
    'What a passkey is to sign for an act whose digest `step.up.required` has named',
    stepUpOptionsRequest,
    authenticationOptions,
  ),

  setFundPassword: lockable(
    factored(change('fundPassword/set', 'Set a fund password', setFundPasswordRequest, z.null())),
  ),
  changeFundPassword: lockable(
    factored(change('fundPassword/change', 'Change the fund password', changeFundPasswordRequest, z.null())),
  ),
  resetFundPassword: lockable(
    factored(
      change(
        'fundPassword/reset',
        'Set a new fund password by a code to a bound address',
        resetFundPasswordRequest,
        z.null(),
      ),
    ),
  ),

  changePassword: lockable(
    factored(
      change(
        'password/change',
        'Change the log-in password; every other log-in ends',
        changePasswordRequest,
        z.object({ ended: z.int() }),
      ),
    ),
  ),
  lockSettings: lockable(
    factored(
      change(
        'lockSettings',
        'Let nothing that protects the account be changed for so many days; answers with the key that ends it before',
        lockSettingsRequest,
        settingsLocked,
      ),
    ),
  ),
  unlockSettings: change(
    'unlockSettings',
    'End the lock on settings by its master key',
    unlockSettingsRequest,
    z.null(),
  ),
  setTradingFactor: saving(
    lockable({
      ...change(
        'setTradingFactor',
        'Be asked for the second factor before trading, or be it no more; the factor proves it, in the header',
        setTradingFactorRequest,
        z.null(),
      ),
      takesFactor: true,
    }),
  ),
  setOwnLimits: saving({
    ...change(
      'setOwnLimits',
      'The most one wants to withdraw a day, and how long each withdrawal waits: stricter at once, looser after 24 hours',
      setOwnLimitsRequest,
      ownLimits,
    ),
    takesFactor: true,
  }),
  setCodeLogIn: saving(
    lockable(
      factored(
        change(
          'setCodeLogIn',
          'Whether a mailed or texted code logs in, in place of the password',
          setCodeLogInRequest,
          z.null(),
        ),
      ),
    ),
  ),
  setAntiPhishingCode: saving(
    lockable(
      factored(
        change(
          'setAntiPhishingCode',
          'A word of your own that every genuine mail shows',
          setAntiPhishingCodeRequest,
          z.null(),
        ),
      ),
    ),
  ),
  setDeviceApproval: saving(
    factored(
      change(
        'setDeviceApproval',
        'Let nobody in from a new device before a code from the own address has approved it, or let them',
        setDeviceApprovalRequest,
        z.null(),
      ),
    ),
  ),
  freeze: change(
    'freeze',
    'Freeze the own account and end its other log-ins; staff alone unfreeze it',
    freezeRequest,
    commandAnswer,
  ),
  setLanguage: saving(
    unbound(
      change(
        'setLanguage',
        'Language of mails and messages',
        z.strictObject({ language: z.enum(LANGUAGES) }),
        z.null(),
      ),
    ),
  ),
  setNickName: saving(
    change(
      'setNickName',
      'Change the nick name',
      z.strictObject({ nickName: publicName.min(1).max(NICK_NAME_LENGTH_MAX) }),
      z.null(),
    ),
  ),
  setNationality: saving(
    change(
      'setNationality',
      'Nationality, until the name is verified',
      z.strictObject({ nationality: country }),
      z.null(),
    ),
  ),

  bankCards: question('bankCard/list', 'Own bank cards', z.object({ records: z.array(bankCardRecord) })),
  addBankCard: lockable({
    ...change('bankCard/add', 'Store a bank card for withdrawals', addBankCardRequest, bankCardRecord),
    takesFactor: true,
  }),
  removeBankCard: lockable(change('bankCard/remove', 'Remove a bank card', z.strictObject({ card: id }), z.null())),

  withdrawalLimits: {
    method: 'GET',
    path: '/exchange/admin/security/withdrawalLimits',
    summary: 'What may be withdrawn a day, by the number of bindings',
    access: 'admin',
    right: 'settings',
    answer: z.object({ records: z.array(withdrawalLimit) }),
  },
  setWithdrawalLimit: {
    method: 'POST',
    path: '/exchange/admin/security/setWithdrawalLimit',
    summary: 'Change what may be withdrawn a day with so many bindings',
    access: 'admin',
    right: 'settings',
    body: setWithdrawalLimitRequest,
    failure: 'save.failed',
    answer: z.object({
      proposals: z.array(z.string()).meta({ description: 'what of it waits for a second of staff' }),
    }),
  },
} as const satisfies Record<string, Route>;
