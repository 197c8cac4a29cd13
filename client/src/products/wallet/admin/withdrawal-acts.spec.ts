import { possibleActs } from './withdrawal-acts';

const ME = 1;
const OTHER = 2;
const standing = { userId: 9, approvals: [] as number[], proposedBy: null as number | null, frozen: false, card: null };
const frozen = { ...standing, frozen: true };

describe('staff actions on a withdrawal', () => {
  it('are approve and reject for an application', () => {
    expect(possibleActs({ ...standing, status: 'applied' }, ME).acts).toEqual(['approve', 'reject']);
  });

  it('exclude a second approval by the same person', () => {
    const mine = possibleActs({ ...standing, status: 'applied', approvals: [ME] }, ME);
    expect(mine).toEqual({ acts: ['reject'], waitsForAnother: true });
    expect(possibleActs({ ...standing, status: 'applied', approvals: [OTHER] }, ME).acts).toContain('approve');
  });

  it.each([
    ['approved', 'startPayout'],
    ['paying', 'pay'],
    ['failed', 'startPayout'],
  ] as const)('once %s are the next step or a rejection by two persons', (status, next) => {
    expect(possibleActs({ ...standing, status }, ME).acts).toEqual([next, 'proposeRejection']);
    expect(possibleActs({ ...standing, status, proposedBy: OTHER }, ME).acts).toEqual([next, 'confirmRejection']);
    expect(possibleActs({ ...standing, status, proposedBy: ME }, ME)).toEqual({ acts: [next], waitsForAnother: true });
  });

  it('allow only recording the chain’s result once submitted to a chain', () => {
    for (const one of [standing, frozen]) {
      expect(possibleActs({ ...one, status: 'submitted' }, ME)).toEqual({ acts: ['pay'], waitsForAnother: false });
    }
  });

  it.each(['withdrawn', 'rejected', 'cancelled'] as const)('are none once %s', (status) => {
    expect(possibleActs({ ...standing, status }, ME)).toEqual({ acts: [], waitsForAnother: false });
  });

  it.each([
    ['applied', { ...frozen, status: 'applied' }, ['reject']],
    ['approved', { ...frozen, status: 'approved' }, ['proposeRejection']],
    ['paying on a chain, which shows what has left', { ...frozen, status: 'paying' }, ['pay', 'proposeRejection']],
    ['failed on its chain', { ...frozen, status: 'failed' }, ['proposeRejection']],
    ['paying by a bank', { ...frozen, status: 'paying', card: '7' }, ['proposeRejection']],
  ] as const)('exclude progress while the owner is frozen: %s', (_, withdrawal, acts) => {
    expect(possibleActs(withdrawal, ME).acts).toEqual(acts);
  });

  it('exclude one’s own withdrawal', () => {
    expect(possibleActs({ ...standing, status: 'applied', userId: ME }, ME).acts).toEqual([]);
  });
});
