import { possible } from './withdrawal-acts';

const ME = 1;
const OTHER = 2;
const standing = { userId: 9, approvals: [] as number[], proposedBy: null as number | null, frozen: false, card: null };
const frozen = { ...standing, frozen: true };

describe('what staff can do about a withdrawal', () => {
  it('is to approve or reject what was applied for', () => {
    expect(possible({ ...standing, status: 'applied' }, ME).acts).toEqual(['approve', 'reject']);
  });

  it('is no second approval by the same', () => {
    const mine = possible({ ...standing, status: 'applied', approvals: [ME] }, ME);
    expect(mine).toEqual({ acts: ['reject'], waitsForAnother: true });
    expect(possible({ ...standing, status: 'applied', approvals: [OTHER] }, ME).acts).toContain('approve');
  });

  it.each([
    ['approved', 'startPayout'],
    ['paying', 'pay'],
    ['failed', 'startPayout'],
  ] as const)('once %s is the next step, or a rejection that two must state', (status, next) => {
    expect(possible({ ...standing, status }, ME).acts).toEqual([next, 'proposeRejection']);
    expect(possible({ ...standing, status, proposedBy: OTHER }, ME).acts).toEqual([next, 'confirmRejection']);
    expect(possible({ ...standing, status, proposedBy: ME }, ME)).toEqual({ acts: [next], waitsForAnother: true });
  });

  it('is to enter what the chain shows, and never to reject, once a chain was handed it', () => {
    for (const one of [standing, frozen]) {
      expect(possible({ ...one, status: 'submitted' }, ME)).toEqual({ acts: ['pay'], waitsForAnother: false });
    }
  });

  it.each(['withdrawn', 'rejected', 'cancelled'] as const)('is nothing once it is %s', (status) => {
    expect(possible({ ...standing, status }, ME)).toEqual({ acts: [], waitsForAnother: false });
  });

  it.each([
    ['applied', { ...frozen, status: 'applied' }, ['reject']],
    ['approved', { ...frozen, status: 'approved' }, ['proposeRejection']],
    ['paying on a chain, which shows what has left', { ...frozen, status: 'paying' }, ['pay', 'proposeRejection']],
    ['failed on its chain', { ...frozen, status: 'failed' }, ['proposeRejection']],
    ['paying by a bank', { ...frozen, status: 'paying', card: '7' }, ['proposeRejection']],
  ] as const)('is nothing that would take it further while its owner is frozen: %s', (_, withdrawal, acts) => {
    expect(possible(withdrawal, ME).acts).toEqual(acts);
  });

  it('is nothing about their own', () => {
    expect(possible({ ...standing, status: 'applied', userId: ME }, ME).acts).toEqual([]);
  });
});
