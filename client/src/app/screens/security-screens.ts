/** Who the user is and how the account is protected: screens of the user centre. */
import type { Screen } from '../../shared/ui/screen';

export const SECURITY_SCREENS: readonly Screen[] = [
  {
    path: 'personal',
    load: () => import('../../pages/security/personal-page').then((part) => part.PersonalPage),
    title: 'security.menu.personal',
  },
  {
    path: 'security',
    load: () => import('../../pages/security/security-page').then((part) => part.SecurityPage),
    title: 'security.menu.security',
  },
  {
    path: 'bindGoogle',
    load: () => import('../../pages/security/authenticator-page').then((part) => part.AuthenticatorPage),
    title: 'security.menu.authenticator',
  },
  {
    path: 'passkeys',
    load: () => import('../../pages/security/passkeys-page').then((part) => part.PasskeysPage),
    title: 'security.menu.passkeys',
  },
  {
    path: 'bindPhone',
    load: () => import('../../pages/security/bind-page').then((part) => part.BindPhonePage),
    title: 'security.menu.phone',
  },
  {
    path: 'bindEmail',
    load: () => import('../../pages/security/bind-page').then((part) => part.BindEmailPage),
    title: 'security.menu.email',
  },
  {
    path: 'loginPassword',
    load: () => import('../../pages/security/login-password-page').then((part) => part.LoginPasswordPage),
    title: 'security.menu.password',
  },
  {
    path: 'fundPassword',
    load: () => import('../../pages/security/fund-password-page').then((part) => part.FundPasswordPage),
    title: 'security.menu.fund_password',
  },
  {
    path: 'language',
    load: () => import('../../pages/security/language-page').then((part) => part.LanguagePage),
    title: 'security.menu.language',
  },
  {
    path: 'bankCards',
    load: () => import('../../pages/security/cards-page').then((part) => part.CardsPage),
    title: 'security.menu.cards',
  },
  {
    path: 'messages',
    load: () => import('../../pages/messages/messages-page').then((part) => part.MessagesPage),
    title: 'security.menu.messages',
  },
  {
    path: 'realName',
    load: () => import('../../pages/real-name/real-name-page').then((part) => part.RealNamePage),
    title: 'security.menu.verification',
  },
];
