import fc from 'fast-check';
import { actorId, capabilityOf, maySend, type Actor } from './actor';

const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

test('only users and staff have an id, the number behind the slash', () => {
  fc.assert(
    fc.property(ids, (id) => {
      expect([actorId(`user/${id}`), actorId(`admin/${id}`), actorId(`robot/${id}`)]).toEqual([id, id, null]);
    }),
  );
  const others: Actor[] = ['feed/1', 'chain/1', 'clock', 'registrar', 'operator', 'payouts', 'demo', 'system'];
  expect(others.map(actorId)).toEqual(others.map(() => null));
});

test.each(['user/1x', 'user/x', 'user/1.5', 'user/-1', 'admin/1:', 'user/ 1'])('%s has no valid id', (actor) => {
  expect(actorId(actor as Actor)).toBeNaN();
});

test.each([
  ['user/1', 'user'],
  ['admin/1', 'admin'],
  ['robot/1', 'robot'],
  ['feed/simulated', 'feed'],
  ['chain/user/1', 'chain'],
  ['clock', 'clock'],
  ['system', 'system'],
] as [Actor, string][])('%s has the capability %s', (actor, capability) => {
  expect(capabilityOf(actor)).toBe(capability);
});

test.each(['user', 'robot'] as const)('a %s sends commands for its own user only', (kind) => {
  fc.assert(
    fc.property(ids, ids, (own, other) => {
      const sends = (user?: number) => maySend(`${kind}/${own}`, { type: 'any', user }, [kind], false);
      expect([sends(own), sends(other), sends(undefined)]).toEqual([true, own === other, false]);
    }),
  );
});

test.each(['user/1:', 'user/2x', 'robot/1:', 'robot/20 '])('%s may not send for any user', (actor) => {
  const users = [1, 2, 20, Number.NaN];
  const sent = users.map((user) => maySend(actor as Actor, { type: 'any', user }, ['user', 'robot'], false));
  expect(sent).toEqual([false, false, false, false]);
});
