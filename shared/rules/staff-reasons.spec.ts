import { isReasonFor, reasonInWords, reasonOf, reasonString, STAFF_REASONS } from './staff-reasons';

const textOf = (id: string) => `<${id}>`;

describe('a reason of staff', () => {
  it.each(Object.values(STAFF_REASONS).flat())('%s is combined in one string with the added text', (id) => {
    for (const added of ['', 'two\nlines: and more', ': odd']) {
      const reason = reasonString({ id, added });
      expect(reasonOf(reason)).toEqual({ id, added });
      expect(reasonInWords(reason, textOf)).toBe(added === '' ? `<${id}>` : `<${id}> – ${added}`);
      // The longest reason plus 160 added characters fits into a request's reason field.
      expect(reasonString({ id, added: 'x'.repeat(160) }).length).toBeLessThanOrEqual(200);
    }
  });

  it('in free text stays unchanged', () => {
    for (const reason of [
      'blurred',
      'reason/unknown',
      'reason/user_asked more',
      'because reason/user_asked',
      'reason/',
    ])
      expect([reasonOf(reason), reasonInWords(reason, textOf)]).toEqual([null, reason]);
  });

  it('is valid only for its own acts', () => {
    expect(isReasonFor('verification', 'reason/document_blurred: left edge')).toBe(true);
    expect(isReasonFor('freeze', 'reason/document_blurred')).toBe(false);
    expect(isReasonFor('freeze', 'document_blurred')).toBe(false);
  });
});
