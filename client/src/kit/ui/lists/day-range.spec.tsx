import { fireEvent, render, screen } from '@testing-library/react';
import { startLanguage } from '../../i18n/i18n';
import { DayRange, rangeOf } from './day-range';

beforeAll(startLanguage);

const startOf = (year: number, month: number, day: number) => new Date(year, month - 1, day).getTime();

describe('day range', () => {
  it('spans from the start of the first day to the end of the last', () => {
    expect(rangeOf('2026-01-31', '2026-02-28')).toEqual({ from: startOf(2026, 1, 31), to: startOf(2026, 3, 1) });
  });

  it('is open-ended without a day', () => {
    expect([rangeOf('', ''), rangeOf('2026-05-01', '')]).toEqual([{}, { from: startOf(2026, 5, 1) }]);
  });

  it('swaps days in the wrong order', () => {
    expect(rangeOf('2026-05-02', '2026-05-01')).toEqual(rangeOf('2026-05-01', '2026-05-02'));
  });

  it('ignores half-typed years', () => {
    const onChange = jest.fn();
    render(<DayRange label="Time" onChange={onChange} />);
    const type = (value: string) => fireEvent.change(screen.getByLabelText('From'), { target: { value } });
    type('0202-05-01');
    expect(onChange).not.toHaveBeenCalled();
    type('2026-05-01');
    expect(onChange).toHaveBeenLastCalledWith({ from: startOf(2026, 5, 1) });
    type('');
    expect(onChange).toHaveBeenLastCalledWith({});
  });
});
