/** Every rate of a route is counted, for every caller. */
import type { ExecutionContext } from '@nestjs/common';
import { AREAS } from '../../routes';
import type { Route } from '../../../shared/wire/route';
import type { Config } from '../config/config';
import { setRoute } from '../http/endpoint-routes';
import { LIMITS } from '../limits';
import { ReadYourWrites } from '../read-your-writes';
import { AccessGuard } from './access.guard';
import type { KnownStaff } from './staff/known-staff';
import type { SettingsLocks } from './settings-locks';
import type { StaffLog } from './staff/staff-log';
import type { StaffNetworks } from './staff/staff-networks';
import type { Tickets } from './tickets';
import type { TradingFactors } from './factors/trading-factors';

/** Every rate except that of photos, whose body has not been read yet. */
const LIMITS_OF_RATES = {
  orders: 'ordersPerSecondMax',
  transfers: 'transfersPerDayMax',
  logins: 'loginsPerMinuteMax',
  registrations: 'registrationsPerMinuteMax',
  codes: 'codesPerMinuteMax',
  feedback: 'feedbacksPerMinuteMax',
  reports: 'reportsPerMinuteMax',
} as const;
type Rate = keyof typeof LIMITS_OF_RATES;

const RATED = Object.values(AREAS)
  .flatMap((routes) => Object.values(routes))
  .flatMap((route) => (route.rate && route.rate !== 'photos' ? [[route.path, route.rate, route] as const] : []));

/** A guard whose caller has a valid ticket, with a frozen clock. */
function guardWith(rate: Rate): AccessGuard {
  const limits = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, 1_000]));
  const config = { limits: { ...limits, [LIMITS_OF_RATES[rate]]: 1 } } as unknown as Config;
  const holder = { user: 7, role: 'user', isUnbound: false };
  return new AccessGuard(
    { judge: () => holder } as unknown as Tickets,
    {} as StaffLog,
    { admit: () => true } as unknown as StaffNetworks,
    { refuse: async () => undefined } as unknown as SettingsLocks,
    { require: () => null } as unknown as TradingFactors,
    new ReadYourWrites(-1),
    config,
    () => 0,
    {} as KnownStaff,
    () => 0,
  );
}

function contextOf(route: Route): ExecutionContext {
  const handler = () => undefined;
  setRoute(handler, route);
  const request = { headers: { ticket: 'a' }, ip: '203.0.113.9', body: {}, query: {}, url: route.path };
  return {
    getHandler: () => handler,
    switchToHttp: () => ({ getRequest: () => request }),
  } as unknown as ExecutionContext;
}

describe('the rate that a route names', () => {
  it.each(RATED)('is counted at %s (%s)', async (_path, rate, route) => {
    const guard = guardWith(rate);
    expect(await guard.canActivate(contextOf(route))).toBe(true);
    const again = async () => guard.canActivate(contextOf(route));
    await expect(again()).rejects.toMatchObject({ code: 'request.too.many' });
  });

  it('applies to users and visitors', () => {
    const asked = RATED.filter(([, , { access }]) => access === 'user').map(([, rate]) => rate);
    expect(asked).toEqual(expect.arrayContaining(['codes', 'feedback', 'orders', 'transfers']));
  });
});
