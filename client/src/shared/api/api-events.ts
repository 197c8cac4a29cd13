/** What an answer of the server means for the whole page, whoever asked. */
import { createAction } from '@reduxjs/toolkit';

/** The ticket was good and is no more: told once, with a way to log in anew. */
export const sessionExpired = createAction<string>('api/sessionExpired');
/** There is no ticket, or the server does not know it: quietly logged out. */
export const notLoggedIn = createAction('api/notLoggedIn');
/** The user has logged out. */
export const loggedOut = createAction('api/loggedOut');
