import { readTyped, type Typed } from '../../shared/lib/typed';
import { faultOf, faultsBy, type ActField } from './fields';

const field = (of: Partial<ActField>): ActField => ({ name: 'x', label: 'X', kind: 'line', lengthMax: 5, ...of });

const number = (text: string): Typed => readTyped(text, { tag: 'en', scale: 30, beyond: 'refused' });

describe('what is entered for an act', () => {
  it.each([
    [field({}), ' ', 'required'],
    [field({ isOptional: true }), ' ', null],
    [field({}), 'abcde', null],
    [field({}), 'abcdef', 'too.long'],
    [field({ kind: 'decimal' }), number('0.01'), null],
    [field({ kind: 'decimal' }), number('1e5'), 'decimal'],
    [field({ kind: 'decimal' }), number(''), 'required'],
    [field({ kind: 'decimal', isOptional: true }), number(''), null],
    [field({ kind: 'decimal' }), number('1,234.5'), 'too.long'],
    [field({ kind: 'id' }), '12', null],
    [field({ kind: 'id' }), '1.2', 'format'],
    [field({ kind: 'id' }), '01', 'format'],
  ])('%j %p is %p', (of, entered, fault) => {
    expect(faultOf(of, entered)).toBe(fault);
  });

  it('is judged by the server too, field by field', () => {
    expect(faultsBy({ fields: [{ path: 'amount', code: 'decimal' }] })).toEqual({ amount: 'decimal' });
    expect(faultsBy(null)).toEqual({});
    expect(faultsBy({ left: '1' })).toEqual({});
  });
});
