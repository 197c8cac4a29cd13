import { faultOf, faultsBy, type ActField } from './fields';

const field = (of: Partial<ActField>): ActField => ({ name: 'x', label: 'X', kind: 'line', lengthMax: 5, ...of });

describe('what is entered for an act', () => {
  it.each([
    [field({}), ' ', 'required'],
    [field({ isOptional: true }), ' ', null],
    [field({}), 'abcde', null],
    [field({}), 'abcdef', 'too.long'],
    [field({ kind: 'decimal' }), '0.01', null],
    [field({ kind: 'decimal' }), '1e5', 'decimal'],
    [field({ kind: 'decimal' }), '01', 'decimal'],
    [field({ kind: 'whole' }), '12', null],
    [field({ kind: 'whole' }), '1.2', 'format'],
  ])('%j %p is %p', (of, entered, fault) => {
    expect(faultOf(of, entered)).toBe(fault);
  });

  it('is judged by the server too, field by field', () => {
    expect(faultsBy({ fields: [{ path: 'amount', code: 'decimal' }] })).toEqual({ amount: 'decimal' });
    expect(faultsBy(null)).toEqual({});
    expect(faultsBy({ left: '1' })).toEqual({});
  });
});
