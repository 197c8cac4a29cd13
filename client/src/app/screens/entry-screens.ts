/** Log-in and registration. */
import type { Screen } from './screen';

export const ENTRY_SCREENS: readonly Screen[] = [
  { path: '/login', load: () => import('../../pages/login/login-page').then((part) => part.LogInPage) },
  { path: '/register', load: () => import('../../pages/register/register-page').then((part) => part.RegisterPage) },
];
