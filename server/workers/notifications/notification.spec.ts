import type { CoreEvent } from '../../core/event';
import { createState } from '../../products/core';
import { noticesOf, rowsFrom } from '../../../test/tools/fixtures/notices';
import { notification } from './notification';

const USER = 10_000_001;

const noticesAbout = (...events: CoreEvent[]) =>
  noticesOf(
    { v: 2, first: 7, at: 1, actor: 'system', command: { type: 'FreezeAccount' }, events },
    rowsFrom(createState()),
  );

describe('rows of notifications', () => {
  it.each([
    ['reason/security_risk', 'account.frozen.for', { reason: 'reason/security_risk' }],
    ['a claim of somebody else', 'account.frozen', {}],
  ])('send the first row that applies: a freeze for %s', async (reason, key, facts) => {
    expect(await noticesAbout({ type: 'AccountFrozen', user: USER, reason })).toEqual([
      { user: USER, key, facts, origin: 'journal/7', letter: null, limit: null },
    ]);
  });

  it('fail for an unknown subject, so that the batch is retried', async () => {
    const retracted = { type: 'RechargeRetracted', user: USER, recharge: 3 } as unknown as CoreEvent;
    await expect(noticesAbout(retracted)).rejects.toThrow();
  });

  it('do not compile with an unknown field, fact or key', () => {
    // @ts-expect-error No field of the event holds such a user.
    notification('AccountFrozen', { to: 'inviter', key: 'account.frozen', facts: () => ({}) });
    // @ts-expect-error The asset is missing.
    notification('FundsTransferred', { to: 'user', key: 'recharge.credited', facts: () => ({ amount: '1' }) });
    // @ts-expect-error There is no such key.
    notification('AccountFrozen', { to: 'user', key: 'account.thawed', facts: () => ({}) });
    expect(notification('AccountFrozen', { to: 'user', key: 'account.frozen', facts: () => ({}) })).toMatchObject({
      event: 'AccountFrozen',
    });
  });
});
