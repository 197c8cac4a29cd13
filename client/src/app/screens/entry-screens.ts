/** Log-in, registration, a forgotten password, and where the demo's codes are read. */
import type { Screen } from './screen';

export const ENTRY_SCREENS: readonly Screen[] = [
  { path: '/login', load: () => import('../../pages/login/login-page').then((part) => part.LogInPage) },
  { path: '/register', load: () => import('../../pages/register/register-page').then((part) => part.RegisterPage) },
  { path: '/forget', load: () => import('../../pages/forget/forget-page').then((part) => part.ForgetPage) },
  { path: '/outbox', load: () => import('../../pages/outbox/outbox-page').then((part) => part.OutboxPage) },
];
