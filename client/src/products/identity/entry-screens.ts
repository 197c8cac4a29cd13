/** Log-in, registration, a forgotten password, and where the demo's codes are read. */
import type { Screen } from '../../shared/ui/screen';

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

/** Where letters lead: for everybody who holds one, and in no menu. */
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
