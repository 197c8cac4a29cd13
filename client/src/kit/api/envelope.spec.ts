import { dataOf, faultReaction, faultMessage, type Reaction } from './envelope';

describe('response envelope', () => {
  it('returns the data of a success', () => {
    expect(dataOf({ code: 'success', message: 'Success', data: { total: 3 } })).toEqual({ data: { total: 3 } });
  });

  it('returns code and text of a refusal', () => {
    const answer = { code: 'system.busy', message: 'Busy.', data: null };
    expect(dataOf(answer)).toEqual({ error: { code: 'system.busy', message: 'Busy.' } });
  });

  it.each([undefined, null, 'Bad gateway', { data: 1 }, { code: 200 }])('treats %p as a missing response', (answer) => {
    expect(dataOf(answer)).toEqual({ error: {} });
  });

  it('keeps the facts of a refusal', () => {
    const answer = { code: 'balance.insufficient', message: 'Too little.', data: { required: '2', available: '1' } };
    expect(dataOf(answer)).toEqual({ error: answer });
  });

  it.each([
    ['TIMEOUT_ERROR', { cause: 'timeout' }],
    ['FETCH_ERROR', { cause: 'network' }],
    [502, {}],
  ] as const)('gives the cause of a missing response: %p', (status, error) => {
    expect(dataOf(undefined, status)).toEqual({ error });
  });
});

describe('text of a fault', () => {
  it('is the server’s, else a local one by cause', () => {
    expect(faultMessage({ code: 'x', message: 'Words.' })).toEqual({ text: 'Words.' });
    expect(faultMessage({ cause: 'timeout' })).toEqual({ key: 'page.timeout' });
    expect(faultMessage({ cause: 'network' })).toEqual({ key: 'page.offline' });
    expect(faultMessage({ code: 'x' })).toEqual({ key: 'page.error' });
    expect(faultMessage({})).toEqual({ key: 'page.error' });
  });
});

describe('reaction to a fault', () => {
  const told: Reaction = { kind: 'toast', tone: 'error', words: { text: 'Words.' } };
  const noticed: Reaction = { ...told, tone: 'info' };
  const expired: Reaction = { kind: 'expired', text: 'Words.' };

  it.each([
    ['balance.insufficient', {}, told],
    ['balance.insufficient', { isQuiet: true }, { kind: 'none' }],
    ['login.user.not.login', {}, { kind: 'not_known' }],
    ['login.user.not.login', { isQuiet: true }, { kind: 'not_known' }],
    ['login.user.not.login', { isLogin: true }, { kind: 'not_known' }],
    ['4001', {}, expired],
    ['4003', {}, expired],
    ['4001', { isQuiet: true }, expired],
    ['4001', { isLogin: true }, told],
    ['4003', { isLogin: true, isQuiet: true }, { kind: 'none' }],
    ['permission.denied', {}, told],
    ['order.not.found', {}, told],
    ['order.filled', {}, noticed],
    ['order.cancelled', {}, noticed],
    ['stop.filled', {}, noticed],
    ['option.settled', {}, noticed],
    ['robot.ended', {}, noticed],
    ['earn.ended', {}, noticed],
    ['withdrawal.ended', {}, noticed],
    ['data.none', {}, noticed],
    ['data.none', { isQuiet: true }, { kind: 'none' }],
    ['option.cancelled', { isQuiet: true }, { kind: 'none' }],
  ] as const)('%s with %p', (code, options, reaction) => {
    expect(faultReaction({ code, message: 'Words.' }, options)).toEqual(reaction);
  });

  it('is a local error toast for a missing response', () => {
    expect(faultReaction({ cause: 'network' }, {})).toEqual({
      ...{ kind: 'toast', tone: 'error', words: { key: 'page.offline' } },
    });
  });
});
