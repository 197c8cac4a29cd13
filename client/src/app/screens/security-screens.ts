/** Who the user is and how the account is protected: screens of the user centre. */
import type { Screen } from './screen';

export const SECURITY_SCREENS: readonly Screen[] = [
  { path: 'personal', load: () => import('../../pages/security/personal-page').then((part) => part.PersonalPage) },
  { path: 'security', load: () => import('../../pages/security/security-page').then((part) => part.SecurityPage) },
  {
    path: 'bindGoogle',
    load: () => import('../../pages/security/authenticator-page').then((part) => part.AuthenticatorPage),
  },
  { path: 'passkeys', load: () => import('../../pages/security/passkeys-page').then((part) => part.PasskeysPage) },
  { path: 'bindPhone', load: () => import('../../pages/security/bind-page').then((part) => part.BindPhonePage) },
  { path: 'bindEmail', load: () => import('../../pages/security/bind-page').then((part) => part.BindEmailPage) },
  {
    path: 'loginPassword',
    load: () => import('../../pages/security/login-password-page').then((part) => part.LoginPasswordPage),
  },
  {
    path: 'fundPassword',
    load: () => import('../../pages/security/fund-password-page').then((part) => part.FundPasswordPage),
  },
  { path: 'language', load: () => import('../../pages/security/language-page').then((part) => part.LanguagePage) },
  { path: 'bankCards', load: () => import('../../pages/security/cards-page').then((part) => part.CardsPage) },
  { path: 'messages', load: () => import('../../pages/messages/messages-page').then((part) => part.MessagesPage) },
  { path: 'realName', load: () => import('../../pages/real-name/real-name-page').then((part) => part.RealNamePage) },
];
