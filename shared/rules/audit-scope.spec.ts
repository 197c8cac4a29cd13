import {
  isWithinScope,
  scopeIn,
  scopeText,
  coversAccount,
  coversTime,
  WHOLE_SCOPE,
  type AuditScope,
} from './audit-scope';

const NARROW: AuditScope = { users: [7, 9], accounts: ['spot'], assets: ['BTC'], from: 10, to: 20, personal: 0 };

it('has one canonical text form, and rejects all other texts', () => {
  expect(scopeText({ ...NARROW, users: [9, 7, 9] })).toBe(
    '{"users":[7,9],"accounts":["spot"],"assets":["BTC"],"from":10,"to":20,"personal":0}',
  );
  expect(scopeText(WHOLE_SCOPE)).toBe('{"personal":1}');
  for (const scope of [NARROW, WHOLE_SCOPE]) expect(scopeIn(scopeText(scope))).toEqual(scope);
  for (const text of [
    '',
    'null',
    '{}',
    '{"personal":2}',
    '{"personal":1,"users":[7]}',
    '{"users":[9,7],"personal":1}',
    '{"users":[],"personal":1}',
    '{"users":["7"],"personal":1}',
    '{"accounts":["vault"],"personal":1}',
    '{"assets":["B/C"],"personal":1}',
    '{"from":20,"to":10,"personal":1}',
    '{"personal":1,"more":1}',
  ])
    expect([text, scopeIn(text)]).toEqual([text, null]);
});

it('tells which of two scopes is wider', () => {
  expect(isWithinScope(NARROW, WHOLE_SCOPE)).toBe(true);
  expect(isWithinScope(WHOLE_SCOPE, NARROW)).toBe(false);
  for (const wider of [
    { ...NARROW, users: [7, 8, 9] },
    { ...NARROW, users: undefined },
    { ...NARROW, accounts: ['spot', 'house'] },
    { ...NARROW, assets: ['BTC', 'ETH'] },
    { ...NARROW, from: 9 },
    { ...NARROW, to: undefined },
    { ...NARROW, personal: 1 },
  ] as AuditScope[]) {
    expect([wider, isWithinScope(NARROW, wider)]).toEqual([wider, true]);
    expect([wider, isWithinScope(wider, NARROW)]).toEqual([wider, false]);
  }
});

it('tells which accounts and times are inside', () => {
  const seen = (scope: AuditScope): string[] =>
    [
      '7/spot/BTC/available',
      '8/spot/BTC/available',
      '7/option/BTC/available',
      '7/spot/ETH/frozen',
      'house/fees/BTC',
    ].filter((name) => coversAccount(scope, name));
  expect(seen(NARROW)).toEqual(['7/spot/BTC/available']);
  expect(seen(WHOLE_SCOPE)).toHaveLength(5);
  expect(seen({ users: [7], personal: 0 })).toEqual([
    ...['7/spot/BTC/available', '7/option/BTC/available', '7/spot/ETH/frozen'],
  ]);
  expect(seen({ accounts: ['house'], personal: 0 })).toEqual(['house/fees/BTC']);
  expect([9, 10, 20, 21].map((at) => coversTime(NARROW, at))).toEqual([false, true, true, false]);
});
