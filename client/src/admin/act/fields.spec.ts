import { readTyped, type Typed } from '../../kit/lib/numbers/typed';
import { faultOf, faultsBy, timeOf, timeText, type ActField } from './fields';

const field = (of: Partial<ActField>): ActField => ({ name: 'x', label: 'X', kind: 'line', lengthMax: 5, ...of });

const number = (text: string): Typed => readTyped(text, { tag: 'en', scale: 30, beyond: 'refused' });

describe('staff action fields', () => {
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
    [field({ kind: 'time', lengthMax: 19 }), '2026-11-22T12:30', null],
    [field({ kind: 'time', lengthMax: 19 }), 'soon', 'format'],
    [field({ kind: 'time', lengthMax: 19, isOptional: true }), '', null],
  ])('validation of %j with %p gives %p', (of, entered, fault) => {
    expect(faultOf(of, entered)).toBe(fault);
  });

  it('converts timestamps to and from local time with minute precision', () => {
    const at = new Date(2026, 10, 22, 12, 30, 59).getTime();
    expect(timeText(at)).toBe('2026-11-22T12:30');
    expect(timeOf('2026-11-22T12:30')).toBe(new Date(2026, 10, 22, 12, 30).getTime());
    expect([timeOf(''), timeOf('2026-11-22'), timeOf('2026-13-45T99:99')]).toEqual([null, null, null]);
  });

  it('maps server validation errors to fields', () => {
    expect(faultsBy({ fields: [{ path: 'amount', code: 'decimal' }] })).toEqual({ amount: 'decimal' });
    expect(faultsBy(null)).toEqual({});
    expect(faultsBy({ left: '1' })).toEqual({});
  });
});
