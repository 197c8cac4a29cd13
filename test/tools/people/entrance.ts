/** Ways to log in to an exchange, as pages use them. */
import { PASSWORD, type Answer, type HttpExchange } from './http-exchange';

export const NEW_PASSWORD = 'battery-horse-correct';

type Purpose = 'register' | 'login' | 'forgot';

const channelOf = (address: string) => (address.startsWith('+') ? 'phone' : 'email');

export const codes = (answers: Answer[]) => answers.map(({ code }) => code).sort();
export const otherThan = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0');

/** The exchange is read at each use, because it is started after the tests are declared. */
export function entranceOf(exchange: () => HttpExchange) {
  return {
    send: (purpose: Purpose, address: string, headers: Record<string, string> = {}) =>
      exchange().post('/app/account/sendCode', { purpose, channel: channelOf(address), address }, undefined, headers),

    register(address: string, code: string, change: object = {}, headers: Record<string, string> = {}) {
      const terms = { clientId: exchange().clientId(), password: PASSWORD, agreement: true };
      const body = { ...terms, channel: channelOf(address), address, code, ...change };
      return exchange().post('/app/account/register', body, undefined, headers);
    },

    token(username: string, password = PASSWORD, more: object = {}, headers: Record<string, string> = {}) {
      const fields = { grant_type: 'password', username, password, ...more };
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams(fields as Record<string, string>).toString();
      return exchange().send('/api/auth/oauth/token', 'POST', body, { ...form, ...headers });
    },

    logInByCode: (address: string, code: string) =>
      exchange().post('/app/account/logInByCode', { channel: channelOf(address), address, code }),

    resetPassword: (address: string, code: string, password = NEW_PASSWORD) =>
      exchange().post('/app/account/resetPassword', { channel: channelOf(address), address, code, password }),

    info: (ticket: string) => exchange().get('/app/account/getUserInfo', ticket),
  };
}
