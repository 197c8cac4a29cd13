import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { startLanguage } from '../../i18n/i18n';
import { settle } from '../../../testing/settle';
import { Checkbox } from './fields/checkbox';
import { Field } from './field';
import { FieldForm } from './field-form';
import { RadioGroup } from './fields/radio-group';
import { agreementRule, requiredBy, type Rule } from './rules';
import { SelectField } from './fields/select-field';
import { Submit } from './submit';
import { TextField } from './fields/text-field';
import { useForm, useFieldValue, type FieldsForm } from './use-form';
import { useRefusals } from './use-refusals';

beforeAll(startLanguage);

interface Fields {
  name: string;
  city: string;
}

const filled = (missing: string) => requiredBy<string>((text = '') => text !== '', missing);

interface Shown {
  onSubmit?: (fields: Fields) => void;
  onChange?: () => void;
  initial?: Partial<Fields>;
  cityRules?: Rule<string>[];
}

function show({ onSubmit = () => undefined, onChange, initial, cityRules = [filled('City, please.')] }: Shown = {}) {
  cleanup();
  const held: { form: FieldsForm<Fields> | null; again: (next: Partial<Fields>) => void; hideCity: () => void } = {
    form: null,
    again: () => undefined,
    hideCity: () => undefined,
  };
  function Host() {
    const [start, setStart] = useState(initial);
    const [hasCity, setHasCity] = useState(true);
    const form = useForm<Fields>(start);
    const { formError: fault, explain, clear } = useRefusals(form, { 'city.unknown': 'city' });
    const name = useFieldValue(form, 'name');
    Object.assign(held, { form, again: setStart, hideCity: () => setHasCity(!hasCity) });
    return (
      <FieldForm
        form={form}
        onSubmit={onSubmit}
        onChange={() => {
          clear();
          onChange?.();
        }}
      >
        {hasCity && (
          <Field name="city" label="City" extra="A capital" rules={cityRules}>
            <TextField />
          </Field>
        )}
        <Field name="name" label="Name" rules={[filled('Name, please.')]}>
          <TextField />
        </Field>
        <output>{name}</output>
        <Submit text="Send" isBusy={false} formError={fault} />
        <button type="button" onClick={() => explain({ code: 'city.unknown', message: 'No such city.' })}>
          Refuse the city
        </button>
        <button type="button" onClick={() => explain({ code: 'closed', message: 'Closed today.' })}>
          Refuse the form
        </button>
      </FieldForm>
    );
  }
  render(<Host />);
  return held;
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, text: string) =>
  act(async () => void fireEvent.change(field(name), { target: { value: text } }));
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  await settle();
};
const send = () => press('Send');
const leave = async (name: string) => {
  await act(async () => void fireEvent.blur(field(name)));
  await settle();
};
const isFaulty = (name: string) => field(name).getAttribute('aria-invalid') === 'true';
const description = (name: string) =>
  (field(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' | ');

describe('form', () => {
  it('focuses the first invalid field in page order on submit', async () => {
    const onSubmit = jest.fn();
    show({ onSubmit });
    await type('City', 'London');
    await send();
    expect(document.activeElement).toBe(field('Name'));
    expect(onSubmit).not.toHaveBeenCalled();
    const held = show({ onSubmit });
    // Remounted later than the field below it.
    act(() => held.hideCity());
    act(() => held.hideCity());
    await send();
    expect(document.activeElement).toBe(field('City'));
  });

  it('validates a field on blur, not while typing', async () => {
    show();
    await type('Name', 'A');
    await type('Name', '');
    expect(isFaulty('Name')).toBe(false);
    await leave('Name');
    expect(isFaulty('Name')).toBe(true);
    expect(isFaulty('City')).toBe(false);
  });

  it('clears an error on the next input', async () => {
    show();
    await send();
    expect([isFaulty('Name'), isFaulty('City')]).toEqual([true, true]);
    await type('Name', 'A');
    await settle();
    expect([isFaulty('Name'), isFaulty('City')]).toEqual([false, true]);
  });

  it('links error and hint to the field and marks it as required', async () => {
    show();
    expect([description('City'), field('City').getAttribute('aria-required')]).toEqual(['A capital', 'true']);
    await send();
    expect(description('City')).toBe('City, please. | A capital');
  });

  it('waits for asynchronous rules before submitting', async () => {
    const onSubmit = jest.fn();
    const exists = async (city = '') => {
      await Promise.resolve();
      return city === 'London' ? undefined : 'No such city.';
    };
    show({ onSubmit, cityRules: [exists] });
    await type('Name', 'Ada');
    await type('City', 'Lundun');
    await send();
    expect([description('City'), onSubmit.mock.calls]).toEqual(['No such city. | A capital', []]);
    await type('City', 'London');
    await send();
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('submits once during repeated presses while a rule is pending', async () => {
    const onSubmit = jest.fn();
    let answer = () => {};
    const slow = () => new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
    show({ onSubmit, initial: { name: 'Ada', city: 'London' }, cityRules: [slow] });
    await send();
    await send();
    await act(async () => answer());
    await settle();
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await send();
    await act(async () => answer());
    await settle();
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  it('ignores the result of a rule for a replaced value', async () => {
    let answer = () => {};
    const slow = (city = '') =>
      new Promise<string | undefined>((resolve) => {
        answer = () => resolve(city === 'London' ? undefined : 'No such city.');
      });
    const held = show({ initial: { city: 'Lundun' }, cityRules: [slow] });
    let isGood: boolean | undefined;
    await act(async () => void held.form?.judge('city').then((verdict) => (isGood = verdict)));
    await type('City', 'London');
    await act(async () => answer());
    await settle();
    expect([isGood, isFaulty('City')]).toEqual([false, false]);
  });

  it('marks a field invalid without a message if the rule returns an empty text', async () => {
    show({ cityRules: [() => ''] });
    await type('City', '?');
    await leave('City');
    expect([isFaulty('City'), screen.queryAllByRole('alert').map(({ textContent }) => textContent)]).toEqual([
      true,
      [''],
    ]);
  });

  it('reports each change and submits the mounted fields', async () => {
    const [onSubmit, onChange] = [jest.fn(), jest.fn()];
    const held = show({ onSubmit, onChange });
    await type('Name', 'Ada');
    await type('City', 'London');
    expect(onChange).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('status').textContent).toBe('Ada');
    await send();
    expect(onSubmit).toHaveBeenLastCalledWith({ name: 'Ada', city: 'London' });
    act(() => held.hideCity());
    await send();
    expect(onSubmit).toHaveBeenLastCalledWith({ name: 'Ada' });
  });

  it('shows a refusal at its field or above the button until the next input', async () => {
    const onSubmit = jest.fn();
    show({ onSubmit, initial: { name: 'Ada', city: 'Lundun' } });
    await press('Refuse the city');
    expect([document.activeElement, description('City')]).toEqual([field('City'), 'No such city. | A capital']);
    await leave('City');
    expect(description('City')).toBe('No such city. | A capital');
    await press('Refuse the form');
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain('Closed today.');
    await type('City', 'London');
    expect([isFaulty('City'), screen.queryByText('Closed today.')]).toEqual([false, null]);
    // An unchanged value may be submitted again after a refusal.
    await press('Refuse the city');
    await send();
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('keeps typed values when initial values change, and resets to the first ones', async () => {
    const held = show({ initial: { city: 'Rome' } });
    await type('City', 'London');
    await type('Name', 'Ada');
    act(() => held.again({ city: 'Paris', name: 'Bob' }));
    expect([field('City').value, field('Name').value]).toEqual(['London', 'Ada']);
    act(() => held.form?.reset('city'));
    expect([field('City').value, field('Name').value]).toEqual(['Rome', 'Ada']);
    act(() => held.form?.reset());
    expect(field('Name').value).toBe('');
    act(() => held.form?.set({ name: 'Eve', city: undefined }));
    expect([field('City').value, field('Name').value]).toEqual(['', 'Eve']);
  });
});

describe('choice fields', () => {
  function Choices({ onSubmit }: { onSubmit: (fields: object) => void }) {
    const form = useForm<{ size: string; colour: string; agreed: boolean }>();
    const options = ['small', 'large'].map((value) => ({ value, label: value }));
    return (
      <FieldForm form={form} onSubmit={onSubmit}>
        <Field name="size" label="Size" judgedOn="change" rules={[filled('Size, please.')]}>
          <RadioGroup options={options} />
        </Field>
        <Field name="colour" label="Colour">
          <SelectField isClearable placeholder="Any" options={[{ value: 'red', label: 'Red' }]} />
        </Field>
        <Field name="agreed" judgedOn="change" rules={[agreementRule('Agree, please.')]}>
          <Checkbox>I agree</Checkbox>
        </Field>
        <Submit text="Send" isBusy={false} formError={null} />
      </FieldForm>
    );
  }
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'I agree' });

  it('submit the chosen value, or nothing', async () => {
    const onSubmit = jest.fn();
    render(<Choices onSubmit={onSubmit} />);
    const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Colour' });
    await send();
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'small' }));
    expect(screen.getByRole('radiogroup', { name: 'Size' }).getAttribute('aria-invalid')).toBe('true');
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'large' })));
    await act(async () => void fireEvent.change(select(), { target: { value: 'red' } }));
    await act(async () => void fireEvent.click(box()));
    await send();
    expect(onSubmit).toHaveBeenLastCalledWith({ size: 'large', colour: 'red', agreed: true });
    await act(async () => void fireEvent.change(select(), { target: { value: '' } }));
    await send();
    expect(onSubmit).toHaveBeenLastCalledWith({ size: 'large', agreed: true });
  });

  it('select nothing for a value outside the options', async () => {
    const onChange = jest.fn();
    render(
      <SelectField aria-label="Card" value="removed" onChange={onChange} options={[{ value: 'a', label: 'A' }]} />,
    );
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Card' });
    expect(select.value).toBe('');
    fireEvent.change(select, { target: { value: 'a' } });
    expect(onChange).toHaveBeenLastCalledWith('a');
  });

  it('validate on change if configured', async () => {
    render(<Choices onSubmit={() => undefined} />);
    await act(async () => void fireEvent.blur(box()));
    expect(box().getAttribute('aria-invalid')).toBeNull();
    await act(async () => void fireEvent.click(box()));
    await act(async () => void fireEvent.click(box()));
    await settle();
    expect(box().getAttribute('aria-invalid')).toBe('true');
  });
});
