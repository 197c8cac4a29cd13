import { CATALOGUE_CODES, EDGE_CODES, REJECTION_CODES } from '../../../shared/rules/codes';
import { statusOf } from './status';

describe('status of a code', () => {
  it.each([...REJECTION_CODES, ...CATALOGUE_CODES, 'success' as const])('%s is an ordinary answer', (code) => {
    expect(statusOf(code)).toBe(200);
  });

  it('equals the table of interfaces', () => {
    const others = Object.fromEntries(EDGE_CODES.map((code) => [code, statusOf(code)]).filter(([, s]) => s !== 200));
    expect(others).toEqual({
      '4001': 401,
      '4003': 403,
      'audit.access.expired': 401,
      'audit.scope.outside': 403,
      'permission.denied': 403,
      'origin.foreign': 403,
      'personal.data.hidden': 403,
      'path.not.found': 404,
      'data.none': 404,
      'staff.factor.missing': 403,
      'request.invalid': 400,
      'request.too.large': 413,
      'photo.too.heavy': 413,
      'request.too.many': 429,
      'personal.data.too.many': 429,
      'searches.too.many': 429,
      'system.busy': 503,
      'system.error': 500,
      'purchase.failed': 500,
      'submit.failed': 500,
      'save.failed': 500,
      'outcome.unknown': 503,
      'projection.behind': 503,
      'store.unavailable': 503,
      'storage.full': 503,
    });
  });
});
