/** Screens for log-in, identity verification and account security. */
import type { Screen } from '../../kit/ui/screen';

/** Log-in, registration, forgotten password, and the demo's outbox. */
export const ENTRY_SCREENS: readonly Screen[] = [
  {
    path: '/login',
    load: () => import('./screens/entry/login-page').then((part) => part.LogInPage),
    title: 'menu.login',
  },
  {
    path: '/register',
    load: () => import('./screens/entry/register-page').then((part) => part.RegisterPage),
    title: 'menu.register',
  },
  {
    path: '/forget',
    load: () => import('./screens/entry/forget-page').then((part) => part.ForgetPage),
    title: 'login.forgot_title',
  },
  {
    path: '/recover',
    load: () => import('./screens/entry/recovery-page').then((part) => part.RecoveryPage),
    title: 'recover.title',
  },
  {
    path: '/outbox',
    load: () => import('./screens/entry/outbox-page').then((part) => part.OutboxPage),
    title: 'outbox.title',
  },
];

/** Screens that security mails link to. They work for anyone with the link and are in no menu. */
export const LETTER_SCREENS: readonly Screen[] = [
  {
    path: '/securityLink',
    load: () => import('./screens/security-link/security-link-page').then((part) => part.SecurityLinkPage),
    title: null,
  },
  {
    path: '/recoverAccount',
    load: () => import('./screens/entry/recovery-link-page').then((part) => part.RecoveryLinkPage),
    title: null,
  },
];

/** Paths below `/accountSet`. */
export const SECURITY_SCREENS: readonly Screen[] = [
  {
    path: 'personal',
    load: () => import('./screens/security/personal-page').then((part) => part.PersonalPage),
    title: 'security.menu.personal',
  },
  {
    path: 'security',
    load: () => import('./screens/security/security-page').then((part) => part.SecurityPage),
    title: 'security.menu.security',
  },
  {
    path: 'bindGoogle',
    load: () => import('./screens/security/factors/authenticator-page').then((part) => part.AuthenticatorPage),
    title: 'security.menu.authenticator',
  },
  {
    path: 'passkeys',
    load: () => import('./screens/security/factors/passkeys-page').then((part) => part.PasskeysPage),
    title: 'security.menu.passkeys',
  },
  {
    path: 'bindPhone',
    load: () => import('./screens/security/bind-page').then((part) => part.BindPhonePage),
    title: 'security.menu.phone',
  },
  {
    path: 'bindEmail',
    load: () => import('./screens/security/bind-page').then((part) => part.BindEmailPage),
    title: 'security.menu.email',
  },
  {
    path: 'loginPassword',
    load: () => import('./screens/security/login-password-page').then((part) => part.LoginPasswordPage),
    title: 'security.menu.password',
  },
  {
    path: 'fundPassword',
    load: () => import('./screens/security/fund-password-page').then((part) => part.FundPasswordPage),
    title: 'security.menu.fund_password',
  },
  {
    path: 'language',
    load: () => import('./screens/security/language-page').then((part) => part.LanguagePage),
    title: 'security.menu.language',
  },
  {
    path: 'bankCards',
    load: () => import('./screens/security/cards-page').then((part) => part.CardsPage),
    title: 'security.menu.cards',
  },
  {
    path: 'messages',
    load: () => import('./screens/messages/messages-page').then((part) => part.MessagesPage),
    title: 'security.menu.messages',
  },
  {
    path: 'realName',
    load: () => import('./screens/real-name/real-name-page').then((part) => part.RealNamePage),
    title: 'security.menu.verification',
  },
];
