import { act, fireEvent, render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { startLanguage } from '../../i18n/i18n';
import { settle } from '../../../testing/settle';
import { DayRange } from '../lists/day-range';
import { Filter } from '../lists/filters';
import { Checkbox } from './fields/checkbox';
import { Combobox } from './fields/combobox';
import { Field } from './field';
import { FieldForm } from './field-form';
import { RadioGroup } from './fields/radio-group';
import { agreementRule, requiredChoice } from './rules';
import { SelectField } from './fields/select-field';
import { Submit } from './submit';
import { TextField } from './fields/text-field';
import { useForm } from './use-form';

beforeAll(startLanguage);

const COLOURS = ['red', 'green'];
const options = COLOURS.map((value) => ({ value, label: value }));
const found = COLOURS.map((value) => ({ value, text: value }));
const needed = [requiredChoice('Please.')];

function Everything() {
  const form = useForm();
  return (
    <main>
      <h1>Fields</h1>
      <FieldForm form={form} onSubmit={() => undefined}>
        <Field name="text" label="Text" extra="A hint" rules={needed}>
          <TextField suffix={<button type="button">Send</button>} />
        </Field>
        <Field name="select" label="Select" rules={needed}>
          <SelectField options={options} placeholder="Choose" />
        </Field>
        <Field name="combobox" label="Combobox" extra="Another" rules={needed}>
          <Combobox options={found} isClearable />
        </Field>
        <Field name="radio" label="Radio" rules={needed}>
          <RadioGroup options={options} />
        </Field>
        <Field name="tick" rules={[agreementRule('Please.')]}>
          <Checkbox>I agree</Checkbox>
        </Field>
        <Submit text="Go" isBusy={false} formError={null} />
      </FieldForm>
      <Filter label="Filter" any="Any" value={undefined} options={options} onChange={() => undefined} />
      <DayRange label="Days" onChange={() => undefined} />
    </main>
  );
}

/** Contrast is checked in browser tests; jsdom computes no colours. */
const findings = async () => {
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
};

describe('form fields', () => {
  it('are accessible at rest, with errors and with an open list', async () => {
    render(<Everything />);
    expect(await findings()).toEqual([]);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Go' })));
    await settle();
    expect(screen.getAllByText('Please.')).toHaveLength(5);
    expect(await findings()).toEqual([]);
    await act(async () => void fireEvent.click(screen.getByRole('combobox', { name: 'Combobox' })));
    await settle();
    expect(screen.getAllByRole('option', { name: 'red' })).not.toHaveLength(0);
    expect(await findings()).toEqual([]);
  });
});
